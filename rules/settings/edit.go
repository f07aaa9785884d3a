package settings

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// Apply returns the document with update applied to it. Only what the update
// names changes: every other byte stays. Adding what is there, or removing what
// is not, changes nothing. The update must be valid ([claude.Update.Validate]).
func (d *Document) Apply(update claude.Update) (*Document, error) {
	if err := update.Validate(); err != nil {
		return nil, fmt.Errorf("applying an update to %s: %w", d.File.Path, err)
	}
	switch update.Type {
	case claude.AddRules, claude.ReplaceRules, claude.RemoveRules:
		texts := make([]string, len(update.Rules))
		for i, v := range update.Rules {
			texts[i] = v.String()
		}
		name := string(update.Behavior)
		switch update.Type {
		case claude.AddRules:
			return d.change(name, texts, sameRule, true, false)
		case claude.RemoveRules:
			return d.change(name, texts, sameRule, false, false)
		}
		return d.change(name, texts, sameRule, true, true)
	case claude.AddDirectories:
		return d.change("additionalDirectories", update.Directories, sameText, true, false)
	case claude.RemoveDirectories:
		return d.change("additionalDirectories", update.Directories, sameText, false, false)
	}
	return d.setText("defaultMode", string(update.Mode))
}

// RemoveLine returns the document without the rule that stands in line (1 is
// the first) and reads text under behavior.
func (d *Document) RemoveLine(behavior claude.Behavior, text string, line int) (*Document, error) {
	list := d.list(string(behavior))
	if list != nil {
		for i, e := range list.Elements {
			at, _ := position(d.bytes, e.StartOffset)
			if have, ok := textOf(&e); ok && at == line && have == text {
				return d.splice(cutElement(d.bytes, list, i))
			}
		}
	}
	return nil, &FileError{File: d.File.Path, Line: line, Field: "permissions." + string(behavior),
		Reason: fmt.Sprintf("the rule %q does not stand here", text), Fix: "read the file again"}
}

func sameText(a, b string) bool { return a == b }

// sameRule compares rules by what they mean: Bash(*) is Bash.
func sameRule(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := claude.ParseRule(a)
	y, errY := claude.ParseRule(b)
	return errX == nil && errY == nil && x.ToolName == y.ToolName && x.RuleContent == y.RuleContent
}

// edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// splice carries out edits and reads the result, so that a document that no
// longer parses can't come out of it.
func (d *Document) splice(edits ...edit) (*Document, error) {
	slices.SortFunc(edits, func(a, b edit) int { return b.start - a.start })
	content := bytes.Clone(d.bytes)
	for _, e := range edits {
		content = slices.Replace(content, e.start, e.end, []byte(e.text)...)
	}
	next, err := Parse(d.File, content)
	if err != nil {
		return nil, fmt.Errorf("the change would break the file, nothing was changed: %w", err)
	}
	return next, nil
}

// list returns a list of the permissions, or nil.
func (d *Document) list(name string) *hujson.Array {
	if d.empty {
		return nil
	}
	v := member(member(&d.root, "permissions"), name)
	if v == nil {
		return nil
	}
	a, _ := v.Value.(*hujson.Array) // Parse has checked the type
	return a
}

// change adds texts to a list or removes them; with only set, what is not among
// texts goes.
func (d *Document) change(name string, texts []string, same func(a, b string) bool, add, only bool) (*Document, error) {
	next := d
	var err error
	has := func(list []string, s string) bool {
		return slices.ContainsFunc(list, func(t string) bool { return same(t, s) })
	}
	for i := 0; ; {
		list := next.list(name)
		if list == nil || i >= len(list.Elements) {
			break
		}
		text, ok := textOf(&list.Elements[i])
		if !ok {
			i++ // not ours to judge
			continue
		}
		if wanted := has(texts, text); add && (wanted || !only) || !add && !wanted {
			i++
			continue
		}
		if next, err = next.splice(cutElement(next.bytes, list, i)); err != nil {
			return nil, err
		}
	}
	if !add {
		return next, nil
	}
	for _, text := range texts {
		var have []string
		if list := next.list(name); list != nil {
			for i := range list.Elements {
				if s, ok := textOf(&list.Elements[i]); ok {
					have = append(have, s)
				}
			}
		}
		if has(have, text) {
			continue
		}
		if next, err = next.appendText(name, text); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// cutElement removes element i of a list with one comma and the white space in
// front of it. Comments stay.
func cutElement(content []byte, list *hujson.Array, i int) edit {
	e := list.Elements[i]
	start, end := e.StartOffset, e.EndOffset
	if i+1 < len(list.Elements) {
		next := list.Elements[i+1]
		if len(bytes.TrimSpace(e.AfterExtra)) == 0 && len(bytes.TrimSpace(next.BeforeExtra)) == 0 {
			return edit{start, next.StartOffset, ""} // the next one takes its place
		}
		end = commaAfter(content, e) + 1 // the comma behind it
		start -= blanksBefore(e.BeforeExtra)
		return edit{start, end, string(commentsOf(e.AfterExtra))}
	}
	start -= blanksBefore(e.BeforeExtra)
	if i > 0 {
		// The comma in front goes; a comment between it and the element stays.
		comma := commaAfter(content, list.Elements[i-1])
		kept := string(content[comma+1 : start])
		if lastLine := kept[strings.LastIndexByte(kept, '\n')+1:]; strings.Contains(lastLine, "//") {
			kept += "\n" // or the comment would swallow what follows
		}
		return edit{comma, end, kept}
	}
	return edit{start, end, ""}
}

// blanksBefore counts the white space directly in front of a value.
func blanksBefore(extra hujson.Extra) int {
	return len(extra) - len(bytes.TrimRight(extra, " \t\r\n"))
}

func commentsOf(extra hujson.Extra) []byte {
	if len(bytes.TrimSpace(extra)) == 0 {
		return nil
	}
	return extra
}

// appendText puts text at the end of a list, and makes the list where it is
// missing.
func (d *Document) appendText(name, text string) (*Document, error) {
	quoted, err := openjson.Marshal(text)
	if err != nil {
		return nil, err
	}
	list := d.list(name)
	if list == nil {
		return d.addMember(name, func(in indent) string {
			return "[" + in.line(3) + string(quoted) + in.line(2) + "]"
		})
	}
	v := member(member(&d.root, "permissions"), name)
	if n := len(list.Elements); n > 0 {
		last := list.Elements[n-1]
		space := string(last.BeforeExtra[len(last.BeforeExtra)-blanksBefore(last.BeforeExtra):])
		if n == 1 && space == "" {
			space = " "
		}
		return d.splice(behind(v, list.AfterExtra, last.EndOffset, space+string(quoted))...)
	}
	in := d.indent()
	if len(bytes.TrimSpace(list.AfterExtra)) > 0 { // a comment stands in the list
		at := v.EndOffset - 1 - blanksBefore(list.AfterExtra)
		return d.splice(edit{at, at, in.line(3) + string(quoted)})
	}
	return d.splice(edit{v.StartOffset, v.EndOffset, "[" + in.line(3) + string(quoted) + in.line(2) + "]"})
}

// setText sets a member of the permissions to a text.
func (d *Document) setText(name, text string) (*Document, error) {
	quoted, err := openjson.Marshal(text)
	if err != nil {
		return nil, err
	}
	if !d.empty {
		if v := member(member(&d.root, "permissions"), name); v != nil {
			return d.splice(edit{v.StartOffset, v.EndOffset, string(quoted)})
		}
	}
	return d.addMember(name, func(indent) string { return string(quoted) })
}

// addMember adds a member to the permissions, and the permissions themselves
// where they are missing. Value is asked for its text with the file's indent.
func (d *Document) addMember(name string, value func(indent) string) (*Document, error) {
	if d.empty {
		in := indent{unit: "  ", newline: "\n"}
		text := "{" + in.line(1) + `"permissions": {` + in.line(2) + `"` + name + `": ` + value(in) + in.line(1) + "}\n}\n"
		return (&Document{File: d.File}).splice(edit{0, 0, text})
	}
	in := d.indent()
	entry := func() string { return `"` + name + `": ` + value(in) }
	permissions := member(&d.root, "permissions")
	if permissions == nil {
		text := `"permissions": {` + in.line(2) + entry() + in.line(1) + "}"
		return d.splice(insertMember(&d.root, text, in, 1)...)
	}
	return d.splice(insertMember(permissions, entry(), in, 2)...)
}

// insertMember puts a member at the end of an object.
func insertMember(v *hujson.Value, text string, in indent, depth int) []edit {
	o := v.Value.(*hujson.Object)
	if n := len(o.Members); n > 0 {
		last := o.Members[n-1]
		space := last.Name.BeforeExtra
		blank := string(space[len(space)-blanksBefore(space):])
		if blank == "" {
			blank = " "
		}
		return behind(v, o.AfterExtra, last.Value.EndOffset, blank+text)
	}
	if len(bytes.TrimSpace(o.AfterExtra)) > 0 { // a comment stands in the object
		at := v.EndOffset - 1 - blanksBefore(o.AfterExtra)
		return []edit{{at, at, in.line(depth) + text}}
	}
	return []edit{{v.StartOffset, v.EndOffset, "{" + in.line(depth) + text + in.line(depth-1) + "}"}}
}

// behind puts text behind the last value of a list or object v, which ends at
// end. A comment there keeps its place beside the old last value.
func behind(v *hujson.Value, extra hujson.Extra, end int, text string) []edit {
	if len(bytes.TrimSpace(extra)) == 0 {
		return []edit{{end, end, "," + text}}
	}
	at := v.EndOffset - 1 - blanksBefore(extra)
	if text != "" && text[0] != '\n' && text[0] != '\r' {
		text = "\n" + text // a comment to the line's end may stand in front
	}
	return []edit{{end, end, ","}, {at, at, text}}
}

// indent is how a file lays out its members.
type indent struct {
	unit    string // one step
	newline string // "" where the file is one line
}

// line returns the break before something depth steps deep.
func (in indent) line(depth int) string {
	if in.newline == "" {
		return ""
	}
	return in.newline + strings.Repeat(in.unit, depth)
}

// indent finds out how the document is laid out.
func (d *Document) indent() indent {
	in := indent{unit: "  ", newline: "\n"}
	if bytes.Contains(d.bytes, []byte("\r\n")) {
		in.newline = "\r\n"
	}
	o, ok := d.root.Value.(*hujson.Object)
	if !ok || len(o.Members) == 0 {
		return in
	}
	before := string(o.Members[0].Name.BeforeExtra)
	i := strings.LastIndexByte(before, '\n')
	if i < 0 {
		return indent{}
	}
	if unit := before[i+1:]; strings.Trim(unit, " \t") == "" && unit != "" {
		in.unit = unit
	}
	return in
}
