package quick

import (
	"strconv"

	"sayso/ipc/wire"
)

// hello is the first request. Its answer comes before any other.
var hello = `{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":` + strconv.Itoa(wire.Protocol) + `,"version":"` + wire.Version + `"}}` + "\n"

const (
	helloID = "1"
	firstID = "2" // of what the hook was started for
	againID = "3" // of the ask that a held event becomes
)

// envelope is at most what stands around the params of a request, in bytes.
const envelope = 128

// request appends a request whose params are an object as it is.
func request(to []byte, id, method string, params []byte) []byte {
	to = append(to, `{"jsonrpc":"2.0","id":`+id+`,"method":"`+method+`","params":`...)
	to = append(to, params...)
	return append(to, "}\n"...)
}

// params are those of an ask or an event. timeoutMS is a number, "" for none.
func params(payload []byte, project, timeoutMS string) []byte {
	p := make([]byte, 0, len(payload)+len(project)+envelope)
	p = append(p, `{"door":"hook","printed":true,"payload":`...)
	p = append(p, payload...)
	if project != "" {
		p = wire.Quote(append(p, `,"project_dir":`...), project)
	}
	if timeoutMS != "" {
		p = append(p, `,"timeout_ms":`+timeoutMS...)
	}
	return append(p, '}')
}

// delivered says that an answer was passed on.
func delivered(id string) []byte {
	return []byte(`{"jsonrpc":"2.0","method":"delivered","params":{"id":` + id + `}}` + "\n")
}

// response reads one line as the response to a request. mine is false for another
// one's, ok for everything that is no result.
func response(line []byte, id string) (result []byte, mine, ok bool) {
	line, ok = wire.Compact(line)
	if !ok {
		return nil, false, false
	}
	member := func(name string) (value []byte) {
		var whole bool
		value, whole = wire.Member(line, name)
		ok = ok && whole
		return value
	}
	version, of, bad := member("jsonrpc"), member("id"), member("error")
	result = member("result")
	if !ok || string(version) != `"2.0"` {
		return nil, false, false
	}
	if string(of) != id {
		return nil, false, true
	}
	if len(result) == 0 || result[0] != '{' || bad != nil {
		return nil, true, false
	}
	return result, true, true
}

// speaks reports whether the result of hello is that of the same protocol.
func speaks(result []byte) bool {
	protocol, ok := wire.Member(result, "protocol")
	return ok && string(protocol) == strconv.Itoa(wire.Protocol)
}

// output returns what a result has to be printed, nil for nothing.
func output(result []byte) (line []byte, ok bool) {
	line, ok = wire.Member(result, "output")
	if !ok || line == nil {
		return nil, ok
	}
	if line[0] != '{' {
		return nil, false
	}
	return append(line[:len(line):len(line)], '\n'), true
}

// held reports whether the result of an event wants it again as an ask, and how long
// that may wait, as a number or "".
func held(result []byte) (hold bool, timeoutMS string, ok bool) {
	value, ok := wire.Member(result, "hold")
	if !ok || string(value) != "true" {
		return false, "", ok
	}
	value, ok = wire.Member(result, "hold_ms")
	for _, b := range value {
		ok = ok && '0' <= b && b <= '9'
	}
	return true, string(value), ok
}
