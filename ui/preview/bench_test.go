package preview_test

import (
	"fmt"
	"strings"
	"testing"

	"sayso/internal/openjson"
	"sayso/themes"
	"sayso/ui/preview"
)

// source returns so many lines that look like a program.
func source(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "\tvalue%d := compute(%d, \"text\") // line\n", i, i)
	}
	return b.String()
}

func bench(b *testing.B, tool string, in any, on preview.Files) {
	b.Helper()
	raw, err := openjson.Marshal(in)
	if err != nil {
		b.Fatal(err)
	}
	c := context(tool, string(raw), 100, themes.Dark())
	c.Files = on
	b.ReportAllocs()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		preview.Render(c)
	}
}

func BenchmarkRender(b *testing.B) {
	big, part := source(25_000), source(5000)
	here := files{"/a/big.go": text(big), "/a/part.go": text(part)}
	for name, of := range map[string]struct {
		tool string
		in   map[string]any
	}{
		"small command":        {"Bash", map[string]any{"command": "mkdir -p build && touch build/x"}},
		"small edit":           {"Edit", map[string]any{"file_path": "/a/part.go", "old_string": "compute(2500,", "new_string": "compute(0,"}},
		"small edit in 1 MB":   {"Edit", map[string]any{"file_path": "/a/big.go", "old_string": "compute(12500,", "new_string": "compute(0,"}},
		"write of 1 MB":        {"Write", map[string]any{"file_path": "/a/new.go", "content": big}},
		"write over 1 MB":      {"Write", map[string]any{"file_path": "/a/big.go", "content": strings.ReplaceAll(big, "9(", "8(")}},
		"edit of 5000 lines":   {"Edit", map[string]any{"file_path": "/a/part.go", "old_string": part, "new_string": strings.ReplaceAll(part, "compute", "work")}},
		"one line of 1 MB":     {"Write", map[string]any{"file_path": "/a/min.js", "content": strings.Repeat("a();", 250_000)}},
		"command of 1 MB":      {"Bash", map[string]any{"command": strings.Repeat("echo 'a b' | wc\n", 60_000)}},
		"nothing in common":    {"Write", map[string]any{"file_path": "/a/part.go", "content": strings.Repeat("x\n", 5000)}},
		"unknown tool of 1 MB": {"Brew", map[string]any{"beans": big}},
	} {
		b.Run(name, func(b *testing.B) { bench(b, of.tool, of.in, here) })
	}
}
