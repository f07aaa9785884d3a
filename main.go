// Command sayso stands in a side pane and acts as the person approver for
// Claude Code: asks come in over a local socket, a key answers them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"sayso/ipc"
	"sayso/ipc/hook"
)

// version is what sayso calls itself to people and to the other side of the
// socket.
const version = "0.1.0"

// Exit statuses.
const (
	statusOK         = 0
	statusFailed     = 1
	statusUsage      = 2
	statusNotRunning = 3
)

func main() {
	// The hook runs once for every ask of every session, so it comes before
	// anything that costs time.
	if len(os.Args) == 2 && os.Args[1] == "hook" {
		runHook()
		return
	}
	os.Exit(run(os.Args[1:]))
}

// runHook is "sayso hook". It exits 0 whatever happens: any other status, or
// anything but an answer on stdout, could be taken for one.
func runHook() {
	err := hook.Run(context.Background(), os.Stdin, os.Stdout, os.Getenv, version)
	if err != nil && os.Getenv("SAYSO_DEBUG") != "" {
		fmt.Fprintln(os.Stderr, "sayso hook:", err)
	}
}

// run is every other command. It returns the exit status.
func run(args []string) int {
	root := rootCommand()
	root.SetArgs(args)
	err := root.Execute()
	var usage usageError
	switch {
	case err == nil:
		return statusOK
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "sayso: %v\nRun 'sayso --help' for what there is.\n", err)
		return statusUsage
	}
	fmt.Fprintln(os.Stderr, "sayso:", err)
	if errors.Is(err, ipc.ErrNotRunning) {
		return statusNotRunning
	}
	return statusFailed
}

// usageError is a command line that can't be understood.
type usageError struct{ error }

// rootCommand declares the command line.
func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "sayso",
		Short:         "Answer Claude Code's permission asks in a side pane",
		Version:       version,
		Args:          noArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return runPane(cmd.Context()) },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(
		&cobra.Command{
			Use:   "demo",
			Short: "Try sayso on a scripted agent, without Claude Code",
			Args:  noArgs,
			RunE:  func(cmd *cobra.Command, _ []string) error { return runDemo(cmd.Context(), cmd.OutOrStdout()) },
		},
		&cobra.Command{
			Use:   "hook",
			Short: "Claude Code's hooks call this: payload on stdin, answer on stdout",
			Args:  noArgs,
			Run:   func(*cobra.Command, []string) { runHook() },
		},
	)
	return root
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("%s takes no argument, got %q", cmd.CommandPath(), args[0])}
	}
	return nil
}
