package diff_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sayso/ui/preview/diff"
)

func TestLines(t *testing.T) {
	for name, tc := range map[string]struct {
		before, after string
		want          []diff.Block
	}{
		"nothing":   {"", "", nil},
		"same":      {"a b", "a b", []diff.Block{{false, 0, 2, 0, 2}}},
		"all new":   {"", "a b", []diff.Block{{true, 0, 0, 0, 2}}},
		"all gone":  {"a b", "", []diff.Block{{true, 0, 2, 0, 0}}},
		"one line":  {"a b c", "a x c", []diff.Block{{false, 0, 1, 0, 1}, {true, 1, 2, 1, 2}, {false, 2, 3, 2, 3}}},
		"an insert": {"a c", "a b c", []diff.Block{{false, 0, 1, 0, 1}, {true, 1, 1, 1, 2}, {false, 1, 2, 2, 3}}},
		"a move":    {"a b c d", "c d a b", []diff.Block{{true, 0, 2, 0, 0}, {false, 2, 4, 0, 2}, {true, 4, 4, 2, 4}}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := diff.Lines(strings.Fields(tc.before), strings.Fields(tc.after)); !slices.Equal(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

// The blocks tell the whole of both texts, and kept lines are the same.
func TestBlocksLeadFromOneTextToTheOther(t *testing.T) {
	text := rapid.SliceOf(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", ""}))
	rapid.Check(t, func(t *rapid.T) {
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		i, j := 0, 0
		for n, b := range diff.Lines(before, after) {
			if b.OldFrom != i || b.NewFrom != j || b.OldTo < i || b.NewTo < j || b.OldTo+b.NewTo == i+j {
				t.Fatalf("block %d is %v after %d, %d", n, b, i, j)
			}
			if !b.Changed && !slices.Equal(before[b.OldFrom:b.OldTo], after[b.NewFrom:b.NewTo]) {
				t.Fatalf("block %v keeps lines that differ", b)
			}
			i, j = b.OldTo, b.NewTo
		}
		if i != len(before) || j != len(after) {
			t.Fatalf("blocks end at %d, %d of %d, %d", i, j, len(before), len(after))
		}
	})
}

// Many changes far apart stay apart.
func TestManyChangesStayApart(t *testing.T) {
	var before, after []string
	for i := range 5000 {
		before = append(before, fmt.Sprint("line ", i))
		if i%10 == 5 {
			after = append(after, fmt.Sprint("changed ", i))
			continue
		}
		after = append(after, before[i])
	}
	changed := 0
	for _, b := range diff.Lines(before, after) {
		if b.Changed {
			changed += b.OldTo - b.OldFrom
		}
	}
	if changed != 500 {
		t.Errorf("%d lines are changed, want 500", changed)
	}
}

func TestWords(t *testing.T) {
	for name, tc := range map[string]struct{ before, after, old, new string }{
		"a word":         {`println("hi")`, `fmt.Println("hello")`, "", ""},
		"an argument":    {`fmt.Println("hi", x)`, `fmt.Println("hello", x)`, "hi", "hello"},
		"an insert":      {"return a, b", "return a, err, b", "", ", err"},
		"two places":     {"if a && b { f(1) }", "if a || b { f(2) }", "&&|1", "|||2"},
		"nothing alike":  {"alpha beta", "one two three", "", ""},
		"letters of all": {"größe = 1", "größe = 2", "1", "2"},
	} {
		t.Run(name, func(t *testing.T) {
			old, new := diff.Words(tc.before, tc.after)
			if got := pieces(tc.before, old); got != tc.old {
				t.Errorf("old: got %q, want %q", got, tc.old)
			}
			if got := pieces(tc.after, new); got != tc.new {
				t.Errorf("new: got %q, want %q", got, tc.new)
			}
		})
	}
}

func pieces(line string, spans []diff.Span) string {
	var out []string
	for _, s := range spans {
		out = append(out, line[s.From:s.To])
	}
	return strings.Join(out, "|")
}

func TestPairs(t *testing.T) {
	got := diff.Pairs([]string{"return nil, err", "x := 1"}, []string{"// why", "return nil, fmt.Errorf(err)", "", "x := 2"})
	if want := [][2]int{{0, 1}, {1, 3}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSplit(t *testing.T) {
	for in, want := range map[string]struct {
		lines int
		ended bool
	}{"": {0, true}, "a": {1, false}, "a\n": {1, true}, "\n": {1, true}, "a\n\n": {2, true}, "a\nb": {2, false}} {
		if got, ended := diff.Split(in); len(got) != want.lines || ended != want.ended {
			t.Errorf("%q: got %d lines, %v; want %v", in, len(got), ended, want)
		}
	}
}
