//go:build linux || darwin

package e2e

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
)

// BenchmarkHook times whole runs of "sayso hook", from the start of the process
// to its end with the answer printed, against a program of the standard library
// alone that makes the same round trip. The two take turns, so whatever else the
// machine does meets both. Medians are in ms, and "x" is how many times longer
// sayso takes.
func BenchmarkHook(b *testing.B) {
	dir := claudetest.ShortDir(b)
	rival := filepath.Join(dir, "rival")
	if out, err := exec.Command("go", "build", "-o", rival, "./testdata/rival").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	socket := filepath.Join(dir, "s.sock")
	stop, err := serveDesk(socket, func(approver.Ask) approver.Decision { return approver.Decision{Verdict: approver.Allow} })
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(stop)
	programs := [][]string{{binary(b), "hook"}, {rival}}
	times := make([][]float64, len(programs))
	for b.Loop() {
		for i, argv := range programs {
			times[i] = append(times[i], roundTrip(b, socket, argv))
		}
	}
	own, other := median(times[0]), median(times[1])
	b.ReportMetric(own, "ms-sayso")
	b.ReportMetric(other, "ms-stdlib")
	b.ReportMetric(own/other, "x")
	b.ReportMetric(0, "ns/op") // the sum of both would say nothing
}

// roundTrip runs a hook once and returns how many ms it took.
func roundTrip(b *testing.B, socket string, argv []string) float64 {
	cmd := exec.Command(argv[0], argv[1:]...)
	var out bytes.Buffer
	cmd.Env = []string{"SAYSO_SOCKET=" + socket}
	cmd.Stdin, cmd.Stdout = bytes.NewReader([]byte(lsPayload)), &out
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	took := time.Since(start)
	if !bytes.Contains(out.Bytes(), []byte(`"behavior":"allow"`)) {
		b.Fatalf("%s printed %q", argv[0], out.Bytes())
	}
	return float64(took) / float64(time.Millisecond)
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
