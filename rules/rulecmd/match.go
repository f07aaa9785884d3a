package rulecmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/rules"
)

// maxLine is the longest line that Match reads, in bytes.
const maxLine = 16 << 20

// question is one line that Match reads.
type question struct {
	Rule     *string         `json:"rule"`
	Behavior claude.Behavior `json:"behavior"`
	Where    string          `json:"where"`

	Settings map[string]map[claude.Behavior][]string `json:"settings"`
	Trusted  bool                                    `json:"trusted"`

	Tool  string          `json:"tool"`
	Input json.RawMessage `json:"input"`
}

// The three kinds of answer that Match writes.
type (
	ruleAnswer struct {
		Settles bool   `json:"settles"`
		Why     string `json:"why"`
	}
	settingsAnswer struct {
		Decision rules.Decision `json:"decision"`
		Rule     string         `json:"rule"`
		Why      string         `json:"why"`
	}
	errorAnswer struct {
		Error string `json:"error"`
	}
)

// places are the short names of the settings files, and the order in which
// Claude Code goes through them.
var places = []struct {
	name   string
	source rules.Source
}{
	{"user", rules.Source(claude.UserSettings)},
	{"project", rules.Source(claude.ProjectSettings)},
	{"local", rules.Source(claude.LocalSettings)},
	{"managed", rules.ManagedSettings},
}

func sourceOf(name string) (rules.Source, bool) {
	for _, p := range places {
		if name == p.name || name == string(p.source) {
			return p.source, true
		}
	}
	return "", false
}

// Match answers questions, JSON objects one a line, in their order, one answer
// a line:
//
//   - {"rule", "behavior", "where", "tool", "input"}: would this rule alone
//     settle the call? {"settles": true|false, "why": "…"}. Where is user,
//     project, local or managed, and local where it is missing.
//   - {"settings", "trusted", "tool", "input"}: which of these rules wins?
//     {"decision": "allow"|"deny"|"ask"|"none", "rule": "…", "why": "…"}.
//     Settings holds lists of rules by file and behavior; the rule is named in
//     Claude Code's spelling, and is "" with none.
//
// A line that is no such question gets {"error": "line N: …"}, and the rest goes
// on. Calls may come from recordings whose paths were renamed, so an allow rule
// for ~/ is not counted inside the working directory (Place.Relabelled). The
// error is about reading or writing the streams.
func Match(r io.Reader, w io.Writer, place rules.Place) error {
	place.Relabelled = true
	in := bufio.NewReaderSize(r, 64<<10)
	out := bufio.NewWriter(w)
	for n := 1; ; n++ {
		line, tooLong, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading line %d: %w", n, err)
		}
		if err != nil && len(line) == 0 {
			return out.Flush()
		}
		var answer any
		if tooLong {
			answer = errorAnswer{fmt.Sprintf("line %d: it is longer than %d bytes", n, maxLine)}
		} else if answer, err = answerTo(line, place); err != nil {
			answer = errorAnswer{fmt.Sprintf("line %d: %v", n, err)}
		}
		if err := writeJSON(out, answer); err != nil {
			return fmt.Errorf("writing the answer to line %d: %w", n, err)
		}
		if in.Buffered() == 0 {
			// Nothing more has come: somebody may be waiting for the answer.
			if err := out.Flush(); err != nil {
				return fmt.Errorf("writing the answer to line %d: %w", n, err)
			}
		}
	}
}

// readLine reads one line without its end. A line that is too long is read to
// its end and given up.
func readLine(in *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		piece, err := in.ReadSlice('\n')
		if len(line)+len(piece) > maxLine {
			tooLong = true
			line = line[:0]
			line = append(line, 'x') // so that the end of the input is still told from a line
		} else if !tooLong {
			line = append(line, piece...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err == nil || len(line) > 0 {
			return bytes.TrimSuffix(line, []byte("\n")), tooLong, nil
		}
		return nil, tooLong, err
	}
}

func answerTo(line []byte, place rules.Place) (any, error) {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil, errors.New("it is empty; write one JSON object")
	}
	var q question
	if err := openjson.Unmarshal(line, &q); err != nil {
		return nil, fmt.Errorf("it is no question: %w", err)
	}
	if q.Tool == "" {
		return nil, errors.New(`field "tool": missing, want the tool's name`)
	}
	var object map[string]json.RawMessage
	if len(q.Input) == 0 || json.Unmarshal(q.Input, &object) != nil || object == nil {
		return nil, errors.New(`field "input": want the tool's input, an object`)
	}
	call := rules.Call{Tool: q.Tool, Input: q.Input}
	if q.Settings != nil {
		return answerSettings(q, call, place)
	}
	if q.Rule == nil {
		return nil, errors.New(`field "rule": missing, want a rule, or "settings" with several`)
	}
	if !slices.Contains(claude.Behaviors(), q.Behavior) {
		return nil, fmt.Errorf(`field "behavior": %q is none of allow, deny, ask`, q.Behavior)
	}
	if q.Where == "" {
		q.Where = "local"
	}
	source, ok := sourceOf(q.Where)
	if !ok {
		return nil, fmt.Errorf(`field "where": %q is none of user, project, local, managed`, q.Where)
	}
	settles, why := rules.Match(rules.Rule{Text: *q.Rule, Behavior: q.Behavior, Source: source}, call, place)
	return ruleAnswer{settles, why}, nil
}

func answerSettings(q question, call rules.Call, place rules.Place) (any, error) {
	for name, lists := range q.Settings {
		if _, ok := sourceOf(name); !ok {
			return nil, fmt.Errorf(`field "settings": %q is none of user, project, local, managed`, name)
		}
		for behavior := range lists {
			if !slices.Contains(claude.Behaviors(), behavior) {
				return nil, fmt.Errorf(`field "settings.%s": %q is none of allow, deny, ask`, name, behavior)
			}
		}
	}
	var list []rules.Rule
	for _, p := range places {
		for _, key := range []string{p.name, string(p.source)} {
			for _, behavior := range claude.Behaviors() {
				for _, text := range q.Settings[key][behavior] {
					list = append(list, rules.Rule{Text: text, Behavior: behavior, Source: p.source})
				}
			}
		}
	}
	t := rules.Compile(Effective(list, q.Trusted), place).Decide(call)
	answer := settingsAnswer{Decision: t.Decision, Why: t.Why}
	if t.Rule != nil {
		answer.Rule = t.Rule.Canonical()
	}
	return answer, nil
}
