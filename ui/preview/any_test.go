package preview_test

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/internal/sanitize"
	"sayso/rules"
	"sayso/themes"
	"sayso/ui/lines"
	"sayso/ui/preview"
)

// piece is what hostile and ordinary inputs are put together from.
var piece = rapid.SampledFrom([]string{
	"a", "word ", " ", "\n", "\t", "\r\n", "\x1b[2J", "\x1b]0;x\x07", "\u202e", "\u200b", "\x00", "\u009b", "⟨", "⟩", "⟨ESC⟩", "日本語", "👍🏽", "e\u0301\u0301\u0301\u0301\u0301\u0301",
	"'", `"`, "`", "$(", ")", "<<E\n", "E\n", "&&", " | ", "; ", "# ", "**", "[x](y)", "|a|b|\n|-|-|\n", "```go\n", "- ", "1. ", "> ", "https://a.b/", "@", "../", "/", "~", "println(\"hi\")", "n int",
	strings.Repeat("long", 40), strings.Repeat(" ", 50),
})

func words(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, label), "")
}

// value draws a member's value, of the right kind for most of them.
func value(t *rapid.T, name string) any {
	switch kind := rapid.IntRange(0, 19).Draw(t, "kind of "+name); {
	case name == "todos":
		return []any{map[string]any{"content": words(t, "content"), "status": rapid.SampledFrom([]string{"pending", "completed", words(t, "status")}).Draw(t, "s"), "activeForm": words(t, "doing")}}
	case name == "ws":
		return map[string]any{"url": words(t, "url"), "protocols": []string{words(t, "protocol")}}
	case name == "allowedPrompts":
		return []any{map[string]any{"tool": words(t, "tool"), "prompt": words(t, "prompt")}}
	case strings.HasSuffix(name, "domains"), name == "addBlocks":
		return []string{words(t, name)}
	case strings.HasPrefix(name, "timeout"), name == "offset", name == "limit", name == "-A", name == "-B", name == "-C", name == "head_limit":
		return rapid.Float64().Draw(t, name)
	case name == "run_in_background", name == "dangerouslyDisableSandbox", name == "persistent", name == "replace_all", name == "-i", name == "-n", name == "multiline", name == "block":
		return rapid.Bool().Draw(t, name)
	case strings.HasSuffix(name, "_path") && kind < 15:
		return "/home/dev/app/" + rapid.SampledFrom([]string{"src/main.go", "win.txt", "end.txt", "logo.png", "big.log", "tabs.txt", "link.conf", "notes.ipynb", "config.yaml", "none"}).Draw(t, name)
	case name == "cell_id" && kind < 15:
		return "c1"
	case kind == 0:
		return map[string]any{words(t, "key"): words(t, name)}
	case kind == 1:
		return nil
	}
	return words(t, name)
}

var sgr = regexp.MustCompile(`\x1b\[[0-9;:]*m`)

// Whatever comes, for whatever tool: no row is wider than asked, and nothing is
// in it but text and styles.
func TestNothingGetsThrough(t *testing.T) {
	var names []string
	for _, tool := range claude.Tools() {
		names = append(append(names, tool.Name), tool.Aliases...)
	}
	names = append(names, "mcp__a__b", "Unknown")
	rapid.Check(t, func(t *rapid.T) {
		tool := rapid.SampledFrom(names).Draw(t, "tool")
		has := append(membersOf(tool), "unknown")
		if rapid.IntRange(0, 9).Draw(t, "strict") > 0 { // or all would be trees
			has = has[:len(has)-1]
		}
		in := map[string]any{}
		for _, name := range has {
			if rapid.IntRange(0, 3).Draw(t, "has "+name) > 0 {
				in[name] = value(t, name)
			}
		}
		raw, err := openjson.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		width := rapid.SampledFrom([]int{20, 40, 48, 80, 120}).Draw(t, "width")
		c := context(tool, string(raw), width, themes.Dark())
		c.SideBySide = rapid.Bool().Draw(t, "side by side")
		if rapid.Bool().Draw(t, "verdicts") {
			trace := rules.Trace{Because: words(t, "because"), Why: words(t, "why")}
			for range rapid.IntRange(0, 12).Draw(t, "parts") {
				p := rules.PartTrace{Text: words(t, "part"), Unasked: rapid.Bool().Draw(t, "unasked")}
				if rapid.Bool().Draw(t, "rule") {
					p.Rule, p.Decision = &rules.Rule{Text: words(t, "rule's text")}, rapid.SampledFrom([]rules.Decision{rules.DecideAllow, rules.DecideAsk, rules.DecideDeny}).Draw(t, "decision")
				}
				trace.Parts = append(trace.Parts, p)
			}
			c.Trace = func(rules.Call) (rules.Trace, bool) { return trace, true }
		}
		for _, row := range preview.Render(c) {
			if w := lines.Width(row); w > width {
				t.Fatalf("%d cells of %d: %q", w, width, row)
			}
			plain := sgr.ReplaceAllString(row, "")
			if strings.ContainsAny(plain, "\n\t") {
				t.Fatalf("a row is not one line: %q", plain)
			}
			for _, m := range sanitize.Marks(plain) {
				if m.Rune != sanitize.Open && m.Rune != sanitize.Close {
					t.Fatalf("%U gets through: %q", m.Rune, plain)
				}
			}
		}
	})
}

// membersOf returns the members that a tool's input names, and some for a tool
// whose input names none.
func membersOf(tool string) (names []string) {
	known, _ := claude.ParseInput(tool, json.RawMessage("{}"))
	fields := reflect.TypeOf(known).Elem()
	for i := range fields.NumField() {
		if name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return []string{"command", "file_path", "url", "content"}
	}
	return names
}

// All of a command is on screen, in its order.
func TestACommandIsShownWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		command := "x" + words(t, "command")
		width := rapid.IntRange(20, 90).Draw(t, "width")
		raw, _ := json.Marshal(map[string]string{"command": command})
		var shown strings.Builder
		for _, row := range preview.Render(context("Bash", string(raw), width, themes.Dark())) {
			plain := ansi.Strip(row)
			shown.WriteString(strings.TrimPrefix(strings.TrimPrefix(plain, "  "), "↪ "))
		}
		var clean struct{ Command string }
		if err := json.Unmarshal(raw, &clean); err != nil { // as it went over the wire
			t.Fatal(err)
		}
		want := strings.Join(sanitize.Block(clean.Command), "")
		if !strings.HasPrefix(shown.String(), want) {
			t.Fatalf("shown is %q, want it to begin with %q", shown.String(), want)
		}
	})
}
