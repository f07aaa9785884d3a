package ui_test

import (
	"testing"
	"time"

	"sayso/ui"
)

// A key press with 200 asks waiting: the press and the frame after it.
func BenchmarkKeyWithManyAsksWaiting(b *testing.B) {
	r := newRig(b, 120, 40)
	for range 200 {
		r.arrive(pushAsk)
	}
	r.settle()
	r.timers = nil
	for b.Loop() {
		r.press("down")
		_ = r.m.View()
	}
}

// A snapshot of 200 asks reaches the screen.
func BenchmarkDeskWithManyAsksChanges(b *testing.B) {
	r := newRig(b, 120, 40)
	for range 200 {
		r.arrive(pushAsk)
	}
	r.advance(time.Second)
	snapshot := r.desk.Snapshot()
	for b.Loop() {
		r.send(ui.DeskMsg{Snapshot: snapshot})
		_ = r.m.View()
	}
}
