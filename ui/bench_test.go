package ui_test

import (
	"strings"
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

// A frame with the ends of large calls on it: nothing may look into them anew.
func BenchmarkFrameAfterLargeCalls(b *testing.B) {
	big := askOf("Write", `{"content":"`+strings.Repeat(`\tvalue := compute(1)\n`, 40_000)+`","file_path":"/home/dev/app/x.go"}`)
	r := newRig(b, 120, 40)
	for range 20 {
		id := r.arrive(big)
		r.withdraw(id)
		r.deliver()
	}
	for _, screen := range []struct {
		name string
		keys []string
	}{{"empty", nil}, {"history", []string{"h"}}, {"detail", []string{"enter"}}} {
		r.press(screen.keys...)
		b.Run(screen.name, func(b *testing.B) {
			for b.Loop() {
				r.press("down")
				_ = r.m.View()
			}
		})
	}
}
