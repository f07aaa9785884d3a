package approver_test

import (
	"testing"

	"sayso/approver"
)

// Until a door has passed the answer on, nobody knows whether it arrives.
func TestAnAnswerIsOnItsWayUntilItsDoorSaysSo(t *testing.T) {
	answered := func(doors int) (*approver.Desk, []*approver.Ticket) {
		d := newSession()
		ask := d.module.Prove(inSession("a", "t1"))
		tickets := []*approver.Ticket{submit(t, d.Desk, ask)}
		if doors == 2 { // two hooks pass the same payload on
			ask.ID = "b"
			tickets = append(tickets, submit(t, d.Desk, ask))
		}
		for _, ticket := range tickets {
			d.AwaitReceipt(ticket)
		}
		if err := d.Answer("a", approver.Decision{Verdict: approver.Allow}); err != nil {
			t.Fatal(err)
		}
		return d.Desk, tickets
	}
	is := func(what string, d *approver.Desk, state approver.State, sending bool) {
		t.Helper()
		if e := d.Snapshot().Ended[0]; e.State != state || e.Sending != sending {
			t.Errorf("%s: %v, on its way: %v", what, e.State, e.Sending)
		}
	}
	d, tickets := answered(1)
	is("sent", d, approver.Answered, true)
	d.Delivered(tickets[0])
	is("delivered", d, approver.Answered, false)
	d.Undelivered(tickets[0])
	is("the door goes after that", d, approver.Answered, false)

	d, tickets = answered(1)
	d.Undelivered(tickets[0])
	is("the door went first", d, approver.TooLate, false)

	d, tickets = answered(2)
	d.Undelivered(tickets[0])
	is("one of two doors went", d, approver.Answered, true)
	d.Delivered(tickets[1])
	is("the other has delivered", d, approver.Answered, false)

	d, tickets = answered(2)
	d.Undelivered(tickets[1])
	d.Undelivered(tickets[0])
	is("both went", d, approver.TooLate, false)
}
