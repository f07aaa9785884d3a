package sanitize_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"sayso/internal/sanitize"
)

func TestLine(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"plain":               {"git push", "git push"},
		"accents and CJK":     {"déjà 日本語 한국어", "déjà 日本語 한국어"},
		"combining":           {"e\u0301a", "e\u0301a"},
		"emoji":               {"ok 🎉", "ok 🎉"},
		"escape sequence":     {"a\x1b[2Kb", "a⟨ESC⟩[2Kb"},
		"OSC 52":              {"\x1b]52;c;aGk=\x07", "⟨ESC⟩]52;c;aGk=⟨BEL⟩"},
		"carriage return":     {"ls\rrm", "ls⟨CR⟩rm"},
		"newline and tab":     {"a\nb\tc", "a⟨LF⟩b⟨TAB⟩c"},
		"backspace and NUL":   {"a\bb\x00", "a⟨BS⟩b⟨NUL⟩"},
		"C1 as UTF-8":         {"a\u009b2Jb", "a⟨CSI⟩2Jb"},
		"invalid byte":        {"a\x9b2J", "a⟨x9B⟩2J"},
		"bidi override":       {"fix\u202etxt.exe", "fix⟨U+202E⟩txt.exe"},
		"bidi isolate":        {"\u2067x\u2069", "⟨U+2067⟩x⟨U+2069⟩"},
		"zero width":          {"a\u200bb\u200dc\ufeff", "a⟨U+200B⟩b⟨U+200D⟩c⟨U+FEFF⟩"},
		"Hangul fillers":      {"\u3164\u115f\u1160\uffa0", "⟨U+3164⟩⟨U+115F⟩⟨U+1160⟩⟨U+FFA0⟩"},
		"grapheme joiner":     {"\u034f", "⟨U+034F⟩"},
		"braille blank":       {"\u2800", "⟨U+2800⟩"},
		"no-break space":      {"rm\u00a0-rf", "rm⟨U+00A0⟩-rf"},
		"line separators":     {"a\u2028b\u2029", "a⟨U+2028⟩b⟨U+2029⟩"},
		"variation selector":  {"a\ufe0fb\U000e0100", "a⟨U+FE0F⟩b⟨U+E0100⟩"},
		"emoji style":         {"⚠\ufe0f ✔\ufe0f ℹ\ufe0f 1\ufe0f\u20e3", "⚠ ✔ ℹ 1\u20e3"},
		"emoji style twice":   {"⚠\ufe0f\ufe0f", "⚠⟨U+FE0F⟩"},
		"emoji style alone":   {"\ufe0f1\ufe0f2", "⟨U+FE0F⟩1⟨U+FE0F⟩2"},
		"joined emoji":        {"👩\u200d💻", "👩⟨U+200D⟩💻"},
		"tag characters":      {"\U000e0041", "⟨U+E0041⟩"},
		"private use":         {"\ue0b0", "⟨U+E0B0⟩"},
		"soft hyphen":         {"a\u00adb", "a⟨U+00AD⟩b"},
		"a mark's brackets":   {"⟨ESC⟩", "⟨U+27E8⟩ESC⟨U+27E9⟩"},
		"ideographic space":   {"日\u3000本", "日\u3000本"},
		"combining, alone":    {"\u0301 a", "⟨U+0301⟩ a"},
		"combining, spaces":   {"a \u0336\u0336b", "a ⟨U+0336⟩⟨U+0336⟩b"},
		"combining, a mark":   {"\x1b\u0301", "⟨ESC⟩⟨U+0301⟩"},
		"vowel signs":         {"हिन्दी ไทย", "हिन्दी ไทย"},
		"Hangul, Indic":       {"한글 각 ᄒᆞᆫ 가각 क्ष्म्र्य ന്റെ ക്ഷ", "한글 각 ᄒᆞᆫ 가각 क्ष्म्र्य ന്റെ ക്ഷ"},
		"jamo without end":    {strings.Repeat("\u1100", 18) + "a", strings.Repeat("\u1100", 16) + "⟨U+1100⟩⟨U+1100⟩a"},
		"virama without end":  {strings.Repeat("\u0915\u094d", 9), strings.Repeat("\u0915\u094d", 8) + "⟨U+0915⟩⟨U+094D⟩"},
		"prepend without end": {strings.Repeat("\u0d4e", 17) + "\u0d15", strings.Repeat("\u0d4e", 16) + "⟨U+0D4E⟩⟨U+0D15⟩"},
		"too many combining":  {"a" + strings.Repeat("\u0301", 6), "a" + strings.Repeat("\u0301", 4) + "⟨U+0301⟩⟨U+0301⟩"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := sanitize.Line(tc.in); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestBlockKeepsLinesAndTabStops(t *testing.T) {
	if got, want := sanitize.Block("日本\tx\té\te\u0301\tx")[0], "日本    x   é   e\u0301   x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := sanitize.Block("a\n\u0301b\t\u0301"); got[1] != "⟨U+0301⟩b   ⟨U+0301⟩" {
		t.Errorf("a combining mark paints over a line's start: %q", got)
	}
	got := sanitize.Block("a\tb\n\tif x\r\n\x1b]0;title\x07\n")
	want := []string{"a   b", "    if x⟨CR⟩", "⟨ESC⟩]0;title⟨BEL⟩", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDescribe(t *testing.T) {
	for in, want := range map[string]string{
		"git push\n\t":                               "",
		"echo '⚠\ufe0f done'":                        "",
		"git commit -m \"fix\u202e txt.exe\"\x1b[2K": "2 hidden characters: right-to-left override at 19, escape at 29",
		"\u200b":      "1 hidden character: zero-width space at 1",
		"a\x80b":      "1 hidden character: invalid byte at 2",
		"\r\r\r\r\r":  "5 hidden characters: carriage return at 1, carriage return at 2, carriage return at 3, 2 more",
		"a \u0301b":   "1 hidden character: combining mark U+0301 at 3",
		"x\U000e0041": "1 hidden character: U+E0041 at 2",
	} {
		if got := sanitize.Describe(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// FuzzClean holds the promise that everything else stands on: nothing that
// comes out moves the cursor, hides or reorders.
func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "ls -la", "a\x1b[31mb", "\u202e", "⟨ESC⟩", "\xff\xfe", "日本\t語\r\n", "e\u0301\u0301\u0301\u0301\u0301", "\u0301", "a\n\u0301", "\u1100\u1100\u1161", "क्ष्म्र्य", "\u0d4e\u0d4e", "👩\u200d👩\u200d👧", "🇩🇪🇫🇷"} {
		f.Add(seed)
		f.Add(strings.Repeat(seed, 40))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, out := range append(sanitize.Block(text), sanitize.Line(text)) {
			if !sanitize.Clean(strings.NewReplacer("⟨", "", "⟩", "").Replace(out)) {
				t.Errorf("%q became %q, which still hides something", text, out)
			}
			if first, _ := utf8.DecodeRuneInString(out); unicode.Is(unicode.M, first) {
				t.Errorf("%q became %q, which paints over what stands before it", text, out)
			}
			if len(out) > 13*len(text) {
				t.Errorf("%d bytes became %d", len(text), len(out))
			}
			for rest := out; rest != ""; {
				cluster, _ := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
				if n := utf8.RuneCountInString(cluster); n > 16+1 { // and what ends it, or a mark
					t.Fatalf("%q became %q, where %d code points make one character", text, out, n)
				}
				rest = rest[len(cluster):]
			}
			for _, r := range out {
				if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
					t.Errorf("%q became %q with %U in it", text, out, r)
				}
			}
		}
	})
}

func TestHeadIsOfWholeCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		most := rapid.IntRange(0, 40).Draw(t, "most")
		head := sanitize.Head(text, most)
		switch {
		case !strings.HasPrefix(text, head), len(head) > most, !utf8.ValidString(head):
			t.Fatalf("got %q", head)
		case head != text && len(head) < most-(utf8.UTFMax-1):
			t.Fatalf("%q is less than there is room for", head)
		}
	})
}
