package quick

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"sayso/ipc/lifetime"
)

// Whoever asked may end when the answer has come and nothing is waited for any more:
// an answer that may not have been read is not said to have arrived.
func TestNothingIsSaidToHaveArrivedAfterTheParentsEnd(t *testing.T) {
	for name, parent := range map[string]int{"delivered": lifetime.Parent, "not": -1} {
		ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		if err != nil {
			t.Fatal(err)
		}
		door, sayso := os.NewFile(uintptr(ends[0]), "door"), os.NewFile(uintptr(ends[1]), "sayso")
		real := lifetime.Parent
		lifetime.Parent = parent
		c := &conn{fd: ends[0], greeted: true, known: true, in: []byte(`{"jsonrpc":"2.0","id":2,"result":{}}` + "\n")}
		c.ask(firstID, params([]byte(`{}`), "", ""))
		lifetime.Parent = real
		_ = door.Close()
		said, err := io.ReadAll(sayso)
		_ = sayso.Close()
		if err != nil || !strings.Contains(string(said), `"method":"ask"`) {
			t.Fatalf("it said %s, %v", said, err)
		}
		if got := strings.Contains(string(said), `"method":"delivered"`); got != (name == "delivered") {
			t.Errorf("%s: it said %s", name, said)
		}
	}
}
