// Package approvertest plays the plugin's module of a session, for tests.
package approvertest

import (
	"crypto/sha256"
	"fmt"

	"sayso/approver"
	"sayso/internal/claude"
)

// Module is the module of one session. Its zero value, with a desk and a session,
// has shown no key yet.
type Module struct {
	Desk    *approver.Desk
	Session string

	key approver.Key
	n   uint64
}

// Start shows the session's key at its start and returns m. Further calls do
// nothing.
func (m *Module) Start() *Module {
	if m.key != (approver.Key{}) {
		return m
	}
	m.key = approver.Key(sha256.Sum256([]byte("the key of " + m.Session)))
	err := m.Desk.Introduce(approver.Introduction{SessionID: m.Session, Key: m.key, AtStart: true},
		func(approver.Process) bool { return false })
	if err != nil {
		panic(fmt.Sprintf("showing the key of %s: %v", m.Session, err))
	}
	return m
}

// Prove returns the ask with the session and a proof of it, of a number of its
// own.
func (m *Module) Prove(ask approver.Ask) approver.Ask {
	m.Start()
	ask.Session.ID = m.Session
	ask.Proof = m.proof()
	return ask
}

// Observe tells the desk of an event, proved once the key was shown.
func (m *Module) Observe(e claude.Event) approver.Reply {
	if m.key == (approver.Key{}) {
		return m.Desk.Observe(e, approver.Proof{})
	}
	return m.Desk.Observe(e, m.proof())
}

func (m *Module) proof() approver.Proof {
	m.n++
	return m.key.Prove(m.n, approver.Digest{byte(m.n)})
}
