package approver

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"sayso/internal/openjson"
)

// Prover proves payloads as the plugin's module of a session does
// (plugin/files/hooks/proof.js). The scripted agent of the demo and tests play
// sessions with it. It may be used from several goroutines.
type Prover struct {
	key Key
	n   atomic.Uint64
}

// NewProver returns the prover of a session with that key.
func NewProver(key Key) *Prover { return &Prover{key: key} }

// Key returns the key in hexadecimal, to be shown to sayso and to nobody else.
func (p *Prover) Key() string { return hex.EncodeToString(p.key[:]) }

// Prove returns the payload, a JSON object, with a proof of all its members.
func (p *Prover) Prove(payload json.RawMessage) (json.RawMessage, error) {
	var members, own map[string]json.RawMessage
	if err := json.Unmarshal(payload, &members); err != nil {
		return nil, fmt.Errorf("proving a payload: %w", err)
	}
	if raw, ok := members[memberSayso]; ok {
		if err := json.Unmarshal(raw, &own); err != nil {
			return nil, fmt.Errorf("proving a payload: field %q: %w", memberSayso, err)
		}
	}
	delete(members, memberSayso)
	wire := wireProof{N: p.n.Add(1), Over: slices.Sorted(maps.Keys(members))}
	if own == nil {
		own = map[string]json.RawMessage{}
	}
	if err := put(members, memberSayso, own); err != nil {
		return nil, err
	}
	covered, err := openjson.Marshal(members)
	if err != nil {
		return nil, err
	}
	mac := p.key.Prove(wire.N, digestOf(covered)).MAC
	wire.MAC = hex.EncodeToString(mac[:])
	if err := put(own, memberProof, wire); err != nil {
		return nil, err
	}
	if err := put(members, memberSayso, own); err != nil {
		return nil, err
	}
	return openjson.Marshal(members)
}

// put sets a member of an object.
func put(object map[string]json.RawMessage, name string, v any) (err error) {
	object[name], err = openjson.Marshal(v)
	return err
}
