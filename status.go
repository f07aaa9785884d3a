package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"sayso/ipc"
	"sayso/ui/card"
	"sayso/ui/sanitize"
)

// questionTimeout bounds what a status bar may wait for.
const questionTimeout = time.Second

// question asks the running sayso something on a connection of its own.
func question[T any](ctx context.Context, ask func(*ipc.Client, context.Context) (T, error)) (T, error) {
	var none T
	path, err := ipc.SocketPath(os.Getenv)
	if err != nil {
		return none, err
	}
	client, err := ipc.Dial(path, version)
	if err != nil {
		return none, err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, questionTimeout)
	defer cancel()
	return ask(client, ctx)
}

// statusOutput is "sayso status --json".
type statusOutput struct {
	Running bool `json:"running"`
	*ipc.StatusResult
}

// runStatus is "sayso status". For a status bar a sayso that does not run is a
// state like the others, so it is printed; the exit status tells it too.
func runStatus(ctx context.Context, stdout io.Writer, asJSON bool) error {
	status, err := question(ctx, (*ipc.Client).Status)
	running := err == nil
	if err != nil && !errors.Is(err, ipc.ErrNotRunning) && !errors.Is(err, ipc.ErrGone) {
		return err
	}
	switch {
	case asJSON && running:
		err = printJSON(stdout, statusOutput{true, &status})
	case asJSON:
		err = printJSON(stdout, statusOutput{})
	case !running:
		_, err = fmt.Fprintln(stdout, "sayso off")
	case status.Waiting == 0:
		_, err = fmt.Fprintln(stdout, "sayso ready")
	default:
		_, err = fmt.Fprintf(stdout, "sayso %d waiting\n", status.Waiting)
	}
	if err == nil && !running {
		return silent{statusNotRunning}
	}
	return err
}

// listedAsk is one ask of "sayso list --json": as it came, with its age.
type listedAsk struct {
	ipc.ListedAsk
	AgeSeconds int64 `json:"age_seconds"`
}

// runList is "sayso list".
func runList(ctx context.Context, stdout io.Writer, asJSON bool) error {
	list, err := question(ctx, (*ipc.Client).List)
	if err != nil {
		return err
	}
	now := time.Now()
	if asJSON {
		asks := make([]listedAsk, len(list.Asks))
		for i, a := range list.Asks {
			asks[i] = listedAsk{a, int64(max(0, now.Sub(a.ArrivedAt)) / time.Second)}
		}
		return printJSON(stdout, asks)
	}
	return printList(stdout, list, now)
}

// printList prints the asks for a person. What came from outside is shown with
// whatever hides in it made visible.
func printList(stdout io.Writer, list ipc.ListResult, now time.Time) error {
	if len(list.Asks) == 0 {
		_, err := fmt.Fprintln(stdout, "Nothing waits.")
		return err
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tAGE\tDOOR\tTOOL\tSESSION\tDIRECTORY") // an error comes again from Flush
	for _, a := range list.Asks {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", sanitize.Line(string(a.ID)), card.Age(now.Sub(a.ArrivedAt)),
			sanitize.Line(string(a.Door)), sanitize.Line(a.Tool), dash(sanitize.Line(a.SessionID)), dash(sanitize.Line(a.Cwd)))
	}
	return table.Flush()
}

// dash stands where there is nothing.
func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func printJSON(stdout io.Writer, v any) error {
	enc := json.NewEncoder(stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
