package approver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"hash"
	"slices"
	"strconv"
	"unicode/utf8"

	"sayso/internal/openjson"
)

// Digest tells one JSON value from another, whatever the order of its members
// and its spaces. The zero value is that of a value that nobody looked at.
type Digest [sha256.Size]byte

// digestOf returns the digest of a JSON value; of what is no JSON, that of its
// bytes. It takes the value apart where it stands: an input may have 16 MiB, and
// the doors let none in that is nested deep.
func digestOf(raw json.RawMessage) (d Digest) {
	w := digester{hash: sha256.New(), buf: make([]byte, 0, 4<<10)}
	if raw = bytes.TrimSpace(raw); json.Valid(raw) {
		w.value(raw)
	} else {
		w.part('!', raw)
	}
	w.hash.Write(w.buf)
	w.hash.Sum(d[:0])
	return d
}

// digester writes values so that equal ones are written alike and others are
// not. The plugin's module writes the same (plugin/files/hooks/proof.js):
//
//	true, false, null   t, f, n
//	a number            1, its length, :, and itself as JavaScript writes it
//	a text              ", its length, :, and itself
//	a list              [, its elements, ]
//	an object           {, its members by their names, }
//	a name              k, its length, :, and itself
//
// Lengths are of UTF-8, in bytes. Half a surrogate pair counts as U+FFFD.
type digester struct {
	hash hash.Hash
	buf  []byte // what is still to be hashed
}

func (w *digester) value(raw json.RawMessage) {
	switch raw[0] {
	case '{':
		w.members(raw)
	case '[':
		w.byte('[')
		for element := range openjson.Elements(raw) {
			w.value(element)
		}
		w.byte(']')
	case '"':
		w.text(raw)
	case 't', 'f', 'n':
		w.byte(raw[0])
	default:
		w.number(raw)
	}
}

// members writes the members of an object by their names. Those of one name stay
// in their order: which of them counts is up to who reads them.
func (w *digester) members(raw json.RawMessage) {
	type member struct {
		name  string
		value json.RawMessage
	}
	var members []member
	for name, value := range openjson.Members(raw) {
		members = append(members, member{name, value})
	}
	slices.SortStableFunc(members, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	w.byte('{')
	for _, m := range members {
		w.part('k', []byte(m.name))
		w.value(m.value)
	}
	w.byte('}')
}

// text writes a string as it reads.
func (w *digester) text(raw json.RawMessage) {
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		w.part('"', inner)
		return
	}
	w.part('"', []byte(openjson.Text(raw)))
}

// number writes a number as JavaScript does, so that 1.0 and 1e0 are 1.
func (w *digester) number(raw json.RawMessage) {
	const exact = 15 // digits that a floating-point number holds for sure
	if len(raw) > exact || bytes.ContainsAny(raw, ".eE") {
		if f, err := strconv.ParseFloat(string(raw), 64); err == nil {
			raw, _ = json.Marshal(f) // by the rules of ECMAScript; only infinities have no form
		}
	}
	w.part('1', raw)
}

func (w *digester) part(kind byte, text []byte) {
	w.byte(kind)
	w.buf = append(strconv.AppendInt(w.buf, int64(len(text)), 10), ':')
	if len(w.buf)+len(text) > cap(w.buf) {
		w.hash.Write(w.buf)
		w.buf = w.buf[:0]
	}
	if len(text) > cap(w.buf) {
		w.hash.Write(text)
		return
	}
	w.buf = append(w.buf, text...)
}

func (w *digester) byte(b byte) {
	if w.buf = append(w.buf, b); len(w.buf) > cap(w.buf)-32 { // room for the length that may follow
		w.hash.Write(w.buf)
		w.buf = w.buf[:0]
	}
}
