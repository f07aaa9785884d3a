// Package watch keeps the watch rules: the person's list of calls that they
// decide in every permission mode, also where Claude Code would settle them
// without anybody.
//
// # Who may change them
//
// The agent under approval runs as the same user, so it can write the file with
// the rules and every other file that sayso could keep beside it. A rule only
// ever makes a call an ask. So a rule that is added counts at once: the worst
// that it does is to ask too often, and the ask names it. A rule that is removed
// or changed would let calls pass unseen: it stays in force, out of the running
// pane's memory, until the person accepts the removal at the keyboard. A file
// that is deleted or broken removes nothing by itself.
//
// Memory ends with the pane. From one run to the next the rules in force stand
// in a second file, and a start compares the two: what is missing from the
// first is shown as removed. Whoever alters the second file while the pane runs
// finds it restored. An agent that alters both files between two runs is
// not found out; nothing that this user can read could tell. Therefore the pane
// says at each start how many rules it has, and w shows them.
package watch
