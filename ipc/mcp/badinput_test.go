package mcp_test

import (
	"strings"
	"testing"
)

// Every bad line gets the answer that is documented, and neither a call that
// waits nor one that comes after it is disturbed.
func TestBadLines(t *testing.T) {
	arguments := func(args string) string {
		return `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"approve","arguments":` + args + `}}`
	}
	for name, tc := range map[string]struct {
		line string
		want []string // in the response
	}{
		"not JSON":             {`{"jsonrpc":`, []string{`"id":null`, "-32700"}},
		"text":                 {`hello`, []string{`"id":null`, "-32700"}},
		"a batch":              {`[{"jsonrpc":"2.0","id":9,"method":"ping"}]`, []string{`"id":null`, "-32600", "batch"}},
		"an empty batch":       {`[]`, []string{`"id":null`, "-32600"}},
		"a number":             {`7`, []string{`"id":null`, "-32600"}},
		"null":                 {`null`, []string{`"id":null`, "-32600"}},
		"another version":      {`{"jsonrpc":"1.0","id":9,"method":"ping"}`, []string{`"id":9`, "-32600"}},
		"no method":            {`{"jsonrpc":"2.0","id":9}`, []string{`"id":9`, "-32600", "method"}},
		"id null":              {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, []string{`"id":null`, "-32600", `\"id\"`}},
		"id an object":         {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, []string{`"id":null`, "-32600", `\"id\"`}},
		"method a number":      {`{"jsonrpc":"2.0","id":9,"method":1}`, []string{"-32600", "method"}},
		"method in capitals":   {`{"jsonrpc":"2.0","id":9,"Method":"ping"}`, []string{`"id":9`, "-32600"}},
		"unknown method":       {`{"jsonrpc":"2.0","id":9,"method":"server/discover"}`, []string{`"id":9`, "-32601"}},
		"approve as a method":  {`{"jsonrpc":"2.0","id":9,"method":"approve","params":{"tool_name":"Bash","input":{}}}`, []string{`"id":9`, "-32601"}},
		"not UTF-8":            {arguments("{\"tool_name\":\"Bash\",\"input\":{\"command\":\"\xff\"}}"), []string{`"id":9`, "-32700", "UTF-8"}},
		"no params":            {`{"jsonrpc":"2.0","id":9,"method":"tools/call"}`, []string{`"id":9`, "-32602"}},
		"params a list":        {`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":[]}`, []string{`"id":9`, "-32602"}},
		"no such tool":         {`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"allow","arguments":{}}}`, []string{`"id":9`, "-32602", "allow"}},
		"the id waits already": {call("1", "Bash"), []string{`"id":1`, "-32600", "waits already"}},
		"more than 64 MiB":     {strings.Repeat("x", 65<<20), []string{`"id":null`, "-32600", "64 MiB"}},
		// What is wrong in the arguments is a deny, as any other no.
		"no arguments":         {`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"approve"}}`, []string{`"id":9`, "deny", "arguments"}},
		"arguments a text":     {arguments(`"x"`), []string{`"id":9`, "deny", "arguments"}},
		"input a text":         {arguments(`{"tool_name":"Bash","input":"ls"}`), []string{`"id":9`, "deny", "input"}},
		"tool_name a number":   {arguments(`{"tool_name":3,"input":{}}`), []string{`"id":9`, "deny", "tool_name"}},
		"the model's own call": {strings.Replace(call("9", "Bash"), `toolUseId":"u"`, `toolUseId":"other"`, 1), []string{`"id":9`, "deny", "not for the model"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := start(t)
			r.send(call("1", "Bash"))
			bystander := receive(t, "the bystander's ask", r.asks)
			r.send(tc.line)
			if got := receive(t, "the answer", r.lines); !containsAll(got, tc.want) || strings.Contains(got, `behavior\":\"allow`) {
				t.Errorf("got %.300s, want %q in it", got, tc.want)
			}
			select {
			case ask := <-r.asks:
				t.Errorf("the person was asked: %.100s", ask.payload)
			case <-bystander.ended:
				t.Error("the bystander was withdrawn")
			default:
			}
			bystander.answer <- yes
			r.expect(said("1", `{"behavior":"allow","updatedInput":{"n":1}}`))
			r.send(call("2", "Bash"))
			receive(t, "an ask after it", r.asks).answer <- yes
			r.expect(said("2", `{"behavior":"allow","updatedInput":{"n":2}}`))
		})
	}
}

// Blank lines and line ends of another system are no messages and no errors.
func TestBlankLines(t *testing.T) {
	r := start(t)
	r.send("", "\r", `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\r")
	r.expect(`{"jsonrpc":"2.0","id":1,"result":{}}`)
}
