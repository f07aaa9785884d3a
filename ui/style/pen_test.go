package style_test

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"sayso/themes"
	"sayso/ui/style"
)

func TestAPenWritesAsItsStyleDoes(t *testing.T) {
	s := style.New(themes.Dark())
	for name, with := range map[string]lipgloss.Style{
		"plain": s.Text, "colour": s.Deny, "weight": s.Strong, "reversed": s.Mark,
		"background": s.Added, "both": s.Deny.Inherit(s.RemovedWord),
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			style.PenOf(with).Write(&b, "a b")
			if got, want := b.String(), with.Render("a b"); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
