package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"sayso/internal/sanitize"
	"sayso/plugin/doctor"
	"sayso/plugin/setup"
	watchrules "sayso/plugin/watch"
)

// doctorOutput is "sayso doctor --json".
type doctorOutput struct {
	OK       bool             `json:"ok"`
	Findings []doctor.Finding `json:"findings"`
}

// runDoctor is "sayso doctor".
func runDoctor(ctx context.Context, stdout io.Writer, asJSON bool) error {
	places, err := setup.Find(os.Getenv)
	if err != nil {
		return err
	}
	project, err := os.Getwd()
	if err != nil {
		project = "" // then only the person's own settings count
	}
	found := doctor.Examine(ctx, doctor.Patient{
		Places: places, Project: project, Getenv: os.Getenv, Version: version,
		Rules: func(file string) (int, []error) {
			list, errs := watchrules.Read(file)
			return len(list), errs
		},
	})
	failed := doctor.Failed(found)
	if asJSON {
		err = printJSON(stdout, doctorOutput{!failed, found})
	} else {
		err = printFindings(stdout, found)
	}
	if err == nil && failed {
		return silent{statusFailed}
	}
	return err
}

// printFindings prints for a person: the finding, and beneath it what to do.
func printFindings(stdout io.Writer, found []doctor.Finding) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, f := range found {
		fmt.Fprintf(table, "%s\t%s\t%s\n", f.Level, f.Check, sanitize.Line(f.Text)) // an error comes again from Flush
		if f.Do != "" {
			fmt.Fprintf(table, "\t\t→ %s\n", sanitize.Line(f.Do))
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, "\n%s\n", doctor.Modes)
	return err
}
