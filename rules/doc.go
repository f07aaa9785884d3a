// Package rules knows Claude Code's permission rules: how one is written, which
// calls it settles, the six updates that change them, and the settings files
// that hold them.
//
// The package is pure where it can be: it draws nothing, opens no socket and
// has no clock. What it says about Claude Code's behaviour is held against
// verdicts of the real engine.
package rules
