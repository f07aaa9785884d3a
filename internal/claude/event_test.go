package claude_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// Every sample of a hook's payload reads into its own type by its event name,
// and every event that has a type has a sample.
func TestParseEvent(t *testing.T) {
	left := map[string]bool{}
	for _, name := range claude.Events() {
		left[name] = true
	}
	for _, s := range allSamples() {
		payload, isHook := s.empty().(claude.Event)
		if !isHook {
			continue
		}
		e, err := claude.ParseEvent([]byte(s.json))
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		if reflect.TypeOf(e) != reflect.TypeOf(payload) {
			t.Errorf("%s was read as a %T", s.name, e)
		}
		base := e.Base()
		if base.SessionID != "s" || base.Effort.Level != "high" || base.AgentType != "Explore" {
			t.Errorf("%s: base members were not read: %+v", s.name, base)
		}
		delete(left, base.HookEventName)
	}
	for name := range left {
		t.Errorf("the event %s has no sample", name)
	}
	if n := len(claude.Events()); n != 19 {
		t.Errorf("%d events have a type, want 19", n)
	}
}

func TestUnknownEventIsKept(t *testing.T) {
	const data = `{"session_id":"s","cwd":"/w","hook_event_name":"CwdChanged","old_cwd":"/a","new_cwd":"/b"}`
	e, err := claude.ParseEvent([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	unknown, ok := e.(*claude.UnknownEvent)
	if !ok || string(unknown.Extra["new_cwd"]) != `"/b"` {
		t.Errorf("got %T %+v", e, e)
	}
	checkRoundTrip(t, e, []byte(data))
}

// The name counts as it is written, and as the last of several, as JavaScript
// reads it.
func TestEventNamesAreExact(t *testing.T) {
	for data, want := range map[string]string{
		`{"hook_event_name":"stop"}`:                                         "*claude.UnknownEvent",
		`{"hook_event_name":"Stop "}`:                                        "*claude.UnknownEvent",
		`{"hook_event_name":"PermissionRequest","hook_event_name":"Stop"}`:   "*claude.Stop",
		`{"HOOK_EVENT_NAME":"PermissionRequest","hook_event_name":"Stop"}`:   "*claude.Stop",
		`{"hook_event_name":"Stop","Hook_Event_Name":"PermissionRequest"}`:   "*claude.Stop",
		`{"hook_event_name":"SessionEnd","reason":"other","Reason":{"a":1}}`: "*claude.SessionEnd",
	} {
		e, err := claude.ParseEvent([]byte(data))
		if err != nil {
			t.Errorf("%s: %v", data, err)
		} else if got := reflect.TypeOf(e).String(); got != want {
			t.Errorf("%s was read as a %s, want %s", data, got, want)
		}
	}
}

func TestBadEvents(t *testing.T) {
	for data, field := range map[string]string{
		`{}`:                                                       "hook_event_name",
		`{"HOOK_EVENT_NAME":"Stop"}`:                               "hook_event_name",
		`{"hook_event_name":""}`:                                   "hook_event_name",
		`{"hook_event_name":null}`:                                 "hook_event_name",
		`{"hook_event_name":["Stop"]}`:                             "hook_event_name",
		`{"hook_event_name":"X","session_id":1}`:                   "session_id",
		`{"hook_event_name":"Stop","effort":"x"}`:                  "effort",
		`{"hook_event_name":"Stop","effort":{"level":1}}`:          "effort.level",
		`{"hook_event_name":"Stop","background_tasks":[{"id":1}]}`: "background_tasks.id",
		`{"hook_event_name":"PermissionRequest","permission_suggestions":[{"rules":7}]}`:    "permission_suggestions.rules",
		`{"hook_event_name":"PostToolUse","mcp_server":{"name":"a","source":["user"]}}`:     "mcp_server.source",
		`{"hook_event_name":"PermissionRequest","sayso":{"isReadOnly":"yes"}}`:              "sayso.isReadOnly",
		`{"hook_event_name":"PostToolBatch","tool_calls":[{"tool_use_id":{"id":"toolu"}}]}`: "tool_calls.tool_use_id",
	} {
		_, err := claude.ParseEvent([]byte(data))
		var fieldErr *openjson.FieldError
		if !errors.As(err, &fieldErr) || fieldErr.Field != field {
			t.Errorf("%s: got %v, want an error that names %q", data, err, field)
		}
	}
	for _, data := range []string{``, `null`, `[]`, `"Stop"`, `{"hook_event_name":"Stop"`, `{"hook_event_name":"Stop"}{}`, strings.Repeat(`[`, 20000)} {
		if e, err := claude.ParseEvent([]byte(data)); err == nil {
			t.Errorf("%.40s was read as a %T", data, e)
		}
	}
}
