package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"sayso/internal/sanitize"
	"sayso/ipc"
	"sayso/ui/card"
)

// questionTimeout bounds what a status bar may wait for.
const questionTimeout = time.Second

// errSilent means that a sayso runs and says nothing: it was stopped, or is busy.
var errSilent = errors.New("a sayso is running but does not answer; if it was suspended, fg in its terminal brings it back")

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
	answer, err := ask(client, ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errSilent
	}
	return answer, err
}

// statusOutput is "sayso status --json".
type statusOutput struct {
	Running bool `json:"running"`
	Silent  bool `json:"silent,omitempty"` // it runs and does not answer, so the rest is not known
	*ipc.StatusResult
}

// runStatus is "sayso status". For a status bar a sayso that does not run, or
// does not answer, is a state like the others, so it is printed; the exit status
// tells it too.
func runStatus(ctx context.Context, stdout io.Writer, asJSON bool) error {
	status, err := question(ctx, (*ipc.Client).Status)
	line, out, exit := "", statusOutput{Running: true, StatusResult: &status}, statusOK
	switch {
	case errors.Is(err, ipc.ErrNotRunning), errors.Is(err, ipc.ErrGone):
		line, out, exit = "sayso off", statusOutput{}, statusNotRunning
	case errors.Is(err, errSilent):
		line, out, exit = "sayso silent", statusOutput{Running: true, Silent: true}, statusFailed
	case err != nil:
		return err
	case status.Waiting == 0:
		line = "sayso ready"
	default:
		line = fmt.Sprintf("sayso %d waiting", status.Waiting)
	}
	if asJSON {
		err = printJSON(stdout, out)
	} else {
		_, err = fmt.Fprintln(stdout, line)
	}
	if err == nil && exit != statusOK {
		return silent{exit}
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

// dash returns "-" for an empty string.
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
