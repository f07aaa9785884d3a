package preview_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"sayso/approver"
	"sayso/themes"
	"sayso/ui/lines"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// files is a tree of files in a test. A path that is not there is missing.
type files map[string]preview.File

func (f files) Read(path string) preview.File {
	if file, ok := f[path]; ok {
		return file
	}
	return preview.File{State: preview.Missing}
}

// Real follows the links of the tree: files whose Why is "→ target".
func (f files) Real(path string) string {
	if target, ok := strings.CutPrefix(f[path].Why, "→ "); ok {
		return target
	}
	return path
}

func text(s string) preview.File {
	return preview.File{State: preview.Read, Text: s, Size: int64(len(s))}
}

// context returns what a call is shown with in these tests.
func context(tool, input string, width int, theme themes.Theme) preview.Context {
	return preview.Context{
		Ask: approver.Ask{
			Tool:    tool,
			Input:   json.RawMessage(input),
			Session: approver.Session{Cwd: "/home/dev/app"},
		},
		Width:  width,
		Styles: style.New(theme),
		Home:   "/home/dev",
		Files:  tree,
	}
}

func TestGolden(t *testing.T) {
	for _, tc := range cases {
		for _, width := range []int{40, 48, 80, 120} {
			for name, theme := range map[string]themes.Theme{"dark": themes.Dark(), "light": themes.Light()} {
				if width == 40 && name == "light" {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d-%s", tc.name, width, name), func(t *testing.T) {
					t.Parallel()
					c := context(tc.tool, tc.input, width, theme)
					if tc.change != nil {
						tc.change(&c)
					}
					got := preview.Render(c)
					for _, row := range got {
						if w := lines.Width(row); w > width {
							t.Errorf("%d cells of %d: %q", w, width, row)
						}
					}
					golden.RequireEqual(t, strings.Join(got, "\n")+"\n")
				})
			}
		}
	}
}
