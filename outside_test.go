package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestTheEndOfAFileIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int64]string{3: "789", 10: "0123456789", 99: "0123456789"} {
		data, whole, err := readEnd(path, most)
		if string(data) != want || whole != (most >= 10) || err != nil {
			t.Errorf("of %d bytes: %q, whole %t, %v", most, data, whole, err)
		}
	}
	if _, _, err := readEnd(filepath.Dir(path), 3); err == nil {
		t.Error("a directory was read")
	}
	if _, _, err := readEnd(path+"-gone", 3); err == nil || strings.Contains(err.Error(), path) {
		t.Errorf("a missing file: %v", err)
	}
}

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
			got := editor(func(key string) string { return tc.env[key] })
			if !slices.Equal(got, tc.want) || (edit(got) == nil) != (tc.want == nil) {
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
