//go:build linux || darwin

package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sayso/internal/e2e/claudetest"
	"sayso/internal/e2e/screentest"
)

// What everyday asks may cost at 80 by 24: so many presses for all of them, and so
// many cards whose yes is locked until more was read. Claude Code's own dialog
// takes 36 presses at 100 by 40.
const (
	everydayPresses = 47
	everydayLocked  = 6
)

// everydayPace is what a person takes between two keys.
const everydayPace = 600 * time.Millisecond

// What "make everyday" sets: that the story is wanted, which is a measurement and
// takes two minutes, and a folder that gets each card as it came, or nothing.
const (
	everydayWanted = "SAYSO_EVERYDAY"
	everydayFrames = "SAYSO_FRAMES"
)

// silentCalls are calls of the script that ask nothing.
var silentCalls = map[string]bool{"read_srv": true, "read_rd": true, "nb_read": true}

// everydayQuestions says how a person answers the questions of the script. Every
// other ask is allowed.
var everydayQuestions = map[string][]string{
	"q_single": {"1", "enter"},
	"q_two":    {"1", "enter", "1", "enter"},
	"q_multi":  {"1", "2", "enter"},
}

// TestClientEverydayAsks plays testdata/asks against the real client with the
// plugin in manual mode, and answers them as somebody who wants to press as little
// as possible.
func TestClientEverydayAsks(t *testing.T) {
	if os.Getenv(everydayWanted) == "" {
		t.Skip("a measurement; make everyday runs it")
	}
	s, args := withPlugin(t)
	s.everydayProject()
	script := s.everydayTurns()
	s.pane = screentest.Start(t, screentest.Options{Argv: []string{s.bin}, Env: s.session.Env, Dir: s.session.Project, Cols: 80, Rows: 24})
	s.pane.WaitFor("Nothing waits for you.")
	s.session.Interactive(claudetest.Run{Prompt: "go", Args: args})
	presses, locked := 0, 0
	for _, name := range script {
		ctx, cancel := context.WithTimeout(t.Context(), claudetest.Patience)
		if silentCalls[name] {
			s.model.WaitToolResult(ctx, name)
			cancel()
			continue
		}
		n, wasLocked := s.everyday(name)
		presses += n
		if wasLocked {
			locked++
		}
		t.Logf("%-12s %d presses, locked: %v", name, n, wasLocked)
		s.model.WaitToolResult(ctx, name)
		cancel()
	}
	t.Logf("%d presses, %d locked", presses, locked)
	if presses > everydayPresses || locked > everydayLocked {
		t.Errorf("%d presses and %d locked cards, want at most %d and %d", presses, locked, everydayPresses, everydayLocked)
	}
}

// everyday answers the ask on screen with as few presses as it takes.
func (s *stage) everyday(name string) (presses int, locked bool) {
	s.t.Helper()
	frame := s.pane.WaitUntil(func(screen string) bool {
		return strings.Contains(screen, "1 of 1") && !strings.Contains(screen, "arming")
	})
	if dir := os.Getenv(everydayFrames); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(frame), 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	press := func(key string) {
		s.pane.Press(key)
		presses++
	}
	answered := func() bool { // the next card may be there already
		_, ok := s.model.ToolResults()[name]
		return ok
	}
	if keys := everydayQuestions[name]; keys != nil {
		s.pane.Pause(everydayPace) // nothing on a question's card says that it is arming
		for _, key := range keys {
			press(key)
			s.pane.Pause(everydayPace)
		}
		for !answered() {
			if presses > 12 {
				s.t.Fatalf("%s is not answered by %d presses:\n%s", name, presses, s.pane.Text())
			}
			press("enter")
			s.pane.Pause(everydayPace)
		}
		return presses, false
	}
	for locks(s.pane.Text()) {
		if locked = true; presses > 12 {
			s.t.Fatalf("%s is not read with %d presses:\n%s", name, presses, s.pane.Text())
		}
		key := "space"
		if text := s.pane.Text(); strings.Contains(text, "again skips") || strings.Contains(text, "more line") && presses == 0 {
			key = "G"
		}
		press(key)
		s.pane.Pause(everydayPace)
	}
	press("y")
	for end := time.Now().Add(claudetest.Patience); !answered(); {
		if strings.Contains(s.pane.Text(), "enter to confirm") {
			press("enter")
		}
		if time.Now().After(end) {
			s.t.Fatalf("%s was allowed, and the model has no result:\n%s", name, s.pane.Text())
		}
		s.pane.Pause(everydayPace)
	}
	return presses, locked
}

// locks reports whether the card on a frame takes no yes until more was read. It
// takes one with rows below that were seen, which [reading] still counts.
func locks(frame string) bool {
	return strings.Contains(frame, "read to the end first") || strings.Contains(frame, "not seen") || strings.Contains(frame, "left to read")
}

// everydayProject makes the project that the asks are about.
func (s *stage) everydayProject() {
	s.t.Helper()
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("testdata", "asks", name))
		if err != nil {
			s.t.Fatal(err)
		}
		return string(data)
	}
	for name, content := range map[string]string{
		"src/server.go": read("server.go.txt"),
		"nb.ipynb":      read("nb.ipynb"),
		"README.md":     "# App\n\nA small note server.\n",
		"build.log":     "",
		"package.json":  `{"name":"app","version":"1.0.0","scripts":{"test":"echo ok","build":"echo built"}}` + "\n",
	} {
		file := filepath.Join(s.session.Project, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			s.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	git := exec.Command("sh", "-c", "git init -q -b main && git add -A && git -c user.name=dev -c user.email=dev@localhost commit -q -m start")
	git.Dir, git.Env = s.session.Project, s.session.Env
	if out, err := git.CombinedOutput(); err != nil {
		s.t.Fatalf("git: %v: %s", err, out)
	}
}

// everydayTurns gives the model the script's turns and returns their names, which
// are the ids of the calls.
func (s *stage) everydayTurns() (names []string) {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "asks", "script.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "$PROJ", s.session.Project)
	text = strings.ReplaceAll(text, "$HOME", s.session.Home)
	var script [][2]json.RawMessage
	if err := json.Unmarshal([]byte(text), &script); err != nil {
		s.t.Fatal(err)
	}
	var turns []claudetest.Turn
	for _, entry := range script {
		var name string
		var blocks []struct {
			Type, Text, Name string
			Input            json.RawMessage
		}
		if err := json.Unmarshal(entry[0], &name); err != nil {
			s.t.Fatal(err)
		}
		if err := json.Unmarshal(entry[1], &blocks); err != nil {
			s.t.Fatalf("%s: %v", name, err)
		}
		var turn claudetest.Turn
		for _, b := range blocks {
			if b.Type == "text" {
				turn = append(turn, claudetest.Text(b.Text))
				continue
			}
			turn = append(turn, claudetest.ToolUse(b.Name, b.Input).As(name))
		}
		turns, names = append(turns, turn), append(names, name)
	}
	s.model.On("go", append(turns, claudetest.Turn{claudetest.Text("Done.")})...)
	return names
}
