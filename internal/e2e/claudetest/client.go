//go:build unix

package claudetest

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// PinnedVersion is the client's version that these tests speak about. Another
// one may differ in any detail, so [Client] refuses it.
const PinnedVersion = "2.1.332"

// Patience bounds each wait for the client. It starts in a second on an idle
// machine and in half a minute on a busy one; nothing that works takes as long
// as this.
const Patience = 3 * time.Minute

// Client returns the path of the real client: what SAYSO_CLAUDE names. Where it
// is not set, the test is skipped, or fails when SAYSO_REQUIRE_CLAUDE is 1. A
// client that does not start, or of another version, always fails the test.
func Client(t testing.TB) string {
	t.Helper()
	path := os.Getenv("SAYSO_CLAUDE")
	if path == "" {
		const missing = "the real client is not installed; set SAYSO_CLAUDE to the path of the claude binary, version " + PinnedVersion
		if os.Getenv("SAYSO_REQUIRE_CLAUDE") == "1" {
			t.Fatal("SAYSO_REQUIRE_CLAUDE is 1: " + missing)
		}
		t.Skip("skipped: " + missing)
	}
	out, err := version(path)
	if err != nil {
		t.Fatalf("SAYSO_CLAUDE: running %s --version: %v", path, err)
	}
	if got, _, _ := strings.Cut(out, " "); got != PinnedVersion {
		t.Fatalf("SAYSO_CLAUDE: %s is version %q, the tests want %s", path, out, PinnedVersion)
	}
	return path
}

// versions holds what each binary said of itself: one start per test process.
var versions sync.Map // path → func() (string, error)

func version(path string) (string, error) {
	ask, _ := versions.LoadOrStore(path, sync.OnceValues(func() (string, error) {
		cmd := exec.Command(path, "--version")
		// No home: nothing is read from the person's, and nothing is left there.
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.DevNull}
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}))
	return ask.(func() (string, error))()
}
