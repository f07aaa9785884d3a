package markdown

import (
	"strings"
)

// Bounds of reference links. A short text may name a long target many times, so
// there are none in a text where that would make it much longer.
const (
	longestTarget = 1 << 10
	longestAll    = 256 << 10
)

// targetsIn returns the targets of reference links by their labels, as lines of
// the form "[label]: target" give them. A label with two targets has none:
// readers differ in which one counts. Lines in a fence are code.
func targetsIn(all []string) map[string]string {
	var out map[string]string
	fence, links, longest := "", 0, 0
	for _, line := range all {
		links += strings.Count(line, "[")
		if m := forms().fence.FindStringSubmatch(line); fence == "" && m != nil {
			fence = m[2]
			continue
		}
		if fence != "" {
			if closes(line, fence) {
				fence = ""
			}
			continue
		}
		label, target, ok := definition(line)
		if !ok {
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		if had, twice := out[label]; twice && had != target {
			target = ""
		}
		out[label] = target
		longest = max(longest, len(target))
	}
	if longest > longestTarget || links*longest > longestAll {
		return nil
	}
	return out
}

// definition reads a line that gives a label its target. It may stand in a quote
// or a list.
func definition(line string) (label, target string, ok bool) {
	line = strings.TrimLeft(line, " >")
	if len(line) > longLine || !strings.HasPrefix(line, "[") || strings.HasPrefix(line, "[^") {
		return "", "", false
	}
	label, rest, ok := strings.Cut(line[1:], "]:")
	if !ok || label == "" || strings.ContainsAny(label, "[]") {
		return "", "", false
	}
	if words := strings.Fields(rest); len(words) > 0 {
		return labelOf(label), strings.TrimSuffix(strings.TrimPrefix(words[0], "<"), ">"), true
	}
	return "", "", false
}

// labelOf returns a label as labels are compared.
func labelOf(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// reference returns text and target of a reference link at the start of s,
// "[text][label]", "[label][]" or "[label]", and its size; 0 for none.
func (d *document) reference(s string) (text, target string, size int) {
	if len(d.targets) == 0 {
		return "", "", 0
	}
	shut := strings.IndexByte(s, ']')
	if shut < 2 || strings.IndexByte(s[1:shut], '[') >= 0 {
		return "", "", 0
	}
	text, label, size := s[1:shut], s[1:shut], shut+1
	switch rest := s[shut+1:]; {
	case strings.HasPrefix(rest, ":"): // it is the definition
		return "", "", 0
	case strings.HasPrefix(rest, "[]"):
		size += 2
	case strings.HasPrefix(rest, "["):
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			return "", "", 0
		}
		label, size = rest[1:end], size+end+1
	}
	if target = d.targets[labelOf(label)]; target == "" {
		return "", "", 0
	}
	return text, target, size
}
