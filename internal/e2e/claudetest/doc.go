// Package claudetest runs the real Claude Code client in a test, the way
// net/http/httptest runs a server: a scripted [Model] on loopback stands in for
// the service, a [Session] gives the client a home, a project, settings and an
// environment of its own, and the client runs headless or on a terminal that
// the test reads and presses keys on.
//
//	model := claudetest.NewModel(t,
//		claudetest.Turn{claudetest.ToolUse("Bash", map[string]any{"command": "touch made"}).As("touch")},
//		claudetest.Turn{claudetest.Text("Finished.")},
//	)
//	s := claudetest.NewSession(t, model, claudetest.HookSettings(hook, 60))
//	result := s.Headless(ctx, claudetest.Run{Prompt: "go"}).Wait()
//	told := model.ToolResults()["touch"]
//
// On a terminal, answer a dialog of the client with [Interactive.Answer]: the
// client refuses keys for a moment after it has opened one.
//
// What a person's settings, other sessions and the network could add is kept
// out: the environment is built from nothing, the home and every temporary
// directory are the session's own, and the only address that the client knows
// is the model's.
//
// The client itself is not part of this repository. [Client] finds it through
// SAYSO_CLAUDE and skips the test without it; SAYSO_REQUIRE_CLAUDE=1 makes the
// skip a failure.
//
// The package is for tests and needs a Unix system; elsewhere it is empty, so a
// test file that imports it carries the constraint "unix".
package claudetest
