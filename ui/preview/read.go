package preview

import (
	"fmt"

	"sayso/internal/claude"
)

// readFile shows which file is read, and how much of it.
func readFile(c Context) ([]string, bool) {
	in, ok := input[claude.ReadInput](c)
	if !ok || in.FilePath == "" || saysMore(in.Extra) {
		return nil, false
	}
	out := c.ends(c.path(in.FilePath, ""))
	pages, large := "", ""
	if in.Pages != "" {
		pages = "pages " + in.Pages
	}
	if in.AllowLarge {
		large = "however large it is"
	}
	return append(out, c.sentence(stretch(in.Offset, in.Limit), pages, large)...), true
}

// stretch says which lines of a file are meant, and "" for all of them.
func stretch(offset, limit claude.Number) string {
	from, n := offset.Float(), limit.Float()
	whole := from == float64(int64(from)) && n == float64(int64(n)) && from >= 0 && n >= 0
	switch {
	case offset == "" && limit == "":
		return ""
	case !whole: // as it came, whatever the tool makes of it
		return fmt.Sprintf("from line %s on, %s lines", orAll(offset), orAll(limit))
	case limit == "":
		return fmt.Sprintf("from line %s on", offset)
	case offset == "":
		return fmt.Sprintf("the first %s lines", limit)
	}
	return fmt.Sprintf("lines %.0f to %.0f", from, from+n-1)
}

func orAll(n claude.Number) string {
	if n == "" {
		return "all"
	}
	return string(n)
}
