package question

import (
	"strings"

	"sayso/ui/card"
	"sayso/ui/lines"
)

// layout is how the card's rows are shared out. It changes with size, tab and
// answers, never with the time.
type layout struct {
	head    []line // the question over its whole width, where options stand beside a preview
	list    []line // what scrolls: the options, or the review
	own     int    // the last rows of the list, which are the person's own note
	preview []string
	foot    []string // what can be answered beside the questions; the review has it
	writes  int      // rows of the field, 0 where none is open

	beside    bool // the preview stands beside the list, not beneath it
	listWidth int
	listRoom  int // rows, the one that tells of more included
	peekRoom  int
	titled    bool // a row names the option of the preview beneath the list
	whole     bool // the preview has the room of all
	cramped   bool
}

// line is one row of the list and what stands on it.
type line struct {
	text   string
	option int // the option or, on the review, the question; -1 for none
}

// Bounds of the layout.
const (
	besideFrom = 70 // cells, from which on a preview stands beside the options
	minList    = 34 // cells of the options beside a preview
	fieldRows  = 3
	minPeek    = 2 // rows of a preview beneath the options
)

// page returns how many rows of a long region of so many rows are on screen:
// one row tells how much more there is.
func page(length, room int) int {
	if length > room {
		return max(room-1, 0)
	}
	return room
}

// page returns the rows that a page key goes by.
func (l layout) page() int {
	if len(l.list) > l.listRoom || len(l.preview) == 0 {
		return page(len(l.list), l.listRoom)
	}
	return page(len(l.preview), l.peekRoom)
}

// all returns more rows than can be scrolled.
func (l layout) all() int { return len(l.list) + len(l.preview) }

// arrange shares out the rows and keeps what scrolls in its bounds.
func (c *Card) arrange() {
	l := layout{listWidth: c.width}
	room := c.height - 1 // the tabs
	if c.Writing() {
		l.writes = min(fieldRows, max(room-5, 1))
		c.field.SetHeight(l.writes)
		room -= l.writes + 2
	}
	switch {
	case c.err != nil:
		l.list = c.unreadable()
		c.arrangeChoices(&l, room-1)
	case c.review():
		l.list = c.answers()
		c.arrangeChoices(&l, room-2) // a rule, and the row that sends
	default:
		c.arrangeQuestion(&l, room)
	}
	l.cramped = !l.whole && page(len(l.list), l.listRoom) < 1 || l.whole && l.peekRoom < 2
	c.layout = l
	c.full = c.full && (l.whole || c.Writing())
	if !l.whole {
		c.look()
	}
	c.Scroll(0)
}

// arrangeChoices sets the choices beneath the list, loosely where that leaves
// the list its room.
func (c *Card) arrangeChoices(l *layout, room int) {
	l.listRoom = room
	if c.Writing() {
		l.listRoom = room + 1
		return
	}
	if l.foot = c.choices(true); room-len(l.foot) < len(l.list) {
		l.foot = c.choices(false)
	}
	l.listRoom = room - len(l.foot)
}

// arrangeQuestion sets a question: its options, and the preview of the one that
// the keys are on beside or beneath them.
func (c *Card) arrangeQuestion(l *layout, room int) {
	q, r := c.question()
	with := false
	for _, o := range q.Options {
		with = with || o.Preview.plain != ""
	}
	if l.beside = with && c.width >= besideFrom; l.beside {
		l.listWidth = max(minList, c.width*45/100)
	}
	head := c.head(c.width)
	options, own := c.options(q, *r, l.listWidth)
	l.own = own
	if l.beside && len(head) <= room/3 {
		l.head, l.list = head, options
		room -= len(head)
	} else {
		l.list = append(c.head(l.listWidth), options...)
	}
	l.listRoom = room
	i := c.focused()
	if i >= 0 && i < len(q.Options) && q.Options[i].Preview.plain != "" {
		width := c.width - 2
		if l.beside {
			width = c.width - l.listWidth - 3
		}
		l.preview = c.previewOf(q.Options[i].Preview.plain, width)
	}
	switch {
	case c.full && len(l.preview) > 0 && !c.Writing():
		l.preview = c.previewOf(q.Options[i].Preview.plain, c.width-2)
		*l = layout{preview: l.preview, listWidth: c.width, peekRoom: c.height - 2, titled: true, whole: true}
	case l.beside:
		l.peekRoom = room
	case len(l.preview) > 0:
		least := min(len(l.preview), max(minPeek, room/3))
		l.peekRoom = min(max(room-1-len(l.list), least), len(l.preview))
		l.titled = room >= 6
		l.listRoom = room - l.peekRoom
		if l.titled {
			l.listRoom--
		}
	}
}

// memo holds texts that were set for a width, so that a long one is not set anew
// with every key.
type memo map[setText][]string

type setText struct {
	text  string
	width int
	with  string // what else its looks depend on
}

// maxMemo is how many texts are held: more than the questions of an ask have, at
// several widths.
const maxMemo = 4000

// of returns the rows of a text, made by set where they are not known.
func (m memo) of(key setText, set func() []string) []string {
	rows, known := m[key]
	if !known {
		if len(m) >= maxMemo {
			clear(m)
		}
		rows = set()
		m[key] = rows
	}
	return rows
}

// previewOf sets a preview for a width.
func (c *Card) previewOf(text string, width int) []string {
	return c.previews.of(setText{text: text, width: width}, func() []string {
		if c.markdown != nil && fenced(text) {
			return c.markdown(text, width, c.styles)
		}
		return card.PlainText(text, width, c.styles)
	})
}

// fenced reports whether a preview is Markdown for sure. Most are bare code, in
// which Markdown would find lists and headings: a fence tells.
func fenced(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			return true
		}
	}
	return false
}

// Scroll moves what is read by so many rows: down first the list and then the
// preview, up the other way round.
func (c *Card) Scroll(rows int) {
	l := c.layout
	top := &c.top[min(c.tab, len(c.top)-1)]
	listEnd := max(len(l.list)-page(len(l.list), l.listRoom), 0)
	peekEnd := max(len(l.preview)-page(len(l.preview), l.peekRoom), 0)
	*top, c.peek = min(max(*top, 0), listEnd), min(max(c.peek, 0), peekEnd)
	if rows > 0 {
		step := min(rows, listEnd-*top)
		*top += step
		c.peek = min(c.peek+rows-step, peekEnd)
	} else {
		step := min(-rows, c.peek)
		c.peek -= step
		*top = max(*top+rows+step, 0)
	}
}

// reveal scrolls the list so that all of an option is on screen, or its start
// where it is too long.
func (c *Card) reveal(option int) {
	if option < 0 || c.review() {
		return
	}
	first, last := -1, -1
	for i, ln := range c.layout.list {
		if ln.option != option {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	if first < 0 {
		return
	}
	top, rows := &c.top[c.tab], page(len(c.layout.list), c.layout.listRoom)
	*top = min(max(*top, last-rows+1), first)
	c.Scroll(0)
}

// Click chooses the option at a place, or shows the tab that is named there. It
// never sends.
func (c *Card) Click(x, y int) {
	if c.Writing() || c.err != nil {
		return
	}
	if y == 0 {
		for _, t := range c.tabs(c.width) {
			if x >= t.at && x < t.at+lines.Width(t.text)+2 {
				c.show(t.tab)
			}
		}
		return
	}
	i := y - 1 - len(c.layout.head)
	if i < 0 || i >= page(len(c.layout.list), c.layout.listRoom) || x >= c.layout.listWidth {
		return
	}
	if i += c.top[c.tab]; i >= len(c.layout.list) || c.layout.list[i].option < 0 {
		return
	}
	if c.review() {
		c.show(c.layout.list[i].option)
		return
	}
	c.mark(c.layout.list[i].option)
}
