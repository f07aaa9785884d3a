package setup

import (
	"encoding/json"
	"strings"
	"testing"
)

const marketValue = `{"source":{"source":"directory","path":"/data/marketplace"}}`

// rewritten is what the client makes of a settings file: its own layout, with
// sayso's entries in it or not.
func rewritten(t *testing.T, before string, with bool) []byte {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal([]byte(before), &all); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		inner, _ := all[e.container].(map[string]any)
		if inner == nil {
			inner = map[string]any{}
		}
		delete(inner, e.name)
		if with {
			var value any = true
			if e.container == "extraKnownMarketplaces" {
				_ = json.Unmarshal([]byte(marketValue), &value)
			}
			inner[e.name] = value
		}
		all[e.container] = inner
	}
	out, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// layouts are settings files as people and programs write them.
var layouts = map[string]string{
	"four blanks":     "{\n    \"model\": \"opus\",\n    \"permissions\": {\"allow\": [\"Bash(ls)\"]}\n}\n",
	"tabs":            "{\n\t\"b\":1,\n\t\"a\" : 2\n}",
	"one line":        `{"b":1, "a":2}`,
	"windows":         "{\r\n  \"b\": 1,\r\n  \"a\": 2\r\n}\r\n",
	"odd spacing":     "\n{ \"b\"  :1 ,\n\n \"a\":[ 1,\n2 ] }\n\n",
	"big numbers":     `{"n": 12345678901234567890, "f": 1.50, "e": 1e3}`,
	"escapes":         `{"s": "\u00e9\/<&>"}`,
	"other plugins":   "{\n  \"enabledPlugins\": {\n    \"other@market\": true\n  },\n  \"z\": 1\n}\n",
	"other markets":   "{\n  \"extraKnownMarketplaces\": {\"m\": {\"source\": {\"source\": \"github\", \"repo\": \"a/b\"}}},\n  \"z\": 1\n}\n",
	"nested and deep": "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [ ]}\n    ]\n  }\n}\n",
}

func TestWhatIsNotOursStaysAsItIs(t *testing.T) {
	for name, before := range layouts {
		t.Run(name, func(t *testing.T) {
			with, err := carryOver([]byte(before), rewritten(t, before, true))
			if err != nil {
				t.Fatal(err)
			}
			if !sameMeaning(with, rewritten(t, before, true)) {
				t.Fatalf("it means another thing:\n%s", with)
			}
			// Every line of before that holds no closing of ours is still there.
			rest := string(with)
			for _, part := range strings.FieldsFunc(before, func(r rune) bool { return r == '\n' || r == '\r' || r == '}' }) {
				part = strings.TrimRight(part, " ") // the blanks before a closing of before
				i := strings.Index(rest, part)
				if i < 0 {
					t.Fatalf("%q is gone from\n%s", part, with)
				}
				rest = rest[i+len(part):]
			}
			again, err := carryOver(with, rewritten(t, before, true))
			if err != nil || string(again) != string(with) {
				t.Errorf("a second time it is\n%s, %v", again, err)
			}
			without, err := carryOver(with, rewritten(t, before, false))
			if err != nil || string(without) != before {
				t.Errorf("with the entries gone it is\n%q, %v\nnot\n%q", without, err, before)
			}
		})
	}
}

func TestOurEntriesAreLaidOutAsTheFile(t *testing.T) {
	before := "{\n    \"model\": \"opus\"\n}\n"
	with, err := carryOver([]byte(before), rewritten(t, before, true))
	if err != nil {
		t.Fatal(err)
	}
	want := `{
    "model": "opus",
    "extraKnownMarketplaces": {
        "sayso-local": {
            "source": {
                "path": "/data/marketplace",
                "source": "directory"
            }
        }
    },
    "enabledPlugins": {
        "sayso@sayso-local": true
    }
}
`
	if string(with) != want {
		t.Errorf("got\n%s\nwant\n%s", with, want)
	}
}

func TestAnEntryIsTakenOutOfAnyPlace(t *testing.T) {
	for before, want := range map[string]string{
		`{"enabledPlugins": {"sayso@sayso-local": true, "x": true}}`:            `{"enabledPlugins": { "x": true}}`,
		`{"enabledPlugins": {"a": true, "sayso@sayso-local": true, "x": true}}`: `{"enabledPlugins": {"a": true, "x": true}}`,
		`{"enabledPlugins": {"a": true , "sayso@sayso-local": false }}`:         `{"enabledPlugins": {"a": true  }}`,
		`{"enabledPlugins": {"sayso@sayso-local": true}, "z": 1}`:               `{ "z": 1}`,
		`{"enabledPlugins": {"sayso@sayso-local": true}}`:                       `{}`,
	} {
		root, err := parseObject([]byte(before))
		if err != nil {
			t.Fatal(err)
		}
		if !remove(root, entries[1]) || remove(root, entries[1]) {
			t.Errorf("%s: what remove reports is wrong", before)
		}
		if got := string(root.Pack()); got != want && !sameMeaning([]byte(got), []byte(want)) || !json.Valid([]byte(got)) {
			t.Errorf("%s\nbecame %s\nwant   %s", before, got, want)
		}
	}
}

// Where the client changed more than sayso's entries, its text is kept.
func TestNothingIsPutBackThatMeansAnotherThing(t *testing.T) {
	const before = `{"a": 1, "enabledPlugins": {"x": true}}`
	for name, after := range map[string]string{
		"another value":    `{"a": 2, "enabledPlugins": {"x": true, "sayso@sayso-local": true}}`,
		"a member more":    `{"a": 1, "b": 1, "enabledPlugins": {"x": true}}`,
		"a member less":    `{"enabledPlugins": {"x": true}}`,
		"another's plugin": `{"a": 1, "enabledPlugins": {"x": false, "sayso@sayso-local": true}}`,
		"no object":        `[]`,
		"no JSON":          `{"a": 1`,
		"with comments":    "{\"a\": 1, // one\n\"enabledPlugins\": {\"x\": true}}",
	} {
		if got, err := carryOver([]byte(before), []byte(after)); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, before := range map[string]string{
		"twice the same name": `{"a": 1, "a": 2}`,
		"a list for plugins":  `{"a": 2, "enabledPlugins": []}`,
	} {
		if got, err := carryOver([]byte(before), []byte(`{"a": 1, "enabledPlugins": {"sayso@sayso-local": true}}`)); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}
