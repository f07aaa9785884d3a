package facts_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sayso/approver/facts"
)

// call returns a call of a tool with members that are texts.
func call(tool string, members ...string) facts.Call {
	in := map[string]string{}
	for i := 0; i < len(members); i += 2 {
		in[members[i]] = members[i+1]
	}
	raw, err := json.Marshal(in)
	if err != nil {
		panic(err)
	}
	return facts.Call{Tool: tool, Input: raw, Cwd: "/home/dev/app", Home: "/home/dev"}
}

func TestEverydayCommandsHaveNoFacts(t *testing.T) {
	data, err := os.ReadFile("testdata/everyday.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		n++
		line = strings.ReplaceAll(line, `\n`, "\n")
		if got := facts.Of(call("Bash", "command", line)); len(got) > 0 {
			t.Errorf("%s\n  %s", line, strings.Join(got, "\n  "))
		}
	}
	if n < 150 {
		t.Errorf("%d commands are few for every day", n)
	}
}
