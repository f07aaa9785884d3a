//go:build unix

package setup

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sayso/plugin"
)

// TestMain lets this test binary play the client, under the name claude.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "claude" {
		os.Exit(playClient(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// playClient does to the settings what the real client does. It notes its
// arguments in the file log of the home, and fails at the words that stand in
// the file fail there. With a file copies it loads plugins from its own copy.
func playClient(args []string) int {
	home := os.Getenv("HOME")
	line := strings.Join(args, " ")
	log, err := os.OpenFile(filepath.Join(home, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return 3
	}
	fmt.Fprintln(log, line)
	if words, err := os.ReadFile(filepath.Join(home, "fail")); err == nil && strings.HasPrefix(line, string(words)) {
		fmt.Fprintln(os.Stderr, "Working on it…\n✘ Failed: your \x1b[31morganization\x1b[0m said no")
		return 1
	}
	settings := filepath.Join(cmp.Or(os.Getenv("CLAUDE_CONFIG_DIR"), filepath.Join(home, ".claude")), "settings.json")
	all := map[string]map[string]any{}
	content, _ := os.ReadFile(settings)
	_ = json.Unmarshal(content, &all)
	markets, plugins := all["extraKnownMarketplaces"], all["enabledPlugins"]
	copied := filepath.Join(home, ".claude", "plugins", "cache", plugin.Marketplace, plugin.Name)
	_, err = os.Stat(filepath.Join(home, "copies"))
	copies := err == nil
	change := func(container, name string, value any) {
		var doc map[string]any
		_ = json.Unmarshal(content, &doc)
		if doc == nil {
			doc = map[string]any{}
		}
		inner, _ := doc[container].(map[string]any)
		if inner == nil {
			inner = map[string]any{}
		}
		if delete(inner, name); value != nil {
			inner[name] = value
		}
		doc[container] = inner
		out, _ := json.MarshalIndent(doc, "", " ")
		_ = os.MkdirAll(filepath.Dir(settings), 0o700)
		_ = os.WriteFile(settings, out, 0o600)
	}
	switch {
	case line == "--version":
		fmt.Println(Tested + " (Claude Code)")
	case line == "plugin list --json":
		list := []Installed{{ID: "other@builtin", Scope: "user", Enabled: true}}
		if on, ok := plugins[plugin.ID]; ok {
			market, _ := markets[plugin.Marketplace].(map[string]any)
			i := Installed{ID: plugin.ID, Scope: "user", Version: plugin.Version, Enabled: on == true, Path: copied}
			if !copies {
				i.Folder = filepath.Join(fmt.Sprint(market["path"]), plugin.Name)
			}
			list = append(list, i)
		}
		_ = json.NewEncoder(os.Stdout).Encode(list)
	case line == "plugin marketplace list --json":
		list := []map[string]string{}
		for name := range markets {
			list = append(list, map[string]string{"name": name})
		}
		_ = json.NewEncoder(os.Stdout).Encode(list)
	case strings.HasPrefix(line, "plugin marketplace add "):
		change("extraKnownMarketplaces", plugin.Marketplace, map[string]string{"path": args[3]})
	case line == "plugin install "+plugin.ID:
		change("enabledPlugins", plugin.ID, true)
		market, _ := markets[plugin.Marketplace].(map[string]any)
		_ = os.CopyFS(copied, os.DirFS(filepath.Join(fmt.Sprint(market["path"]), plugin.Name))) // fails where one is
	case line == "plugin uninstall "+plugin.ID:
		change("enabledPlugins", plugin.ID, nil)
	case line == "plugin marketplace remove "+plugin.Marketplace:
		change("extraKnownMarketplaces", plugin.Marketplace, nil)
	default:
		fmt.Fprintln(os.Stderr, "unknown command")
		return 2
	}
	return 0
}

// patient is a home with a client and a program in it.
func patient(t *testing.T) Places {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "claude")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // the client is played by a test binary
	for _, name := range []string{"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR"} {
		t.Setenv(name, "")
	}
	p, err := Find(os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	if p.Client != filepath.Join(bin, "claude") {
		t.Fatalf("the client is %q", p.Client)
	}
	p.Binary, p.Socket = "/opt/sayso/sayso", "/run/sayso.sock"
	return p
}

// lines collects what is said.
func lines(into *[]string) Say { return func(line string) { *into = append(*into, line) } }

// ran returns the commands that the client was given.
func ran(t *testing.T, p Places) []string {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(p.Home, "log"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(log), "\n"), func(s string) bool { return s == "" })
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
