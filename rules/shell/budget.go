package shell

import "strings"

// Bounds of a command that is taken apart. A short text may stand for a long one:
// variables that double, substitutions in one another, wrappers behind wrappers.
// Whoever reads a command must not be held up or brought down by one, and must
// not let one pass because it took too long. So beyond these bounds it counts as
// one that can't be checked.
const (
	maxText      = 64 << 10 // bytes; the longest that people approve have some thousand
	maxOpen      = 2000     // brackets and backquotes that may stand in one another
	maxBackward  = 50       // backquotes: each level of them is read once more
	maxWrappers  = 30       // programs that start one another, as in "sudo env nice make"
	maxAssigns   = 60       // harmless assignments in front of a command; there are fewer such variables
	maxParts     = 4000     // simple commands
	maxWords     = 10_000   // words of them all
	stepsBase    = 1 << 16
	stepsByte    = 256 // steps for each byte of the text; a step is about a byte that is looked at or copied
	stepsHanded  = 32  // for each byte of a text that is handed to a shell, to parse it
	stepsCommand = 256 // for each command in it
)

// unchecked returns why a text is not even parsed, "" for one that is. It counts
// what opens and nothing that closes: a closing bracket may stand in quotes.
func unchecked(s string) string {
	if len(s) > maxText {
		return "it is too long to be checked"
	}
	open := 0
	for _, opener := range openers {
		open += strings.Count(s, opener)
	}
	if open > maxOpen || strings.Count(s, "`") > maxBackward {
		return tangled
	}
	return ""
}

// openers are what commands stand in one another by.
var openers = []string{"(", "{", "$[", "[[", "if", "while", "until", "for", "case", "select"}

// tangled is said of a command that goes beyond the bounds.
const tangled = "it is too tangled to be checked"

// overrun is the panic that ends the reading of a command beyond its bounds.
type overrun struct{}

// spend takes n steps off what the reading of the line may still cost.
func (w *walker) spend(n int) {
	if *w.steps -= n + 1; *w.steps < 0 {
		panic(overrun{})
	}
}

// guard runs a reading of the line. When that goes beyond its bounds, or fails in
// a way that nobody thought of, nothing of it is believed.
func (l *Line) guard(read func()) {
	defer func() {
		if failed := recover(); failed != nil {
			l.giveUp(tangled)
		}
	}()
	read()
}

// giveUp makes the line one that can't be checked.
func (l *Line) giveUp(why string) {
	*l = Line{Text: l.Text, Unchecked: why, Doubt: why, Firm: why}
}

// tangled reports a part whose program stands behind more than is looked behind:
// its spellings are then not known completely.
func (p Part) tangled() bool {
	_, whole := p.plainForms()
	return !whole || p.wrapped()
}

// wrapped reports whether a part starts more programs by one another than anybody
// looks behind.
func (p Part) wrapped() bool {
	words := p.values(false)
	for range maxWrappers {
		for len(words) > 0 && strings.Contains(words[0], "=") && anyAssignment().MatchString(words[0]) {
			words = words[1:]
		}
		if len(words) == 0 {
			return false
		}
		words[0] = baseName(words[0])
		rest, ok := behind(words)
		if words[0] == "xargs" {
			rest, ok = words[1:], true
		}
		if !ok {
			return false
		}
		words = rest
	}
	return true
}

// endComments ends each comment that ends in a backslash where the shell ends it:
// at the end of its line. mvdan.cc/sh takes the next line, which is a command, for
// more of the comment. The text keeps its length. It reports false where quotes
// can't be told without parsing, so that nobody knows what is a comment.
func endComments(s string) (string, bool) {
	if !continuedComment(s) {
		return s, true
	}
	if quotesApart(s) {
		return s, false
	}
	text := []byte(s)
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			} else if c == '\\' && quote == '"' {
				i++
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '\\':
			i++
		case c == '#' && startsWord(text, i):
			for i < len(text) && text[i] != '\n' {
				i++
			}
			if text[i-1] == '\\' && i < len(text) {
				text[i-1] = ' '
			}
		}
	}
	return string(text), true
}

// quotesApart reports what quotes mean something else in than beside it, so that
// only a parser can tell what of the rest is quoted.
func quotesApart(s string) bool {
	for _, opener := range []string{"$(", "`", "<<", "$'", "${", "$[", "(("} {
		if strings.Contains(s, opener) {
			return true
		}
	}
	return false
}

// continuedComment reports a line that may hold a comment and ends in a backslash.
func continuedComment(s string) bool {
	if !strings.Contains(s, "\\\n") {
		return false
	}
	for line := range strings.Lines(s) {
		if !strings.HasSuffix(line, "\\\n") {
			continue
		}
		if holdsComment(line) {
			return true
		}
	}
	return false
}

// holdsComment reports a # that may begin a comment.
func holdsComment(s string) bool {
	for i := range len(s) {
		if s[i] == '#' && startsWord(s, i) {
			return true
		}
	}
	return false
}

// startsWord reports whether a word may begin at i.
func startsWord[T string | []byte](text T, i int) bool {
	return i == 0 || strings.IndexByte(" \t\n;&|()<>`", text[i-1]) >= 0
}
