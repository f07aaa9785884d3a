package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"sayso/ipc"
	"sayso/ipc/hook"
	"sayso/ipc/quick"
	watchdoor "sayso/ipc/watch"
)

// way is how a door finds sayso.
type way struct {
	getenv func(string) string
	debug  bool // say on stderr why nothing was printed
}

// wayOf reads the arguments that the plugin calls a door with. ok is false for
// any others, which the command line has to make sense of.
func wayOf(args []string) (w way, ok bool) {
	switch {
	case len(args) == 0:
		return byEnvironment(), true
	case len(args) == 2 && args[0] == "--socket":
		return toSocket(args[1]), true
	}
	return way{}, false
}

// byEnvironment is the way of a door that is called by hand.
func byEnvironment() way { return way{os.Getenv, os.Getenv("SAYSO_DEBUG") != ""} }

// toSocket is the way of a door that was told where sayso listens when it was
// installed. A project's settings have a hand in its environment, so no variable
// of sayso's counts.
func toSocket(socket string) way { return way{ipc.At(socket, os.Getenv), false} }

// socketFlag adds the flag with which a door is told where sayso listens, and
// returns the way to it, which is read when the command runs.
func socketFlag(cmd *cobra.Command) func() way {
	socket := cmd.Flags().String("socket", "", "where sayso listens; no variable of the environment counts then")
	return func() way {
		if cmd.Flags().Changed("socket") {
			return toSocket(*socket)
		}
		return byEnvironment()
	}
}

// withSocket completes the command of a door that tells how it ended.
func withSocket(cmd *cobra.Command, run func(cmd *cobra.Command, getenv func(string) string) error) *cobra.Command {
	find := socketFlag(cmd)
	cmd.Args = noArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return run(cmd, find().getenv) }
	return cmd
}

// silentDoor is the command of a door that exits 0 whatever happens.
func silentDoor(use, short string, run func(way)) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: noArgs}
	find := socketFlag(cmd)
	debug := cmd.Flags().Bool("debug", false, "say on stderr why nothing is printed")
	cmd.Run = func(*cobra.Command, []string) {
		w := find()
		w.debug = w.debug || *debug
		run(w)
	}
	return cmd
}

// runHook is "sayso hook". It exits 0 whatever happens: any other status, or
// anything but an answer on stdout, could be taken for one.
func runHook(w way) {
	stdin := io.MultiReader(bytes.NewReader(quick.Read), os.Stdin)
	err := hook.Run(context.Background(), stdin, os.Stdout, w.getenv, version)
	if err != nil && w.debug {
		fmt.Fprintln(os.Stderr, "sayso hook:", err)
	}
}

// runWatch is "sayso watch". Like the hook it exits 0 whatever happens.
func runWatch(w way) {
	err := watchdoor.Run(context.Background(), os.Stdin, os.Stdout, w.getenv, version)
	if err != nil && w.debug {
		fmt.Fprintln(os.Stderr, "sayso watch:", err)
	}
}
