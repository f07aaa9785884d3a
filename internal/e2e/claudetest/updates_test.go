//go:build unix

package claudetest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// probe is one answer "allow" with a list of updates. When the client takes the
// answer, the call runs; when the list voids it, the call is refused.
type probe struct {
	name    string
	updates string // the JSON of updatedPermissions
	taken   bool
}

// backToManual keeps one probe's mode from settling the next one's call.
const backToManual = `{"type":"setMode","mode":"default","destination":"session"}`

// taken is a probe of one entry that the client accepts.
func taken(name, entry string) probe {
	return probe{name, "[" + entry + "," + backToManual + "]", true}
}

// voids is a probe of one entry that costs the whole answer.
func voids(name, entry string) probe {
	return probe{name, "[" + entry + "," + backToManual + "]", false}
}

// runProbes asks for each probe in a turn of its own, all in one run, and
// compares. It returns the session, to look at what landed.
func runProbes(t *testing.T, probes []probe, prepare func(*Session), more ...Turn) (*Session, *Model, answering) {
	t.Helper()
	answers := make(map[string]string)
	var turns []Turn
	for i, p := range probes {
		id := fmt.Sprintf("probe-%d", i)
		answers[id] = allowWith(p.updates)
		turns = append(turns, Turn{write(id)})
	}
	hook := newAnswering(t, answers)
	model := NewModel(t, append(turns, more...)...)
	s := NewSession(t, model, HookSettings(hook.command(), 60))
	prepare(s)
	s.Headless(within(t, Patience), Run{Prompt: "go"}).Wait()
	told := model.ToolResults()
	for i, p := range probes {
		id := fmt.Sprintf("probe-%d", i)
		if !hook.asked(id) {
			t.Errorf("%s: the hook was not asked, so the probe says nothing; told %q", p.name, told[id].Text)
		}
		if got := exists(filepath.Join(s.Project, id)); got != p.taken {
			t.Errorf("%s: taken %t, want %t; told %q", p.name, got, p.taken, told[id].Text)
		}
	}
	return s, model, hook
}

// settingsFiles are the destinations that are files, below home and project.
func settingsFiles(s *Session) map[string]string {
	return map[string]string{
		"userSettings":    filepath.Join(s.Home, ".claude", "settings.json"),
		"projectSettings": filepath.Join(s.Project, ".claude", "settings.json"),
		"localSettings":   filepath.Join(s.Project, ".claude", "settings.local.json"),
	}
}

// TestEveryKindLandsInEveryDestination sends six kinds to five destinations and
// reads the files. The two destinations in memory are proven by a call that
// matches the new rule and so is not asked about.
func TestEveryKindLandsInEveryDestination(t *testing.T) {
	t.Parallel()
	var probes []probe
	for _, d := range []string{"userSettings", "projectSettings", "localSettings", "session", "cliArg"} {
		to := `,"destination":"` + d + `"}`
		for _, entry := range []string{
			`{"type":"addRules","behavior":"allow","rules":[{"toolName":"Bash","ruleContent":"touch mem-` + strings.ToLower(d) + `"}]`,
			`{"type":"replaceRules","behavior":"ask","rules":[{"toolName":"Zed","ruleContent":"new"},{"toolName":"Zoe"}]`,
			`{"type":"removeRules","behavior":"deny","rules":[{"toolName":"Zed","ruleContent":"drop"}]`,
			`{"type":"setMode","mode":"acceptEdits"`,
			`{"type":"addDirectories","directories":["/nowhere/new"]`,
			`{"type":"removeDirectories","directories":["/nowhere/drop"]`,
		} {
			probes = append(probes, taken(d+" "+entry, entry+to))
		}
	}
	s, model, hook := runProbes(t, probes, func(s *Session) {
		for _, path := range settingsFiles(s) {
			writeFile(t, path, `{"permissions":{"ask":["Zed(old)"],"deny":["Zed(drop)","Zed(keep)"],`+
				`"additionalDirectories":["/nowhere/drop","/nowhere/keep"]}}`)
		}
	}, Turn{touch("mem-session")}, Turn{touch("mem-cliarg")})

	for d, path := range settingsFiles(s) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Permissions map[string]any }
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		want := map[string]any{
			"allow":                 []any{"Bash(touch mem-" + strings.ToLower(d) + ")"},
			"ask":                   []any{"Zed(new)", "Zoe"},
			"deny":                  []any{"Zed(keep)"},
			"defaultMode":           "acceptEdits",
			"additionalDirectories": []any{"/nowhere/keep", "/nowhere/new"},
		}
		if diff := cmp.Diff(want, got.Permissions); diff != "" {
			t.Errorf("%s (-want +got):\n%s", d, diff)
		}
	}
	for _, name := range []string{"mem-session", "mem-cliarg"} {
		if hook.asked(name) || !exists(filepath.Join(s.Project, name)) {
			t.Errorf("%s: asked %t, told %+v; the rule should have allowed it", name, hook.asked(name), model.ToolResults()[name])
		}
	}
}

// TestWhatVoidsAnAnswer is the client's own check of updatedPermissions, entry
// by entry. It is a check of JSON types and closed sets, and of nothing else:
// lists may be empty and so may names, and unknown members are passed over.
func TestWhatVoidsAnAnswer(t *testing.T) {
	t.Parallel()
	const (
		session = `"destination":"session"`
		local   = `"destination":"localSettings"`
		allow   = `"behavior":"allow"`
		rules   = `"rules":[{"toolName":"Zed","ruleContent":"x"}]`
	)
	probes := []probe{
		voids("type unknown", `{"type":"frobnicate",`+rules+`,`+allow+`,`+session+`}`),
		voids("type missing", `{`+rules+`,`+allow+`,`+session+`}`),
		voids("destination unknown", `{"type":"addRules",`+rules+`,`+allow+`,"destination":"policySettings"}`),
		voids("destination missing", `{"type":"addRules",`+rules+`,`+allow+`}`),
		voids("behavior unknown", `{"type":"addRules",`+rules+`,"behavior":"maybe",`+session+`}`),
		voids("behavior missing", `{"type":"addRules",`+rules+`,`+session+`}`),
		voids("mode unknown", `{"type":"setMode","mode":"relaxed",`+session+`}`),
		voids("mode in capitals", `{"type":"setMode","mode":"Plan",`+session+`}`),
		voids("mode empty", `{"type":"setMode","mode":"",`+session+`}`),
		voids("mode missing", `{"type":"setMode",`+session+`}`),
		taken("mode manual", `{"type":"setMode","mode":"manual",`+local+`}`), // lands as "default"

		voids("toolName a number", `{"type":"addRules","rules":[{"toolName":7}],`+allow+`,`+session+`}`),
		taken("toolName blank", `{"type":"addRules","rules":[{"toolName":" "}],`+allow+`,`+session+`}`),
		voids("ruleContent null", `{"type":"addRules","rules":[{"toolName":"Zed","ruleContent":null}],`+allow+`,`+session+`}`),
		taken("ruleContent empty", `{"type":"addRules","rules":[{"toolName":"Zed","ruleContent":""}],"behavior":"deny",`+local+`}`), // the whole tool
		voids("a rule as a string", `{"type":"addRules","rules":["Zed(x)"],`+allow+`,`+session+`}`),

		taken("unknown member of an entry", `{"type":"addRules",`+rules+`,`+allow+`,`+session+`,"comment":"x"}`),
		taken("unknown member of a rule", `{"type":"addRules","rules":[{"toolName":"Zed","note":1}],`+allow+`,`+session+`}`),
		taken("member of another kind", `{"type":"setMode","mode":"default","rules":[],`+session+`}`),
		voids("entry null", `null`),
		voids("entry a string", `"addRules"`),

		{"an empty list", `[]`, true},
		{"the list null", `null`, false},
		{"an object for the list", `{}`, false},
		// The good entry of a voided answer must not land.
		{"good, then bad", `[{"type":"addRules","rules":[{"toolName":"Half"}],` + allow + `,` + local + `},{"type":"frobnicate"}]`, false},
	}
	for _, mode := range []string{"default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"} {
		probes = append(probes, taken("mode "+mode, `{"type":"setMode","mode":"`+mode+`",`+session+`}`))
	}
	for _, kind := range []string{"addRules", "replaceRules", "removeRules"} {
		entry := `{"type":"` + kind + `",` + allow + `,` + session
		probes = append(probes,
			taken(kind+", rules empty", entry+`,"rules":[]}`),
			voids(kind+", rules missing", entry+`}`),
			voids(kind+", rules null", entry+`,"rules":null}`),
			taken(kind+", toolName empty", entry+`,"rules":[{"toolName":"","ruleContent":"x"}]}`),
			voids(kind+", toolName missing", entry+`,"rules":[{"ruleContent":"x"}]}`),
		)
	}
	for _, kind := range []string{"addDirectories", "removeDirectories"} {
		entry := `{"type":"` + kind + `",` + session
		probes = append(probes,
			taken(kind+", directories empty", entry+`,"directories":[]}`),
			voids(kind+", directories missing", entry+`}`),
			taken(kind+", a directory empty", entry+`,"directories":[""]}`),
			taken(kind+", a directory blank", entry+`,"directories":[" "]}`),
			voids(kind+", directories a string", entry+`,"directories":"/nowhere"}`),
		)
	}
	s, _, _ := runProbes(t, probes, func(*Session) {})

	data, err := os.ReadFile(settingsFiles(s)["localSettings"])
	if err != nil {
		t.Fatal(err)
	}
	var got any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	want := any(map[string]any{"permissions": map[string]any{"deny": []any{"Zed"}, "defaultMode": "default"}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what landed in the local settings (-want +got):\n%s", diff)
	}
}
