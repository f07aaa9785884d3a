package claude_test

import (
	"fmt"
	"strings"
	"testing"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// payloads are what costs the most to read: a text of a megabyte, and many
// small objects that make one.
func payloads() map[string][]byte {
	const base = `{"session_id":"s","cwd":"/w","later":{"a":[1,2]},"hook_event_name":`
	text := strings.Repeat(`func f() { return \"x\" } // ü\n`, 1<<20/32)
	call := fmt.Sprintf(`{"tool_name":"Edit","tool_use_id":"t","tool_input":{"file_path":"/w/f","old_string":%q},"tool_response":"ok","later":true}`, strings.Repeat("x", 900))
	rule := `{"type":"addRules","behavior":"allow","destination":"session","rules":[{"toolName":"Bash","ruleContent":"ls *"},{"toolName":"Read","new":1}]}`
	return map[string][]byte{
		"text":  []byte(base + `"PermissionRequest","tool_name":"Write","tool_input":{"file_path":"/w/f","content":"` + text + `"}}`),
		"calls": []byte(base + `"PostToolBatch","tool_calls":[` + strings.TrimSuffix(strings.Repeat(call+",", 1000), ",") + `]}`),
		"rules": []byte(base + `"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"},"permission_suggestions":[` + strings.TrimSuffix(strings.Repeat(rule+",", 400), ",") + `]}`),
	}
}

func BenchmarkParseEvent(b *testing.B) {
	for name, payload := range payloads() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(payload)))
			for b.Loop() {
				if _, err := claude.ParseEvent(payload); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMarshalEvent(b *testing.B) {
	for name, payload := range payloads() {
		e, err := claude.ParseEvent(payload)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(payload)))
			for b.Loop() {
				if _, err := openjson.Marshal(e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
