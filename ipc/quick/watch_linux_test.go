package quick

import (
	"os"
	"syscall"
	"testing"

	"sayso/ipc/lifetime"
)

// pipe returns the two ends of a pipe.
func pipe(t *testing.T) (read, write *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close(); _ = write.Close() })
	return read, write
}

// withoutPidfd is a kernel that has no descriptors of processes.
func withoutPidfd(t *testing.T) {
	real := pidfdOpen
	t.Cleanup(func() { pidfdOpen = real })
	pidfdOpen = func(int) (int, bool) { return 0, false }
}

// Where the kernel can't tell of a parent's end, it is asked again and again.
func TestAnOldKernelIsAsked(t *testing.T) {
	withoutPidfd(t)
	read, _ := pipe(t)
	var w watch
	w.start()
	if !w.asking {
		t.Fatal("nobody asks")
	}
	real := lifetime.Parent
	t.Cleanup(func() { lifetime.Parent = real })
	lifetime.Parent = -1 // the one of today is another
	if _, ok := w.poll(int(read.Fd()), pollIn, 0); ok || !w.abandoned() {
		t.Error("the parent's end is not noticed")
	}
}

func TestADeadlineEndsAWait(t *testing.T) {
	for name, prepare := range map[string]func(*testing.T){"with descriptors": func(*testing.T) {}, "by asking": withoutPidfd} {
		t.Run(name, func(t *testing.T) {
			prepare(t)
			read, write := pipe(t)
			var w watch
			w.start()
			if _, ok := w.poll(int(read.Fd()), pollIn, after(1)); ok {
				t.Error("it goes on")
			}
			if _, err := write.WriteString("x"); err != nil {
				t.Fatal(err)
			}
			if ready, ok := w.poll(int(read.Fd()), pollIn, 0); !ok || ready != pollIn {
				t.Errorf("ready for %d, %v", ready, ok)
			}
			if w.abandoned() {
				t.Error("the parent is here")
			}
		})
	}
}

// An input without an end must not hold up a hook.
func TestReadingHasABound(t *testing.T) {
	endless, err := os.Open("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	defer endless.Close()
	if _, ok := readAll(int(endless.Fd()), 1<<20); ok {
		t.Error("it was read")
	}
}

// The client may be killed as soon as its ask is on the desk.
func TestWhoAsksIsWatchedBeforeTheAskIsSent(t *testing.T) {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(ends[0])
	syscall.Close(ends[1]) // nothing can be sent
	c := conn{fd: ends[0]}
	c.ask(firstID, []byte("{}"))
	if len(c.watch.pids) == 0 {
		t.Error("nobody is watched")
	}
}
