package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sayso/internal/cli"
)

// TestMain lets the scripts in testdata/script call this program as "sayso".
func TestMain(m *testing.M) {
	testscript.Main(cleaning{m}, map[string]func(){"sayso": cli.Main})
}

// cleaning runs the tests and removes the program that they built.
type cleaning struct{ m *testing.M }

func (c cleaning) Run() int {
	if err := os.Chdir("../.."); err != nil { // the module's root has what the tests are of
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() {
		if built.dir != "" {
			_ = os.RemoveAll(built.dir)
		}
	}()
	return c.m.Run()
}

// built is the program, built once for all tests that need it as a file.
var built struct {
	sync.Once
	dir, path string
	err       error
}

// build builds the program and returns its path.
func build() (string, error) {
	built.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "sayso-bin-"); built.err != nil {
			return
		}
		built.path = filepath.Join(built.dir, "sayso")
		if out, err := exec.Command("go", "build", "-o", built.path, ".").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	return built.path, built.err
}

// binary builds the program and returns its path.
func binary(t testing.TB) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
