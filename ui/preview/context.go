package preview

import (
	"sayso/approver"
	"sayso/rules"
	"sayso/ui/style"
)

// Context is what a renderer works with. Beside the ask it needs nothing: what
// is left out is said to be unknown, or not said.
type Context struct {
	Ask    approver.Ask
	Width  int // cells
	Styles style.Styles

	Home  string // the person's home directory
	Files Files  // nil: no file is looked at

	SideBySide bool // changes with old and new next to one another, where there is room

	// Trace says what the rules make of a call, and false where that can't be told;
	// nil for nothing to say.
	Trace func(rules.Call) (rules.Trace, bool)

	// Stopped reports whether nobody waits for the preview any more; nil for
	// never. A long one then ends early.
	Stopped func() bool

	ink    *ink
	budget *budget
}

// Files looks at files. Implementations bound what they read and how long they
// wait, and open nothing that is no regular file.
type Files interface {
	// Read returns the file at an absolute path.
	Read(path string) File
	// Real returns where an absolute path leads with all links followed, of as
	// much of it as exists, and "" where that can't be told.
	Real(path string) string
}

// File is what was found at a path.
type File struct {
	State State
	Text  string // only of one that was read
	Size  int64  // bytes
	Why   string // why it could not be read, in words
}

// State is what became of looking at a file.
type State int

// The states. The zero value is for nobody having looked.
const (
	NotLooked State = iota
	Read
	Missing
	TooLarge
	NotAFile // a folder, a device, a pipe
	Unreadable
)

// read looks at a file by the path that a call names.
func (c Context) read(path string) File {
	if c.Files == nil || path == "" {
		return File{}
	}
	return c.Files.Read(c.absolute(path))
}
