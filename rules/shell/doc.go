// Package shell takes a shell command line apart the way Claude Code does
// before it holds the parts against permission rules.
//
// Two readings exist, and they differ on purpose. For an allow rule a line must
// be understood completely: a construct whose effect is known only when it runs
// puts a [Doubt] on the line, and a part is compared in few, exact spellings.
// For deny and ask rules a line is read widely: nested commands, text behind
// wrappers and assignments, quoted and path-qualified program names all count,
// and a line that does not parse is still cut at its operators.
//
// [Follow] is the same walk for showing: it says what a line will run, in which
// directory and on which files, as far as the text tells. It settles nothing.
//
// The package parses; it runs nothing and reads no file.
package shell
