package approver_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"sayso/approver"
)

// from is an ask of a session, by a process, with an input of so many bytes.
func from(id, session string, pid, size int) approver.Ask {
	a := approver.Ask{ID: approver.ID(id), Tool: "Bash", Input: json.RawMessage(`{"command":"` + strings.Repeat("x", size) + `"}`)}
	a.Session.ID, a.Peer.PID = session, pid
	return a
}

// Whoever floods the desk fills a share of it. What another session asks, by
// another process, still arrives.
func TestNobodyFillsTheDeskAlone(t *testing.T) {
	const mega = 1 << 20
	for name, flood := range map[string]func(n int) approver.Ask{
		"a session, by number":  func(n int) approver.Ask { return from(fmt.Sprint(n), "s", 10+n, 1) },
		"a session, by weight":  func(n int) approver.Ask { return from(fmt.Sprint(n), "s", 10+n, 4*mega) },
		"a process, by number":  func(n int) approver.Ask { return from(fmt.Sprint(n), fmt.Sprint("s", n), 7, 1) },
		"a process, by weight":  func(n int) approver.Ask { return from(fmt.Sprint(n), fmt.Sprint("s", n), 7, 4*mega) },
		"a process, no session": func(n int) approver.Ask { return from(fmt.Sprint(n), "", 7, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk()
			var err error
			n := 0
			for ; err == nil && n < approver.MaxWaiting; n++ {
				_, err = d.Submit(flood(n))
			}
			if !errors.Is(err, approver.ErrFull) || n > 120 {
				t.Errorf("%d asks are taken: %v", n, err)
			}
			for i := range 10 {
				if _, err := d.Submit(from(fmt.Sprint("other", i), "other", 9999, mega)); err != nil {
					t.Fatalf("another session's ask: %v", err)
				}
			}
			d.Withdraw(submit(t, d, from("last", "other", 9999, 1)))
		})
	}
}

// Asks of which no session and no process is known are held to the bound of all.
func TestWhatNothingIsKnownOfSharesNothing(t *testing.T) {
	d := newDesk()
	for n := range 300 {
		submit(t, d, from(fmt.Sprint(n), "", 0, 1))
	}
}

// A place that becomes free can be taken again.
func TestAShareIsFreeAgainWhenItsAsksEnd(t *testing.T) {
	d := newDesk()
	var first *approver.Ticket
	var err error
	for n := 0; err == nil; n++ {
		var ticket *approver.Ticket
		if ticket, err = d.Submit(from(fmt.Sprint(n), "s", 7, 1)); n == 0 {
			first = ticket
		}
	}
	d.Withdraw(first)
	submit(t, d, from("again", "s", 7, 1))
}
