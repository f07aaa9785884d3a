package approver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
)

// Key is what the plugin's module of a session makes when it is loaded: 32
// random bytes. The module keeps it in its own memory and shows it to sayso
// before the session's agent can run anything, so what is proved with it is the
// session's word and not that of another process of the same user.
//
// Keys never leave the desk: no payload, list, log or file holds one.
type Key [sha256.Size]byte

// ParseKey reads a key in hexadecimal.
func ParseKey(text string) (k Key, err error) {
	if hex.DecodedLen(len(text)) != len(k) {
		return Key{}, errors.New("not 32 bytes in hexadecimal") // the text itself is a secret
	}
	if _, err := hex.Decode(k[:], []byte(text)); err != nil || k == (Key{}) {
		return Key{}, errors.New("not 32 random bytes in hexadecimal")
	}
	return k, nil
}

// String hides the key from whatever prints one.
func (Key) String() string { return "(a session's key)" }

// GoString hides the key from %#v.
func (k Key) GoString() string { return k.String() }

// Prove returns the proof of the n-th payload with this content. n counts from 1
// and is used once.
func (k Key) Prove(n uint64, content Digest) Proof {
	mac := hmac.New(sha256.New, k[:])
	mac.Write([]byte("sayso proof 1\n" + strconv.FormatUint(n, 10) + "\n" + hex.EncodeToString(content[:])))
	return Proof{N: n, MAC: [sha256.Size]byte(mac.Sum(nil)), Content: content}
}

// proves reports whether a proof was made with the key.
func (k Key) proves(p Proof) bool {
	want := k.Prove(p.N, p.Content)
	return hmac.Equal(want.MAC[:], p.MAC[:])
}
