// Package cli is sayso's command line: one file for each command, the
// configuration, and the wiring of the pane.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"sayso/ipc"
	"sayso/ipc/ask"
	"sayso/ipc/mcp"
	"sayso/ipc/wire"
)

// version is what sayso calls itself to people and to the other side of the
// socket.
const version = wire.Version

// Exit statuses.
const (
	statusOK         = 0
	statusFailed     = 1
	statusUsage      = 2
	statusNotRunning = 3 // or it ended before it answered
	StatusHandedBack = 4 // "sayso ask" only: there is no answer, and the host may ask itself
)

func Main() {
	// The hook runs once for every ask of every session, so it comes before
	// anything that costs time.
	if len(os.Args) > 1 && (os.Args[1] == "hook" || os.Args[1] == "watch") {
		if w, ok := wayOf(os.Args[2:]); ok {
			if os.Args[1] == "hook" {
				runHook(w)
			} else { // once for every call, while there are watch rules
				runWatch(w)
			}
			return
		}
	}
	os.Exit(run(os.Args[1:]))
}

// run is every other command. It returns the exit status.
func run(args []string) int {
	root := rootCommand()
	root.SetArgs(args)
	err := root.Execute()
	var usage usageError
	var quiet silent
	switch {
	case err == nil:
		return statusOK
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "sayso: %v\nRun 'sayso --help' for what there is.\n", err)
		return statusUsage
	case errors.As(err, &quiet):
		return quiet.status
	}
	fmt.Fprintln(os.Stderr, "sayso:", err)
	switch {
	case errors.Is(err, ipc.ErrNotRunning), errors.Is(err, ipc.ErrGone):
		return statusNotRunning
	case errors.Is(err, ask.ErrHandedBack):
		return StatusHandedBack
	}
	return statusFailed
}

// silent ends the program with a status and no words: they stand on stdout.
type silent struct{ status int }

func (s silent) Error() string { return fmt.Sprintf("exit status %d", s.status) }

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
		rulesCommand(),
		&cobra.Command{
			Use:   "demo",
			Short: "Try sayso on a scripted agent, without Claude Code",
			Args:  noArgs,
			RunE:  func(cmd *cobra.Command, _ []string) error { return runDemo(cmd.Context(), cmd.OutOrStdout()) },
		},
		silentDoor("hook", "Claude Code's hooks call this: payload on stdin, answer on stdout", runHook),
		withSocket(&cobra.Command{
			Use:   "mcp",
			Short: "The MCP server for claude --permission-prompt-tool mcp__sayso__approve",
		}, func(cmd *cobra.Command, getenv func(string) string) error {
			return mcp.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), getenv, version)
		}),
		withSocket(&cobra.Command{
			Use:   "ask",
			Short: "For hosts of the Agent SDK: permission request on stdin, result on stdout",
			Long: `Reads one permission request on stdin, asks the person at the running sayso,
and prints a PermissionResult: what canUseTool of the Agent SDK returns.

Exit status: 0 answered, 1 not a permission request or another failure,
3 no sayso runs or it ended before it answered, 4 handed back. Only with 0
there is anything on stdout. Ending the process withdraws the ask.`,
		}, func(cmd *cobra.Command, getenv func(string) string) error {
			err := ask.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), getenv, version)
			if err != nil {
				err = fmt.Errorf("ask: %w", err)
			}
			return err
		}),
		withJSON(runStatus, &cobra.Command{
			Use:   "status",
			Short: "One short line for a status bar: is a sayso running, how many asks wait",
			Long: `Prints one short line for a status bar: "sayso 2 waiting", "sayso ready" when
nothing waits, "sayso off" when none runs (exit status 3), "sayso silent" when
one runs and does not answer within a second (exit status 1).`,
		}),
		withJSON(runList, &cobra.Command{
			Use:   "list",
			Short: "The asks that wait; answers come from the pane alone",
		}),
	)
	root.AddCommand(setupCommands()...)
	root.AddCommand(silentDoor("watch", "The plugin calls this: a call on stdin; prints whether a watch rule names it", runWatch),
		withJSON(runDoctor, &cobra.Command{
			Use:   "doctor",
			Short: "Look whether asks can reach the pane, and say what to do",
		}))
	return root
}

// withJSON completes a command that prints for people or, with --json, for
// programs.
func withJSON(run func(ctx context.Context, stdout io.Writer, asJSON bool) error, cmd *cobra.Command) *cobra.Command {
	asJSON := cmd.Flags().Bool("json", false, "print JSON, texts as they came")
	cmd.Args = noArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return run(cmd.Context(), cmd.OutOrStdout(), *asJSON)
	}
	return cmd
}

// noArgs refuses what stands behind a command that takes nothing; behind one that
// has commands of its own, that is a name that none of them has.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !cmd.HasAvailableSubCommands() {
		return usageError{fmt.Errorf("%s takes no argument, got %q", cmd.CommandPath(), args[0])}
	}
	cmd.SuggestionsMinimumDistance = 2 // letters
	hint := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return usageError{fmt.Errorf("%s has no command %q%s", cmd.CommandPath(), args[0], hint)}
}
