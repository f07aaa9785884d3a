// Package pathrule matches the paths of Claude Code's file rules: patterns in
// the manner of gitignore, relative to a folder that the pattern's beginning
// and the settings file choose.
//
// They differ from gitignore where Claude Code does: letters match in either
// case, "dir/**" covers dir itself, a pattern that begins with ! matches nothing,
// and a class can't be negated: [!a] is an exclamation mark or an a.
package pathrule

import (
	"errors"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"sayso/internal/lazy"
)

// Base names the folder that a pattern is relative to.
type Base int

// The bases: ./x and x are relative to the working directory, /x to the root of
// the settings file, ~/x to the home directory, //x to the file system's root.
const (
	WorkingDir Base = iota
	SettingsRoot
	Home
	Root
)

// Pattern is a compiled pattern.
type Pattern struct {
	Base Base

	globs   []string // alternatives, lower case; none match nothing
	dirOnly bool     // matches folders: what lies beneath them
	all     bool     // matches everything beneath the base
}

// The reasons why a pattern matches nothing.
var (
	ErrNegated = errors.New("a pattern that begins with ! matches nothing")
	ErrComment = errors.New("a pattern that begins with # is a comment; write \\# for the character")
	ErrPrefix  = errors.New("the ending :* belongs to shell rules; write ** or * in a path")
	ErrHome    = errors.New("~ alone names no file; write ~/**")
	ErrSyntax  = errors.New("the pattern is malformed")
	ErrDots    = errors.New("a pattern with . or .. in the middle matches nothing: paths are compared without them")
	ErrEmpty   = errors.New("the pattern is empty")
	ErrClass   = errors.New("a backslash between [ and ] does not make the next character plain; write the characters without it")
)

// Compile reads the content of a file rule. Wide is set for deny and ask
// rules: there "dir/**" covers a folder of that name at any depth, where an
// allow rule means the one beneath the base. A pattern that can match nothing
// is returned with one of the errors above, and matches nothing.
func Compile(content string, wide bool) (Pattern, error) {
	if strings.HasSuffix(content, ":*") {
		return Pattern{}, ErrPrefix
	}
	p, text := split(trimBlanks(content))
	anchored := p.Base != WorkingDir
	switch {
	case strings.TrimSpace(text) == "":
		return p, ErrEmpty
	case p.Base == WorkingDir && text == "~":
		return p, ErrHome
	case text[0] == '!':
		return p, ErrNegated
	case text[0] == '#' && !wide:
		return p, ErrComment
	}
	for strings.Contains(text, "//") {
		text = strings.ReplaceAll(text, "//", "/")
	}
	if rest, ok := strings.CutSuffix(text, "/**/"); ok {
		text, p.dirOnly = rest, true
		anchored = true
	} else if rest, ok := strings.CutSuffix(text, "/**"); ok {
		text = rest
		anchored = anchored || !wide && !strings.HasPrefix(rest, "**")
	} else if rest, ok := strings.CutSuffix(text, "/"); ok {
		text, p.dirOnly = rest, true
		if rest == "" {
			return p, ErrEmpty
		}
	}
	text = strings.TrimPrefix(text, "/")
	if !wide {
		// Of two ** in a row the second stands for a folder that is there.
		for strings.Contains(text, "**/**/") {
			text = strings.Replace(text, "**/**/", "**/*/", 1)
		}
	}
	if text == "" || text == "**" {
		p.all = true
		return p, nil
	}
	for seg := range strings.SplitSeq(text, "/") {
		if seg == "." || seg == ".." {
			return p, ErrDots
		}
	}
	if !wide && classEscape().MatchString(text) {
		return p, ErrClass
	}
	glob := lower(portable(text))
	if !doublestar.ValidatePattern(glob) {
		return p, ErrSyntax
	}
	if !anchored && !strings.Contains(text, "/") {
		glob = "**/" + glob
	}
	p.globs = []string{glob}
	return p, nil
}

// classEscape finds a backslash in a class that is in front of a letter, a digit
// or a bracket: Claude Code reads it as a class of its own, or ends the class.
var classEscape = lazy.Regexp(`\[[^\]]*\\[\w\]]`)

// split finds the base of a pattern and what follows it.
func split(content string) (Pattern, string) {
	switch {
	case strings.HasPrefix(content, "//"):
		return Pattern{Base: Root}, content[1:]
	case strings.HasPrefix(content, "~/"):
		return Pattern{Base: Home}, content[1:]
	case strings.HasPrefix(content, "/"):
		return Pattern{Base: SettingsRoot}, content
	case strings.HasPrefix(content, "./"):
		return Pattern{Base: WorkingDir}, strings.TrimLeft(content[2:], "/")
	}
	return Pattern{Base: WorkingDir}, content
}

// trimBlanks drops trailing spaces that no backslash protects.
func trimBlanks(s string) string {
	for strings.HasSuffix(s, " ") && !strings.HasSuffix(s, `\ `) {
		s = s[:len(s)-1]
	}
	return s
}

// portable turns a pattern into one of doublestar: braces are plain characters,
// and ! and ^ at the beginning of a class are characters like any other.
func portable(s string) string {
	var b strings.Builder
	class := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			b.WriteByte(c)
			i++
			b.WriteByte(s[i])
			continue
		case !class && c == '[':
			class = true
			b.WriteByte(c)
			if i+1 < len(s) && (s[i+1] == '!' || s[i+1] == '^') {
				i++
				b.WriteString(`\` + s[i:i+1])
			}
			continue
		case class && c == ']':
			class = false
		case c == '{' || c == '}' || class && c == '[':
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

func lower(s string) string { return strings.ToLower(s) }

// Match reports whether the pattern covers rel, a slash-separated path relative
// to the pattern's base, without "." or ".." in it: the path itself or a folder
// above it matches. The base itself ("" or ".") is covered by no pattern.
func (p Pattern) Match(rel string) bool { return p.Depth(rel) > 0 }

// Depth is Match that also tells where: it returns how many segments of rel the
// topmost folder has that matches, all of them when only the path itself does,
// and 0 when the pattern does not cover rel.
func (p Pattern) Depth(rel string) int {
	if rel == "" || rel == "." || rel == ".." || strings.HasPrefix(rel, "../") {
		return 0
	}
	if p.all {
		if p.dirOnly && !strings.Contains(rel, "/") {
			return 0
		}
		return 1
	}
	rel = lower(rel)
	for _, glob := range p.globs {
		depth := 0
		for i := 0; i < len(rel); i++ {
			if rel[i] != '/' {
				continue
			}
			depth++
			if i > 0 && match(glob, rel[:i]) {
				return depth
			}
		}
		if !p.dirOnly && match(glob, rel) {
			return depth + 1
		}
	}
	return 0
}

// match compares segment by segment: a class such as [!a] must not match the
// slash between two of them. Only the last ** is taken back, which is enough and
// keeps the time short.
func match(glob, path string) bool {
	retryGlob, retryPath := "", ""
	retry := false
	globDone, pathDone := false, false
	for {
		if globDone && pathDone {
			return true
		}
		if !globDone {
			seg, rest, more := strings.Cut(glob, "/")
			if seg == "**" {
				if !more {
					return true
				}
				glob, retry, retryGlob, retryPath = rest, true, rest, path
				continue
			}
			if !pathDone {
				name, below, deeper := strings.Cut(path, "/")
				if segmentMatches(seg, name) {
					glob, globDone, path, pathDone = rest, !more, below, !deeper
					continue
				}
			}
		}
		i := strings.IndexByte(retryPath, '/')
		if !retry || i < 0 {
			return false
		}
		retryPath = retryPath[i+1:]
		glob, path, globDone, pathDone = retryGlob, retryPath, false, false
	}
}

func segmentMatches(glob, name string) bool {
	if !strings.ContainsAny(glob, `*?[\`) {
		return glob == name
	}
	ok, err := doublestar.Match(glob, name)
	return ok && err == nil
}

// Key returns a segment that every path under the pattern has, for finding
// patterns by path: a plain name in lower case, or "*" and a plain ending for a
// pattern such as *.md. It is "" where the pattern has no such segment.
func (p Pattern) Key() string {
	if len(p.globs) != 1 {
		return ""
	}
	key := ""
	for seg := range strings.SplitSeq(p.globs[0], "/") {
		switch {
		case !strings.ContainsAny(seg, `*?[]\{}`):
			key = seg
		case key == "" && strings.HasPrefix(seg, "*.") && !strings.ContainsAny(seg[1:], `*?[]\{}`):
			key = seg
		}
	}
	return key
}

// Everything reports whether the pattern covers all that lies beneath its base.
func (p Pattern) Everything() bool { return p.all && !p.dirOnly }

// Literal returns a path, relative to the base, that the pattern covers and that
// stands for all of them: whatever covers it covers the rest. It exists for
// patterns without wildcards that are bound to one place.
func (p Pattern) Literal() (string, bool) {
	if len(p.globs) != 1 || strings.ContainsAny(p.globs[0], `*?[]\{}`) {
		return "", false
	}
	if p.dirOnly {
		return p.globs[0] + "/\x00\x00\x00", true
	}
	return p.globs[0], true
}
