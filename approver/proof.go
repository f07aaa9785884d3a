package approver

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"sayso/internal/openjson"
)

// Origin says whose word an ask or an event is.
type Origin int

// The origins.
const (
	FromUnknown   Origin = iota // its session has shown no key: it may run without the plugin
	FromSession                 // the session's own: it is proved with the session's key
	FromElsewhere               // its session has a key, and this is not proved with it
)

// Proof is what a session's own module adds to a payload. The payload also goes
// to other hooks of the event, a project's own among them, so it carries a proof
// and never the key. The zero value is none.
type Proof struct {
	N       uint64 // the payload's number, from 1; each counts once
	MAC     [sha256.Size]byte
	Content Digest // of every member that the module saw: input, session and event among them
}

// given reports whether there is a proof at all.
func (p Proof) given() bool { return p.N > 0 }

// What a payload's proof looks like: {"sayso": {…, "proof": {…}}}.
const (
	memberSayso = "sayso"
	memberProof = "proof"
	maxCovered  = 100 // members; the client's longest payload has 15
)

// ReadProof returns the part of a hook's payload that its proof covers, and the
// proof: members that somebody added beneath the module are left out. A payload
// without a proof is returned whole, with the zero Proof. Whether the proof holds
// is the desk's to say, for it has the keys.
//
// The payload must be a JSON object; an error says what is wrong with the proof.
func ReadProof(payload json.RawMessage) (covered json.RawMessage, p Proof, err error) {
	var head struct {
		Sayso struct {
			Proof json.RawMessage `json:"proof"`
		} `json:"sayso"`
	}
	if json.Unmarshal(payload, &head) != nil || head.Sayso.Proof == nil {
		return payload, Proof{}, nil // whoever reads the payload says what is wrong with it
	}
	var wire wireProof
	if err = openjson.Unmarshal(head.Sayso.Proof, &wire); err == nil { // it knows names by their very letters
		covered, err = wire.covered(payload)
	}
	if err != nil {
		return nil, Proof{}, fmt.Errorf("field %q: %w", memberSayso+"."+memberProof, err)
	}
	p = Proof{N: wire.N, Content: digestOf(covered)}
	if mac, err := hex.DecodeString(wire.MAC); err == nil && len(mac) == len(p.MAC) && hex.EncodeToString(mac) == wire.MAC {
		p.MAC = [sha256.Size]byte(mac)
	} else {
		return nil, Proof{}, fmt.Errorf("field %q: not 32 bytes in hexadecimal", memberSayso+"."+memberProof+".mac")
	}
	return covered, p, nil
}

// wireProof is a proof as it travels.
type wireProof struct {
	N    uint64   `json:"n"`
	Over []string `json:"over"` // names of the members that it covers, beside "sayso" itself
	MAC  string   `json:"mac"`  // hexadecimal
}

// covered returns the members of a payload that the proof covers, and "sayso"
// without the proof itself, as one object.
func (w *wireProof) covered(payload json.RawMessage) (json.RawMessage, error) {
	switch {
	case w.N == 0:
		return nil, errors.New("its number is missing")
	case len(w.Over) > maxCovered:
		return nil, fmt.Errorf("it covers more than %d members", maxCovered)
	}
	var members, own map[string]json.RawMessage
	if err := json.Unmarshal(payload, &members); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(members[memberSayso], &own); err != nil {
		return nil, err
	}
	delete(own, memberProof)
	for name := range members {
		if !slices.Contains(w.Over, name) {
			delete(members, name)
		}
	}
	rest, err := openjson.Marshal(own)
	if err != nil {
		return nil, err
	}
	members[memberSayso] = rest
	return openjson.Marshal(members)
}
