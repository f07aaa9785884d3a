package permission_test

import (
	"encoding/json"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/themes"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/permission"
	"sayso/ui/style"
)

// rows are so many rows of a document.
func rows(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprint("row ", i))
	}
	return out
}

// readTo pages through a document on a terminal that shows everything at once.
func readTo(c *permission.Card) {
	for range 50 {
		c.Painted(c.OnScreen())
		c.Key(tea.KeyPressMsg{Code: tea.KeyPgDown}, true)
	}
}

func longCard(d card.Document) *permission.Card {
	ask := approver.Ask{ID: "1", Tool: "Bash", Input: json.RawMessage(`{"command":"ls"}`)}
	c := permission.New(ask, style.New(themes.Dark()), keys.Default(), permission.Sight{})
	c.SetSize(80, 12)
	c.SetDocument(d)
	return c
}

// A document that is withheld is never seen, whatever comes before or after it.
func TestNothingOfAWithheldDocumentIsSeen(t *testing.T) {
	c := longCard(card.Document{Rows: rows(30), Withheld: true})
	if readTo(c); c.Seen() {
		t.Error("a withheld document is seen")
	}
	if c.SetDocument(card.Document{Rows: rows(30)}); c.Seen() {
		t.Error("it is seen as soon as it is whole")
	}
	if readTo(c); !c.Seen() {
		t.Error("the whole one is not seen")
	}
	c.SetDocument(card.Document{Rows: rows(20), Withheld: true})
	if c.SetDocument(card.Document{Rows: rows(30)}); c.Seen() {
		t.Error("one that was withheld meanwhile is seen")
	}
}

// What was painted of an earlier document, or for another width, is of other rows.
func TestRowsOfAnotherDocumentDoNotCount(t *testing.T) {
	for name, change := range map[string]func(*permission.Card){
		"another document": func(c *permission.Card) { c.SetDocument(card.Document{Rows: append(rows(29), "other")}) },
		"another width":    func(c *permission.Card) { c.SetSize(60, 12); c.SetDocument(card.Document{Rows: rows(30)}) },
		"another file":     func(c *permission.Card) { c.Changed(); c.SetDocument(card.Document{Rows: rows(30)}) },
	} {
		c := longCard(card.Document{Rows: rows(30)})
		early := c.OnScreen()
		for range 3 {
			c.Painted(c.OnScreen())
			c.Key(tea.KeyPressMsg{Code: tea.KeyPgDown}, true)
		}
		change(c)
		c.Painted(early)
		c.Scroll(100)
		if c.Painted(c.OnScreen()); c.Seen() {
			t.Errorf("%s: it is seen", name)
		}
		c.Scroll(-100)
		if readTo(c); !c.Seen() {
			t.Errorf("%s: it can't be read", name)
		}
	}
}

// A skip leaves out all but the ends of what a call is made of.
func TestTheEndsOfPartsAreNotSkipped(t *testing.T) {
	c := longCard(card.Document{Rows: rows(100), Ends: []int{50, 60}})
	end := tea.KeyPressMsg{Code: 'G', Text: "G"}
	painted := map[int]bool{}
	for range 12 {
		w := c.OnScreen()
		for i := w.From; i < w.To; i++ {
			painted[i] = true
		}
		c.Painted(w)
		c.Key(end, true)
	}
	if !c.Seen() {
		t.Fatal("it can't be skipped")
	}
	for i := range 100 {
		if must := i >= 46 && i < 50 || i >= 56 && i < 60; must && !painted[i] {
			t.Errorf("row %d was skipped", i)
		}
	}
	if painted[20] || painted[70] {
		t.Error("nothing was skipped")
	}
}
