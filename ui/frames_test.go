package ui_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ui"
	"sayso/ui/lines"
	"sayso/ui/watch"
)

// frames are the screens that the golden files hold, as plain text for every
// size and with colours for one.
var frames = map[string]func(*rig){
	"empty": func(*rig) {},
	"plain": func(r *rig) { r.arrive(lsAsk); r.settle() },
	"arming": func(r *rig) {
		r.arrive(lsAsk)
		r.advance(200 * time.Millisecond)
	},
	"suggestions": func(r *rig) { r.arrive(pushAsk); r.arrive(lsAsk); r.settle() },
	"plugin":      func(r *rig) { r.arrive(guardAsk); r.settle(); r.decide("y") },
	"ask-rule": func(r *rig) {
		ask := askOf("Write", `{"file_path":"/home/dev/app/notes.txt","content":"a note"}`, `"sayso":{"rule":"Write","reason":"Permission rule 'Write' requires confirmation for this tool.","approver":"person","tool_use_id":"t5"}`)
		ask.Provenance.RuleFile = "~/.claude/settings.json:12"
		r.arrive(ask)
		r.settle()
	},
	"ceiling": func(r *rig) {
		ask := askOf("mcp__tickets__close", `{"id":7}`, `"sayso":{"ceiling":"ask","hook":"PreToolUse","reason":"Closing is final.","tool_use_id":"t6"}`)
		ask.Door = approver.DoorHook
		r.arrive(ask)
		r.settle()
	},
	"host": func(r *rig) {
		ask := askOf("Bash", `{"command":"echo hi > /etc/motd"}`)
		ask.Door = approver.DoorAsk
		ask.Provenance = approver.Provenance{ReasonType: claude.ReasonWorkingDir, Reason: "Path is outside allowed working directories", BlockedPath: "/etc/motd"}
		r.arrive(ask)
		r.settle()
	},
	"watched": func(r *rig) {
		r.arrive(askOf("Bash", `{"command":"git push"}`, `"sayso":{"plugin":"sayso","reason":"you asked to see this: Bash(git push *)","approver":"person","tool_use_id":"t7"}`))
		r.settle()
	},
	"hidden": func(r *rig) {
		r.arrive(askOf("Bash", `{"command":"git commit -m \"fix\u202e txt.exe\"\u001b[2K"}`))
		r.settle()
	},
	// A session whose agent did "cd src": the header says where it is, paths count
	// from the project, and so does what is outside of it.
	"changed-directory": func(r *rig) {
		r.arrive(movedAsk("Bash", `{"command":"cp /home/dev/app/conf/a . && cp a /home/dev/other/a"}`))
		r.arrive(movedAsk("Write", `{"file_path":"/home/dev/app/conf/a","content":"a note"}`))
		r.settle()
	},
	"left-the-project": func(r *rig) {
		ask := movedAsk("Write", `{"file_path":"notes.txt","content":"a note"}`)
		ask.Session.Cwd = "/home/dev/other/deeper/than/the/header/has/room"
		r.arrive(ask)
		r.settle()
	},
	"edit": func(r *rig) {
		r.arrive(askOf("Edit", `{"file_path":"/home/dev/app/src/main.go","old_string":"\tprintln(\"hi\")","new_string":"\tfmt.Println(\"hello\")","replace_all":false}`,
			`"permission_suggestions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}]`))
		r.settle()
	},
	"questions": func(r *rig) {
		r.arrive(askOf("AskUserQuestion", `{"questions":[{"question":"Which database should we use?","header":"Database","options":[{"label":"PostgreSQL","description":"A server, robust","preview":"SELECT 1;"},{"label":"SQLite","description":"Embedded, simple","preview":"file.db"}],"multiSelect":false},
			{"question":"Which features should be on?","header":"Features","options":[{"label":"Auth","description":"Login"},{"label":"Search","description":"Full text"},{"label":"Export","description":"CSV"}],"multiSelect":true}]}`))
		r.settle()
	},
	"long":      func(r *rig) { r.arrive(longAsk); r.settle() },
	"long-skip": func(r *rig) { r.arrive(longAsk); r.settle(); r.press("G") },
	"long-end":  func(r *rig) { r.arrive(longAsk); r.settle(); skip(r) },
	"tree": func(r *rig) {
		r.arrive(askOf("mcp__tickets__create", `{"title":"Login fails","labels":["bug","login"],"assignee":{"team":"web","person":null},"body":"One\nTwo"}`,
			`"mcp_server":{"name":"tickets","source":"project"}`, `"sayso":{"description":"Create a ticket.","isReadOnly":false}`))
		r.settle()
		skip(r)
	},
	"many": func(r *rig) {
		r.arrive(askOf("Bash", `{"command":"make all"}`, `"permission_suggestions":[`+strings.Repeat(
			`{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"make *"}],"behavior":"allow","destination":"projectSettings"},`, 7)+
			`{"type":"setMode","mode":"acceptEdits","destination":"session"}]`))
		r.settle()
	},
	"message": func(r *rig) { r.arrive(lsAsk); r.settle(); r.decide("r"); r.press("n", "o", "t", "e", "s") },
	"typing":  func(r *rig) { r.arrive(lsAsk); r.settle(); r.press("n", "o", "w") },
	"note": func(r *rig) {
		talks := lsAsk
		talks.Origin = approver.FromSession
		r.arrive(talks)
		r.settle()
		r.decide("a")
		r.press("o", "k")
	},
	"history":        func(r *rig) { busyDay(r); r.press("h") },
	"history-detail": func(r *rig) { busyDay(r); r.press("h", "G", "enter") },
	"quitting":       func(r *rig) { r.arrive(lsAsk); r.arrive(pushAsk); r.settle(); r.decide("q") },
	"watch-none":     func(r *rig) { r.press("w") },
	"watch": func(r *rig) {
		r.send(ui.WatchMsg{State: watchState})
		r.press("w")
		r.settle()
	},
	"watch-changed": func(r *rig) {
		changed := watchState
		changed.Revision = 2
		changed.Rules = append([]watch.Rule{{Text: "Bash(terraform *)", Removed: true}, {Text: "WebFetch(domain:*.corp.example)", Removed: true}}, watchState.Rules...)
		r.send(ui.WatchMsg{State: changed})
		r.press("w")
		r.settle()
	},
	"watch-broken": func(r *rig) {
		broken := watchState
		broken.Problems = []string{"/home/dev/.config/sayso/watch.rules:4: rule \"Bash(git\": the last character is no closing ); write Tool or Tool(content), as in Bash(git push *)"}
		r.send(ui.WatchMsg{State: broken})
		r.press("w")
		r.settle()
	},
	"help": func(r *rig) { r.arrive(lsAsk); r.settle(); r.press("?") },
	"wide-text": func(r *rig) {
		r.arrive(askOf("Write", `{"file_path":"/home/dev/app/日本語/ファイル.txt","content":"漢字かな交じり文の長い行が端まで届くと次の行に続く。👍🏽 ok\né e\u0301 한국어"}`))
		r.settle()
	},
	"ended": func(r *rig) {
		r.arrive(lsAsk)
		r.arrive(pushAsk)
		third := r.arrive(guardAsk)
		r.settle()
		r.decide("y")
		r.settle()
		r.decide("n")
		r.withdraw(third)
		r.deliver()
	},
}

var watchState = watch.State{
	File:     "/home/dev/.config/sayso/watch.rules",
	Rules:    []watch.Rule{{Text: "Bash(git push *)", Line: 2}, {Text: "Edit(~/.ssh/**)", Line: 3}, {Text: "mcp__tickets__*", Line: 5}},
	Revision: 1,
}

var sizes = [][2]int{{40, 12}, {48, 20}, {80, 24}, {120, 40}}

func TestFrames(t *testing.T) {
	for name, prepare := range frames {
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				r := newRig(t, size[0], size[1])
				prepare(r)
				rows := strings.Split(r.screen(), "\n")
				if len(rows) != size[1] {
					t.Errorf("%d rows on a screen of %d", len(rows), size[1])
				}
				for i, row := range rows {
					if w := lines.Width(row); w > size[0] {
						t.Errorf("row %d takes %d cells of %d: %q", i, w, size[0], row)
					}
					rows[i] = strings.TrimRight(row, " ")
				}
				golden.RequireEqual(t, strings.Join(rows, "\n")+"\n")
			})
		}
	}
}

func TestFramesInColour(t *testing.T) {
	for _, name := range []string{"suggestions", "plugin", "hidden", "arming", "ended"} {
		for theme, background := range map[string]color.Color{"dark": color.Black, "light": color.White} {
			t.Run(name+"/"+theme, func(t *testing.T) {
				r := newRig(t, 80, 24)
				r.send(tea.BackgroundColorMsg{Color: background})
				r.settle()
				frames[name](r)
				golden.RequireEqual(t, r.m.View().Content)
			})
		}
	}
}

// Whatever comes over the socket, nothing reaches the terminal but text and the
// colours of the theme.
func TestHostileTextStaysText(t *testing.T) {
	const evil = `\u001b[2J\u001b]52;c;aGk=\u0007\r\u009b5m\u202e\u200b\u0000\b\ufeff\u2028\udb40\udc41`
	ask := askOf("mcp", `{"a`+evil+`":"`+evil+`","list":["`+evil+`",{"k":"`+evil+`"}]}`,
		`"agent_id":"`+evil+`","agent_type":"`+evil+`"`,
		`"mcp_server":{"name":"`+evil+`","source":"`+evil+`"}`,
		`"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"`+evil+`","ruleContent":"`+evil+`"}],"behavior":"allow","destination":"session"},{"type":"`+evil+`","destination":"`+evil+`"}]`,
		`"sayso":{"reason":"`+evil+`","hook":"`+evil+`","setting":"`+evil+`","ceiling":"`+evil+`","description":"`+evil+`","consent":"`+evil+`"}`)
	ask.Tool = "mcp__ser\x1b[2Jver__to\u202eol"
	ask.Session = approver.Session{ID: "\x1b[2J\u202e", Cwd: "/x/\x1b]0;t\x07\u202e", Mode: "\x1b[2J"}
	r := newRig(t, 80, 40)
	r.arrive(ask)
	r.arrive(ask)
	check := func(when string) {
		t.Helper()
		v := r.m.View()
		for _, c := range r.screen() + r.title() {
			if c < ' ' && c != '\n' || c >= 0x7f && c < 0xa0 || strings.ContainsRune("\u202e\u200b\ufeff\u2028\U000e0041", c) {
				t.Fatalf("%s: %U is on the screen:\n%q", when, c, v.Content)
			}
		}
		for rest := v.Content; ; {
			i := strings.IndexByte(rest, 0x1b)
			if i < 0 {
				break
			}
			end := strings.IndexFunc(rest[i+1:], func(r rune) bool { return !strings.ContainsRune("[0123456789;:", r) })
			if end < 0 || rest[i+1+end] != 'm' {
				t.Fatalf("%s: an escape sequence that is no colour: %q", when, rest[i:min(i+20, len(rest))])
			}
			rest = rest[i+1:]
		}
	}
	check("the card")
	for range 12 {
		r.press("space")
		r.advance(time.Second)
		check("a page on")
	}
	r.decide("n")
	r.advance(time.Second)
	check("the next card")
	r.decide("t")
	r.advance(time.Second)
	r.see("Last")
	check("the list of ends")
}

// skip skips a call knowingly, reads of it what can't be skipped, and goes to the
// end.
func skip(r *rig) {
	for _, key := range []string{"G", "G", "space", "G"} {
		r.press(key)
		r.settle()
	}
}
