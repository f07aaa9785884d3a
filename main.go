// Command sayso sits in a side pane and is the person approver for Claude Code:
// asks come in over a local socket, and a key answers them.
package main

import "sayso/internal/cli"

func main() { cli.Main() }
