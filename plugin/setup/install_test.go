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
	if err := p.Uninstall(t.Context(), lines(&said)); err != nil || len(said) == 0 || said[0] != "Nothing of sayso was installed." {
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
			if err == nil || !strings.Contains(err.Error(), at) || !strings.Contains(err.Error(), "said no") {
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
	if off := p.HooksOff(project); !strings.HasSuffix(off, "settings.local.json") || p.HooksOff("") != "" {
		t.Errorf("hooks are off in %q and %q", off, p.HooksOff(""))
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "hooks", "hooks.json"), hook("plugin"))
	list := []Installed{{ID: "a@b", Enabled: true, Path: dir}, {ID: "off@b", Path: dir}, {ID: plugin.ID, Enabled: true, Path: dir}}
	if got := PluginHooks(list); len(got) != 1 || got[0].Plugin != "a@b" {
		t.Errorf("of plugins it found %+v", got)
	}
}
