package claude

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// text is a JSON string of so many bytes.
func text(size int) string { return `"` + strings.Repeat("x", size-2) + `"` }

// Every member that has a limit is refused one byte above it, by its name, at
// each place where it may stand, and taken at it.
func TestEveryLimitHolds(t *testing.T) {
	for name, most := range limits {
		for _, form := range []string{`{"a":1,%q:%s}`, `{"request":{%q:%s}}`, `{"options":{%q:%s}}`, `{"sayso":{%q:%s}}`} {
			if most > limits["sayso"]-20 && strings.Contains(form, "sayso") {
				continue
			}
			if err := CheckLimits(fmt.Appendf(nil, form, name, text(most))); err != nil {
				t.Errorf("%s of %d bytes: %v", name, most, err)
			}
			err := CheckLimits(fmt.Appendf(nil, form, name, text(most+1)))
			if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s of %d bytes: %v", name, most+1, err)
			}
		}
	}
}

// What carries the call itself may be as large as a message.
func TestTheCallItselfHasNoLimit(t *testing.T) {
	for _, name := range []string{"tool_input", "input", "tool_response", "tool_calls", "error", "prompt", "something_new"} {
		if err := CheckLimits([]byte(`{"` + name + `":` + text(8<<20) + `}`)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// No reader of a payload comes before its limits: each refuses one that is over
// them.
func TestEveryReaderHoldsTheLimits(t *testing.T) {
	deep := strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)
	var many []string
	for i := range maxMembers + 1 {
		many = append(many, fmt.Sprintf(`"m%d":1`, i))
	}
	for name, more := range map[string]string{
		"a long directory":   `"cwd":` + text(1<<20),
		"deep":               `"tool_input":{"a":` + deep + `}`,
		"deep, and unknown":  `"later":` + deep,
		"very deep":          `"tool_input":` + strings.Repeat("[", 5_000_000),
		"many calls":         `"tool_calls":[` + strings.Repeat(`{},`, maxCalls) + `{}]`,
		"many members":       strings.Join(many, ","),
		"a long suggestion":  `"permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":` + text(1<<20) + `}]}]`,
		"a hundred thousand": `"permission_suggestions":[{"type":"addRules","rules":[` + strings.Repeat(`{"toolName":"Bash"},`, 100_000) + `{}]}]`,
	} {
		if _, err := ParseEvent([]byte(`{"hook_event_name":"PermissionRequest",` + more + `}`)); !errors.Is(err, ErrTooLarge) {
			t.Errorf("a hook with %s: %.200v", name, err)
		}
		if _, err := ParseCanUseTool([]byte(`{"tool_name":"Bash","input":{},` + more + `}`)); !errors.Is(err, ErrTooLarge) {
			t.Errorf("a host's request with %s: %.200v", name, err)
		}
		if _, err := ParseEvent([]byte(`{"hook_event_name":"Stop",` + more + `}`)); !errors.Is(err, ErrTooLarge) {
			t.Errorf("an event with %s: %.200v", name, err)
		}
	}
}

func TestSuggestionsAreFew(t *testing.T) {
	rule := func(size int) RuleValue {
		return RuleValue{ToolName: "Bash", RuleContent: strings.Repeat("x", size-len("Bash"))}
	}
	of := func(n int, list ...RuleValue) (out []Update) {
		for range n {
			out = append(out, Update{Rules: list})
		}
		return out
	}
	for name, tc := range map[string]struct {
		suggestions []Update
		ok          bool
	}{
		"the client's":         {of(4, rule(30), rule(30)), true},
		"as many as can be":    {of(maxSuggestions, rule(30), rule(30)), true},
		"one too many":         {of(maxSuggestions + 1), false},
		"a rule too many":      {of(1, make([]RuleValue, maxRules+1)...), false},
		"too many together":    {of(maxSuggestions, rule(30), rule(30), rule(30)), false},
		"a long rule":          {of(1, rule(maxRule)), true},
		"too long a rule":      {of(1, rule(maxRule+1)), false},
		"too many directories": {[]Update{{Directories: make([]string, maxRules+1)}}, false},
	} {
		if err := CheckSuggestions(tc.suggestions); tc.ok != (err == nil) || err != nil && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestQuestionsAreFewAndShort(t *testing.T) {
	option := func(member string, size int) string { return `{"label":"a","` + member + `":` + text(size) + `}` }
	question := func(member string, size int, options ...string) string {
		return `{"question":"a","` + member + `":` + text(size) + `,"options":[` + strings.Join(options, ",") + `]}`
	}
	times := func(n int, what string) string {
		return `{"questions":[` + strings.TrimSuffix(strings.Repeat(what+",", n), ",") + `]}`
	}
	small := option("description", 10)
	for name, tc := range map[string]struct {
		input string
		ok    bool
	}{
		"the client's":            {times(4, question("header", 14, small, small, small, small)), true},
		"as many as can be":       {times(maxQuestions, question("header", 14, small)), true},
		"a question too many":     {times(maxQuestions+1, question("header", 14, small)), false},
		"2,000 questions":         {times(2000, `{"question":"a","options":[]}`), false},
		"3,000 options":           {times(1, question("header", 14, strings.Split(strings.TrimSuffix(strings.Repeat(`{"label":"a"},`, 3000), ","), ",")...)), false},
		"an option too many":      {times(1, question("header", 14, strings.Split(strings.TrimSuffix(strings.Repeat(`{"label":"a"},`, maxOptions+1), ","), ",")...)), false},
		"a long question":         {times(1, `{"question":`+text(maxQuestion)+`,"options":[]}`), true},
		"too long a question":     {times(1, `{"question":`+text(maxQuestion+1)+`,"options":[]}`), false},
		"too long a header":       {times(1, question("header", maxLabel+1, small)), false},
		"too long a label":        {times(1, question("header", 14, `{"label":`+text(maxLabel+1)+`}`)), false},
		"too long a description":  {times(1, question("header", 14, option("description", maxQuestion+1))), false},
		"too long a preview":      {times(1, question("header", 14, option("preview", maxPreview+1))), false},
		"too much of them":        {times(9, `{"question":`+text(maxQuestion)+`,"options":[]}`), false},
		"the second list of them": {`{"questions":[],"questions":[` + strings.Repeat(`{},`, maxQuestions+1) + `{}]}`, false},
	} {
		if !json.Valid([]byte(tc.input)) {
			t.Fatalf("%s: the test's input is broken: %.200s", name, tc.input)
		}
		if err := CheckInput(ToolAskUserQuestion, []byte(tc.input)); tc.ok != (err == nil) || err != nil && !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
		if err := CheckInput(ToolBash, []byte(tc.input)); err != nil {
			t.Errorf("%s, of another tool: %v", name, err)
		}
	}
}

// Refusing costs no memory by the size of what is refused.
func TestALimitIsHeldWithoutTakingThePayloadApart(t *testing.T) {
	payload := []byte(`{"tool_input":{"a":[` + strings.Repeat(`"x",`, 1<<20) + `1]},"cwd":` + text(1<<20) + `}`)
	if n := testing.AllocsPerRun(1, func() { _ = CheckLimits(payload) }); n > 20 {
		t.Errorf("%v allocations", n)
	}
}
