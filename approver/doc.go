// Package approver is what an ask is and how it gets settled: the ask, the
// decision, and the desk where asks wait for a person.
//
// It knows no terminal, no socket and no clock of its own; time comes in from
// outside. Whatever goes wrong here ends in "hand back", never in an allow.
package approver
