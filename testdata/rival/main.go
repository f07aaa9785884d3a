// Command rival makes the round trip of "sayso hook" with nothing but the
// standard library. It is what the benchmark holds the hook's start-up against,
// and has none of its care.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
)

func main() {
	payload, err := io.ReadAll(os.Stdin)
	if err != nil {
		return
	}
	var line bytes.Buffer
	if json.Compact(&line, payload) != nil {
		return
	}
	conn, err := net.Dial("unix", os.Getenv("SAYSO_SOCKET"))
	if err != nil {
		return
	}
	fmt.Fprintf(conn, `{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":3,"version":"rival"}}`+"\n")
	fmt.Fprintf(conn, `{"jsonrpc":"2.0","id":2,"method":"ask","params":{"door":"hook","payload":%s}}`+"\n", line.Bytes())
	r := bufio.NewReader(conn)
	if _, err := r.ReadBytes('\n'); err != nil {
		return
	}
	answer, err := r.ReadBytes('\n')
	if err != nil {
		return
	}
	var m struct {
		Result struct {
			Behavior string `json:"behavior"`
		} `json:"result"`
	}
	if json.Unmarshal(answer, &m) != nil {
		return
	}
	out := map[string]any{"hookSpecificOutput": map[string]any{
		"hookEventName": "PermissionRequest",
		"decision":      map[string]any{"behavior": m.Result.Behavior},
	}}
	_ = json.NewEncoder(os.Stdout).Encode(out)
	fmt.Fprintf(conn, `{"jsonrpc":"2.0","method":"delivered","params":{"id":2}}`+"\n")
}
