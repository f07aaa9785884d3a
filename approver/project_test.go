package approver_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
)

func TestProjectDir(t *testing.T) {
	for dir, want := range map[string]string{
		"/home/dev/app":                   "/home/dev/app",
		"/home/dev/app/":                  "/home/dev/app",
		"/home/dev/app/../other":          "/home/dev/other",
		"/":                               "/",
		"/odd\x1b[2J\u202e":               "/odd\x1b[2J\u202e", // shown as marks, like a working directory
		"":                                "",
		"app":                             "",
		"./app":                           "",
		"~/app":                           "",
		"/app\x00/x":                      "",
		"/" + strings.Repeat("a", 4096):   "",
		"/" + strings.Repeat("a/..", 1e5): "",
	} {
		if got := approver.ProjectDir(dir); got != want {
			t.Errorf("%.40q: got %.40q, want %q", dir, got, want)
		}
	}
}

func TestRoot(t *testing.T) {
	for _, tc := range []struct{ cwd, project, want string }{
		{"/app/src", "/app", "/app"},
		{"/elsewhere", "/app", "/app"},
		{"/app/src", "", "/app/src"}, // no door told it
		{"", "", ""},
	} {
		if got := (approver.Session{Cwd: tc.cwd, Project: tc.project}).Root(); got != tc.want {
			t.Errorf("%+v: got %q", tc, got)
		}
	}
}

// What a session in one of the client's worktrees works on is that worktree; a
// worktree that the session started in is its project anyway.
func TestTree(t *testing.T) {
	for _, tc := range []struct{ cwd, project, want string }{
		{"/app", "/app", "/app"},
		{"/app/src", "/app", "/app"},
		{"/app/src", "", "/app/src"},
		{"/app/.claude/worktrees/w", "/app", "/app/.claude/worktrees/w"},
		{"/app/.claude/worktrees/w/src/deep", "/app", "/app/.claude/worktrees/w"},
		{"/app/.claude/worktrees/w/../../..", "/app", "/app"},
		{"/app/.claude/worktrees", "/app", "/app"},
		{"/app/.claude/worktrees/w", "/app/.claude/worktrees/w", "/app/.claude/worktrees/w"},
		{"/other/.claude/worktrees/w", "/app", "/app"},
		{"", "", ""},
	} {
		if got := (approver.Session{Cwd: tc.cwd, Project: tc.project}).Tree(); got != tc.want {
			t.Errorf("%+v: got %q", tc, got)
		}
	}
}

// A door tells the project beside the payload. What the payload says counts first,
// and of a proved ask nothing else.
func TestTakeProject(t *testing.T) {
	proof := approver.Key{1}.Prove(1, approver.Digest{1})
	for name, tc := range map[string]struct {
		ask  approver.Ask
		want string
	}{
		"not told":         {approver.Ask{}, "/door"},
		"told":             {approver.Ask{Session: approver.Session{Project: "/app"}}, "/app"},
		"told and proved":  {approver.Ask{Session: approver.Session{Project: "/app"}, Proof: proof}, "/app"},
		"proved, not told": {approver.Ask{Proof: proof}, ""},
	} {
		if tc.ask.TakeProject("/door"); tc.ask.Session.Project != tc.want {
			t.Errorf("%s: got %q, want %q", name, tc.ask.Session.Project, tc.want)
		}
	}
}

// Every payload of the plugin's module says where the session started.
func TestEveryKindOfAskHasItsProject(t *testing.T) {
	const members = `"session_id":"s","cwd":"/app/src","tool_name":"Bash","tool_input":{},"from_model":"a","to_model":"b","sayso":{"project":"/app/"}`
	asks := map[string]func(claude.Event) approver.Ask{
		"PermissionRequest": func(e claude.Event) approver.Ask {
			return approver.FromPermissionRequest(*e.(*claude.PermissionRequest))
		},
		"PermissionDenied": func(e claude.Event) approver.Ask { return approver.FromPermissionDenied(*e.(*claude.PermissionDenied)) },
		"PreModelSwitch": func(e claude.Event) approver.Ask {
			ask, err := approver.FromModelSwitch(*e.(*claude.PreModelSwitch))
			if err != nil {
				t.Error(err)
			}
			return ask
		},
	}
	for name, of := range asks {
		e, err := claude.ParseEvent(json.RawMessage(`{"hook_event_name":"` + name + `",` + members + `}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := of(e).Session; got.Project != "/app" || got.Cwd != "/app/src" {
			t.Errorf("%s is of %+v", name, got)
		}
	}
}

// An event whose payload does not tell it takes the door's word.
func TestAnEventTakesItsProject(t *testing.T) {
	for sayso, want := range map[string]string{``: "/door", `,"sayso":{"project":"/app"}`: "/app", `,"sayso":{}`: "/door"} {
		e, err := claude.ParseEvent(json.RawMessage(`{"hook_event_name":"Notification","session_id":"s","cwd":"/app/src","message":"m"` + sayso + `}`))
		if err != nil {
			t.Fatal(err)
		}
		e.InProject("/door")
		if got := approver.SessionOf(e.Base()).Root(); got != want {
			t.Errorf("%s: got %s, want %s", sayso, got, want)
		}
	}
}
