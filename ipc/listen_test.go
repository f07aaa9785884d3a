//go:build linux || darwin

package ipc_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
	"sayso/ipc"
)

func TestSocketPath(t *testing.T) {
	long := "/" + strings.Repeat("x", 110)
	for name, tc := range map[string]struct {
		env  map[string]string
		want string // a part of the path, or of the error
		bad  bool
	}{
		"chosen":             {env: map[string]string{"SAYSO_SOCKET": "/a/b.sock", "XDG_RUNTIME_DIR": "/run"}, want: "/a/b.sock"},
		"XDG":                {env: map[string]string{"XDG_RUNTIME_DIR": "/run/me"}, want: "/run/me/sayso/sayso.sock"},
		"neither":            {want: "/sayso.sock"},
		"relative":           {env: map[string]string{"SAYSO_SOCKET": "b.sock"}, want: "SAYSO_SOCKET", bad: true},
		"relative XDG":       {env: map[string]string{"XDG_RUNTIME_DIR": "run"}, want: "/sayso.sock"},
		"too long":           {env: map[string]string{"SAYSO_SOCKET": long}, want: "set SAYSO_SOCKET to a shorter one", bad: true},
		"XDG makes too long": {env: map[string]string{"XDG_RUNTIME_DIR": long}, want: "XDG_RUNTIME_DIR", bad: true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ipc.SocketPath(func(k string) string { return tc.env[k] })
			if tc.bad {
				if err == nil || !strings.Contains(err.Error(), tc.want) {
					t.Errorf("got %q, %v", got, err)
				}
				return
			}
			if err != nil || !strings.HasSuffix(got, tc.want) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestListenIsPrivateAndCleansUp(t *testing.T) {
	dir := filepath.Join(claudetest.ShortDir(t), "sayso")
	path := filepath.Join(dir, "sayso.sock")
	l, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]os.FileMode{dir: 0o700, path: 0o600, path + ".lock": 0o600} {
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want mode %o", file, info.Mode(), err, want)
		}
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is left behind: %v", err)
	}
}

func TestOneSaysoForASocket(t *testing.T) {
	path := filepath.Join(claudetest.ShortDir(t), "sayso.sock")
	first, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ipc.Listen(path); !errors.Is(err, ipc.ErrRunning) {
		t.Errorf("a second one: %v", err)
	}
	if c, err := net.Dial("unix", path); err != nil {
		t.Errorf("the second one took the first one's socket: %v", err)
	} else {
		_ = c.Close()
	}
	_ = first.Close()
	again, err := ipc.Listen(path)
	if err != nil {
		t.Fatalf("after the first has gone: %v", err)
	}
	_ = again.Close()
}

func TestAStaleSocketIsTakenOver(t *testing.T) {
	path := filepath.Join(claudetest.ShortDir(t), "sayso.sock")
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	dead.SetUnlinkOnClose(false)
	_ = dead.Close()
	l, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
}

func TestListenLeavesWhatIsNotItsOwn(t *testing.T) {
	for name, tc := range map[string]struct {
		prepare func(t *testing.T, dir string)
		want    string
	}{
		"a file in the way": {func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, "sayso.sock"), "notes")
		}, "is not a socket"},
		"somebody listens without the lock": {func(t *testing.T, dir string) {
			l, err := net.Listen("unix", filepath.Join(dir, "sayso.sock"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = l.Close() })
		}, "another sayso is running"},
		"a directory that others enter": {func(t *testing.T, dir string) {
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}, "chmod 700"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := claudetest.ShortDir(t)
			tc.prepare(t, dir)
			before, _ := os.ReadFile(filepath.Join(dir, "sayso.sock"))
			l, err := ipc.Listen(filepath.Join(dir, "sayso.sock"))
			if err == nil {
				_ = l.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
			if after, _ := os.ReadFile(filepath.Join(dir, "sayso.sock")); string(after) != string(before) {
				t.Error("what was there is gone")
			}
		})
	}
}

func TestListenDoesNotFollowALinkedDirectory(t *testing.T) {
	dir := claudetest.ShortDir(t)
	real := filepath.Join(dir, "real")
	if err := os.Mkdir(real, 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if l, err := ipc.Listen(filepath.Join(link, "sayso.sock")); err == nil {
		_ = l.Close()
		t.Error("it listens behind a link that somebody else may have laid")
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What cleans up old files, or the end of a login, may take the socket away
// while sayso runs. Then nobody could ask any more, and nobody would know.
func TestASocketThatWasTakenAwayComesBack(t *testing.T) {
	for name, take := range map[string]func(path string) error{
		"the socket":                 os.Remove,
		"its lock":                   func(path string) error { return os.Remove(path + ".lock") },
		"the directory":              func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
		"the directory, by another":  func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+".old") },
		"the socket of a dead sayso": leaveStale,
	} {
		t.Run(name, func(t *testing.T) {
			s := startAt(t, filepath.Join(claudetest.ShortDir(t), "sayso", "sayso.sock"))
			before, _ := s.ask(t.Context(), `{"n":1}`)
			s.untilWaiting(1)
			if err := take(s.path); err != nil {
				t.Fatal(err)
			}
			if _, err := s.listener.Mend(); err != nil {
				t.Fatal(err)
			}
			if mended, err := s.listener.Mend(); mended || err != nil {
				t.Errorf("mended again: %v, %v", mended, err)
			}
			after, _ := s.ask(t.Context(), `{"n":2}`)
			for _, e := range s.untilWaiting(2).Waiting {
				_ = s.desk.Answer(e.Ask.ID, approver.Decision{Verdict: approver.Allow})
			}
			for what, out := range map[string]<-chan answer{"before": before, "after": after} {
				if a := receive(t, "the answer from "+what, out); a.decision.Verdict != approver.Allow {
					t.Errorf("%s: %+v", what, a)
				}
			}
			if l, err := ipc.Listen(s.path); !errors.Is(err, ipc.ErrRunning) {
				t.Errorf("a second one could start: %v", err)
				_ = l.Close()
			}
		})
	}
}

// leaveStale puts a socket on which nobody listens in the place of another one.
func leaveStale(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return err
	}
	dead.SetUnlinkOnClose(false)
	return dead.Close()
}

// A sayso whose place another one has taken says so, and leaves it alone to its
// own end. When the other has gone, the place is its own again.
func TestTheSocketOfAnotherSaysoIsLeftAlone(t *testing.T) {
	path := filepath.Join(claudetest.ShortDir(t), "sayso", "sayso.sock")
	first, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	second, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Mend(); !errors.Is(err, ipc.ErrRunning) {
		t.Errorf("the first one: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if mended, err := first.Mend(); !mended || err != nil {
		t.Errorf("after the second has gone: %v, %v", mended, err)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	third, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close()
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if c, err := net.Dial("unix", path); err != nil {
		t.Errorf("the end of the first took the third's socket away: %v", err)
	} else {
		_ = c.Close()
	}
}

func TestAPathThatIsTooLongIsNamed(t *testing.T) {
	path := filepath.Join(claudetest.ShortDir(t), strings.Repeat("x", 110), "s.sock")
	if _, err := ipc.Listen(path); err == nil || !strings.Contains(err.Error(), "103") {
		t.Errorf("got %v, want an error that tells the limit", err)
	}
}

// shaky is a listener whose first accepts fail, as when the system is out of
// files.
type shaky struct {
	net.Listener
	failures int
}

func (l *shaky) Accept() (net.Conn, error) {
	if l.failures > 0 {
		l.failures--
		return nil, &net.OpError{Op: "accept", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	}
	return l.Listener.Accept()
}

func TestAnAcceptThatFailsIsTriedAgain(t *testing.T) {
	s := newSayso(t, filepath.Join(claudetest.ShortDir(t), "sayso.sock"))
	s.serve(&shaky{s.listener, 3})
	out, _ := s.ask(t.Context(), `{}`)
	_ = s.desk.Answer(s.untilWaiting(1).Waiting[0].Ask.ID, approver.Decision{Verdict: approver.Allow})
	if a := receive(t, "the answer", out); a.decision.Verdict != approver.Allow {
		t.Errorf("got %+v", a)
	}
	if err := receive(t, "word of it to the person", s.rejects); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("the person was told: %v", err)
	}
}

// A lock that is a pipe, which whoever opens it waits on, must not keep a pane
// from its socket: that would make it deaf, and without a word.
func TestALockThatIsAPipeHoldsNothingUp(t *testing.T) {
	path := filepath.Join(claudetest.ShortDir(t), "sayso", "sayso.sock")
	l, err := ipc.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	lock := path + ".lock"
	if err := errors.Join(os.Remove(path), os.Remove(lock), syscall.Mkfifo(lock, 0o600)); err != nil {
		t.Fatal(err)
	}
	mended := make(chan error, 1)
	go func() {
		ok, err := l.Mend()
		if err == nil && !ok {
			err = errors.New("nothing was mended")
		}
		mended <- err
	}()
	select {
	case err := <-mended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it hangs on the lock")
	}
	if _, err := ipc.Listen(path); !errors.Is(err, ipc.ErrRunning) {
		t.Errorf("a second one listens: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
