//go:build unix

package plugin

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sayso/internal/e2e/claudetest"
)

// deadline bounds what a test of the real client may take; a run takes a second.
func deadline(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), claudetest.Patience)
	t.Cleanup(cancel)
	return ctx
}

// socketOf is where the plugin that folder writes for a binary asks.
func socketOf(binary string) string { return filepath.Join(filepath.Dir(binary), "it's.sock") }

// folder writes the plugin for a binary and returns its folder.
func folder(t *testing.T, binary string) string {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, binary, socketOf(binary)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// other returns a copy of another plugin, for the client writes its types and
// a tsconfig.json into a folder that it loads a mod from.
func other(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// load returns the arguments that load plugins, in this order.
func load(dirs ...string) (args []string) {
	for _, dir := range dirs {
		args = append(args, "--plugin-dir", dir)
	}
	return args
}

func bash(id, command string) claudetest.Block {
	return claudetest.ToolUse("Bash", map[string]any{"command": command}).As(id)
}

// provenance is the member that the mod adds.
type provenance struct {
	Reason, Plugin, Rule, Hook, Approver, Description string
	ToolUseID                                         string `json:"tool_use_id"`
}

func provenanceOf(t *testing.T, p payload) (told provenance) {
	t.Helper()
	if err := json.Unmarshal(p.Sayso, &told); err != nil {
		t.Fatalf("the ask carries no provenance: %v: %s", err, p.Sayso)
	}
	return told
}

func TestClientAcceptsThePlugin(t *testing.T) {
	client := claudetest.Client(t)
	market := t.TempDir()
	if err := WriteMarketplace(market, `/it's/a "path"/sayso`, "/run/it's.sock"); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(market, Name)
	for _, args := range [][]string{
		{"plugin", "validate", "--strict", "--profile", "directory", dir},
		{"plugin", "validate", "--strict", market},
		{"plugin", "test", dir},
	} {
		cmd := exec.CommandContext(deadline(t), client, args...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(),
			"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("claude %v: %v\n%s", args, err, out)
		}
	}
}

// The guard sits above the mod in one order and beneath it in the other. One
// call of each kind also shows what a call costs: every start of the binary is
// in the list.
func TestReasonInBothLoadOrders(t *testing.T) {
	for _, first := range []string{"sayso first", "guard first"} {
		t.Run(first, func(t *testing.T) {
			sayso := newRecorder(t, allow)
			model := claudetest.NewModel(t,
				claudetest.Turn{bash("asked", "touch guarded"), bash("same", "touch guarded")},
				claudetest.Turn{bash("unasked", "ls")},
			)
			s := claudetest.NewSession(t, model, claudetest.Settings{})
			dirs := []string{folder(t, sayso.Binary), other(t, "guard")}
			if first == "guard first" {
				slices.Reverse(dirs)
			}
			s.Headless(deadline(t), claudetest.Run{Prompt: "go", Args: load(dirs...)}).Wait()

			asks := sayso.all("PermissionRequest")
			if len(asks) != 2 {
				t.Fatalf("%d asks came", len(asks))
			}
			for i, id := range []string{"asked", "same"} {
				told := provenanceOf(t, asks[i])
				if told.Reason != "the guard wants a look" || told.Plugin != "guard" || told.ToolUseID != id {
					t.Errorf("ask %d: %+v", i, told)
				}
			}
			for id, want := range map[string][]string{"asked": {"tool.run", "PostToolUse"}, "same": {"tool.run", "PostToolUse"}, "unasked": {"PostToolUse"}} {
				var got []string
				for _, p := range sayso.all("tool.run", "tool.call", "PostToolUse", "PostToolBatch", "watch") {
					if p.ToolUseID == id {
						got = append(got, p.Event)
					}
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("call %s started the binary for %v, not %v", id, got, want)
				}
			}
			for _, p := range sayso.all("tool.run") {
				if p.SessionID != asks[0].SessionID || string(p.Input) != string(asks[0].Input) || p.Tool != "Bash" {
					t.Errorf("tool.run differs from the ask: %+v", p)
				}
			}
		})
	}
}

func TestRuleAndRefusal(t *testing.T) {
	sayso := newRecorder(t, func(p payload) string {
		if p.Event != "PermissionRequest" {
			return ""
		}
		return `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"not now"}}}`
	})
	model := claudetest.NewModel(t, claudetest.Turn{
		claudetest.ToolUse("Write", map[string]any{"file_path": "made", "content": "x"}).As("write"),
	})
	s := claudetest.NewSession(t, model, claudetest.Settings{"permissions": map[string]any{"ask": []string{"Write"}}})
	s.Headless(deadline(t), claudetest.Run{Prompt: "go", Args: load(folder(t, sayso.Binary))}).Wait()

	asks := sayso.all("PermissionRequest")
	if len(asks) != 1 {
		t.Fatalf("%d asks came", len(asks))
	}
	if told := provenanceOf(t, asks[0]); told.Rule != "Write" || told.ToolUseID != "write" || told.Reason == "" {
		t.Errorf("%+v", told)
	}
	if told := model.ToolResults()["write"]; told.Text != "not now" {
		t.Errorf("the model was told %+v", told)
	}
	ends := sayso.all("tool.run", "tool.call")
	if len(ends) != 1 || ends[0].Event != "tool.call" || ends[0].Outcome != "deny" || ends[0].ToolUseID != "write" {
		t.Errorf("the refusal was told as %+v", ends)
	}
}

// mark makes the mod think that a sayso with watch rules is running.
func mark(t *testing.T, sayso *recorder) {
	t.Helper()
	if err := os.WriteFile(WatchMarker(socketOf(sayso.Binary)), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWatchedCallsAskInEveryMode(t *testing.T) {
	for _, mode := range []string{"auto", "plan", "acceptEdits", "bypassPermissions"} {
		t.Run(mode, func(t *testing.T) {
			sayso := newRecorder(t, func(p payload) string {
				if p.command == "watch" && string(p.Input) == `{"command":"ls watched"}` {
					return `{"watch":true,"reason":"you asked to see this"}`
				}
				return allow(p)
			})
			model := claudetest.NewModel(t,
				claudetest.Turn{bash("watched", "ls watched")}, claudetest.Turn{bash("other", "ls")})
			s := claudetest.NewSession(t, model, claudetest.Settings{})
			mark(t, sayso)
			run := claudetest.Run{Prompt: "go", Mode: mode, Args: load(folder(t, sayso.Binary)),
				Env: []string{"IS_SANDBOX=1"}} // root may bypass permissions in a sandbox only
			s.Headless(deadline(t), run).Wait()

			questions := sayso.all("watch")
			if len(questions) != 2 || questions[0].Mode != mode || questions[0].Cwd != s.Project || questions[0].Tool != "Bash" {
				t.Errorf("the questions were %+v", questions)
			}
			asks := sayso.all("PermissionRequest")
			if len(asks) != 1 {
				t.Fatalf("%d asks came", len(asks))
			}
			if told := provenanceOf(t, asks[0]); told.Plugin != Name || told.Reason != "you asked to see this" || told.ToolUseID != "watched" {
				t.Errorf("%+v", told)
			}
		})
	}
}

// Auto mode puts a plugin's ask to its classifier as well, and refuses the call
// where that gives no verdict, as here. The person wants to see it, so it comes.
func TestWatchedCallsAskWhereTheClassifierGivesNoVerdict(t *testing.T) {
	sayso := newRecorder(t, func(p payload) string {
		if p.command == "watch" && string(p.Input) == `{"command":"git push"}` {
			return `{"watch":true,"reason":"you asked to see this"}`
		}
		return allow(p)
	})
	model := claudetest.NewModel(t, claudetest.Turn{bash("watched", "git push")}, claudetest.Turn{bash("other", "git fetch")})
	s := claudetest.NewSession(t, model, claudetest.Settings{})
	mark(t, sayso)
	s.Headless(deadline(t), claudetest.Run{Prompt: "go", Mode: "auto", Args: load(folder(t, sayso.Binary))}).Wait()

	asks := sayso.all("PermissionRequest")
	if len(asks) != 1 || provenanceOf(t, asks[0]).ToolUseID != "watched" {
		t.Fatalf("the asks are %+v; the calls ended as %+v", asks, model.ToolResults())
	}
	if told := provenanceOf(t, asks[0]); told.Plugin != Name || told.Reason != "you asked to see this" {
		t.Errorf("%+v", told)
	}
	if questions := sayso.all("watch"); len(questions) != 2 {
		t.Errorf("%d questions for two calls", len(questions))
	}
}

// A subagent may have a permission mode of its own, which no event tells before
// its first call: in the session's manual mode the call would be asked about,
// and the subagent's auto mode settles it.
func TestWatchedCallsOfASubagentInAModeOfItsOwn(t *testing.T) {
	sayso := newRecorder(t, func(p payload) string {
		if p.command == "watch" {
			return `{"watch":true,"reason":"you asked to see this"}`
		}
		return allow(p)
	})
	model := claudetest.NewModel(t, claudetest.Turn{claudetest.ToolUse("Agent",
		map[string]any{"description": "work", "prompt": "a helper's work", "subagent_type": "helper"}).As("agent")}).
		On("a helper's work", claudetest.Turn{bash("first", "touch first")}, claudetest.Turn{bash("second", "touch second")})
	s := claudetest.NewSession(t, model, claudetest.Settings{"permissions": map[string]any{"allow": []string{"Agent"}}})
	agents := filepath.Join(s.Project, ".claude", "agents")
	if err := os.MkdirAll(agents, 0o755); err != nil {
		t.Fatal(err)
	}
	helper := "---\nname: helper\ndescription: helps\npermissionMode: auto\n---\nYou help.\n"
	if err := os.WriteFile(filepath.Join(agents, "helper.md"), []byte(helper), 0o600); err != nil {
		t.Fatal(err)
	}
	mark(t, sayso)
	s.Headless(deadline(t), claudetest.Run{Prompt: "go", Args: load(folder(t, sayso.Binary))}).Wait()

	asked := map[string]bool{}
	for _, p := range sayso.all("PermissionRequest") {
		asked[provenanceOf(t, p).ToolUseID] = true
	}
	if !asked["first"] || !asked["second"] {
		t.Errorf("asked about %v; the calls ended as %+v", asked, model.ToolResults())
	}
}

// Without the binary, a session with the plugin is a session without it: the
// model reads the same, and so does another PermissionRequest hook.
func TestMissingBinaryChangesNothing(t *testing.T) {
	type seen struct {
		Results map[string]claudetest.ToolResult
		Asks    []string
		Exit    int
	}
	run := func(args []string) (got seen) {
		asked := newRecorder(t, allow)
		model := claudetest.NewModel(t,
			claudetest.Turn{bash("asked", "touch guarded; echo made")}, claudetest.Turn{bash("unasked", "echo fine")},
			claudetest.Turn{bash("failed", "ls nowhere")})
		s := claudetest.NewSession(t, model, claudetest.HookSettings("'"+strings.ReplaceAll(asked.Binary, "'", `'\''`)+"' hook", 60))
		result := s.Headless(deadline(t), claudetest.Run{Prompt: "go", Args: append(args, load(other(t, "guard"))...)}).Wait()
		for _, p := range asked.all("PermissionRequest") {
			got.Asks = append(got.Asks, string(p.Input)+string(p.Sayso))
		}
		got.Results, got.Exit = model.ToolResults(), result.ExitCode
		return got
	}
	missing := load(folder(t, filepath.Join(t.TempDir(), "gone", "sayso")))
	without, with := run(nil), run(missing)
	a, _ := json.Marshal(without)
	b, _ := json.Marshal(with)
	if string(a) != string(b) {
		t.Errorf("without the plugin %s\nwith it          %s", a, b)
	}
	if len(without.Asks) != 1 || len(without.Results) != 3 {
		t.Errorf("the session that was compared did not run: %s", a)
	}
}
