package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sayso/internal/claude"
	"sayso/rules"
	"sayso/rules/rulecmd"
	"sayso/rules/settings"
)

// rulesFlags are the flags of "sayso rules" and of what stands beneath it.
type rulesFlags struct {
	cwd, home string
	json      bool
	untrusted bool
}

// rulesCommand declares "sayso rules": what the permission rules are and what
// they would do.
func rulesCommand() *cobra.Command {
	var f rulesFlags
	root := &cobra.Command{
		Use:   "rules",
		Short: "List, explain and check permission rules",
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	flags := root.PersistentFlags()
	flags.StringVar(&f.cwd, "cwd", "", "the session's working directory (default: this one)")
	flags.StringVar(&f.home, "home", "", "the person's home directory (default: $HOME)")
	flags.BoolVar(&f.untrusted, "untrusted", false, "as in a folder that is not trusted: allow rules of the project do not count")

	list := &cobra.Command{
		Use: "list", Short: "Every rule with its file and line", Args: noArgs,
		RunE: f.run(func(cmd *cobra.Command, o rulecmd.Options, _ []string) error {
			return rulecmd.List(cmd.OutOrStdout(), o)
		}),
	}
	explain := &cobra.Command{
		Use: "explain TOOL INPUT", Short: "Which rule settles a call, and part by part why; INPUT is the tool's input as JSON, or a command for Bash",
		Args: exactArgs(2),
		RunE: f.run(func(cmd *cobra.Command, o rulecmd.Options, args []string) error {
			input, err := inputOf(args[0], args[1])
			if err != nil {
				return err
			}
			return rulecmd.Explain(cmd.OutOrStdout(), o, args[0], input)
		}),
	}
	check := &cobra.Command{
		Use: "check", Short: "Rules that never count, are shadowed, or are dangerously wide; exit status 1 when there are some", Args: noArgs,
		RunE: f.run(func(cmd *cobra.Command, o rulecmd.Options, _ []string) error {
			found, err := rulecmd.Check(cmd.OutOrStdout(), o)
			if err == nil && found > 0 {
				return silent{statusFailed}
			}
			return err
		}),
	}
	for _, c := range []*cobra.Command{list, explain, check} {
		c.Flags().BoolVar(&f.json, "json", false, "print JSON")
	}
	match := &cobra.Command{
		Use: "match", Short: "Answer questions about rules and calls: JSON lines on stdin, one answer a line", Args: noArgs,
		RunE: f.run(func(cmd *cobra.Command, o rulecmd.Options, _ []string) error {
			return rulecmd.Match(cmd.InOrStdin(), cmd.OutOrStdout(), o.Place)
		}),
	}
	root.AddCommand(list, explain, check, match, removeCommand(&f))
	return root
}

func removeCommand(f *rulesFlags) *cobra.Command {
	var r rulecmd.Removal
	var behavior, from string
	c := &cobra.Command{
		Use: "remove RULE", Short: "Take a rule out of the settings file that holds it", Args: exactArgs(1),
		RunE: f.run(func(cmd *cobra.Command, o rulecmd.Options, args []string) error {
			r.Text, r.Behavior, r.Destination = args[0], claude.Behavior(behavior), claude.Destination(from)
			return rulecmd.Remove(cmd.OutOrStdout(), o, r)
		}),
	}
	c.Flags().StringVar(&behavior, "behavior", "", "allow, deny or ask; default: any")
	c.Flags().StringVar(&from, "from", "", "userSettings, projectSettings or localSettings; default: any")
	c.Flags().BoolVar(&r.All, "all", false, "if several match, remove all of them")
	return c
}

// run gives a command the settings files of the place that the flags name.
func (f *rulesFlags) run(do func(*cobra.Command, rulecmd.Options, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		cwd, err := absolute(f.cwd, os.Getwd)
		if err != nil {
			return fmt.Errorf("--cwd: %w", err)
		}
		home, err := absolute(f.home, os.UserHomeDir)
		if err != nil {
			return fmt.Errorf("--home: %w", err)
		}
		return do(cmd, rulecmd.Options{
			Files:   settings.Files(home, cwd, os.Getenv),
			Place:   rules.Place{Cwd: cwd, Home: home, Follow: settings.Links},
			Trusted: !f.untrusted,
			JSON:    f.json,
		}, args)
	}
}

// absolute returns a path in full, or what otherwise says where "" is none.
func absolute(path string, otherwise func() (string, error)) (string, error) {
	if path == "" {
		return otherwise()
	}
	return filepath.Abs(path)
}

// inputOf reads a tool's input from the command line. A command for Bash may
// stand there as it is.
func inputOf(tool, text string) (json.RawMessage, error) {
	var object map[string]json.RawMessage
	err := json.Unmarshal([]byte(text), &object)
	switch {
	case err == nil && object != nil:
		return json.RawMessage(text), nil
	case tool == "Bash" || tool == "Monitor":
		return json.Marshal(map[string]string{"command": text})
	case err == nil:
		err = errors.New("null is not an object")
	}
	return nil, usageError{fmt.Errorf("INPUT is not the input of %s as a JSON object: %w", tool, err)}
}

func exactArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("%s: %d arguments, want %d: %s", cmd.CommandPath(), len(args), n, cmd.UseLine())}
		}
		return nil
	}
}
