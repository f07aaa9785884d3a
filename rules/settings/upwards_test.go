package settings

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Of a long path only what the system may open is looked at, folder by folder.
func TestALongPathIsLookedAtOnlyWhereItMayExist(t *testing.T) {
	seen := 0
	for dir := range upwards(filepath.FromSlash(strings.Repeat("/a", 30_000))) {
		if seen += len(dir); len(dir) > maxPath || seen > maxPath*maxPath/2 {
			t.Fatalf("a folder of %d bytes, %d in all", len(dir), seen)
		}
	}
	want := []string{"/a/b", "/a", "/"}
	if got := slices.Collect(upwards("/a/b")); filepath.Separator == '/' && !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
