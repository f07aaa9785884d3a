package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"

	"sayso/ui/lines"
)

// tableSize returns how many lines at the start of rest are a table: a head, a
// line of dashes, and rows. 0 is for none.
func tableSize(rest []string) int {
	if len(rest) < 2 || !strings.Contains(rest[0], "|") || !strings.Contains(rest[1], "-") ||
		strings.Trim(rest[1], "|-: ") != "" || !strings.Contains(rest[1], "|") {
		return 0
	}
	n := 2
	for n < len(rest) && strings.Contains(rest[n], "|") {
		n++
	}
	return n
}

// between is the cells between two columns, and narrowest what a column of a
// table too wide is left with at least.
const (
	between   = 2
	narrowest = 6
)

// table shows a table, its columns set under one another and its cells wrapped
// where they must be. It reports false for one that has no room even so: its
// lines are then shown as they are written.
func (d *document) table(rows []string) bool {
	var cells [][]string
	for i, row := range rows {
		if i != 1 {
			cells = append(cells, split(row))
		}
	}
	widths, ok := d.columns(cells)
	if !ok {
		return false
	}
	total := -between
	for _, w := range widths {
		total += w + between
	}
	var out [][]string
	wrapped := false
	for i, row := range cells {
		with := d.styles.Text
		if i == 0 {
			with = d.styles.Strong
		}
		set := d.tableRow(row, widths, with)
		out, wrapped = append(out, set), wrapped || len(set) > 1
	}
	for i, set := range out {
		if i > 1 && wrapped { // or nobody could tell where a row ends
			d.rows = append(d.rows, "")
		}
		d.rows = append(d.rows, set...)
		if i == 0 {
			d.rows = append(d.rows, d.styles.Faint.Render(strings.Repeat("─", max(total, 0))))
		}
	}
	return true
}

// columns returns how wide the columns are: as their widest cells, or less where
// that is too much, taken from the widest first.
func (d *document) columns(cells [][]string) (widths []int, ok bool) {
	for _, row := range cells {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(lines.Width(d.bare(cell)), d.width))
		}
	}
	over := between*(len(widths)-1) - d.width
	for _, w := range widths {
		over += w
	}
	for ; over > 0; over-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= narrowest {
			return nil, false
		}
		widths[widest]--
	}
	return widths, true
}

// tableRow sets the cells of a row beside one another.
func (d *document) tableRow(row []string, widths []int, with lipgloss.Style) []string {
	var set [][]string
	height := 0
	for i, cell := range row {
		inner := document{width: max(widths[i], 1), styles: d.styles, pens: d.pens}
		inner.words(cell, with, "", "")
		set, height = append(set, inner.rows), max(height, len(inner.rows))
	}
	out := make([]string, height)
	for n := range out {
		var b strings.Builder
		for i, rows := range set {
			part := ""
			if n < len(rows) {
				part = rows[n]
			}
			b.WriteString(part)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", max(widths[i]-lines.Width(part), 0)+between))
			}
		}
		out[n] = strings.TrimRight(b.String(), " ")
	}
	return out
}

// split takes a row apart at its bars. A bar after a backslash, or in code, is
// part of a cell.
func split(row string) []string {
	row = strings.TrimSpace(row)
	row = strings.TrimPrefix(row, "|")
	var out []string
	var b strings.Builder
	code := false
	for i := 0; i < len(row); i++ {
		switch {
		case row[i] == '\\' && i+1 < len(row) && row[i+1] == '|':
			i++
			b.WriteByte('|')
		case row[i] == '|' && !code:
			out = append(out, strings.TrimSpace(b.String()))
			b.Reset()
		default:
			if row[i] == '`' {
				code = !code
			}
			b.WriteByte(row[i])
		}
	}
	if rest := strings.TrimSpace(b.String()); rest != "" {
		out = append(out, rest)
	}
	return out
}
