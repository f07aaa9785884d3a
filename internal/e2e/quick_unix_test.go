//go:build linux || darwin

package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/e2e/claudetest"
	"sayso/ipc"
)

// liar is somebody who listens like a sayso and says what a test wants it to.
type liar struct {
	socket string
	heard  chan string // methods, in their order; closed when the door has hung up
	params chan string // of all but hello
}

// lie answers each method with what replies has for it, $ID being the request's id,
// and hangs up after what does not end its line. It listens to one door.
func lie(t *testing.T, replies map[string]string) liar {
	t.Helper()
	l := liar{filepath.Join(claudetest.ShortDir(t), "s.sock"), make(chan string, 9), make(chan string, 9)}
	listener, err := net.Listen("unix", l.socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		defer close(l.heard)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		lines := bufio.NewReader(conn)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			var m struct {
				ID, Params json.RawMessage
				Method     string
			}
			_ = json.Unmarshal(line, &m) // what is no message has no method
			l.heard <- m.Method
			if m.Method != ipc.MethodHello {
				l.params <- string(m.Params)
			}
			reply := strings.ReplaceAll(replies[m.Method], "$ID", string(m.ID))
			if _, err := io.WriteString(conn, reply); err != nil || m.Method != ipc.MethodDelivered && !strings.HasSuffix(reply, "\n") {
				return
			}
		}
	}()
	return l
}

// ways are the two that lead a payload to a sayso: the quick one and the command
// line's. They differ in nothing.
var ways = map[string][]string{"as the plugin calls it": nil, "by hand": {"--debug"}}

// ask runs "sayso hook" and returns what it printed and the methods that the liar
// heard.
func (l liar) ask(t *testing.T, payload string, flags, env []string) (printed string, heard []string) {
	t.Helper()
	cmd := exec.Command(binary(t), append([]string{"hook", "--socket", l.socket}, flags...)...)
	var out bytes.Buffer
	cmd.Env, cmd.Stdin, cmd.Stdout = append([]string{"PATH=/usr/bin:/bin"}, env...), strings.NewReader(payload), &out
	if err := cmd.Run(); err != nil {
		t.Errorf("the hook did not exit 0: %v", err)
	}
	for method := range l.heard {
		heard = append(heard, method)
	}
	return out.String(), heard
}

func response(members string) string { return `{"jsonrpc":"2.0","id":$ID,` + members + "}\n" }

var goodHello = response(`"result":{"protocol":3,"version":"x","pid":1}`)

const (
	allowOutput = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`
	endPayload  = `{"session_id":"s","cwd":"/","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"tool_response":{},"tool_use_id":"t"}`
)

// Whatever the other side says instead of an answer, nothing is printed.
func TestTheHookPrintsAWellFormedAnswerOrNothing(t *testing.T) {
	allow := response(`"result":{"output":` + allowOutput + `}`)
	empty := []string{ // results that are well formed and have nothing to print
		response(`"result":{}`), response(`"result":{"behavior":"allow"}`), response(`"result":{"Output":` + allowOutput + `}`),
	}
	for name, tc := range map[string]struct{ hello, answer string }{
		"gone at once":               {"", ""},
		"gone after hello":           {goodHello, ""},
		"an answer to hello only":    {allow, allow},
		"an older protocol":          {response(`"result":{"protocol":2}`), allow},
		"a later protocol":           {response(`"result":{"protocol":30}`), allow},
		"a protocol in words":        {response(`"result":{"protocol":"3"}`), allow},
		"hello refused":              {response(`"error":{"code":-32000,"message":"no"}`), allow},
		"an answer before hello":     {`{"jsonrpc":"2.0","id":2,"result":{"output":` + allowOutput + "}}\n", ""},
		"an error":                   {goodHello, response(`"error":{"code":-1,"message":"x"}`)},
		"an error beside it":         {goodHello, response(`"error":{"code":-1,"message":"x"},"result":{"output":` + allowOutput + `}`)},
		"nothing to print":           {goodHello, empty[0]},
		"a decision, not its words":  {goodHello, empty[1]},
		"words in another case":      {goodHello, empty[2]},
		"words in a text":            {goodHello, response(`"result":{"output":"` + strings.ReplaceAll(allowOutput, `"`, `\"`) + `"}`)},
		"words in a list":            {goodHello, response(`"result":{"output":[` + allowOutput + `]}`)},
		"the result is a list":       {goodHello, response(`"result":[` + allowOutput + `]`)},
		"the result is missing":      {goodHello, response(`"output":` + allowOutput)},
		"a name is spelled oddly":    {goodHello, response(`"result":{"outpu\u0074":[],"output":` + allowOutput + `}`)},
		"not JSON":                   {goodHello, allowOutput[1:] + "\n"},
		"half a line":                {goodHello, strings.TrimSuffix(allow, "\n")},
		"not UTF-8":                  {goodHello, strings.Replace(allow, "allow", "allow\xff", 1)},
		"not the version of JSONRPC": {goodHello, strings.Replace(allow, "2.0", "1.0", 1)},
		"no version of JSONRPC":      {goodHello, strings.Replace(allow, `"jsonrpc":"2.0",`, "", 1)},
		"another request's":          {goodHello, strings.Replace(allow, "$ID", "77", 1) + response(`"error":{"code":-1,"message":"x"}`)},
	} {
		for way, flags := range ways {
			for method, payload := range map[string]string{ipc.MethodAsk: lsPayload, ipc.MethodEvent: endPayload} {
				t.Run(name+", "+way+", "+method, func(t *testing.T) {
					if name == "a name is spelled oddly" && flags != nil {
						t.Skip("skipped: the command line reads it, and knows the two names apart")
					}
					l := lie(t, map[string]string{ipc.MethodHello: tc.hello, method: tc.answer})
					printed, heard := l.ask(t, payload, flags, nil)
					if printed != "" {
						t.Errorf("it printed %q", printed)
					}
					if passed := slices.Contains(heard, ipc.MethodDelivered); passed && !slices.Contains(empty, tc.answer) {
						t.Error("it says that an answer was passed on")
					}
				})
			}
		}
	}
}

// What the pane says is printed byte for byte, and then said to have arrived.
func TestTheHookPrintsWhatThePaneSays(t *testing.T) {
	const output = `{"hookSpecificOutput":{"hookEventName":"X","é":"<&>\u2028 \"  \\"},"n":1.50}`
	said := response(`"result":{"output":` + output + `}`)
	hold := response(`"result":{"hold":true,"hold_ms":1500}`)
	for name, tc := range map[string]struct {
		payload string
		replies map[string]string
		heard   []string
		printed string
		told    []string // of the params of the last but the receipt
	}{
		"an ask": {lsPayload, map[string]string{"ask": said}, []string{"hello", "ask", "delivered"}, output + "\n",
			[]string{`"door":"hook"`, `"printed":true`, `"payload":` + lsPayload, `"project_dir":"/a \"b\""`}},
		"a note":          {endPayload, map[string]string{"event": said}, []string{"hello", "event"}, output + "\n", []string{`"payload":` + endPayload, `"project_dir":"/a \"b\""`}},
		"nothing":         {endPayload, map[string]string{"event": response(`"result":{}`)}, []string{"hello", "event"}, "", nil},
		"an event held":   {endPayload, map[string]string{"event": hold, "ask": said}, []string{"hello", "event", "ask", "delivered"}, output + "\n", []string{`"timeout_ms":1500`, `"payload":` + endPayload}},
		"held for ever":   {endPayload, map[string]string{"event": response(`"result":{"hold":true}`), "ask": said}, []string{"hello", "event", "ask", "delivered"}, output + "\n", nil},
		"a session's key": {`{"hook_event_name":"sayso.key","session_id":"s","key":"00","at_start":true}`, map[string]string{"key": response(`"result":{}`)}, []string{"hello", "key"}, "", []string{`"key":"00"`, `"session_id":"s"`, `"at_start":true`}},
		"on many lines": {"{\n \"hook_event_name\" : \"PermissionRequest\",\r\n\t\"a\": [ 1 ]\n}\n", map[string]string{"ask": said}, []string{"hello", "ask", "delivered"}, output + "\n",
			[]string{`"payload":{"hook_event_name":"PermissionRequest","a":[1]}`}},
		"a name is escaped":     {strings.Replace(lsPayload, "hook_event_name", `hook_event\u005fname`, 1), map[string]string{"ask": said}, []string{"hello", "ask", "delivered"}, output + "\n", nil},
		"the event is escaped":  {strings.Replace(lsPayload, "PermissionRequest", `Permission\u0052equest`, 1), map[string]string{"ask": said}, []string{"hello", "ask", "delivered"}, output + "\n", nil},
		"the event comes twice": {strings.Replace(lsPayload, "{", `{"hook_event_name":"Stop",`, 1), map[string]string{"ask": said}, []string{"hello", "ask", "delivered"}, output + "\n", nil},
		"others are answered":   {lsPayload, map[string]string{"ask": `{"jsonrpc":"2.0","method":"later"}` + "\n" + said}, []string{"hello", "ask", "delivered"}, output + "\n", nil},
	} {
		for way, flags := range ways {
			t.Run(name+", "+way, func(t *testing.T) {
				tc.replies[ipc.MethodHello] = goodHello
				l := lie(t, tc.replies)
				printed, heard := l.ask(t, tc.payload, flags, []string{`CLAUDE_PROJECT_DIR=/a "b"`})
				if printed != tc.printed || !slices.Equal(heard, tc.heard) {
					t.Errorf("it printed %q and said %v", printed, heard)
				}
				var params string
				for range tc.heard {
					select {
					case p := <-l.params:
						if !strings.HasPrefix(p, `{"id":`) {
							params = p
						}
					default:
					}
				}
				for _, want := range tc.told {
					if !strings.Contains(params, want) {
						t.Errorf("it told %s, want %s in it", params, want)
					}
				}
			})
		}
	}
}

// A sayso that takes the connection and reads nothing must not hold up a session for
// an event that nobody must answer, be it larger than what fits into a socket.
func TestALargeEventIsGivenUpSoon(t *testing.T) {
	socket := filepath.Join(claudetest.ShortDir(t), "s.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	large := strings.Replace(endPayload, `"tool_response":{}`, `"tool_response":"`+strings.Repeat("x", 4<<20)+`"`, 1)
	for way, flags := range ways {
		if printed, _ := (liar{socket: socket, heard: closed()}).ask(t, large, flags, nil); printed != "" {
			t.Errorf("%s it printed %q", way, printed)
		}
	}
}

// In a shared folder anybody could listen, and would be believed.
func TestTheHookAsksNobodyInAnothersFolder(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("skipped: only root can give a folder away")
	}
	for way, flags := range ways {
		l := lie(t, map[string]string{ipc.MethodHello: goodHello, ipc.MethodAsk: response(`"result":{"output":` + allowOutput + `}`)})
		if err := os.Chown(filepath.Dir(l.socket), 12345, -1); err != nil {
			t.Fatal(err)
		}
		l.heard = closed()
		if printed, _ := l.ask(t, lsPayload, flags, nil); printed != "" {
			t.Errorf("%s it printed %q", way, printed)
		}
	}
}

func closed() chan string {
	c := make(chan string)
	close(c)
	return c
}

// A decision arrives in the client's words, whatever is decided.
func TestThePaneWritesWhatTheHookPrints(t *testing.T) {
	desk := holdDesk(t)
	for name, tc := range map[string]struct {
		give approver.Decision
		want string
	}{
		"allow": {approver.Decision{Verdict: approver.Allow}, allowOutput},
		"deny":  {approver.Decision{Verdict: approver.Deny, Message: "a\n\"b\" <é>"}, `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"a\n\"b\" <é>"}}}`},
		"input": {approver.Decision{Verdict: approver.Allow, UpdatedInput: json.RawMessage(`{"command":"ls <&>"}`)},
			`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"command":"ls <&>"}}}}`},
	} {
		for way, flags := range ways {
			cmd := desk.command("", append([]string{"hook"}, flags...)...)
			var out bytes.Buffer
			cmd.Stdin, cmd.Stdout = strings.NewReader(lsPayload), &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if err := desk.Answer(desk.waiting(1)[0].Ask.ID, tc.give); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil || out.String() != tc.want+"\n" {
				t.Errorf("%s, %s: %v, printed %s", name, way, err, &out)
			}
		}
	}
}

// initialised matches a line of GODEBUG=inittrace=1.
var initialised = regexp.MustCompile(`(?m)^init (\S+) @`)

// The quick way comes before what the rest of the program needs: what a start of the
// hook costs is what has been initialised until then.
func TestTheHookWaitsForFewPackages(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: the quick way is Linux's")
	}
	trace := func(args ...string) (packages []string) {
		cmd := exec.Command(binary(t), args...)
		cmd.Env, cmd.Stdin = []string{"GODEBUG=inittrace=1"}, strings.NewReader(`{"hook_event_name":"`+claude.EventPermissionRequest+`"}`)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		for _, found := range initialised.FindAllStringSubmatch(stderr.String(), -1) {
			packages = append(packages, found[1])
		}
		return packages
	}
	socket := filepath.Join(t.TempDir(), "none.sock")
	all, quick := trace("hook", "--socket", socket, "--debug"), trace("hook", "--socket", socket)
	if len(all) < 80 || !slices.Contains(all, "sayso/ui") {
		t.Fatalf("the trace is not whole: %v", all)
	}
	const most = 30 // most of them the runtime's; 22 when this was written
	if len(quick) > most || len(quick) == 0 {
		t.Errorf("%d of %d packages are initialised before the hook runs, want at most %d: %v", len(quick), len(all), most, quick)
	}
	for _, path := range []string{"fmt", "net", "reflect", "unicode", "encoding/json", "sayso/ipc", "sayso/ui"} {
		if slices.Contains(quick, path) {
			t.Errorf("%s is initialised before the hook runs", path)
		}
	}
}
