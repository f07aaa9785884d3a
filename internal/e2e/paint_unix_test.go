//go:build linux || darwin

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sayso/internal/e2e/claudetest"
	"sayso/internal/e2e/screentest"
)

// asker is a pane, and hooks that ask it.
type asker struct {
	t    *testing.T
	pane *screentest.Screen
	env  []string
}

func newAsker(t *testing.T, o screentest.Options) *asker {
	t.Helper()
	dir := claudetest.ShortDir(t)
	a := &asker{t: t, env: []string{"SAYSO_SOCKET=" + filepath.Join(dir, "s.sock"), "PATH=" + os.Getenv("PATH")}}
	o.Argv, o.Env = []string{binary(t)}, a.env
	a.pane = screentest.Start(t, o)
	a.pane.WaitFor("Nothing waits for you.")
	return a
}

// asked is a hook that waits for its answer.
type asked struct {
	cmd   *exec.Cmd
	out   bytes.Buffer
	ended chan struct{}
}

func (a *asker) ask(command string) *asked {
	a.t.Helper()
	input, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		a.t.Fatal(err)
	}
	payload := fmt.Sprintf(`{"session_id":"s1","cwd":"/home/dev/app","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":%s}`, input)
	q := &asked{cmd: exec.Command(binary(a.t), "hook"), ended: make(chan struct{})}
	q.cmd.Env, q.cmd.Stdin, q.cmd.Stdout = a.env, strings.NewReader(payload), &q.out
	if err := q.cmd.Start(); err != nil {
		a.t.Fatal(err)
	}
	go func() { defer close(q.ended); _ = q.cmd.Wait() }()
	a.t.Cleanup(func() { _ = q.cmd.Process.Kill(); <-q.ended })
	return q
}

// answer waits for the hook's end and returns "allow", "deny" or "".
func (q *asked) answer() string {
	<-q.ended
	for _, answer := range []string{"allow", "deny"} {
		if strings.Contains(q.out.String(), `"behavior":"`+answer+`"`) {
			return answer
		}
	}
	return ""
}

// stop stops the pane, and returns when it stands.
func (a *asker) stop() {
	a.t.Helper()
	a.pane.Signal(syscall.SIGSTOP)
	for end := time.Now().Add(time.Minute); ; {
		out, err := exec.Command("ps", "-o", "state=", "-p", fmt.Sprint(a.pane.Pid())).Output()
		if err == nil && strings.HasPrefix(strings.TrimSpace(string(out)), "T") {
			return
		}
		if time.Now().After(end) {
			a.t.Fatalf("the pane does not stop: %q, %v", out, err)
		}
	}
}

func (a *asker) goOn() { a.pane.Signal(syscall.SIGCONT) }

// refuse answers the ask on screen with no, which shows that nothing before did.
func (a *asker) refuse(q *asked, command string) {
	a.t.Helper()
	a.pane.Pause(400 * time.Millisecond) // longer than a press is held, so that a yes of before would act
	select {
	case <-q.ended:
		a.t.Fatalf("the ask was answered with %q", q.answer())
	default:
	}
	armed(a.pane, command)
	for {
		a.pane.Press("n")
		select {
		case <-q.ended:
			if got := q.answer(); got != "deny" {
				a.t.Errorf("the ask was answered with %q before the no", got)
			}
			return
		case <-time.After(700 * time.Millisecond): // a busy machine stalls, and then a key counts for nothing
		}
		armed(a.pane, command)
	}
}

func TestKeysOfAStallAreDead(t *testing.T) {
	for name, story := range map[string]func(*asker) (*asked, string){
		"stopped right after the card came": func(a *asker) (*asked, string) {
			q := a.ask("ls first")
			a.pane.WaitFor("ls first")
			a.stop()
			a.pane.Press("y")
			a.pane.Pause(800 * time.Millisecond)
			a.goOn()
			return q, "ls first"
		},
		"stopped with an armed card": func(a *asker) (*asked, string) {
			q := a.ask("ls second")
			armed(a.pane, "ls second")
			a.stop()
			a.pane.Press("y")
			a.pane.Pause(800 * time.Millisecond)
			a.goOn()
			return q, "ls second"
		},
		"an ask comes while the pane is stopped": func(a *asker) (*asked, string) {
			first := a.ask("ls gone")
			armed(a.pane, "ls gone")
			a.stop()
			_ = first.cmd.Process.Kill()
			<-first.ended
			q := a.ask("ls third")
			a.pane.Pause(400 * time.Millisecond)
			a.pane.Press("y")
			a.pane.Pause(400 * time.Millisecond)
			a.pane.Press("y")
			a.goOn()
			return q, "ls third"
		},
		"the link hangs, and the card was never painted": func(a *asker) (*asked, string) {
			a.pane.Freeze()
			q := a.ask("ls fourth")
			a.pane.Pause(1200 * time.Millisecond)
			a.pane.Press("y")
			a.pane.Pause(500 * time.Millisecond)
			a.pane.Press("y")
			a.pane.Pause(200 * time.Millisecond)
			a.pane.Thaw()
			return q, "ls fourth"
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAsker(t, screentest.Options{})
			q, command := story(a)
			a.refuse(q, command)
		})
	}
}

// After what is no key a press is dead for a while: it may be the rest of it.
func TestWhatIsNoKeyClosesTheGate(t *testing.T) {
	for _, sent := range []string{"\x1b[?2026;2$", "\x1b[?2026;2$y", "\x1b[?62;22", "\x1b[", "\x1b]11;rgb:00", "\x1b[9999z", "\x1bP1$", "\x1b[?62c"} {
		for _, after := range []time.Duration{60, 250, 700} {
			t.Run(fmt.Sprintf("%q then y after %d ms", sent, after), func(t *testing.T) {
				t.Parallel()
				a := newAsker(t, screentest.Options{})
				q := a.ask("ls fifth")
				armed(a.pane, "ls fifth")
				a.pane.Type(sent)
				a.pane.Pause(after * time.Millisecond)
				a.pane.Press("y")
				a.refuse(q, "ls fifth")
			})
		}
	}
}

func TestWhatIsNoKeyStopsQuitting(t *testing.T) {
	for _, confirm := range []string{"q", "ctrl+c", "enter"} {
		t.Run(confirm, func(t *testing.T) {
			a := newAsker(t, screentest.Options{})
			q := a.ask("ls sixth")
			armed(a.pane, "ls sixth")
			a.pane.Press("ctrl+c")
			a.pane.WaitFor("1 ask waits")
			a.pane.Type("\x1b[?2026;2$")
			a.pane.Pause(100 * time.Millisecond)
			a.pane.Press(confirm)
			a.pane.Pause(200 * time.Millisecond)
			select {
			case <-a.pane.Exited():
				t.Fatal("it quit")
			default:
			}
			a.pane.Pause(1500 * time.Millisecond)
			a.pane.Press("l") // any other key stays
			a.refuse(q, "ls sixth")
		})
	}
}

func TestATerminalThatDoesNotAnswerYet(t *testing.T) {
	a := newAsker(t, screentest.Options{})
	a.pane.Silence()
	q := a.ask("ls seventh")
	a.pane.WaitFor("ls seventh")
	a.pane.Pause(1500 * time.Millisecond)
	a.pane.Press("y")
	a.pane.Pause(500 * time.Millisecond)
	a.pane.Answer()
	a.refuse(q, "ls seventh")
}

func TestATerminalThatNeverAnswers(t *testing.T) {
	a := newAsker(t, screentest.Options{Silent: true})
	q := a.ask("ls eighth")
	a.pane.WaitFor("ls eighth")
	a.pane.Pause(1200 * time.Millisecond)
	a.pane.Press("y") // too soon
	a.pane.WaitFor("No answer from the terminal: keys wait 3 s.")
	armed(a.pane, "ls eighth")
	a.pane.Press("y")
	if got := q.answer(); got != "allow" {
		t.Errorf("answered with %q", got)
	}
	a.pane.Answer()
	q = a.ask("ls ninth")
	a.pane.WaitFor("ls ninth")
	a.pane.WaitGone("No answer")
	a.refuse(q, "ls ninth")
}

// The terminal answers late, over a slow link. What it answers after the end would
// be typed into the shell.
func TestNoAnswerComesAfterTheEnd(t *testing.T) {
	a := newAsker(t, screentest.Options{})
	a.pane.Freeze()
	a.ask("ls tenth")
	a.pane.Pause(400 * time.Millisecond) // its frame is on the way
	a.pane.Signal(syscall.SIGTERM)
	a.pane.Pause(200 * time.Millisecond)
	a.pane.Thaw()
	if code := a.pane.Wait(); code != 0 {
		t.Errorf("it exited with %d", code)
	}
	if left := a.pane.Left(); left != "" {
		t.Errorf("the terminal is left with %s", left)
	}
	if text := a.pane.Text(); strings.Contains(text, "[?62") {
		t.Errorf("the shell gets an answer that was not for it:\n%s", text)
	}
}

// A terminal that answers nothing holds up no end.
func TestTheEndWaitsForNoTerminalThatIsSilent(t *testing.T) {
	a := newAsker(t, screentest.Options{Silent: true})
	a.ask("ls eleventh")
	a.pane.WaitFor("ls eleventh")
	a.pane.Signal(syscall.SIGTERM)
	if code := a.pane.Wait(); code != 0 {
		t.Errorf("it exited with %d", code)
	}
}

// An answer can be lost: a shell had the terminal when it came, or what came
// before swallowed it. Every later answer is then taken for the one before it, and
// somebody who presses every other second must not find the pane deaf for that.
func TestALostAnswerDoesNotMakeThePaneDeaf(t *testing.T) {
	for name, lose := range map[string]func(*asker){
		"one lost":   func(a *asker) { a.pane.Lose(1) },
		"three lost": func(a *asker) { a.pane.Lose(3) },
		"swallowed by what was cut": func(a *asker) {
			a.pane.Type("\x1bP1$")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAsker(t, screentest.Options{})
			lose(a)
			q := a.ask("ls lost")
			a.pane.WaitFor("ls lost")
			for presses := 0; ; presses++ {
				if presses == 12 {
					t.Fatalf("no key of %d in %d s counted", presses, presses*3/2)
				}
				a.pane.Press("n")
				select {
				case <-q.ended:
					if got := q.answer(); got != "deny" {
						t.Errorf("the ask was answered with %q", got)
					}
					return
				case <-time.After(1500 * time.Millisecond): // a person's pace
				}
			}
		})
	}
}
