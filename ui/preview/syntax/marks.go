package syntax

import (
	"strings"
	"unicode/utf8"

	"sayso/internal/sanitize"
)

// withMarks lays the sanitiser's marks over runs.
func withMarks(line string, runs []Run) []Run {
	if !strings.ContainsRune(line, sanitize.Open) {
		return runs
	}
	var out []Run
	at, i := 0, 0
	upTo := func(end int, kind Kind, own bool) {
		for i < len(runs) && at < end {
			stop := min(runs[i].End, end)
			if !own && stop > at {
				out = append(out, Run{End: stop, Kind: runs[i].Kind})
			}
			at = stop
			if runs[i].End <= end {
				i++
			}
		}
		if own {
			out = append(out, Run{End: end, Kind: kind})
		}
	}
	for {
		open := strings.IndexRune(line[at:], sanitize.Open)
		if open < 0 {
			break
		}
		shut := strings.IndexRune(line[at+open:], sanitize.Close)
		if shut < 0 {
			break
		}
		start := at + open
		end := start + shut + utf8.RuneLen(sanitize.Close)
		upTo(start, Plain, false)
		upTo(end, Mark, true)
	}
	upTo(len(line), Plain, false)
	return out
}
