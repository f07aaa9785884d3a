package preview

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"sayso/internal/claude"
)

// notebook shows what changes in a cell of a notebook.
func notebook(c Context) ([]string, bool) {
	in, ok := input[claude.NotebookEditInput](c)
	if !ok || in.NotebookPath == "" || saysMore(in.Extra) {
		return nil, false
	}
	cells, said := c.cells(in.NotebookPath)
	cell, found := findCell(cells, in.CellID)
	switch {
	case in.CellID != "" && cells != nil && !found:
		said = "there is no cell " + in.CellID
	case cell.kind != "" && in.CellType != "" && in.CellType != cell.kind && in.EditMode != "insert":
		said = "the cell becomes " + in.CellType + ", it was " + cell.kind
	}
	ch := change{file: "cell.py", after: in.NewSource, piece: !found, cell: true}
	kind := in.CellType
	if kind == "" && in.EditMode != "insert" {
		kind = cell.kind
	}
	if kind == "markdown" {
		ch.file = "cell.md"
	}
	what := "replaces the cell"
	modes := map[string]string{
		"insert": "inserts a cell" + when(in.CellID != "", " after") + when(in.CellID == "", " at the start"),
		"delete": "deletes the cell",
	}
	if words, known := modes[in.EditMode]; known {
		what = words
	} else if in.EditMode != "" && in.EditMode != "replace" {
		return nil, false
	}
	if in.EditMode != "insert" {
		ch.before = cell.source
	}
	d := compare(ch)
	out := c.ends(c.path(in.NotebookPath, d.summary(c)))
	out = append(out, c.sentence(strings.TrimSpace(what+" "+in.CellID), kind)...)
	if said != "" {
		out = append(out, c.prose(said, c.Styles.Note)...)
	}
	return append(out, c.change(d)...), true
}

// cell is a cell of a notebook.
type cell struct{ id, kind, source string }

// cells returns the cells of a notebook; nil, and why, where they can't be told.
func (c Context) cells(path string) (list []cell, why string) {
	file := c.read(path)
	if file.State == NotLooked {
		return nil, ""
	}
	if file.State != Read {
		return nil, notEdited(file)
	}
	var book struct {
		Cells []struct {
			ID     string          `json:"id"`
			Kind   string          `json:"cell_type"`
			Source json.RawMessage `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal([]byte(file.Text), &book); err != nil {
		return nil, fmt.Sprintf("the file is not a notebook: %v", err)
	}
	list = []cell{}
	for _, b := range book.Cells {
		var parts []string
		if json.Unmarshal(b.Source, &parts) != nil {
			parts = []string{scalar(b.Source)}
		}
		list = append(list, cell{b.ID, b.Kind, strings.Join(parts, "")})
	}
	return list, ""
}

// findCell finds a cell by its id, or by its place, as in "cell-3".
func findCell(cells []cell, id string) (cell, bool) {
	for _, c := range cells {
		if c.id == id && id != "" {
			return c, true
		}
	}
	if rest, ok := strings.CutPrefix(id, "cell-"); ok {
		if i, err := strconv.Atoi(rest); err == nil && i >= 0 && i < len(cells) {
			return cells[i], true
		}
	}
	return cell{}, false
}
