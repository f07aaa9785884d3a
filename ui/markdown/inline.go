package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/ui/lines"
)

// piece is a part of a line in one look.
type piece struct {
	text string
	with lipgloss.Style
}

// longLine is how many bytes of a line are looked through for marks at most. One
// without its end is looked for up to the end of the line, and there may be one
// at every byte.
const longLine = 2 << 10

// words shows a line with what is marked in it, wrapped at spaces. The first row
// comes after first, the others after rest, which are styled already.
func (d *document) words(line string, with lipgloss.Style, first, rest string) {
	room := max(d.width-max(lines.Width(first), lines.Width(rest)), 1)
	var row strings.Builder
	used, lead, gap, between := 0, first, false, with
	flush := func() {
		d.rows = append(d.rows, strings.TrimRight(lead+row.String(), " "))
		row.Reset()
		used, lead, gap = 0, rest, false
	}
	pieces := []piece{{line, with}}
	if len(line) <= longLine {
		pieces = d.inline(line, with)
	}
	for _, p := range pieces {
		for i, word := range strings.Split(p.text, " ") {
			if i > 0 {
				gap, between = true, p.with // of the piece in which the space stands
			}
			if word == "" {
				continue
			}
			cells := lines.Width(word)
			if gap && used > 0 {
				if used+1+cells > room {
					flush()
				} else {
					row.WriteString(between.Render(" "))
					used++
				}
			}
			gap = false
			for n, part := range lines.Wrap(word, room) {
				if n > 0 || used > 0 && used+lines.Width(part) > room {
					flush()
				}
				row.WriteString(d.styles.Shown(part, p.with))
				used += lines.Width(part)
			}
		}
	}
	flush()
}

// inline takes a line apart at what is marked in it.
func (d *document) inline(line string, with lipgloss.Style) []piece {
	var out []piece
	plain := 0
	take := func(i, end int, pieces ...piece) int {
		if i > plain {
			out = append(out, piece{line[plain:i], with})
		}
		out = append(out, pieces...)
		plain = end
		return end
	}
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line) && strings.IndexByte("\\`*_~[]()#+-.!|<>", line[i+1]) >= 0:
			take(i, i+1)
			i += 2
		case c == '`':
			mark := line[i : i+run(line[i:], '`')]
			if end := strings.Index(line[i+len(mark):], mark); end >= 0 {
				text := line[i+len(mark) : i+len(mark)+end]
				i = take(i, i+end+2*len(mark), piece{text, d.styles.String})
				continue
			}
			i += len(mark)
		case c == '*' || c == '_':
			n := min(run(line[i:], c), 2)
			if text, ok := marked(line, i, n); ok {
				bold := with.Italic(true)
				if n == 2 {
					bold = with.Bold(true)
				}
				i = take(i, i+len(text)+2*n, d.inline(text, bold)...)
				continue
			}
			i += n
		case c == '~':
			n := run(line[i:], c)
			if text, ok := marked(line, i, n); ok && n == 2 {
				// The marks stay: not every terminal strikes text through, and what is
				// struck out would then read as if it were meant.
				struck := with.Strikethrough(true)
				pieces := append([]piece{{line[i : i+2], struck}}, d.inline(text, struck)...)
				i = take(i, i+len(text)+4, append(pieces, piece{line[i : i+2], struck})...)
				continue
			}
			i += n
		case c == '[':
			text, target, size := link(line[i:])
			if size == 0 {
				text, target, size = d.reference(line[i:])
			}
			if size > 0 {
				pieces := []piece{{text, with.Underline(true)}}
				if target != text {
					pieces = append(pieces, piece{" (" + target + ")", d.styles.Muted})
				}
				i = take(i, i+size, pieces...)
				continue
			}
			i++
		default:
			i++
		}
	}
	take(len(line), len(line))
	return out
}

// marked returns what stands between a mark of n characters and the next one
// like it. Marks inside of words, and such with a space inside, are none.
func marked(line string, i, n int) (string, bool) {
	mark := line[i : i+n]
	from := i + n
	if from >= len(line) || line[from] == ' ' || mark[0] == '_' && i > 0 && letter(line[i-1]) {
		return "", false
	}
	for at := from + 1; at+n <= len(line); at++ {
		if line[at:at+n] != mark || line[at-1] == ' ' {
			continue
		}
		if after := at + n; after < len(line) && (line[after] == mark[0] || mark[0] == '_' && letter(line[after])) {
			continue
		}
		return line[from:at], true
	}
	return "", false
}

// link returns text and target of a link at the start of s, and its size; 0 for
// no link.
func link(s string) (text, target string, size int) {
	shut := strings.Index(s, "](")
	if shut < 0 || strings.ContainsAny(s[1:shut], "[]") {
		return "", "", 0
	}
	end := strings.IndexByte(s[shut:], ')')
	if end < 0 {
		return "", "", 0
	}
	return s[1:shut], s[shut+2 : shut+end], shut + end + 1
}

// run counts how often c stands at the start of s.
func run(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// bare returns a line as it reads without its marks.
func (d *document) bare(line string) string {
	var b strings.Builder
	if len(line) > longLine {
		return line
	}
	for _, p := range d.inline(line, lipgloss.NewStyle()) {
		b.WriteString(p.text)
	}
	return b.String()
}
