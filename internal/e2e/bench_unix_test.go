//go:build linux || darwin

package e2e

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sayso/approver"
	"sayso/internal/e2e/claudetest"
)

// BenchmarkHook times whole runs of "sayso hook", from the start of the process
// to its end with the answer printed, against programs that make the same round
// trip: one of the standard library alone, as Go builds it and linked statically,
// and those in other languages that this machine has. They run in a new order in
// every round, so whatever else the machine does meets all of them. Medians are in
// ms; "x-NAME" is how many times as long as that program sayso takes. What they
// take on a busy machine is told apart: there a process for every CPU only counts.
func BenchmarkHook(b *testing.B) {
	dir := claudetest.ShortDir(b)
	socket := filepath.Join(dir, "s.sock")
	stop, err := serveDesk(socket, func(approver.Ask) approver.Decision { return approver.Decision{Verdict: approver.Allow} })
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(stop)
	programs := append([]program{{"sayso", []string{binary(b), "hook"}}}, rivals(b, dir)...)
	b.Run("alone", func(b *testing.B) { compare(b, socket, programs) })
	b.Run("busy", func(b *testing.B) {
		for range runtime.NumCPU() {
			busy := exec.Command("/bin/sh", "-c", "while :; do :; done")
			if err := busy.Start(); err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() {
				_ = busy.Process.Kill()
				_ = busy.Wait() // its status is the signal's
			})
		}
		compare(b, socket, programs)
	})
}

// program is what the benchmark runs.
type program struct {
	name string
	argv []string
}

// rivals builds the programs in testdata/rival into dir. It leaves out, with a
// word, what this machine has nothing for.
func rivals(b *testing.B, dir string) []program {
	b.Helper()
	var list []program
	built := func(name, tool string, env []string, args ...string) {
		cmd := exec.Command(tool, args...)
		cmd.Env = append(os.Environ(), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Logf("without the %s rival: %v\n%s", name, err, out)
			return
		}
		list = append(list, program{name, []string{filepath.Join(dir, name)}})
	}
	built("stdlib", "go", []string{"CGO_ENABLED=1"}, "build", "-o", filepath.Join(dir, "stdlib"), "./testdata/rival")
	built("static", "go", []string{"CGO_ENABLED=0"}, "build", "-o", filepath.Join(dir, "static"), "./testdata/rival")
	built("c", "cc", nil, "-O2", "-o", filepath.Join(dir, "c"), "testdata/rival/c/rival.c")
	for _, script := range []struct{ name, tool, self, file string }{
		{"node", "node", "process.stdout.write(process.execPath)", "testdata/rival/node/rival.js"},
		{"python", "python3", "import sys; sys.stdout.write(sys.executable)", "testdata/rival/python/rival.py"},
	} {
		say := map[string]string{"node": "-e", "python": "-c"}[script.name]
		path, err := exec.Command(script.tool, say, script.self).Output() // the program itself: what is on PATH may be a script around it
		if err != nil {
			b.Logf("without the %s rival: %v", script.name, err)
			continue
		}
		list = append(list, program{script.name, []string{strings.TrimSpace(string(path)), script.file}})
	}
	return list
}

// compare runs all programs again and again and reports the medians.
func compare(b *testing.B, socket string, programs []program) {
	times := make([][]float64, len(programs))
	for b.Loop() {
		for _, i := range rand.Perm(len(programs)) {
			times[i] = append(times[i], roundTrip(b, socket, programs[i].argv))
		}
	}
	own := median(times[0])
	for i, p := range programs {
		b.ReportMetric(median(times[i]), "ms-"+p.name)
		if i > 0 {
			b.ReportMetric(own/median(times[i]), "x-"+p.name)
		}
	}
	b.ReportMetric(0, "ns/op") // the sum of all would say nothing
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
