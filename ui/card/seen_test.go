package card_test

import (
	"testing"

	"pgregory.net/rapid"

	"sayso/ui/card"
)

// The set says the same as an account that is kept row by row.
func TestRowsAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows card.Rows
		seen := [60]bool{}
		for range rapid.IntRange(0, 20).Draw(t, "adds") {
			from, to := rapid.IntRange(-5, 59).Draw(t, "from"), rapid.IntRange(0, 60).Draw(t, "to")
			rows.Add(from, to)
			for i := max(from, 0); i < to; i++ {
				seen[i] = true
			}
		}
		from, to := rapid.IntRange(0, 59).Draw(t, "of"), rapid.IntRange(0, 60).Draw(t, "upto")
		n, first := 0, to
		for i := to - 1; i >= from; i-- {
			if !seen[i] {
				n, first = n+1, i
			}
		}
		if got, at := rows.Misses(from, to), rows.First(from, to); got != n || at != first {
			t.Fatalf("missing %d from %d on, want %d from %d on", got, at, n, first)
		}
	})
}
