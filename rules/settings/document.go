package settings

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"sayso/internal/claude"
	"sayso/internal/lazy"
	"sayso/internal/safefile"
	"sayso/rules"
)

// FileError says what is wrong with a settings file, where, and what to do.
type FileError struct {
	File   string // "" where the bytes come from no file
	Line   int    // 1 is the first; 0 is the file as a whole
	Column int    // in bytes, 1 is the first; 0 is the line as a whole
	Field  string // the member, permissions.allow[2]; "" where it is none
	Reason string
	Fix    string // what to do
	Err    error  // the cause, or nil
}

func (e *FileError) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d", e.Line)
		if e.Column > 0 {
			s += fmt.Sprintf(":%d", e.Column)
		}
	}
	if s != "" {
		s += ": "
	}
	if e.Field != "" {
		s += e.Field + ": "
	}
	s += e.Reason
	if e.Fix != "" {
		s += "; " + e.Fix
	}
	return s
}

// Unwrap returns the cause, for errors.Is and errors.As.
func (e *FileError) Unwrap() error { return e.Err }

// Document is a settings file, parsed. The zero Document is an empty file.
type Document struct {
	File  File
	bytes []byte
	root  hujson.Value
	empty bool // there is no JSON value in it

	Rules       []rules.Rule
	Directories []string // permissions.additionalDirectories

	// Unread says why Claude Code takes no notice of the file although it
	// parses here: it holds a comment. nil where it is read.
	Unread *FileError

	// Warnings are about single entries that Claude Code passes over.
	Warnings []*FileError
}

// Parse reads the content of a settings file. The error is a *[FileError]; of
// an empty content it is nil.
func Parse(f File, content []byte) (*Document, error) {
	d := &Document{File: f, bytes: content}
	fail := func(offset int, field, reason, fix string) (*Document, error) {
		line, column := position(content, offset)
		return nil, &FileError{File: f.Path, Line: line, Column: column, Field: field, Reason: reason, Fix: fix}
	}
	switch {
	case bytes.HasPrefix(content, []byte("\xef\xbb\xbf")):
		return fail(0, "", "the file begins with a byte order mark", "save it as UTF-8 without BOM")
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")):
		return fail(0, "", "the file is UTF-16", "save it as UTF-8 without BOM")
	case !utf8.Valid(content):
		return fail(invalidAt(content), "", "the file is not valid UTF-8", "save it as UTF-8")
	case len(bytes.TrimSpace(content)) == 0:
		d.empty = true
		return d, nil
	}
	root, err := hujson.Parse(content)
	if err != nil {
		line, column, reason := syntaxError(err)
		return nil, &FileError{File: f.Path, Line: line, Column: column, Reason: reason, Fix: "correct it by hand", Err: err}
	}
	d.root = root
	if err := d.check(&d.root, ""); err != nil {
		return nil, err
	}
	if err := d.read(); err != nil {
		return nil, err
	}
	if at, ok := firstComment(&d.root); ok {
		line, column := position(content, at)
		d.Unread = &FileError{File: f.Path, Line: line, Column: column,
			Reason: "Claude Code ignores a settings file with a comment in it", Fix: "delete the comment"}
	}
	return d, nil
}

// firstComment returns where the first comment of a tree begins.
func firstComment(root *hujson.Value) (at int, found bool) {
	look := func(extra hujson.Extra, start int) {
		if i := bytes.IndexByte(extra, '/'); i >= 0 && !found {
			at, found = start+i, true
		}
	}
	for v := range root.All() {
		look(v.BeforeExtra, v.StartOffset-len(v.BeforeExtra))
		switch c := v.Value.(type) {
		case *hujson.Object:
			look(c.AfterExtra, v.EndOffset-1-len(c.AfterExtra))
		case *hujson.Array:
			look(c.AfterExtra, v.EndOffset-1-len(c.AfterExtra))
		}
		look(v.AfterExtra, v.EndOffset)
	}
	return at, found
}

// MaxSize is the largest settings file that is read, in bytes.
const MaxSize = 16 << 20

// Read reads the file f. A file that does not exist is an empty document.
func Read(f File) (*Document, error) {
	content, err := safefile.Read(f.Path, MaxSize)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return &Document{File: f, empty: true}, nil
	case errors.Is(err, safefile.ErrNoFile), errors.Is(err, safefile.ErrLarge):
		return nil, &FileError{File: f.Path, Reason: err.Error(), Fix: "replace it with a settings file", Err: err}
	case err != nil:
		return nil, &FileError{File: f.Path, Reason: "it can't be read", Fix: "check its permissions", Err: err}
	}
	return Parse(f, content)
}

// Bytes returns the document as it stands in the file.
func (d *Document) Bytes() []byte { return d.bytes }

// position returns the line and column of an offset, both from 1.
func position(content []byte, offset int) (line, column int) {
	before := content[:min(offset, len(content))]
	return 1 + bytes.Count(before, []byte("\n")), offset - bytes.LastIndexByte(before, '\n')
}

func invalidAt(content []byte) int {
	for i := 0; i < len(content); {
		r, n := utf8.DecodeRune(content[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return 0
}

var hujsonError = lazy.Regexp(`^hujson: line (\d+), column (\d+): (.*)$`)

// syntaxError takes the place out of a parser's message.
func syntaxError(err error) (line, column int, reason string) {
	m := hujsonError().FindStringSubmatch(err.Error())
	if m == nil {
		return 0, 0, err.Error()
	}
	line, _ = strconv.Atoi(m[1]) // digits by the expression
	column, _ = strconv.Atoi(m[2])
	return line, column, m[3]
}

// check looks for what Claude Code's own parser refuses or silently drops.
func (d *Document) check(v *hujson.Value, field string) error {
	fail := func(offset int, field, reason, fix string) error {
		line, column := position(d.bytes, offset)
		return &FileError{File: d.File.Path, Line: line, Column: column, Field: field, Reason: reason, Fix: fix}
	}
	switch c := v.Value.(type) {
	case *hujson.Object:
		seen := map[string]int{}
		for i := range c.Members {
			m := &c.Members[i]
			name := m.Name.Value.(hujson.Literal).String()
			path := join(field, name)
			if at, twice := seen[name]; twice {
				first, _ := position(d.bytes, at)
				return fail(m.Name.StartOffset, path, fmt.Sprintf("the name appears twice, first on line %d", first),
					"keep one of the two: only the last one counts")
			}
			seen[name] = m.Name.StartOffset
			if i == len(c.Members)-1 && m.Value.AfterExtra != nil {
				return fail(commaAfter(d.bytes, m.Value), path, "there is a comma after the last member", "delete it")
			}
			if err := d.check(&m.Value, path); err != nil {
				return err
			}
		}
	case *hujson.Array:
		for i := range c.Elements {
			path := fmt.Sprintf("%s[%d]", field, i)
			if i == len(c.Elements)-1 && c.Elements[i].AfterExtra != nil {
				return fail(commaAfter(d.bytes, c.Elements[i]), path, "there is a comma after the last element", "delete it")
			}
			if err := d.check(&c.Elements[i], path); err != nil {
				return err
			}
		}
	}
	return nil
}

// commaAfter returns where the comma behind v stands.
func commaAfter(content []byte, v hujson.Value) int {
	return min(v.EndOffset+len(v.AfterExtra), len(content))
}

func join(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

// textOf returns a value that is a text.
func textOf(v *hujson.Value) (string, bool) {
	l, ok := v.Value.(hujson.Literal)
	if !ok || l.Kind() != '"' {
		return "", false
	}
	return l.String(), true
}

// member returns the member of an object, or nil.
func member(v *hujson.Value, name string) *hujson.Value {
	if v == nil {
		return nil
	}
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	for i := range o.Members {
		if o.Members[i].Name.Value.(hujson.Literal).String() == name {
			return &o.Members[i].Value
		}
	}
	return nil
}

// read takes rules and directories out of the tree.
func (d *Document) read() error {
	wrong := func(v *hujson.Value, field, want string) error {
		line, column := position(d.bytes, v.StartOffset)
		return &FileError{File: d.File.Path, Line: line, Column: column, Field: field, Reason: "it is not " + want, Fix: "correct it by hand"}
	}
	if _, ok := d.root.Value.(*hujson.Object); !ok {
		return wrong(&d.root, "", "an object")
	}
	permissions := member(&d.root, "permissions")
	if permissions == nil {
		return nil
	}
	if _, ok := permissions.Value.(*hujson.Object); !ok {
		return wrong(permissions, "permissions", "an object")
	}
	strings := func(name string, each func(v *hujson.Value, s string)) error {
		list := member(permissions, name)
		if list == nil {
			return nil
		}
		a, ok := list.Value.(*hujson.Array)
		if !ok {
			return wrong(list, "permissions."+name, "a list")
		}
		for i := range a.Elements {
			s, ok := textOf(&a.Elements[i])
			if !ok {
				line, column := position(d.bytes, a.Elements[i].StartOffset)
				d.Warnings = append(d.Warnings, &FileError{File: d.File.Path, Line: line, Column: column,
					Field: fmt.Sprintf("permissions.%s[%d]", name, i), Reason: "it is not a string in quotes and is ignored", Fix: "delete it"})
				continue
			}
			each(&a.Elements[i], s)
		}
		return nil
	}
	for _, behavior := range claude.Behaviors() {
		err := strings(string(behavior), func(v *hujson.Value, s string) {
			line, _ := position(d.bytes, v.StartOffset)
			d.Rules = append(d.Rules, rules.Rule{
				Text: s, Behavior: behavior, Source: d.File.Source, File: d.File.Path, Line: line,
			})
		})
		if err != nil {
			return err
		}
	}
	if err := strings("additionalDirectories", func(_ *hujson.Value, s string) {
		d.Directories = append(d.Directories, s)
	}); err != nil {
		return err
	}
	if mode := member(permissions, "defaultMode"); mode != nil {
		if _, ok := textOf(mode); !ok {
			return wrong(mode, "permissions.defaultMode", "a text in quotes")
		}
	}
	return nil
}
