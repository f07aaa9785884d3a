package markdown

import (
	"strings"

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

// table shows a table, its columns set under one another. It reports false for
// one that is too wide: its lines are then shown as they are written.
func (d *document) table(rows []string) bool {
	var cells [][]string
	for i, row := range rows {
		if i != 1 {
			cells = append(cells, split(row))
		}
	}
	var widths []int
	for _, row := range cells {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], lines.Width(d.bare(cell)))
		}
	}
	const between = 2
	total := -between
	for _, w := range widths {
		total += w + between
	}
	if total > d.width {
		return false
	}
	for i, row := range cells {
		with := d.styles.Text
		if i == 0 {
			with = d.styles.Strong
		}
		var b strings.Builder
		for j, cell := range row {
			b.WriteString(d.shown(cell, with))
			if j < len(row)-1 {
				b.WriteString(strings.Repeat(" ", widths[j]-lines.Width(d.bare(cell))+between))
			}
		}
		d.rows = append(d.rows, strings.TrimRight(b.String(), " "))
		if i == 0 {
			d.rows = append(d.rows, d.styles.Faint.Render(strings.Repeat("─", max(total, 0))))
		}
	}
	return true
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
