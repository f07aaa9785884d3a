package question

import (
	"fmt"
	"strings"
	"testing"
)

// A key costs no more where the questions are long: they are set once.
func TestAKeyCostsTheSameWhateverTheQuestionsSay(t *testing.T) {
	allocs := func(words int) float64 {
		text := strings.Repeat("word ", words)
		c := newCard(fmt.Sprintf(`{"questions":[{"question":%q,"header":"a","options":[{"label":"one","description":%q,"preview":%q},{"label":"two"}]}]}`,
			text, text, text), 100, 30)
		keys := func() { do(c, "down", "up", "pgdown", "space", "tab", "shift+tab") }
		keys()
		return testing.AllocsPerRun(5, keys)
	}
	// Rows that are on screen, or copied, are counted in both.
	if small, large := allocs(300), allocs(3000); large > 2*small {
		t.Errorf("six keys take %.0f allocations with 3,000 words, and %.0f with 300", large, small)
	}
}
