package approver_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/claude"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func newDesk() *approver.Desk { return approver.NewDesk(func() time.Time { return noon }) }

func bash(id string) approver.Ask {
	return approver.Ask{ID: approver.ID(id), Tool: "Bash", Input: json.RawMessage(`{"command":"ls"}`)}
}

func submit(t *testing.T, d interface {
	Submit(approver.Ask) (*approver.Ticket, error)
}, ask approver.Ask) *approver.Ticket {
	t.Helper()
	ticket, err := d.Submit(ask)
	if err != nil {
		t.Fatal(err)
	}
	return ticket
}

func waitingIDs(s approver.Snapshot) (ids []string) {
	for _, e := range s.Waiting {
		ids = append(ids, string(e.Ask.ID))
	}
	return ids
}

func TestFirstInFirstOutAndAnAnswerNamesItsAsk(t *testing.T) {
	d := newDesk()
	tickets := map[string]*approver.Ticket{}
	for _, id := range []string{"a", "b", "c"} {
		tickets[id] = submit(t, d, bash(id))
	}
	if err := d.Answer("b", approver.Decision{Verdict: approver.Allow}); err != nil {
		t.Fatal(err)
	}
	s := d.Snapshot()
	if got := waitingIDs(s); !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("waiting %v, want a and c in their order", got)
	}
	if got := tickets["b"].Decision(); got.Verdict != approver.Allow {
		t.Errorf("b got %v", got.Verdict)
	}
	for _, id := range []string{"a", "c"} {
		select {
		case <-tickets[id].Done():
			t.Errorf("%s ended with the answer to b", id)
		default:
		}
	}
	if !s.Waiting[0].Ask.ArrivedAt.Equal(noon) || s.Ended[0].State != approver.Answered || s.Seen != 3 {
		t.Errorf("snapshot %+v", s)
	}
}

// A machine that sleeps stops the clock that Go measures with. An ask that waited
// through the night is not "3 minutes" old.
func TestAnAskIsAsOldAsTheWallClockSays(t *testing.T) {
	d := approver.NewDesk(time.Now)
	submit(t, d, bash("a"))
	arrived := d.Snapshot().Waiting[0].Ask.ArrivedAt
	if arrived != arrived.Round(0) {
		t.Errorf("%v is measured by the monotonic clock", arrived)
	}
}

func TestTheFirstAnswerWins(t *testing.T) {
	d := newDesk()
	ticket := submit(t, d, bash("a"))
	const rivals = 16
	errs := make([]error, rivals)
	var wg sync.WaitGroup
	for i := range rivals {
		wg.Go(func() {
			errs[i] = d.Answer("a", approver.Decision{Verdict: approver.Deny, Message: fmt.Sprint(i)})
		})
	}
	wg.Wait()
	won := -1
	for i, err := range errs {
		switch {
		case err == nil && won >= 0:
			t.Errorf("answers %d and %d were both taken", won, i)
		case err == nil:
			won = i
		case !errors.Is(err, approver.ErrNotWaiting):
			t.Errorf("answer %d: %v", i, err)
		}
	}
	if got := ticket.Decision().Message; got != fmt.Sprint(won) {
		t.Errorf("the door got answer %s, the desk took %d", got, won)
	}
}

func TestEndsThatAreNoAnswerHandBack(t *testing.T) {
	for name, end := range map[string]struct {
		do   func(*approver.Desk, *approver.Ticket)
		want approver.State
	}{
		"handed back by the person": {func(d *approver.Desk, _ *approver.Ticket) { _ = d.Answer("a", approver.Decision{}) }, approver.HandedBack},
		"withdrawn":                 {func(d *approver.Desk, t *approver.Ticket) { d.Withdraw(t) }, approver.Withdrawn},
		"sayso quits":               {func(d *approver.Desk, _ *approver.Ticket) { d.Close() }, approver.HandedBack},
		"the door's deadline":       {func(d *approver.Desk, t *approver.Ticket) { d.Expire(t) }, approver.Expired},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk()
			ticket := submit(t, d, bash("a"))
			end.do(d, ticket)
			if got := ticket.Decision(); got.Verdict != approver.HandBack {
				t.Errorf("the door got %v", got.Verdict)
			}
			if s := d.Snapshot(); len(s.Waiting) != 0 || s.Ended[0].State != end.want {
				t.Errorf("snapshot %+v", s)
			}
			if err := d.Answer("a", approver.Decision{Verdict: approver.Allow}); !errors.Is(err, approver.ErrNotWaiting) {
				t.Errorf("a late answer: %v", err)
			}
			d.Withdraw(ticket) // does nothing
			if n := len(d.Snapshot().Ended); n != 1 {
				t.Errorf("%d ends", n)
			}
		})
	}
}

func TestSubmitRefuses(t *testing.T) {
	d := newDesk()
	submit(t, d, bash("a"))
	for _, ask := range []approver.Ask{bash("a"), bash("")} {
		if _, err := d.Submit(ask); err == nil {
			t.Errorf("id %q was taken", ask.ID)
		}
	}
	for i := 1; i < approver.MaxWaiting; i++ {
		submit(t, d, bash(fmt.Sprint("x", i)))
	}
	if _, err := d.Submit(bash("one more")); !errors.Is(err, approver.ErrFull) {
		t.Errorf("a full desk: %v", err)
	}
	d.Close()
	if _, err := d.Submit(bash("late")); !errors.Is(err, approver.ErrClosed) {
		t.Errorf("a closed desk: %v", err)
	}
}

func TestARefusedDecisionLeavesTheAskWaiting(t *testing.T) {
	d := newDesk()
	submit(t, d, bash("a"))
	bad := approver.Decision{Verdict: approver.Allow, UpdatedPermissions: []claude.Update{{Type: "grantAll"}}}
	if err := d.Answer("a", bad); err == nil || errors.Is(err, approver.ErrNotWaiting) {
		t.Errorf("got %v", err)
	}
	if got := waitingIDs(d.Snapshot()); !slices.Equal(got, []string{"a"}) {
		t.Errorf("waiting %v", got)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	d := newDesk()
	for i := range approver.HistorySize + 3 {
		id := fmt.Sprint(i)
		d.Withdraw(submit(t, d, bash(id)))
	}
	s := d.Snapshot()
	if len(s.Ended) != approver.HistorySize || s.Ended[0].Ask.ID != approver.ID(fmt.Sprint(approver.HistorySize+2)) {
		t.Errorf("%d ends, the latest %s", len(s.Ended), s.Ended[0].Ask.ID)
	}
}

// A pane runs for weeks: what it remembers is bounded in bytes, whatever came.
func TestMemoryIsBounded(t *testing.T) {
	const mega = 1 << 20
	big := strings.Repeat("x", mega)
	input := json.RawMessage(`{"command":"` + big + `"}`)
	ended := func(ask approver.Ask) func(*approver.Desk) {
		return func(d *approver.Desk) { d.Withdraw(submit(t, d, ask)) }
	}
	answered := func(decision approver.Decision, events ...claude.Event) func(*approver.Desk) {
		return func(d *approver.Desk) {
			submit(t, d, inSession("a", "t1"))
			if err := d.Answer("a", decision); err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				d.Observe(e, approver.Proof{})
			}
		}
	}
	observed := func(e claude.Event) func(*approver.Desk) {
		return func(d *approver.Desk) { d.Observe(e, approver.Proof{}) }
	}
	with := func(change func(*approver.Ask)) approver.Ask {
		a := inSession("a", "t1")
		change(&a)
		return a
	}
	reason := with(func(a *approver.Ask) { a.Provenance.Reason = big })
	for name, remember := range map[string]func(*approver.Desk){
		"inputs":  ended(with(func(a *approver.Ask) { a.Input = input })),
		"reasons": ended(reason),
		"suggestions": ended(with(func(a *approver.Ask) {
			a.Suggestions = []claude.Update{{Type: claude.AddRules, Rules: []claude.RuleValue{{ToolName: "Bash", RuleContent: big}}}}
		})),
		"changed inputs":     answered(approver.Decision{Verdict: approver.Allow, UpdatedInput: input}),
		"a yes not honoured": answered(approver.Decision{Verdict: approver.Allow}, event(t, "tool.call", ofCall("t1", "ls", `,"outcome":"deny"`)), event(t, "PermissionDenied", ofCall("t1", "ls", `,"later":"`+big+`"`))),
		"refusals":           observed(event(t, "PermissionDenied", ofCall("t1", big, ``))),
		"summaries":          observed(event(t, "PostCompact", `,"compact_summary":"`+big[2:]+`"`)),
		"what no type names": observed(event(t, "Notification", `,"message":"x","later":{"a":["`+big+`"]}`)),
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk()
			for range 36 {
				remember(d)
			}
			s := d.Snapshot()
			asks, happenings := 0, len(s.Happenings)*mega // one text in each
			for _, e := range s.Ended {
				asks += len(e.Ask.Input) + len(e.Ask.Provenance.Reason) + len(e.Decision.UpdatedInput) + len(e.Run.Output) + len(e.Why)
				for _, u := range e.Ask.Suggestions {
					asks += len(u.Rules[0].RuleContent)
				}
			}
			if asks > 17*mega || happenings > 17*mega {
				t.Errorf("of 36 MiB, %d are kept in asks and %d in happenings", asks/mega, happenings/mega)
			}
			if last := d.Snapshot(); len(last.Ended) == 0 && len(last.Happenings) == 0 {
				t.Error("nothing is remembered")
			}
		})
	}
	t.Run("asks that wait", func(t *testing.T) {
		d := newDesk()
		var err error
		n := 0
		for ; err == nil && n < approver.MaxWaiting; n++ {
			a := reason
			a.ID = approver.ID(fmt.Sprint(n))
			_, err = d.Submit(a)
		}
		if !errors.Is(err, approver.ErrFull) {
			t.Errorf("%d MiB wait: %v", n, err)
		}
	})
	t.Run("asks that take a place over", func(t *testing.T) {
		d := newDesk()
		for n := range 90 { // what one session may have waiting
			small := inSession(fmt.Sprint("small", n), fmt.Sprint(n))
			small.Door = approver.DoorMCP
			submit(t, d, small)
		}
		var err error
		n := 0
		for ; err == nil && n < approver.MaxWaiting; n++ {
			large := reason
			large.ID, large.ToolUseID, large.Door = approver.ID(fmt.Sprint("large", n)), fmt.Sprint(n), approver.DoorHook
			_, err = d.Submit(large)
		}
		if !errors.Is(err, approver.ErrFull) {
			t.Errorf("%d MiB wait: %v", n, err)
		}
	})
	t.Run("sessions that show a key", func(t *testing.T) {
		err := newDesk().Introduce(approver.Introduction{SessionID: strings.Repeat("x", 1<<10), Key: approver.Key{1}}, nil)
		if err == nil {
			t.Error("the name of a session is kept that can't be one")
		}
	})
}

// However submits, answers and withdrawals run into each other, every ticket
// ends, none twice, and a reader who follows Changed sees the last state.
func TestNoChangeIsLost(t *testing.T) {
	d := newDesk()
	const asks = 200
	seen := make(chan approver.Snapshot)
	go func() {
		for range d.Changed() {
			if s := d.Snapshot(); len(s.Waiting) == 0 && s.Seen == asks {
				seen <- s
				return
			}
		}
	}()
	var wg sync.WaitGroup
	for i := range asks {
		id := approver.ID(fmt.Sprint(i))
		ticket := submit(t, d, bash(string(id)))
		wg.Go(func() { _ = d.Answer(id, approver.Decision{Verdict: approver.Deny}) })
		wg.Go(func() { d.Withdraw(ticket) })
		wg.Go(func() { ticket.Decision() })
	}
	wg.Wait()
	select {
	case s := <-seen:
		if len(s.Ended) != asks {
			t.Errorf("%d ends of %d asks", len(s.Ended), asks)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the reader never saw the last state")
	}
}

func TestASnapshotDoesNotChange(t *testing.T) {
	d := newDesk()
	ticket := submit(t, d, bash("a"))
	submit(t, d, bash("b"))
	before := d.Snapshot()
	d.Withdraw(ticket)
	if got := waitingIDs(before); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("the snapshot became %v", got)
	}
}
