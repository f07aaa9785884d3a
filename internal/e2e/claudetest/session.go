//go:build unix

package claudetest

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"

	"sayso/internal/openjson"
)

// apiKey is a key of the right form that opens nothing.
const apiKey = "sk-ant-claudetest-opens-nothing-at-all-000"

// Session is a place for the client to run in: a home, a trusted and empty
// project, a settings file and an environment. Runs in one session follow each
// other as a person's do: what one stores, the next finds.
type Session struct {
	Home         string
	Project      string   // the working directory
	SettingsFile string   // given with --settings, so neither user nor project settings
	RuntimeDir   string   // XDG_RUNTIME_DIR, short enough for sockets
	Env          []string // the whole environment; runs may add to it

	t      testing.TB
	client string
	marker string // stands in the environment of all that runs here
}

// NewSession makes a session that talks to the model, or skips the test as
// [Client] says. Whatever ran in the session is killed when the test ends, the
// hooks that the client left behind included (where the system lets us find
// them, which is on Linux), and then the files are removed.
func NewSession(t testing.TB, model *Model, settings Settings) *Session {
	t.Helper()
	client := Client(t)
	base, err := newShortDir(os.TempDir()) // not ShortDir: it is emptied of its processes first
	if err == nil {
		// The client knows its project by the resolved path.
		base, err = filepath.EvalSymlinks(base)
	}
	if err != nil {
		t.Fatalf("claudetest: making the session's directory: %v", err)
	}
	s := &Session{
		Home:         filepath.Join(base, "home"),
		Project:      filepath.Join(base, "project"),
		RuntimeDir:   filepath.Join(base, "run"),
		SettingsFile: filepath.Join(base, "settings.json"),
		t:            t,
		client:       client,
		marker:       "CLAUDETEST_SESSION=" + rand.Text(),
	}
	t.Cleanup(func() {
		killMarked(t, s.marker)
		if err := os.RemoveAll(base); err != nil {
			t.Errorf("claudetest: removing the session: %v", err)
		}
	})
	tmp := filepath.Join(base, "tmp")
	for _, dir := range []string{s.Home, s.Project, s.RuntimeDir, tmp} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatalf("claudetest: %v", err)
		}
	}
	s.Env = []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + s.Home,
		"TMPDIR=" + tmp,
		"CLAUDE_CODE_TMPDIR=" + tmp,
		"XDG_RUNTIME_DIR=" + s.RuntimeDir,
		"LANG=C.UTF-8",
		"SHELL=/bin/bash",
		"ANTHROPIC_BASE_URL=" + model.URL,
		"ANTHROPIC_API_KEY=" + apiKey,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"DISABLE_AUTOUPDATER=1",
		"DISABLE_TELEMETRY=1",
		"DISABLE_ERROR_REPORTING=1",
		s.marker,
	}
	s.write(s.SettingsFile, settings)
	s.write(filepath.Join(s.Home, ".claude.json"), s.firstRunDone())
	return s
}

// Setenv adds a variable to every later run of the session.
func (s *Session) Setenv(key, value string) { s.Env = append(s.Env, key+"="+value) }

// firstRunDone is the client's own state after a person has been through its
// first questions: onboarding, the folder's trust, the use of the API key.
func (s *Session) firstRunDone() map[string]any {
	return map[string]any{
		"hasCompletedOnboarding": true,
		"lastOnboardingVersion":  PinnedVersion,
		"theme":                  "dark",
		"projects": map[string]any{
			s.Project: map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true},
		},
		"customApiKeyResponses": map[string]any{
			"approved": []string{apiKey[len(apiKey)-20:]},
			"rejected": []string{},
		},
	}
}

func (s *Session) write(path string, v any) {
	s.t.Helper()
	data, err := openjson.Marshal(v)
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		s.t.Fatalf("claudetest: writing %s: %v", path, err)
	}
}
