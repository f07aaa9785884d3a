package outside

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestEditor(t *testing.T) {
	for name, tc := range map[string]struct {
		env  map[string]string
		want []string
	}{
		"none":              {nil, nil},
		"the plain one":     {map[string]string{"EDITOR": "vi"}, []string{"vi"}},
		"the visual first":  {map[string]string{"EDITOR": "vi", "VISUAL": "code --wait"}, []string{"code", "--wait"}},
		"an empty one":      {map[string]string{"VISUAL": " ", "EDITOR": "ed"}, []string{"ed"}},
		"none but of space": {map[string]string{"EDITOR": " "}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			getenv := func(key string) string { return tc.env[key] }
			got := editor(getenv)
			if !slices.Equal(got, tc.want) || (Editor(getenv) == nil) != (tc.want == nil) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestATextToEditIsForThisUserAlone(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	path, err := writeTemporary("# Plan\n", ".md")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(path)
	data, err := os.ReadFile(path)
	info, statErr := os.Stat(path)
	if err != nil || statErr != nil || string(data) != "# Plan\n" || filepath.Ext(path) != ".md" || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%s holds %q with mode %v (%v, %v)", path, data, info.Mode(), err, statErr)
	}
}
