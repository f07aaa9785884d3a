// Package ipc is every way into sayso: the socket, its protocol, and, in the
// packages beneath, the doors that speak Claude Code's dialects.
//
// The protocol is JSON-RPC 2.0 with one message a line. No method answers an
// ask, adds a grant or changes a setting: the agent under approval runs as the
// same user and can reach the socket, so answers come from the keyboard alone.
package ipc
