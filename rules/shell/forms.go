package shell

import (
	"regexp"
	"slices"
	"strings"

	"sayso/internal/lazy"
)

// Form is one spelling of a part that rules are compared with.
type Form struct {
	Text     string
	ViaXargs bool // stands behind xargs: an exact rule does not reach it
}

// safeVariables may stand in front of a command without changing which rule
// allows it: they pick output, locale or a build mode, not code to run.
var safeVariables = set(`NODE_ENV RUST_LOG RUST_BACKTRACE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE LC_TIME
	LANGUAGE TZ TERM COLORTERM NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CI GOOS GOARCH CGO_ENABLED
	GO111MODULE GOEXPERIMENT GIT_TERMINAL_PROMPT ANTHROPIC_API_KEY LS_COLORS LSCOLORS GREP_COLOR
	GREP_COLORS GCC_COLORS TIME_STYLE BLOCK_SIZE BLOCKSIZE COLUMNS LINES
	PYTEST_DISABLE_PLUGIN_AUTOLOAD PYTEST_DEBUG CHARSET DEBIAN_FRONTEND`)

var (
	safeAssignment = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_]*=[A-Za-z0-9_./:-]+[ \t]+`)
	anyAssignment  = lazy.Regexp(`^[A-Za-z_][A-Za-z0-9_]*(\[[^\]]*\])?\+?=`)

	// safeWrappers run the command behind them unchanged; each is spelled with
	// the options that are known to keep it so.
	safeWrappers = []func() *regexp.Regexp{
		lazy.Regexp(`^timeout(?:[ \t]+(?:-v|-f|-p|--verbose|--foreground|--preserve-status|--(?:signal|kill-after)[= \t]+[A-Za-z0-9.]+|-[sk][ \t]*[A-Za-z0-9.]+))*[ \t]+[0-9]+(?:\.[0-9]+)?[smhd]?[ \t]+`),
		lazy.Regexp(`^(?:time|nohup|noglob)[ \t]+`),
		lazy.Regexp(`^nice(?:[ \t]+-n[ \t]+-?[0-9]+|[ \t]+-[0-9]+)?[ \t]+`),
		lazy.Regexp(`^stdbuf(?:[ \t]+-[ioe][LN0-9]+)+[ \t]+`),
		lazy.Regexp(`^command(?:[ \t]+-p)?(?:[ \t]+--)?[ \t]+`),
		lazy.Regexp(`^builtin(?:[ \t]+--)?[ \t]+`),
	}
	// wrapperNames are the programs of safeWrappers.
	wrapperNames = set(`timeout time nohup noglob nice stdbuf command builtin`)
	oneWord      = strings.NewReplacer(" ", "_", "\t", "_", "\n", "_")

	blanks = lazy.Regexp(`[ \t]+`)
)

func safeVariable(assignment string) bool {
	name, _, _ := strings.Cut(assignment, "=")
	return safeVariables[name]
}

// unwrap takes one safe wrapper off the front of s.
func unwrap(s string) (string, bool) {
	if end := strings.IndexAny(s, " \t"); end < 0 || !wrapperNames[s[:end]] {
		return s, false
	}
	for _, w := range safeWrappers {
		if n := len(w().FindString(s)); n > 0 && n < len(s) && !(s[n] == '-' && strings.HasPrefix(s, "command")) {
			return s[n:], true
		}
	}
	return s, false
}

// AllowForms returns the spellings of the part that an allow rule may match:
// the text, the text without harmless assignments and wrappers, and each of
// these with the quotes taken off the program's name. Blanks stay as written;
// [Collapse] them for prefixes and patterns.
func (p Part) AllowForms() []string {
	forms, _ := p.plainForms()
	for _, words := range [][]Word{p.Words, p.unwrapped()} {
		if len(words) == 0 || !words[0].Known || !plainName(words[0].Value) || words[0].Raw == words[0].Value {
			continue
		}
		for _, f := range forms {
			if rest, ok := strings.CutPrefix(f, words[0].Raw); ok {
				if plain := words[0].Value + rest; !slices.Contains(forms, plain) {
					forms = append(forms, plain)
				}
				break
			}
		}
	}
	return forms
}

// plainForms returns the text, and the text without harmless assignments and
// wrappers. whole is false where there are more of these than are taken off.
func (p Part) plainForms() (forms []string, whole bool) {
	forms = []string{p.Text}
	s := p.Text
	for safeVariable(s) {
		n := len(safeAssignment().FindString(s))
		if n == 0 || n == len(s) {
			break
		}
		if len(forms) > maxAssigns {
			return forms, false
		}
		s = s[n:]
		forms = append(forms, s)
	}
	for range maxWrappers {
		rest, ok := unwrap(s)
		if !ok {
			return forms, true
		}
		s = rest
		forms = append(forms, s)
	}
	return forms, false
}

// plainName reports a program name without blanks: "git push" in quotes names
// one program, which no rule for git means.
func plainName(s string) bool { return s != "" && !strings.ContainsAny(s, " \t\n") }

// unwrapped returns the words behind the safe wrappers, by value.
func (p Part) unwrapped() []Word {
	words := p.Words
	for range maxWrappers {
		if len(words) < 2 || !wrapperNames[words[0].Value] {
			break
		}
		values := make([]string, len(words))
		for i, w := range words {
			values[i] = oneWord.Replace(w.Value)
		}
		s := strings.Join(values, " ")
		rest, ok := unwrap(s)
		if !ok {
			break
		}
		words = words[len(words)-strings.Count(rest, " ")-1:]
	}
	return words
}

// Collapse makes every run of blanks outside quotes one space.
func Collapse(s string) string {
	if !strings.ContainsAny(s, "\t") && !strings.Contains(s, "  ") {
		return s
	}
	if !strings.ContainsAny(s, `'"\`) {
		return blanks().ReplaceAllString(s, " ")
	}
	var b strings.Builder
	var quote byte
	blank := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if quote == 0 && (c == ' ' || c == '\t') {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		blank = false
		b.WriteByte(c)
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return b.String()
}
