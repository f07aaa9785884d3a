package setup

import (
	"path/filepath"
	"testing"
)

// A relative XDG directory counts as none, as the XDG specification says: the
// working directory is a project's.
func TestRelativeXDGDirectoriesAreIgnored(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, dir := range []string{"", "x", ".", "./x", "~/x"} {
		p, err := Find(func(name string) string {
			return map[string]string{"XDG_DATA_HOME": dir, "XDG_STATE_HOME": dir, "XDG_CONFIG_HOME": dir}[name]
		})
		if err != nil {
			t.Fatal(err)
		}
		for got, want := range map[string]string{p.Data: ".local/share/sayso", p.State: ".local/state/sayso", p.Config: ".config/sayso"} {
			if got != filepath.Join(home, want) {
				t.Errorf("with %q: %s, want ~/%s", dir, got, want)
			}
		}
	}
}
