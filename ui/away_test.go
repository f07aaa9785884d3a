package ui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sayso/ui"
)

// Somebody who looks elsewhere is called, once for each ask that comes. Not
// every terminal says whether the pane has the focus: without that, it counts
// whether keys were pressed lately.
func TestANewAskCallsWhoLooksElsewhere(t *testing.T) {
	for name, tc := range map[string]struct {
		way    ui.Away
		before func(*rig)
		want   string
	}{
		"no focus":                      {ui.AwayBell, func(r *rig) { r.send(tea.BlurMsg{}) }, "\a"},
		"the focus":                     {ui.AwayBell, func(r *rig) { r.send(tea.FocusMsg{}); r.advance(time.Hour) }, ""},
		"the focus came back":           {ui.AwayBell, func(r *rig) { r.send(tea.BlurMsg{}); r.send(tea.FocusMsg{}) }, ""},
		"nothing known":                 {ui.AwayBell, func(*rig) {}, "\a"},
		"nothing known, but a key":      {ui.AwayBell, func(r *rig) { r.press("j"); r.advance(5 * time.Second) }, ""},
		"nothing known, a key long ago": {ui.AwayBell, func(r *rig) { r.press("j"); r.advance(time.Hour) }, "\a"},
		"a notification":                {ui.AwayOSC9, func(r *rig) { r.send(tea.BlurMsg{}) }, "\x1b]9;sayso: an ask waits for you\a"},
		"none wanted":                   {ui.AwayNone, func(r *rig) { r.send(tea.BlurMsg{}) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 80, 24, func(o *ui.Options) { o.Away = tc.way })
			tc.before(r)
			r.arrive(lsAsk)
			got := ""
			for _, raw := range r.raw {
				got += raw
			}
			if got != tc.want {
				t.Errorf("sent %q, want %q", got, tc.want)
			}
			if title := r.title(); title != "(1) sayso" {
				t.Errorf("the window is called %q", title)
			}
		})
	}
}
