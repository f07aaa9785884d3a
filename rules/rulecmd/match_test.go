package rulecmd_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"sayso/rules"
	"sayso/rules/rulecmd"
)

var place = rules.Place{Cwd: "/home/dev/app", Home: "/home/dev"}

func answers(t *testing.T, input string) []map[string]any {
	t.Helper()
	var b bytes.Buffer
	if err := rulecmd.Match(strings.NewReader(input), &b, place); err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	for line := range strings.Lines(b.String()) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("answer %q: %v", line, err)
		}
		list = append(list, a)
	}
	return list
}

func TestMatchAnswersInOrder(t *testing.T) {
	input := `{"rule": "Bash(git push:*)", "behavior": "allow", "where": "local", "tool": "Bash", "input": {"command": "git push x"}}
{"rule": "Bash(git push:*)", "behavior": "allow", "where": "user", "tool": "Bash", "input": {"command": "git pull"}, "decision": "ask", "matched": false}
{"rule": "Bash(
{"settings": {"local": {"deny": ["Bash(git:*)"], "ask": ["Bash(git push)"]}}, "trusted": true, "tool": "Bash", "input": {"command": "git push"}, "decision": "ask", "rule": "Bash(git push)"}

{"settings": {"project": {"allow": ["Bash(*)"]}}, "trusted": true, "tool": "Bash", "input": {"command": "make"}}
{"settings": {"project": {"allow": ["Bash(*)"]}}, "trusted": false, "tool": "Bash", "input": {"command": "make"}}
{"settings": {}, "tool": "Read", "input": {"file_path": "x"}}
{"rule": "Read", "behavior": "deny", "tool": "Read", "input": {"file_path": "x"}}`
	type m = map[string]any
	want := []m{
		{"settles": true}, {"settles": false}, {"error": "line 3: "}, {"decision": "ask", "rule": "Bash(git push)"},
		{"error": "line 5: it is empty"}, {"decision": "allow", "rule": "Bash"}, {"decision": "none", "rule": ""},
		{"decision": "none", "rule": ""}, {"settles": true},
	}
	got := answers(t, input)
	if len(got) != len(want) {
		t.Fatalf("%d answers to %d lines: %v", len(got), len(want), got)
	}
	for i := range want {
		for k, v := range want[i] {
			if k == "error" {
				if s, _ := got[i][k].(string); !strings.HasPrefix(s, v.(string)) {
					t.Errorf("line %d: %v", i+1, got[i])
				}
			} else if got[i][k] != v {
				t.Errorf("line %d: %s is %v, want %v", i+1, k, got[i][k], v)
			}
		}
		if _, bad := got[i]["error"]; !bad && got[i]["why"] == "" {
			t.Errorf("line %d: no reason: %v", i+1, got[i])
		}
	}
}

func TestMatchSaysWhatIsWrong(t *testing.T) {
	for line, want := range map[string]string{
		`[]`:                            "no question",
		`null`:                          "no question",
		`{"tool": "Bash", "input": {}}`: `"rule"`,
		`{"rule": "Bash", "tool": "Bash", "input": {}}`:                                       `"behavior"`,
		`{"rule": "Bash", "behavior": "Allow", "tool": "Bash", "input": {}}`:                  `"behavior"`,
		`{"rule": "Bash", "behavior": "allow", "where": "mars", "tool": "Bash", "input": {}}`: `"where"`,
		`{"rule": "Bash", "behavior": "allow", "input": {}}`:                                  `"tool"`,
		`{"rule": "Bash", "behavior": "allow", "tool": "Bash"}`:                               `"input"`,
		`{"rule": "Bash", "behavior": "allow", "tool": "Bash", "input": "ls"}`:                `"input"`,
		`{"rule": 7, "behavior": "allow", "tool": "Bash", "input": {}}`:                       `"rule"`,
		`{"settings": {"mars": {}}, "tool": "Bash", "input": {}}`:                             `"settings"`,
		`{"settings": {"local": {"permit": ["Bash"]}}, "tool": "Bash", "input": {}}`:          `"settings.local"`,
	} {
		got := answers(t, line+"\n")
		if len(got) != 1 {
			t.Fatalf("%s: %v", line, got)
		}
		if s, _ := got[0]["error"].(string); !strings.HasPrefix(s, "line 1: ") || !strings.Contains(s, want) {
			t.Errorf("%s: %v", line, got[0])
		}
	}
}

// An answer comes as soon as its question is there: the other side may wait for
// it before it asks again.
func TestMatchAnswersAtOnce(t *testing.T) {
	questions, ask := io.Pipe()
	answer, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- rulecmd.Match(questions, out, place) }()
	buf := make([]byte, 4096)
	for range 3 {
		if _, err := io.WriteString(ask, `{"rule": "Read", "behavior": "deny", "tool": "Read", "input": {}}`+"\n"); err != nil {
			t.Fatal(err)
		}
		n, err := answer.Read(buf)
		if err != nil || !strings.Contains(string(buf[:n]), `"settles":true`) {
			t.Fatalf("%q, %v", buf[:n], err)
		}
	}
	ask.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestMatchPassesOverALineThatIsTooLong(t *testing.T) {
	got := answers(t, strings.Repeat("x", 17<<20)+"\n"+`{"rule": "Read", "behavior": "deny", "tool": "Read", "input": {}}`)
	if len(got) != 2 || got[1]["settles"] != true || !strings.Contains(got[0]["error"].(string), "longer than") {
		t.Errorf("got %v", got)
	}
}
