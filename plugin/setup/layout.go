package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Members of an object are changed here with every other byte left as it is.

func object(v *hujson.Value) *hujson.Object {
	if v == nil {
		return nil
	}
	o, _ := v.Value.(*hujson.Object)
	return o
}

func indexOf(o *hujson.Object, name string) int {
	if o == nil {
		return -1
	}
	return slices.IndexFunc(o.Members, func(m hujson.ObjectMember) bool {
		literal, ok := m.Name.Value.(hujson.Literal)
		return ok && literal.String() == name
	})
}

// find returns the value of a member, or nil.
func find(v *hujson.Value, name string) *hujson.Value {
	o := object(v)
	if i := indexOf(o, name); i >= 0 {
		return &o.Members[i].Value
	}
	return nil
}

// remove takes an entry out, and its container when nothing else is left in it.
func remove(root *hujson.Value, e entry) bool {
	if e.container == "" {
		return cut(object(root), e.name)
	}
	container := object(find(root, e.container))
	if !cut(container, e.name) {
		return false
	}
	if len(container.Members) == 0 && !e.stays {
		cut(object(root), e.container)
	}
	return true
}

func cut(o *hujson.Object, name string) bool {
	i := indexOf(o, name)
	if i < 0 {
		return false
	}
	o.Members = slices.Delete(o.Members, i, i+1)
	if n := len(o.Members); n > 0 {
		o.Members[n-1].Value.AfterExtra = nil // no comma behind the last one
	}
	return true
}

// set gives an entry a value, at the end of its container where it is new.
func set(root *hujson.Value, e entry, value hujson.Value) error {
	in := layoutOf(root)
	container := find(root, e.container)
	if container == nil {
		add(object(root), e.container, hujson.Value{Value: &hujson.Object{}}, in, 1)
		container = find(root, e.container)
	}
	o := object(container)
	if o == nil {
		return fmt.Errorf("%s is not an object", e.container)
	}
	if old := find(container, e.name); old != nil && sameValue(*old, value) {
		return nil
	}
	text, err := in.format(value, 2)
	if err != nil {
		return err
	}
	laidOut, err := hujson.Parse(text)
	if err != nil {
		return err
	}
	if old := find(container, e.name); old != nil {
		old.Value = laidOut.Value
		return nil
	}
	add(o, e.name, laidOut, in, 2)
	return nil
}

func sameValue(a, b hujson.Value) bool {
	a, b = a.Clone(), b.Clone()
	a.Minimize()
	b.Minimize()
	return bytes.Equal(bytes.TrimSpace(a.Pack()), bytes.TrimSpace(b.Pack()))
}

// add puts a member behind the others of an object that stands depth-1 deep.
func add(o *hujson.Object, name string, value hujson.Value, in layout, depth int) {
	before := hujson.Extra(in.line(depth))
	if n := len(o.Members); n > 0 {
		before = slices.Clone(o.Members[n-1].Name.BeforeExtra)
	} else if !bytes.Contains(o.AfterExtra, []byte("\n")) {
		o.AfterExtra = hujson.Extra(in.line(depth - 1))
	}
	value.BeforeExtra = hujson.Extra(in.colon)
	o.Members = append(o.Members, hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: before, Value: hujson.String(name)},
		Value: value,
	})
}

// layout is how a file lays out its members.
type layout struct{ newline, unit, colon string }

// layoutOf finds out how a file is laid out, from its first member.
func layoutOf(root *hujson.Value) layout {
	o := object(root)
	if len(o.Members) == 0 {
		return layout{"\n", "  ", " "}
	}
	first := o.Members[0]
	in := layout{colon: string(first.Value.BeforeExtra)}
	before := string(first.Name.BeforeExtra)
	i := strings.LastIndexByte(before, '\n')
	if i < 0 {
		return in // all on one line
	}
	in.newline, in.unit = "\n", before[i+1:]
	if strings.HasSuffix(before[:i+1], "\r\n") {
		in.newline = "\r\n"
	}
	return in
}

// line is the break before something depth steps deep.
func (in layout) line(depth int) string {
	if in.newline == "" {
		return ""
	}
	return in.newline + strings.Repeat(in.unit, depth)
}

// format lays a value out that begins depth steps deep.
func (in layout) format(value hujson.Value, depth int) ([]byte, error) {
	value = value.Clone()
	value.Minimize()
	var out bytes.Buffer
	if in.newline == "" {
		return bytes.TrimSpace(value.Pack()), nil
	}
	if err := json.Indent(&out, bytes.TrimSpace(value.Pack()), strings.Repeat(in.unit, depth), in.unit); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(out.Bytes(), []byte("\n"), []byte(in.newline)), nil
}
