// Package rules knows Claude Code's permission rules: how one is written, which
// calls it settles, the six updates that change them, and the settings files
// that hold them.
//
// A rule is read with [Parse]. [Match] says whether one rule settles a call;
// [Compile] makes many ready, and [Set.Decide] says which of them wins, with a
// [Trace] of why. [Check] finds rules that do nothing or too much.
//
// Allow rules are narrow and deny and ask rules are wide, as Claude Code has
// it. Where a call can't be understood, no allow rule settles it. What the
// package says about Claude Code's behaviour is held against verdicts of the real
// engine, in testdata/oracle.
//
// The package is pure: it draws nothing, opens no file and no socket, and has no
// clock. Its folders are shell, which takes command lines apart; pathrule, which
// matches paths; settings, which reads, watches and edits the files; and
// rulecmd, which is what the command line does with all this.
package rules
