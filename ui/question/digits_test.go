package question

import (
	"reflect"
	"regexp"
	"testing"
)

// A digit acts only where it stands at the first row of an option, or of a
// question on the review.
func TestTheDigitsThatActAreTheDigitsOnTheFrame(t *testing.T) {
	atRow := regexp.MustCompile(`(?m)^ (?:[ ▸] ([1-9]) (?:\[[ x]\]|[● ]) |[●○] ([1-9]) )`)
	for _, input := range []string{two, wide, `{"questions":"none"}`} {
		for _, size := range [][2]int{{12, 1}, {20, 2}, {20, 3}, {40, 4}, {20, 5}, {40, 8}, {40, 12}, {48, 15}, {80, 10}, {80, 19}, {120, 35}} {
			for _, before := range [][]string{nil, {"down"}, {"down", "down", "down", "down"}, {"down", "f"}, {"tab"}, {"tab", "G"}, {"tab", "tab"}} {
				fresh := func() *Card {
					c := newCard(input, size[0], size[1])
					do(c, before...)
					return c
				}
				drawn := map[string]bool{}
				for _, m := range atRow.FindAllStringSubmatch(screen(fresh()), -1) {
					drawn[m[1]+m[2]] = true
				}
				for _, d := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
					c, untouched := fresh(), fresh()
					a := do(c, d)
					acts := a != nil || c.Writing() || c.tab != untouched.tab || !reflect.DeepEqual(c.at, untouched.at) || !reflect.DeepEqual(c.replies, untouched.replies)
					if acts != drawn[d] {
						t.Errorf("at %v after %v: %s acts %v, drawn %v:\n%s", size, before, d, acts, drawn[d], screen(untouched))
					}
				}
			}
		}
	}
}
