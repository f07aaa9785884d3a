package transcript_test

import (
	"slices"
	"testing"

	"sayso/ui/transcript"
)

const session = `{"type":"user","message":{"content":"go"}}
{"type":"assistant","isSidechain":false,"message":{"content":[{"type":"text","text":"First words."}]}}
{"type":"assistant","isSidechain":true,"message":{"content":[{"type":"text","text":"A subagent's words."}]}}
{"type":"assistant","isSidechain":false,"message":{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"I will push now."},{"type":"text","text":"Then clean."},{"type":"tool_use","name":"Bash","input":{}}]}}
{"type":"assistant","isSidechain":false,"message":{"content":[{"type":"tool_use","name":"Bash","input":{"command":"\"assistant\""}}]}}
{"type":"user","message":{"content":"\"assistant\" said the user"}}
{"type":"assistant","message":{"cont
`

func TestLastWords(t *testing.T) {
	for name, tc := range map[string]struct {
		data      string
		whole     bool
		sidechain bool
		want      string
	}{
		"the last text":         {session, true, false, "I will push now.\n\nThen clean."},
		"a subagent's":          {session, true, true, "A subagent's words."},
		"none":                  {`{"type":"user","message":{"content":"go"}}`, true, false, ""},
		"nothing":               {"", true, false, ""},
		"not JSON":              {"assistant\n\"assistant\"\n", true, false, ""},
		"a content of text":     {`{"type":"assistant","message":{"content":" Hello. "}}`, true, false, "Hello."},
		"a cut line is no line": {`{"type":"assistant","message":{"content":"Hello."}}`, false, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := transcript.LastWords([]byte(tc.data), tc.whole, tc.sidechain); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestBackward(t *testing.T) {
	var got []string
	for line := range transcript.Backward([]byte("a\nb\n\nc\n"), true) {
		got = append(got, string(line))
	}
	if want := []string{"c", "b", "a"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
