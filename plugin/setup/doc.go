// Package setup puts the plugin into the person's Claude Code and takes it out
// again. All that is said to the client's own command, claude, is said here.
//
// The client writes its settings.json anew when a plugin comes or goes: it sorts
// the members and lays them out its own way. What is not sayso's is put back as
// the person wrote it, see settings.go.
package setup
