package markdown_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"sayso/internal/sanitize"
	"sayso/themes"
	"sayso/ui/lines"
	"sayso/ui/markdown"
	"sayso/ui/style"
)

func render(text string, width int) []string {
	return markdown.Render(text, width, style.New(themes.Dark()))
}

func plain(rows []string) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i] = ansi.Strip(row)
	}
	return out
}

func TestRender(t *testing.T) {
	for name, tc := range map[string]struct {
		in    string
		width int
		want  []string
	}{
		"nothing":             {"", 20, []string{""}},
		"headings":            {"# A\n### B ##\n#C", 20, []string{"A", "B", "#C"}},
		"marks in a line":     {"a **b c** _d_ *e* `f*g*` h", 40, []string{"a b c d e f*g* h"}},
		"no marks":            {"2 * 3 * 4, snake_case_name, a\\*b", 40, []string{"2 * 3 * 4, snake_case_name, a*b"}},
		"a link":              {"see [docs](https://a.b/c)!", 40, []string{"see docs (https://a.b/c)!"}},
		"a link that is text": {"[https://a.b](https://a.b)", 40, []string{"https://a.b"}},
		"an odd link":         {"[a](https://a.b", 40, []string{"[a](https://a.b"}},
		"a picture":           {"![alt](x.png)", 40, []string{"!alt (x.png)"}},
		"a comment is seen":   {"a <!-- b --> <b>c</b>", 40, []string{"a <!-- b --> <b>c</b>"}},
		"wrapped":             {"one two three four", 9, []string{"one two", "three", "four"}},
		"a long word":         {"a bcdefghijkl m", 6, []string{"a", "bcdefg", "hijkl", "m"}},
		"lists":               {"- one two three\n  1. four\n* [x] five\n+ [ ] six", 12, []string{"• one two", "  three", "  1. four", "✓ five", "○ six"}},
		"a quote":             {"> a b\n> c", 20, []string{"│ a b", "│ c"}},
		"a rule":              {"a\n---\n* * *", 5, []string{"a", "─────", "─────"}},
		"a fence":             {"```go\nfunc f() {}\n  **x**\n```\nafter", 20, []string{"  func f() {}", "    **x**", "after"}},
		"a strange fence":     {"~~~mermaid x\na\n~~~", 20, []string{"  mermaid x", "  a"}},
		"an open fence":       {"```\na\nb", 20, []string{"  a", "  b"}},
		"a fence in a fence":  {"````\n```\na\n```\n````", 20, []string{"  ```", "  a", "  ```"}},
		"code that goes on":   {"```\nabcdefgh\n```", 6, []string{"  abcd", "↪ efgh"}},
		"indented code":       {"    a **b**", 20, []string{"      a **b**"}},
		"a table":             {"| a | b |\n|---|:-:|\n| `x|y` | 2 |\n| long | **3** |", 20, []string{"a     b", "───────", "x|y   2", "long  3"}},
		"a table too wide":    {"| a | b |\n|---|---|\n| long long | 2 |", 8, []string{"| a | b", "|", "|---|---", "|", "| long", "long | 2", "|"}},
		"a table that wraps": {"| Name | What it does |\n|---|---|\n| a | one two `three` four |\n| bb | short |\n", 20,
			[]string{"Name  What it does", "────────────────────", "a     one two three", "      four", "", "bb    short"}},
		"a table of wide words": {"| a | b |\n|---|---|\n| abcdefghijkl | 日本語日本語 |", 16,
			[]string{"a        b", "────────────────", "abcdefg  日本語", "hijkl    日本語"}},
		"a list that goes on":    {"- one\n  two\n- three\n\n  four\n\nfive", 20, []string{"• one", "  two", "• three", "", "  four", "", "five"}},
		"a numbered list":        {"1. one\n   two\n\n   ```go\n   x := 1\n   ```\n10. ten\n    more\nend", 20, []string{"1. one", "   two", "", "     x := 1", "10. ten", "    more", "end"}},
		"an item of code":        {"- ```\n  a\n  ```\n- b", 20, []string{"•   a", "• b"}},
		"a line set in a little": {"1. one\n  two\n 2. three", 20, []string{"1. one", "   two", " 2. three"}},
		"a list in a list":       {"- a\n  - b\n    c\n  d\n- e", 20, []string{"• a", "  • b", "    c", "  d", "• e"}},
		"items without room":     {"- a\n  - b\n    - c", 16, []string{"• a", "  • b", "    • c"}},
		"quotes in a quote":      {"> a\n> > b\n> >> c\n> d\ne", 30, []string{"│ a", "│ │ b", "│ │ │ c", "│ d", "e"}},
		"blocks in a quote":      {"> # a\n> - b\n>   c\n>\n> ```\n> d\n> ```", 20, []string{"│ a", "│ • b", "│   c", "│", "│   d"}},
		"a quote in a list":      {"- a\n  > b", 20, []string{"• a", "  │ b"}},
		"quotes without room":    {"> > > a", 18, []string{"│ │ > a"}},
		"too deep":               {strings.Repeat("> ", 12) + "a", 80, []string{strings.Repeat("│ ", 9) + "> > > a"}},
		"struck out":             {"do ~~not **ever**~~ this, a~b ~c~ ~~ d ~~", 60, []string{"do ~~not ever~~ this, a~b ~c~ ~~ d ~~"}},
		"not struck out":         {"a \\~~b~~ ~~~c~~~", 60, []string{"a ~~b~~ ~~~c~~~"}},
		"reference links": {"[a b][X  y], [x Y][], [x y], [none][z], [a][\n\n[x y]: <https://a.b/c> \"t\"", 80,
			[]string{"a b (https://a.b/c), x Y (https://a.b/c), x y (https://a.b/c), [none][z], [a][", "", `[x y]: <https://a.b/c> "t"`}},
		"a reference with two targets": {"[a][x]\n\n[x]: https://good\n> [X]: https://evil", 40, []string{"[a][x]", "", "[x]: https://good", "│ [X]: https://evil"}},
		"a reference to code":          {"[a][x]\n```\n[x]: https://good\n```", 40, []string{"[a][x]", "  [x]: https://good"}},
		"a footnote":                   {"a[^1]\n[^1]: https://b", 40, []string{"a[^1]", "[^1]: https://b"}},
		"a hidden target":              {"[a]\n[a]: https://\u202eb", 60, []string{"a (https://⟨U+202E⟩b)", "[a]: https://⟨U+202E⟩b"}},
		"no table":                     {"a | b\nc | d", 20, []string{"a | b", "c | d"}},
		"hidden":                       {"a\u202eb `\x1b[2J`", 40, []string{"a⟨U+202E⟩b ⟨ESC⟩[2J"}},
		"wide":                         {"日本語 と **日本**", 8, []string{"日本語", "と 日本"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := plain(render(tc.in, tc.width)); !slices.Equal(got, tc.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
			}
		})
	}
}

// lettersOf returns what of a text may not get lost.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, text)
}

var sgr = regexp.MustCompile(`\x1b\[[0-9;:]*m`)

// No row is too wide, nothing hides, and no word is lost.
func TestNothingIsLostOrHidden(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "bc ", "*", "**", "_", "`", "```", "\n", "\n\n", "[", "](", ")", "|", "|-|\n", "- ", "1. ", "# ", "> ", "    ", "\t", "\\", "\x1b[2J", "\u202e", "日本", "~~~\n", "<!--", "⟨", "[X] ",
		"~~", "][", "]", "]: ", "  ", "> > ", ">", "   ", "10. "})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(piece).Draw(t, "text"), "")
		width := rapid.IntRange(16, 60).Draw(t, "width")
		var all strings.Builder
		for _, row := range render(text, width) {
			if w := lines.Width(row); w > width {
				t.Fatalf("%d cells of %d: %q", w, width, row)
			}
			clean := sgr.ReplaceAllString(row, "")
			for _, m := range sanitize.Marks(clean) {
				if m.Rune != sanitize.Open && m.Rune != sanitize.Close {
					t.Fatalf("%U gets through: %q", m.Rune, clean)
				}
			}
			all.WriteString(clean)
		}
		want := lettersOf(strings.Join(sanitize.Block(text), "\n"))
		if got := lettersOf(all.String()); got != want && !strings.Contains(text, "](") && !strings.Contains(text, "]:") {
			t.Fatalf("letters are %q, want %q", got, want)
		}
	})
}

// A line that is too long to be looked through for marks stands as it is written.
func TestALongLineIsShownAsItIsWritten(t *testing.T) {
	for _, mark := range []string{"*a _b ", "a ` b ", "[a](", "**x* "} {
		text := strings.Repeat(mark, 100_000/len(mark))
		got := strings.Join(strings.Fields(strings.Join(plain(render(text, 80)), "")), "")
		if want := strings.Join(strings.Fields(text), ""); got != want {
			t.Errorf("%q: %d characters became %d", mark, len(want), len(got))
		}
	}
}

// What is struck out says so without the look of it too.
func TestStruckOutIsStruck(t *testing.T) {
	if got := strings.Join(render("do ~~not~~ this", 40), ""); !regexp.MustCompile(`\x1b\[9m~.*\x1b\[9mn.*\x1b\[9m~`).MatchString(got) {
		t.Errorf("not struck: %q", got)
	}
}

// A short text can't make a long one: by lists and quotes inside one another, or by
// naming a long target many times.
func TestRowsAreBoundedByTheText(t *testing.T) {
	for name, text := range map[string]string{
		"quotes": strings.Repeat(">", 10_000) + "\n" + strings.Repeat(strings.Repeat("> ", 500)+"\n", 50),
		"lists":  strings.Repeat("- ", 5_000) + "a",
		"deeper and deeper": func() string {
			var b strings.Builder
			for i := range 200 {
				b.WriteString(strings.Repeat("  ", i) + "- a\n")
			}
			return b.String()
		}(),
		"a long target":  "[a]: " + strings.Repeat("x", 1000) + "\n" + strings.Repeat("[a] ", 20_000),
		"many of them":   "[a]: " + strings.Repeat("x", 1000) + "\n" + strings.Repeat("[a]\n", 20_000),
		"a huge target":  "[a]: " + strings.Repeat("x", 1<<20) + "\n" + strings.Repeat("[a]\n", 100),
		"many of labels": strings.Repeat("[a][b]\n[b]: x\n", 5_000),
	} {
		size := 0
		for _, row := range plain(render(text, 80)) {
			size += len(row)
		}
		if most := 4*len(text) + 512<<10; size > most {
			t.Errorf("%s: %d bytes of rows for %d bytes of text", name, size, len(text))
		}
	}
}
