package claude

import (
	"errors"
	"fmt"
	"strings"

	"sayso/internal/openjson"
)

// MaxDepth is how many lists and objects may stand in one another in a message.
// The client's own payloads have less than ten, the arguments of a tool a few
// more.
const MaxDepth = 100

// maxMembers is how many members an object beside the call itself may have.
const maxMembers = 500

// limits are how many bytes of JSON each member of a payload may have, in every
// event and every form of a permission request. They are the client's own order
// of magnitude with room to spare. What is not here may be large: the call's
// input, what a tool gave back, what a newer client adds.
var limits = func() map[string]int {
	const (
		word = 256      // an id, a kind, a name that the client chooses
		name = 1 << 10  // a name that somebody chooses
		path = 16 << 10 // four times the longest that a system takes
		text = 64 << 10 // words for a person
	)
	all := map[string]int{
		"tool_name": name, "toolName": name, "display_name": name, "displayName": name, "agent_type": name, "model": name, "from_model": name, "to_model": name,
		"permission_suggestions": text, "suggestions": text, "matched_ask_rule": text, "matchedAskRule": text,
		"mcp_server": 2 * name, "mcpServer": 2 * name, "effort": name, "sayso": 4 * text,
		"plugin": name, "setting": name, "hook": name, "rule": text / 4,
		"decision_reason_code": name, "decisionReasonCode": name, "decision_reason_rule_source": name,
		"decision_reason_hook_event": name, "decision_reason_hook_source": name, "decision_reason_hook_plugin_id": name,
		"compact_summary": 1 << 20,
	}
	for limit, names := range map[int]string{
		word: "session_id prompt_id hook_event_name permission_mode agent_id agentID tool_use_id toolUseID request_id requestId type subtype" +
			" ceiling approver decision_reason_type decisionReasonType trigger source notification_type outcome duration_ms door jsonrpc method id" +
			" context_tokens estimated_cache_write_usd seconds_since_last_response cache_ttl pricing requested_model",
		path: "cwd project project_dir transcript_path agent_transcript_path blocked_path blockedPath",
		text: "reason description consent title message decision_reason decisionReason custom_instructions",
	} {
		for _, name := range strings.Fields(names) {
			all[name] = limit
		}
	}
	return all
}()

// within are the members that hold members of the same kind.
var within = map[string]bool{"request": true, "options": true, "sayso": true}

// ErrTooLarge is what a [openjson.FieldError] says of a member over its limit.
var ErrTooLarge = errors.New("too large")

// CheckLimits returns an error that names the first member of a payload that is
// larger than any client makes it. It reads the payload in place, so it comes
// before anything else is done with it; what is no JSON object passes, for the
// decoder to refuse.
func CheckLimits(payload []byte) error {
	if openjson.Depth(payload, MaxDepth) > MaxDepth {
		return fmt.Errorf("%w: nested more than %d deep", ErrTooLarge, MaxDepth)
	}
	return checkMembers(payload)
}

func checkMembers(object []byte) error {
	n := 0
	for name, raw := range openjson.Members(object) {
		if n++; n > maxMembers {
			return fmt.Errorf("%w: more than %d members", ErrTooLarge, maxMembers)
		}
		if most, limited := limits[name]; limited && len(raw) > most {
			return fieldError(name, "%w: %d bytes, at most %d", ErrTooLarge, len(raw), most)
		}
		if name == "tool_calls" {
			if err := checkCalls(raw); err != nil {
				return err
			}
		}
		if within[name] {
			if err := checkMembers(raw); err != nil {
				if inner, ok := errors.AsType[*openjson.FieldError](err); ok {
					return &openjson.FieldError{Field: name + "." + inner.Field, Err: inner.Err}
				}
				return &openjson.FieldError{Field: name, Err: err}
			}
		}
	}
	return nil
}

// maxCalls is how many calls a batch may have. One message of the model has a few
// dozen at most.
const maxCalls = 1000

func checkCalls(list []byte) error {
	n := 0
	for range openjson.Elements(list) {
		if n++; n > maxCalls {
			return fieldError("tool_calls", "%w: more than %d calls", ErrTooLarge, maxCalls)
		}
	}
	return nil
}

// Bounds of what an ask offers to remember, and of its questions. The client
// offers a handful of rules, and asks one to four questions of two to four
// options.
const (
	maxSuggestions = 50
	maxRules       = 100 // of all suggestions together, with their directories
	maxRule        = 16 << 10
	maxQuestions   = 20
	maxOptions     = 50
	maxLabel       = 1 << 10 // of an option, and the header of a question
	maxQuestion    = 16 << 10
	maxPreview     = 32 << 10
	maxAllOfThem   = 128 << 10 // of the whole input
)

// CheckSuggestions returns an error where more is offered than a person could
// read on a card.
func CheckSuggestions(suggestions []Update) error {
	if len(suggestions) > maxSuggestions {
		return fmt.Errorf("%w: %d suggestions, at most %d", ErrTooLarge, len(suggestions), maxSuggestions)
	}
	n := 0
	for i, u := range suggestions {
		if n += len(u.Rules) + len(u.Directories); n > maxRules {
			return fmt.Errorf("%w: the suggestions have more than %d rules and directories", ErrTooLarge, maxRules)
		}
		for _, r := range u.Rules {
			if size := len(r.ToolName) + len(r.RuleContent); size > maxRule {
				return fmt.Errorf("%w: a rule of suggestion %d has %d bytes, at most %d", ErrTooLarge, i+1, size, maxRule)
			}
		}
	}
	return nil
}

// CheckInput returns an error where the input of a call has more parts than its
// card could show: of a tool that asks questions, their number and their texts.
func CheckInput(tool string, input []byte) error {
	if CanonicalTool(tool) != ToolAskUserQuestion {
		return nil
	}
	if len(input) > maxAllOfThem {
		return fmt.Errorf("%w: questions of %d bytes, at most %d", ErrTooLarge, len(input), maxAllOfThem)
	}
	for name, raw := range openjson.Members(input) {
		if name != "questions" {
			continue
		}
		n := 0
		for question := range openjson.Elements(raw) {
			if n++; n > maxQuestions {
				return fmt.Errorf("%w: more than %d questions", ErrTooLarge, maxQuestions)
			}
			if err := checkQuestion(question); err != nil {
				return fmt.Errorf("question %d: %w", n, err)
			}
		}
	}
	return nil
}

func checkQuestion(question []byte) error {
	long := map[string]int{"question": maxQuestion, "description": maxQuestion, "header": maxLabel, "label": maxLabel, "preview": maxPreview}
	check := func(name string, raw []byte) error {
		if most, limited := long[name]; limited && len(raw) > most {
			return fieldError(name, "%w: %d bytes, at most %d", ErrTooLarge, len(raw), most)
		}
		return nil
	}
	for name, raw := range openjson.Members(question) {
		if err := check(name, raw); err != nil {
			return err
		}
		if name != "options" {
			continue
		}
		n := 0
		for option := range openjson.Elements(raw) {
			if n++; n > maxOptions {
				return fmt.Errorf("%w: more than %d options", ErrTooLarge, maxOptions)
			}
			for name, raw := range openjson.Members(option) {
				if err := check(name, raw); err != nil {
					return fmt.Errorf("option %d: %w", n, err)
				}
			}
		}
	}
	return nil
}
