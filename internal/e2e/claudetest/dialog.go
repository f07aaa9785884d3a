//go:build unix

package claudetest

import (
	"strings"
	"time"
)

// The client refuses keys for a moment after a dialog opens, so that nobody
// answers what was not read, and opens the dialog anew when a hook ends beside
// it. Neither shows on the screen.
const (
	dialogArms = 700 * time.Millisecond // longer than the client's own window
	keyWorks   = 5 * time.Second        // after this a key counts as refused
)

// Dialog waits until the client shows a dialog that holds all of the texts, and
// returns its text. What stands above the dialog does not count.
func (c *Interactive) Dialog(texts ...string) string {
	c.t.Helper()
	return dialogIn(c.WaitUntil(func(screen string) bool { return holds(dialogIn(screen), texts) }))
}

// Answer waits for a dialog as [Interactive.Dialog] does and for the moment in
// which the client refuses keys, presses the key, and returns when the dialog
// has gone. A key that has no effect is pressed again, up to five times. It
// fails the test when the dialog goes before the key is pressed.
func (c *Interactive) Answer(key string, texts ...string) {
	c.t.Helper()
	c.Dialog(texts...)
	gone := func(screen string) bool { return !holds(dialogIn(screen), texts) }
	if c.HoldsWithin(dialogArms, gone) {
		c.t.Fatalf("claudetest: the dialog with %q went before it was answered; the screen:\n%s", texts, c.Text())
	}
	for range 5 {
		c.Press(key)
		if c.HoldsWithin(keyWorks, gone) {
			return
		}
	}
	c.t.Fatalf("claudetest: the dialog with %q does not take the key %s; the screen:\n%s", texts, key, c.Text())
}

// dialogIn returns what stands below the last rule across the screen: a dialog,
// or the line under the prompt.
func dialogIn(screen string) string {
	rows := strings.Split(screen, "\n")
	for i := len(rows) - 1; i >= 0; i-- {
		if rows[i] != "" && strings.Trim(rows[i], "─") == "" {
			return strings.Join(rows[i+1:], "\n")
		}
	}
	return ""
}

func holds(text string, parts []string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}
