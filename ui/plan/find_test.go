package plan

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"sayso/approver"
)

func askOf(input string) approver.Ask {
	return approver.Ask{ID: "1", Tool: "ExitPlanMode", Input: json.RawMessage(input), ArrivedAt: noon, Limits: approver.Limits{RequiresPerson: true},
		Session: approver.Session{TranscriptPath: "/t/s.jsonl", Mode: "plan"}}
}

// disk is files that a Reader of tests knows, by path.
type disk map[string]string

func (d disk) read(path string, most int64) ([]byte, bool, error) {
	text, ok := d[path]
	if !ok {
		return nil, false, errors.New("no such file")
	}
	if over := int64(len(text)) - most; over > 0 {
		return []byte(text[over:]), false, nil
	}
	return []byte(text), true, nil
}

// says is a line of a transcript in which the model calls tools.
func says(calls ...string) string {
	return `{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"x"},` + strings.Join(calls, ",") + `]}}` + "\n"
}

func use(name, input string) string {
	return `{"type":"tool_use","id":"t","name":"` + name + `","input":` + input + `}`
}

func TestFind(t *testing.T) {
	const file = "/home/dev/.claude/plans/otter.md"
	inTranscript := disk{"/t/s.jsonl": says(use("ExitPlanMode", `{"plan":"# told"}`))}
	for name, tc := range map[string]struct {
		input       string
		disk        disk
		want, where string
		looked      []string
	}{
		"with the ask":      {`{"plan":"# P","planFilePath":"` + file + `"}`, disk{file: "# other"}, "# P", "came with the ask, written to " + file, nil},
		"in the file":       {`{"planFilePath":"` + file + `"}`, disk{file: "# F", "/t/s.jsonl": "x"}, "# F", "read from the file " + file, nil},
		"in the transcript": {`{}`, inTranscript, "# told", "read from the transcript /t/s.jsonl", nil},
		"the file is gone":  {`{"planFilePath":"` + file + `"}`, inTranscript, "# told", "read from the transcript", nil},
		"the file is empty": {`{"planFilePath":"` + file + `"}`, disk{file: ""}, "", "", []string{"carries no plan", file + ": empty", "/t/s.jsonl: no such file"}},
		"the file is huge":  {`{"planFilePath":"` + file + `"}`, disk{file: strings.Repeat("x", maxFile+1)}, "", "", []string{"larger than 1 MB"}},
		"nowhere":           {`{}`, disk{"/t/s.jsonl": says(use("Bash", `{}`))}, "", "", []string{"carries no plan", "names none", "/t/s.jsonl: no plan in it"}},
		"a hostile path":    {`{"planFilePath":"/x\u001b[2J"}`, disk{}, "", "", []string{"/x⟨ESC⟩[2J: no such file"}},
		"another form":      {`{"plan":7}`, inTranscript, "# told", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := Find(askOf(tc.input), tc.disk.read)
			if got.Text != tc.want || !strings.HasPrefix(got.Where, tc.where) {
				t.Errorf("got %+v", got)
			}
			for _, want := range tc.looked {
				if !strings.Contains(strings.Join(got.Looked, "\n"), want) {
					t.Errorf("it does not say %q: %q", want, got.Looked)
				}
			}
		})
	}
}

func TestInTranscript(t *testing.T) {
	write := use("Write", `{"file_path":"/h/.claude/plans/a.md","content":"# written"}`)
	edit := use("Edit", `{"file_path":"/h/.claude/plans/a.md","old_string":"a","new_string":"b"}`)
	exit := use("ExitPlanMode", `{"plan":"# asked"}`)
	bare := use("ExitPlanMode", `{}`)
	side := strings.Replace(says(exit), `{"type"`, `{"isSidechain":true,"type"`, 1)
	for name, tc := range map[string]struct {
		data      string
		whole     bool
		sidechain bool
		want      string
		doubt     string
	}{
		"the call":                     {says(exit), true, false, "# asked", ""},
		"what was written":             {says(write) + says(bare), true, false, "# written", ""},
		"in one message":               {says(write, bare), true, false, "# written", ""},
		"the last":                     {says(exit) + says(write), true, false, "# written", ""},
		"edited since":                 {says(write) + says(edit) + says(bare), true, false, "# written", "edited after"},
		"edited before":                {says(edit) + says(write), true, false, "# written", ""},
		"of a subagent":                {says(exit) + side, true, true, "# asked", ""},
		"not of a subagent":            {side, true, false, "", "no plan in it"},
		"another file":                 {says(use("Write", `{"file_path":"/h/notes/a.md","content":"# no"}`)), true, false, "", "no plan in it"},
		"quoted by the person":         {`{"type":"user","message":{"content":"tool_use ExitPlanMode"}}` + "\n", true, false, "", "no plan in it"},
		"a result":                     {`{"message":{"content":[{"type":"tool_result","name":"ExitPlanMode","input":{"plan":"tool_use"}}]}}`, true, false, "", "no plan"},
		"a cut first line":             {says(exit), false, false, "", "last part"},
		"a whole line after a cut one": {`plan":"x"}}` + "\n" + says(exit), false, false, "# asked", ""},
		"no newline at the end":        {strings.TrimSuffix(says(exit), "\n"), true, false, "# asked", ""},
		"garbage between":              {says(exit) + "tool_use {\n\n\x00\n", true, false, "# asked", ""},
		"empty":                        {"", true, false, "", "no plan in it"},
	} {
		t.Run(name, func(t *testing.T) {
			text, doubt := InTranscript([]byte(tc.data), tc.whole, tc.sidechain)
			if text != tc.want || (tc.doubt == "") != (doubt == "") || !strings.Contains(doubt, tc.doubt) {
				t.Errorf("got %q, %q", text, doubt)
			}
		})
	}
}

func FuzzInTranscript(f *testing.F) {
	f.Add([]byte(says(use("ExitPlanMode", `{"plan":"x"}`))), true)
	f.Add([]byte("\n\n{\"message\":tool_use"), false)
	f.Fuzz(func(t *testing.T, data []byte, whole bool) {
		if text, why := InTranscript(data, whole, false); text == "" && why == "" {
			t.Error("neither a plan nor why there is none")
		}
	})
}
