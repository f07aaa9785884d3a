package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"sayso/internal/sanitize"
	"sayso/ipc"
	"sayso/plugin/setup"
)

// setupCommands bring sayso's plugin into Claude Code and out of it.
func setupCommands() []*cobra.Command {
	plugin := &cobra.Command{
		Use:   "plugin",
		Short: "The Claude Code plugin, for one session",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	plugin.AddCommand(&cobra.Command{
		Use:   "path",
		Short: "Write the plugin's folder and print it",
		Long:  "Writes the plugin's folder and prints its path:\n\n  claude --plugin-dir \"$(sayso plugin path)\"",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return runPluginPath(cmd.OutOrStdout()) },
	})
	return []*cobra.Command{
		plugin,
		{
			Use:   "install",
			Short: "Connect Claude Code: each session asks here from its next start",
			Args:  noArgs,
			RunE:  runInstall,
		},
		{
			Use:   "uninstall",
			Short: "Disconnect Claude Code and remove what install wrote",
			Args:  noArgs,
			RunE:  runUninstall,
		},
	}
}

// sayTo prints a step on a line. Parts of it are others' words: the client's,
// and names of folders.
func sayTo(w io.Writer) setup.Say {
	return func(line string) { fmt.Fprintln(w, sanitize.Line(line)) }
}

// placesToWrite are the places with the socket that is written into the plugin.
func placesToWrite() (setup.Places, error) {
	places, err := setup.Find(os.Getenv)
	if err == nil {
		places.Socket, err = ipc.SocketPath(os.Getenv)
	}
	return places, err
}

func runInstall(cmd *cobra.Command, _ []string) error {
	places, err := placesToWrite()
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	err = places.Install(cmd.Context(), sayTo(out))
	switch {
	case errors.Is(err, setup.ErrNoClient):
		entry, unwritable := setup.ManualEntry(places.Binary, places.Socket)
		if unwritable != nil {
			return unwritable
		}
		fmt.Fprint(out, manual(places, entry))
		return fmt.Errorf("nothing was installed: %w", err)
	case err != nil:
		return shown(err)
	}
	for _, hook := range places.OtherHooks("") {
		sayTo(out)("Note: " + hook.String() + " answers asks too; the first answer wins.")
	}
	fmt.Fprint(out, `
Next: start sayso in a pane beside your sessions. A session asks there from its
next start on; in one that runs already, /reload-plugins does it.
sayso doctor checks that everything is in place.
`)
	return nil
}

func runUninstall(cmd *cobra.Command, _ []string) error {
	places, err := setup.Find(os.Getenv)
	if err != nil {
		return err
	}
	say := sayTo(cmd.OutOrStdout())
	_, err = os.Lstat(places.Accepted())
	remembered := err == nil
	err = places.Uninstall(cmd.Context(), say)
	if remembered && running() {
		say("Note: a sayso is running and remembers its watch rules on disk. Quit it and uninstall again to leave nothing behind.")
	}
	return shown(err)
}

// running reports whether a sayso answers on the socket.
func running() bool {
	path, err := ipc.SocketPath(os.Getenv)
	if err != nil {
		return false
	}
	client, err := ipc.Dial(path, version)
	if err != nil {
		return false
	}
	_ = client.Close() // nothing was said
	return true
}

func runPluginPath(stdout io.Writer) error {
	places, err := placesToWrite()
	if err != nil {
		return err
	}
	dir, err := places.WritePluginDir()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, dir) // as it is: a program reads it
	return err
}

// shown makes an error's words fit for a terminal: the client's are among them.
func shown(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", sanitize.Line(err.Error()))
}

// manual says how to connect Claude Code by hand.
func manual(p setup.Places, entry string) string {
	return fmt.Sprintf(`
Claude Code's command, claude, was not found on your PATH. Install it and run
"sayso install" again, or connect it by hand: put this into
%s

%s
Asks then don't say who asks and why. For one session with everything:
claude --plugin-dir "$(sayso plugin path)"
`, sanitize.Line(p.Short(p.Settings())), entry)
}
