package lines_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"sayso/internal/sanitize"
	"sayso/ui/lines"
)

func TestWrap(t *testing.T) {
	for name, tc := range map[string]struct {
		in    string
		width int
		want  []string
	}{
		"empty":             {"", 5, []string{""}},
		"fits":              {"abcde", 5, []string{"abcde"}},
		"spaces are kept":   {"ab  cd  ", 3, []string{"ab ", " cd", "  "}},
		"wide characters":   {"日本語x", 5, []string{"日本", "語x"}},
		"combining":         {"e\u0301e\u0301e\u0301", 2, []string{"e\u0301e\u0301", "e\u0301"}},
		"a mark stays":      {"ab⟨ESC⟩cd", 6, []string{"ab", "⟨ESC⟩c", "d"}},
		"a mark too wide":   {"⟨U+202E⟩", 4, []string{"⟨U+2", "02E⟩"}},
		"no width to speak": {"ab", 0, []string{"a", "b"}},
		"wider than a row":  {"日", 1, []string{"日"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := lines.Wrap(tc.in, tc.width); !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestWrapLosesNothingAndFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := sanitize.Line(rapid.String().Draw(t, "text"))
		width := rapid.IntRange(2, 40).Draw(t, "width")
		rows := lines.Wrap(text, width)
		if got := strings.Join(rows, ""); got != text {
			t.Fatalf("joined rows are %q, want %q", got, text)
		}
		for _, row := range rows {
			if w := lines.Width(row); w > width {
				t.Fatalf("row %q takes %d cells of %d", row, w, width)
			}
		}
	})
}

func TestWrapWords(t *testing.T) {
	for name, tc := range map[string]struct {
		in    string
		width int
		want  []string
	}{
		"empty":         {"", 10, []string{""}},
		"at spaces":     {"Touching files needs a second look", 16, []string{"Touching files", "needs a second", "look"}},
		"a long word":   {"see abcdefghij now", 6, []string{"see", "abcdef", "ghij", "now"}},
		"own newlines":  {"one\n\ntwo", 10, []string{"one", "", "two"}},
		"exactly full":  {"ab cd", 5, []string{"ab cd"}},
		"wide in words": {"日本 語", 4, []string{"日本", "語"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := lines.WrapWords(tc.in, tc.width); !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestRowIsExactlyAsWide(t *testing.T) {
	for name, tc := range map[string]struct {
		left, right string
		width       int
		want        string
	}{
		"both fit":      {"left", "right", 12, "left   right"},
		"left gives":    {"a long left side", "right", 14, "a long … right"},
		"both give":     {"a long left side", "a long right side", 13, "a lon… a lon…"},
		"no right":      {"left", "", 12, "left"},
		"no room":       {"left", "right", 1, " "},
		"left is short": {"ab", "a long right side", 10, "ab a long…"},
	} {
		t.Run(name, func(t *testing.T) {
			got := lines.Row(tc.left, tc.right, tc.width)
			if lines.Width(got) > tc.width {
				t.Errorf("%q takes %d cells of %d", got, lines.Width(got), tc.width)
			}
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestColumns(t *testing.T) {
	got := lines.Columns([][]string{{"a", "日本", "x"}, {"long", "b", ""}})
	want := []string{"a     日本  x", "long  b"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Terminals differ in the cells of a character that is made of several. Whatever
// way they count, nothing stands wider than it was laid out.
func TestNoWayToCountIsWiderThanTheRoom(t *testing.T) {
	for name, text := range map[string]string{
		"skin tones": strings.Repeat("👍🏽👋🏿", 12),
		"flags":      strings.Repeat("🇩🇪🇯🇵", 12),
		"keycaps":    strings.Repeat("1\u20e32\u20e3", 12),
		"conjuncts":  strings.Repeat("क्षत्रिय", 12),
		"jamo":       strings.Repeat("\u1112\u1161\u11ab", 12),
		"thai":       strings.Repeat("ที่นี่", 12),
		"wide":       strings.Repeat("日本", 12),
		"marks":      strings.Repeat("A\u0903\u0903\u0903", 12),
		"accents":    strings.Repeat("e\u0301a", 12),
	} {
		for width := 3; width < 30; width++ {
			rows := append(lines.Wrap(text, width), lines.WrapWords(text+" "+text, width)...)
			rows = append(rows, lines.Cut(text, width), lines.Row(text, "+1 −1", width), lines.Row("x", text, width))
			for _, row := range rows {
				if a, b := ansi.StringWidth(row), ansi.StringWidthWc(row); a > width || b > width {
					t.Fatalf("%s: %q takes %d or %d cells of %d", name, row, a, b, width)
				}
			}
		}
		if got := strings.Join(lines.Wrap(text, 7), ""); got != text {
			t.Errorf("%s: wrapping changed the text to %q", name, got)
		}
	}
}
