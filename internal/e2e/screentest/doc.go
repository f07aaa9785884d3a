// Package screentest runs a program on a pseudo terminal and lets a test see
// and press what a person would: a terminal emulator reads what the program
// writes, keeps the screen, and answers the terminal's side of the talk
// (background colour, device attributes, cursor position, mode reports).
//
//	s := screentest.Start(t, screentest.Options{Argv: []string{bin}, Cols: 48, Rows: 20})
//	s.WaitFor("Bash")
//	s.Press("y")
//	s.WaitFor("allowed")
//
// Nothing here sleeps. Every wait is woken by output that arrives or by the
// program's end, and one that runs into its deadline fails the test with the
// whole screen. A program that draws in synchronized output mode (2026) is
// seen in whole frames only.
//
// The package is for tests. It needs a Unix system; elsewhere it is empty, so
// a test file that imports it carries the constraint "unix".
package screentest
