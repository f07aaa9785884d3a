package quick

import (
	"path/filepath"
	"testing"

	"sayso/internal/claude"
	"sayso/ipc"
)

func TestTheNamesAreTheClients(t *testing.T) {
	if permissionRequest != claude.EventPermissionRequest || key != claude.EventKey {
		t.Error("the events have other names")
	}
}

// Whatever the command line would see otherwise is left to it.
func TestWhichCallsAreQuick(t *testing.T) {
	const socket = "/run/user/1/sayso/sayso.sock"
	long := "/" + string(make([]byte, 200))
	for name, tc := range map[string]struct {
		args []string
		env  map[string]string
		want string // "" for none
	}{
		"by the environment":          {nil, map[string]string{"SAYSO_SOCKET": socket}, socket},
		"by the runtime's folder":     {nil, map[string]string{"XDG_RUNTIME_DIR": "/run/user/1"}, socket},
		"told":                        {[]string{"--socket", socket}, map[string]string{"SAYSO_SOCKET": "/evil", "XDG_RUNTIME_DIR": "/evil"}, socket},
		"told, for one who debugs":    {[]string{"--socket", socket}, map[string]string{"SAYSO_DEBUG": "1"}, socket},
		"for one who debugs":          {nil, map[string]string{"SAYSO_SOCKET": socket, "SAYSO_DEBUG": "1"}, ""},
		"told nothing":                {[]string{"--socket", ""}, map[string]string{"SAYSO_SOCKET": socket}, ""},
		"told twice":                  {[]string{"--socket", socket, "--debug"}, nil, ""},
		"in one word":                 {[]string{"--socket=" + socket}, nil, ""},
		"help":                        {[]string{"--help"}, map[string]string{"SAYSO_SOCKET": socket}, ""},
		"relative":                    {[]string{"--socket", "a/s.sock"}, nil, ""},
		"a link's folder, not it":     {[]string{"--socket", "/a/./s.sock"}, nil, ""},
		"up":                          {[]string{"--socket", "/a/../s.sock"}, nil, ""},
		"two slashes":                 {[]string{"--socket", "/a//s.sock"}, nil, ""},
		"a folder":                    {[]string{"--socket", "/a/"}, nil, ""},
		"the root":                    {[]string{"--socket", "/"}, nil, ""},
		"a NUL":                       {[]string{"--socket", "/a\x00b"}, nil, ""},
		"long":                        {[]string{"--socket", long}, nil, ""},
		"a folder with dots":          {[]string{"--socket", "/a/.b/..c/s.sock"}, nil, "/a/.b/..c/s.sock"},
		"at the root":                 {[]string{"--socket", "/s.sock"}, nil, "/s.sock"},
		"a relative runtime's folder": {nil, map[string]string{"XDG_RUNTIME_DIR": "run", "SAYSO_SOCKET": socket}, socket},
	} {
		t.Run(name, func(t *testing.T) {
			getenv := func(name string) string { return tc.env[name] }
			got, ok := socketOf(tc.args, getenv)
			if ok != (tc.want != "") || ok && got != tc.want {
				t.Fatalf("got %q, %v, want %q", got, ok, tc.want)
			}
			if !ok {
				return
			}
			if dir := directory(got); dir != filepath.Dir(got) {
				t.Errorf("its folder is %q", dir)
			}
			if len(tc.args) == 2 {
				getenv = ipc.At(tc.args[1], getenv)
			}
			if path, err := ipc.SocketPath(getenv); err != nil || path != got {
				t.Errorf("the command line would take %q, %v", path, err)
			}
		})
	}
}
