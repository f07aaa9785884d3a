package plugin_test

import (
	"slices"
	"testing"

	"sayso/ipc"
	"sayso/plugin"
)

// The mod works out by itself where the socket is. Where no variable names it,
// the place must be one of those that are written into the mod; the rule for
// the variables is tested with the mod.
func TestFallbackSocketsAreThoseOfTheDoor(t *testing.T) {
	socket, err := ipc.SocketPath(func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(plugin.FallbackSockets(), socket) {
		t.Errorf("%s is not among %v", socket, plugin.FallbackSockets())
	}
	runtime, err := ipc.SocketPath(func(name string) string {
		return map[string]string{"XDG_RUNTIME_DIR": "/run/me"}[name]
	})
	if err != nil || plugin.WatchMarker(runtime) != "/run/me/sayso/sayso.sock.watch" {
		t.Errorf("%s, %v: not what tests/parts.test.ts expects of the mod", runtime, err)
	}
}
