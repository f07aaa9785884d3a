//go:build unix

package setup

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sayso/plugin"
)

const mine = "{\n    \"model\" : \"opus\",\n    \"a\": {\"z\": 1, \"b\": 2}\n}\n"

func TestInstallAndUninstall(t *testing.T) {
	p := patient(t)
	write(t, p.Settings(), mine)
	var said []string
	if err := p.Install(t.Context(), lines(&said)); err != nil {
		t.Fatal(err)
	}
	want := []string{"plugin marketplace add " + p.Marketplace(), "plugin install " + plugin.ID, "plugin list --json"}
	if got := ran(t, p); !slices.Equal(got, want) {
		t.Errorf("the client was given %q, want %q", got, want)
	}
	if len(said) != 4 {
		t.Errorf("it said %q", said)
	}
	if binary, err := plugin.BinaryOf(filepath.Join(p.Marketplace(), plugin.Name)); err != nil || binary != p.Binary {
		t.Errorf("the plugin calls %q, %v", binary, err)
	}
	with := read(t, p.Settings())
	if !strings.HasPrefix(with, strings.TrimSuffix(mine, "\n}\n")) || !strings.Contains(with, plugin.ID) {
		t.Errorf("the settings are\n%s", with)
	}

	if err := p.Install(t.Context(), lines(&said)); err != nil {
		t.Fatal(err)
	}
	if again := read(t, p.Settings()); again != with {
		t.Errorf("installed twice, the settings are\n%s", again)
	}

	write(t, p.WatchRules(), "Bash(ls)\n")
	write(t, p.Accepted(), "Bash(ls)\n")
	tape := filepath.Join(p.Data, "tapes", "today.jsonl")
	write(t, tape, "{}")
	if err := p.Uninstall(t.Context(), lines(&said)); err != nil {
		t.Fatal(err)
	}
	if got := read(t, p.Settings()); got != mine {
		t.Errorf("uninstalled, the settings are\n%s", got)
	}
	for _, gone := range []string{p.Marketplace(), p.PluginDir(), p.Cache(), p.State} {
		if _, err := os.Lstat(gone); err == nil {
			t.Errorf("%s is still there", gone)
		}
	}
	for _, kept := range []string{p.WatchRules(), tape} {
		read(t, kept)
	}

	said = nil
	if err := p.Uninstall(t.Context(), lines(&said)); err != nil || len(said) == 0 || said[0] != "sayso was not installed." {
		t.Errorf("uninstalled twice: %q, %v", said, err)
	}
}

func TestInstallWithoutAFileLeavesNoneOfOurs(t *testing.T) {
	p := patient(t)
	say := func(string) {}
	if err := p.Install(t.Context(), say); err != nil {
		t.Fatal(err)
	}
	if err := p.Uninstall(t.Context(), say); err != nil {
		t.Fatal(err)
	}
	if got := read(t, p.Settings()); strings.Contains(got, "sayso") {
		t.Errorf("the settings are\n%s", got)
	}
}

func TestInstallWritesThroughALink(t *testing.T) {
	p := patient(t)
	real := filepath.Join(p.Home, "dotfiles", "claude.json")
	write(t, real, mine)
	if err := os.MkdirAll(p.ClientDir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, p.Settings()); err != nil {
		t.Fatal(err)
	}
	say := func(string) {}
	if err := errors.Join(p.Install(t.Context(), say), p.Uninstall(t.Context(), say)); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(p.Settings()); err != nil || target != real || read(t, real) != mine {
		t.Errorf("the link leads to %q, %v", target, err)
	}
}

// What the client refuses is said in its words, and what it laid out anew
// before that is put back.
func TestTheClientRefuses(t *testing.T) {
	for _, at := range []string{"plugin marketplace add", "plugin install", "plugin list"} {
		t.Run(at, func(t *testing.T) {
			p := patient(t)
			write(t, p.Settings(), mine)
			write(t, filepath.Join(p.Home, "fail"), at)
			err := p.Install(t.Context(), func(string) {})
			if err == nil || !strings.Contains(err.Error(), at) || !strings.Contains(err.Error(), "said no") || !strings.Contains(err.Error(), "sayso uninstall undoes them") {
				t.Fatalf("the error is %v", err)
			}
			if got := read(t, p.Settings()); !strings.HasPrefix(got, strings.TrimSuffix(mine, "\n}\n")) {
				t.Errorf("the settings are\n%s", got)
			}
			if err := os.Remove(filepath.Join(p.Home, "fail")); err != nil {
				t.Fatal(err)
			}
			if err := p.Uninstall(t.Context(), func(string) {}); err != nil || read(t, p.Settings()) != mine {
				t.Errorf("half installed and uninstalled: %v, the settings are\n%s", err, read(t, p.Settings()))
			}
		})
	}
}

// Whether the client reads the plugin from its folder or keeps a copy of the
// same version: after an install it loads the one that calls this binary.
func TestInstallBringsAnOlderOneUpToDate(t *testing.T) {
	for _, copies := range []bool{false, true} {
		p := patient(t)
		if copies {
			write(t, filepath.Join(p.Home, "copies"), "")
		}
		old := p
		old.Binary, old.Data = "/old/sayso", filepath.Join(p.Home, "old")
		for _, p := range []Places{old, p} {
			if err := p.Install(t.Context(), func(string) {}); err != nil {
				t.Fatal(err)
			}
			dir, err := p.installedDir(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if binary, err := plugin.BinaryOf(dir); err != nil || binary != p.Binary {
				t.Errorf("copies: %v: sessions load %s, which calls %q, not %q; %v", copies, dir, binary, p.Binary, err)
			}
		}
	}
}

func TestWithoutAClient(t *testing.T) {
	p := patient(t)
	if err := p.Install(t.Context(), func(string) {}); err != nil {
		t.Fatal(err)
	}
	with := read(t, p.Settings())
	p.Client = ""
	before := len(ran(t, p))
	if err := p.Install(t.Context(), func(string) {}); !errors.Is(err, ErrNoClient) {
		t.Errorf("the error is %v", err)
	}
	if read(t, p.Settings()) != with {
		t.Error("without a client the settings were written")
	}
	if err := p.Uninstall(t.Context(), func(string) {}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, p.Settings()); strings.Contains(got, "sayso") {
		t.Errorf("the settings are\n%s", got)
	}
	if len(ran(t, p)) != before {
		t.Error("a client was run")
	}
}

// What is named on PATH stays over an upgrade of a package; what it leads to
// does not.
func TestTheBinaryIsNamedAsOnThePath(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		t.Fatal(err)
	}
	bin, other := t.TempDir(), filepath.Join(t.TempDir(), "other")
	write(t, other, "x")
	if err := os.Chmod(other, 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(bin, "sayso")
	t.Setenv("PATH", bin)
	for target, want := range map[string]string{self: link, other: self, "": self} {
		_ = os.Remove(link) // there may be none
		if target != "" {
			if err := os.Symlink(target, link); err != nil {
				t.Fatal(err)
			}
		}
		if got := onPath(self); got != want {
			t.Errorf("sayso on PATH leads to %q: the binary is %s, not %s", target, got, want)
		}
	}
	t.Chdir(bin)
	t.Setenv("PATH", ".")
	if got := onPath(self); got != self {
		t.Errorf("a relative entry of PATH is taken: %s", got)
	}
}

// A relative CLAUDE_CONFIG_DIR is beneath the working directory of the person,
// and so it is for the client, which runs elsewhere.
func TestARelativeClientFolder(t *testing.T) {
	p := patient(t)
	t.Chdir(t.TempDir())
	t.Setenv("CLAUDE_CONFIG_DIR", "conf")
	binary := p.Binary
	p, err := Find(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	p.Binary, p.Socket = binary, "/run/sayso.sock"
	write(t, p.Settings(), mine)
	say := func(string) {}
	if err := p.Install(t.Context(), say); err != nil {
		t.Fatal(err)
	}
	if with := read(t, "conf/settings.json"); !strings.HasPrefix(with, strings.TrimSuffix(mine, "\n}\n")) || !strings.Contains(with, plugin.ID) {
		t.Errorf("the settings are\n%s", with)
	}
	if err := p.Uninstall(t.Context(), say); err != nil || read(t, "conf/settings.json") != mine {
		t.Errorf("uninstalled: %v, the settings are\n%s", err, read(t, "conf/settings.json"))
	}
}

// Without a client nobody but uninstall can take the plugin out of its lists.
func TestUninstallWithoutAClientTakesItOutOfTheClientsLists(t *testing.T) {
	p := patient(t)
	p.Client = ""
	known, installed := filepath.Join(p.ClientDir, "plugins", "known_marketplaces.json"), filepath.Join(p.ClientDir, "plugins", "installed_plugins.json")
	write(t, known, `{
  "other": {"source": 1},
  "sayso-local": {"source": {"path": "/x"}}
}`)
	write(t, installed, `{"version": 2, "plugins": {"sayso@sayso-local": [{"scope": "user"}]}}`)
	if err := p.Uninstall(t.Context(), func(string) {}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, known); got != "{\n  \"other\": {\"source\": 1}\n}" {
		t.Errorf("the marketplaces are\n%s", got)
	}
	if got := read(t, installed); got != `{"version": 2, "plugins": {}}` {
		t.Errorf("the plugins are\n%s", got)
	}
}

// A file that does not name sayso is none of uninstall's business.
func TestUninstallLeavesAFileAloneThatDoesNotNameSayso(t *testing.T) {
	for _, content := range []string{"{ // mine\n}", "{ bad", "[]", ""} {
		p := patient(t)
		p.Client = ""
		write(t, p.Settings(), content)
		if err := p.Uninstall(t.Context(), func(string) {}); err != nil || read(t, p.Settings()) != content {
			t.Errorf("%q: %v, it holds %q", content, err, read(t, p.Settings()))
		}
	}
	p := patient(t)
	p.Client = ""
	write(t, p.Settings(), `{ bad "sayso@sayso-local"`)
	if err := p.Uninstall(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), "correct it, then uninstall again") {
		t.Errorf("the error is %v", err)
	}
}

func TestALastingBinary(t *testing.T) {
	dir := t.TempDir()
	real := filepath.Join(dir, "sayso-1")
	write(t, real, "x")
	link := filepath.Join(dir, "sayso")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	want, err := filepath.EvalSymlinks(real)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := lasting(link); err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
	built := filepath.Join(dir, "go-build123", "exe", "sayso")
	write(t, built, "x")
	for _, path := range []string{built, filepath.Join(dir, "gone")} {
		if got, err := lasting(path); err == nil {
			t.Errorf("%q is taken for %s", got, path)
		}
	}
	p := patient(t)
	p.Binary = "" // this test was built by go test, so it has no lasting path
	if err := p.Install(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), "go build") {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Lstat(p.Data); err == nil {
		t.Error("something was written")
	}
}

func TestOtherHooks(t *testing.T) {
	p := patient(t)
	project := t.TempDir()
	hook := func(command string) string {
		return `{"hooks": {"PermissionRequest": [{"hooks": [{"type": "command", "command": "` + command + `"}]}], "Stop": [{"hooks": [{"type": "command", "command": "stop"}]}]}}`
	}
	write(t, p.Settings(), hook("mine"))
	write(t, filepath.Join(project, ".claude", "settings.json"), hook("theirs"))
	write(t, filepath.Join(project, ".claude", "settings.local.json"), `{"disableAllHooks": true, "hooks": []}`)
	var got []string
	for _, h := range p.OtherHooks(project) {
		got = append(got, h.Command)
	}
	if !slices.Equal(got, []string{"mine", "theirs"}) {
		t.Errorf("found %q", got)
	}
	if got := p.OtherHooks(""); len(got) != 1 || got[0].Command != "mine" || got[0].File != "~/.claude/settings.json" {
		t.Errorf("without a project it found %+v", got)
	}
	if off := p.Off(project); len(off) != 1 || !strings.HasSuffix(off[0].File, "settings.local.json") || len(p.Off("")) != 0 {
		t.Errorf("hooks are off by %+v and %+v", off, p.Off(""))
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "hooks", "hooks.json"), hook("plugin"))
	list := []Installed{{ID: "a@b", Enabled: true, Path: dir}, {ID: "off@b", Path: dir}, {ID: plugin.ID, Enabled: true, Path: dir}}
	if got := PluginHooks(list); len(got) != 1 || got[0].Plugin != "a@b" {
		t.Errorf("of plugins it found %+v", got)
	}
}

func TestProjectHooks(t *testing.T) {
	p := patient(t)
	project := t.TempDir()
	own := `{"type": "command", "command": "/opt/sayso/sayso", "args": ["hook", "--socket", "/run/sayso.sock"]}`
	settings := func(hook string) string {
		return "{\n  \"hooks\": {\n    \"PermissionRequest\": [{\"hooks\": [" + hook + "]}]}}"
	}
	write(t, p.Settings(), settings(`{"type": "command", "command": "mine"}`)) // the person's, not the project's
	write(t, filepath.Join(project, ".claude", "settings.local.json"), settings(own))
	if got := p.ProjectHooks(project); len(got) > 0 {
		t.Errorf("found %q", got)
	}
	for _, other := range []string{
		`{"type": "command", "command": "./sayso hook"}`,
		`{"type": "command", "command": "/opt/sayso/sayso hook --socket /run/sayso.sock; ./yes"}`,
		`{"type": "command", "command": "/opt/sayso/sayso", "args": ["hook", "--socket", "/tmp/evil.sock"]}`,
		`{"type": "prompt"}`,
	} {
		write(t, filepath.Join(project, ".claude", "settings.json"), settings(other))
		if got := p.ProjectHooks(project); !slices.Equal(got, []string{".claude/settings.json:3"}) {
			t.Errorf("%s: found %q", other, got)
		}
	}
	for _, bad := range []string{"", "relative"} {
		if got := p.ProjectHooks(bad); got != nil {
			t.Errorf("%q: found %q", bad, got)
		}
	}
}
