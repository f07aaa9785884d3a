package ui_test

import (
	"strings"
	"testing"
	"time"

	"sayso/internal/claude"
)

// The header names the project and says where in it the agent is, for relative
// paths count from there.
func TestTheHeaderNamesTheProjectAndTheDirectory(t *testing.T) {
	for _, tc := range []struct{ cwd, project, want string }{
		{"/home/dev/app", "/home/dev/app", " sayso  app · main"},
		{"/home/dev/app/", "/home/dev/app", " sayso  app · main"},
		{"/home/dev/app/src", "", " sayso  src · main"},
		{"/home/dev/app/src", "/home/dev/app", " sayso  app/src · main"},
		{"/home/dev/app/src/../../x", "/home/dev/app", " sayso  app in /home/dev/x · main"},
		{"/home/dev/application", "/home/dev/app", " sayso  app in /home/dev/application · main"},
		{"", "/home/dev/app", " sayso  app · main"},
		{"/home/dev/app/a\x1b[2J\u202e", "/home/dev/app", " sayso  app/a⟨ESC⟩[2J⟨U+202E⟩ · main"},
		{"/home/dev/app/" + strings.Repeat("deep/", 2000) + "end", "/home/dev/app", "/deep/end · manual"},
		{"/home/dev/app/" + strings.Repeat("漢", 5000), "/home/dev/app", "… · manual"},
		{"/etc", "/", " sayso  /etc · main"},
	} {
		for _, width := range []int{48, 100} {
			r := newRig(t, width, 30)
			ask := askOf("Bash", `{"command":"ls"}`)
			ask.Session.Cwd, ask.Session.Project = tc.cwd, tc.project
			r.arrive(ask)
			r.settle()
			header, _, _ := strings.Cut(r.screen(), "\n")
			if width == 100 && !strings.Contains(header, tc.want) || !strings.Contains(header, "1 of 1") {
				t.Errorf("%d columns, in %.40q of %q: %q", width, tc.cwd, tc.project, header)
			}
		}
	}
}

// Lists name the project: two rows of one session are of one folder.
func TestListsNameTheProject(t *testing.T) {
	r := newRig(t, 100, 30)
	ls := r.arrive(lsAsk)
	mine := r.arrive(movedAsk("Write", `{"file_path":"/home/dev/app/src/a","content":"x"}`))
	r.settle()
	r.see("next  Write src/a · app")
	r.withdraw(ls)
	r.withdraw(mine)
	r.deliver()
	r.press("h", "tab")
	r.see("Activity  app · 7c1e")
	r.press("esc")
	r.advance(time.Second)
	r.module.Observe(&claude.Notification{BaseHookInput: claude.BaseHookInput{
		SessionID: "7c1e0f3a", Cwd: "/home/dev/app/src", HookEventName: "Notification", Sayso: &claude.Sayso{Project: "/home/dev/app"},
	}, Message: "waits", NotificationType: "idle_prompt"})
	r.deliver()
	r.press("h", "tab")
	r.see("notice")
	r.see("Activity  app · 7c1e")
}

// A refusal by the mode is told with its path from the project.
func TestARefusalIsToldFromTheProject(t *testing.T) {
	r := newRig(t, 100, 30)
	r.module.Observe(&claude.PermissionDenied{BaseHookInput: claude.BaseHookInput{
		SessionID: "7c1e0f3a", Cwd: "/home/dev/app/src", HookEventName: "PermissionDenied", Sayso: &claude.Sayso{Project: "/home/dev/app"},
	}, ToolName: "Write", ToolInput: []byte(`{"file_path":"/home/dev/app/conf/a"}`), Reason: "no"})
	r.deliver()
	r.press("h")
	r.see("Write  conf/a")
}
