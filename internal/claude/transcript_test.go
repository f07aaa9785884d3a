package claude_test

import (
	"slices"
	"testing"

	"sayso/internal/claude"
)

const transcript = `{"type":"user","message":{"content":"go"}}
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
		"the last text":         {transcript, true, false, "I will push now.\n\nThen clean."},
		"a subagent's":          {transcript, true, true, "A subagent's words."},
		"none":                  {`{"type":"user","message":{"content":"go"}}`, true, false, ""},
		"nothing":               {"", true, false, ""},
		"not JSON":              {"assistant\n\"assistant\"\n", true, false, ""},
		"a content of text":     {`{"type":"assistant","message":{"content":" Hello. "}}`, true, false, "Hello."},
		"a cut line is no line": {`{"type":"assistant","message":{"content":"Hello."}}`, false, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := (claude.Transcript{Data: []byte(tc.data), Whole: tc.whole}).LastWords(tc.sidechain); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestTranscriptBackward(t *testing.T) {
	const lines = `{"type":"a"}
{"type":"b","isSidechain":true}

{"type":"c","isSidechain":7}
{"type":"d"}
{"type":
{"type":"e"}
`
	for name, tc := range map[string]struct {
		whole, sidechain bool
		mention          string
		want             []string
	}{
		"all":           {true, false, "", []string{"e", "d", "a"}},
		"the first cut": {false, false, "", []string{"e", "d"}},
		"subagents'":    {true, true, "", []string{"b"}},
		"mentioned":     {true, false, `"d"`, []string{"d"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for e := range (claude.Transcript{Data: []byte(lines), Whole: tc.whole}).Backward(tc.sidechain, tc.mention) {
				got = append(got, e.Type)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
