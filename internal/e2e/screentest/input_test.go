//go:build unix

package screentest

import (
	"strings"
	"testing"
)

// hexdump shows each byte that arrives, in raw mode, once the modes are set.
func hexdump(t *testing.T, modes string, bytes int) *Screen {
	script := "stty raw -echo; printf '" + modes + "ready '; dd bs=1 count=" +
		itoa(bytes) + " 2>/dev/null | od -An -v -tx1 | tr -d '\\n'; printf ' end'"
	s := Start(t, Options{Argv: []string{"/bin/sh", "-c", script}, Cols: 160, Rows: 3})
	s.WaitFor("ready")
	return s
}

func itoa(n int) string {
	return string([]byte{byte('0' + n/10), byte('0' + n%10)})
}

func TestWhatArrives(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, modes, want string
		do                func(*Screen)
	}{
		{"letters", "", "79 59 c3 a9", func(s *Screen) { s.Press("y", "Y", "é") }},
		{"names", "", "0d 09 20 7f", func(s *Screen) { s.Press("enter", "tab", "space", "backspace") }},
		{"esc", "", "1b", func(s *Screen) { s.Press("esc") }},
		{"control", "", "03 00 1f", func(s *Screen) { s.Press("ctrl+c", "ctrl+space", "ctrl+_") }},
		{"arrows", "", "1b 5b 41 1b 5b 31 3b 35 42", func(s *Screen) { s.Press("up", "ctrl+down") }},
		{"application arrows", `\033[?1h`, "1b 4f 41 1b 4f 48", func(s *Screen) { s.Press("up", "home") }},
		{"paging", "", "1b 5b 36 7e 1b 5b 35 7e", func(s *Screen) { s.Press("pgdown", "pgup") }},
		{"functions", "", "1b 4f 50 1b 5b 31 35 7e", func(s *Screen) { s.Press("f1", "f5") }},
		{"back tab", "", "1b 5b 5a", func(s *Screen) { s.Press("shift+tab") }},
		{"alt", "", "1b 78", func(s *Screen) { s.Press("alt+x") }},
		{"typed", "", "61 0a 62", func(s *Screen) { s.Type("a\nb") }},
		{"pasted", `\033[?2004h`, "1b 5b 32 30 30 7e 61 0d 62 1b 5b 32 30 31 7e", func(s *Screen) { s.Paste("a\nb") }},
		{"focus", `\033[?1004h`, "1b 5b 49 1b 5b 4f", func(s *Screen) { s.Focus(); s.Blur() }},
		{
			"click", `\033[?1002h\033[?1006h`,
			"1b 5b 3c 30 3b 34 3b 32 4d 1b 5b 3c 30 3b 34 3b 32 6d",
			func(s *Screen) { s.Click(3, 1) },
		},
		{
			"wheel", `\033[?1003h\033[?1006h`,
			"1b 5b 3c 36 34 3b 31 3b 31 4d 1b 5b 3c 36 35 3b 31 3b 31 4d",
			func(s *Screen) { s.Wheel(0, 0, -1); s.Wheel(0, 0, 1) },
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := hexdump(t, tt.modes, len(strings.Fields(tt.want)))
			tt.do(s)
			text := s.WaitFor("end")
			if want := "ready  " + tt.want + " end"; !strings.HasPrefix(text, want) {
				t.Errorf("got  %q\nwant %q", strings.TrimSpace(text), want)
			}
		})
	}
}

func TestPressRefusesWhatItCannotSend(t *testing.T) {
	t.Parallel()
	s := sh(t, "read x")
	for _, keys := range [][]string{{"entr"}, {"shift+y"}, {"ctrl+1"}, {"ctrl+enter"}, {""}, {"esc", "y"}} {
		if got := failing(t, s, func() { s.Press(keys...) }); got == "" {
			t.Errorf("Press(%q) sent something", keys)
		}
	}
}

// TestSilentUntilAsked holds for what a terminal sends only on request.
func TestSilentUntilAsked(t *testing.T) {
	t.Parallel()
	s := sh(t, "echo up; read x")
	s.WaitFor("up")
	s.timeout = 1
	for name, do := range map[string]func(){
		"Focus": s.Focus, "Blur": s.Blur,
		"Paste": func() { s.Paste("x") },
		"Click": func() { s.Click(0, 0) },
		"Wheel": func() { s.Wheel(0, 0, 1) },
	} {
		if got := failing(t, s, do); !strings.Contains(got, "the program to ask for") {
			t.Errorf("%s: %q", name, got)
		}
	}
}
