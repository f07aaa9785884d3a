package permission

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/ui/card"
	"sayso/ui/payload"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// editable is what of a call a person edits: the one text that matters where
// there is one, else the whole input as JSON.
type editable struct {
	member string // of the input; "" for all of it
	text   string
	suffix string // of a file's name, for the editor
}

// edited names the member of a tool's input that is edited, and the one that
// names a file, by which an editor knows the language.
var edited = map[string]struct{ member, file, suffix string }{
	claude.ToolBash:         {member: "command", suffix: ".sh"},
	claude.ToolMonitor:      {member: "command", suffix: ".sh"},
	claude.ToolWrite:        {member: "content", file: "file_path"},
	claude.ToolEdit:         {member: "new_string", file: "file_path"},
	claude.ToolNotebookEdit: {member: "new_source", suffix: ".py"},
}

// editableOf returns what of an input is edited.
func editableOf(tool string, input json.RawMessage) editable {
	var members map[string]json.RawMessage
	how, known := edited[claude.CanonicalTool(tool)]
	if known && json.Unmarshal(input, &members) == nil {
		var text, file *string
		if json.Unmarshal(members[how.member], &text) == nil && text != nil {
			suffix := how.suffix
			if json.Unmarshal(members[how.file], &file) == nil && file != nil {
				suffix = safeSuffix(filepath.Ext(*file))
			}
			return editable{member: how.member, text: *text, suffix: suffix}
		}
	}
	var all bytes.Buffer
	if json.Indent(&all, input, "", "  ") != nil {
		all.Reset()
		all.Write(input)
	}
	return editable{text: all.String() + "\n", suffix: ".json"}
}

// safeSuffix returns a file name's extension where it is a plain one: it comes
// from a call and becomes part of a name on this machine.
func safeSuffix(ext string) string {
	if len(ext) < 2 || len(ext) > 12 {
		return ".txt"
	}
	for _, r := range ext[1:] {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			return ".txt"
		}
	}
	return ext
}

// put returns the input with an edited text in the place of the old one.
func (e editable) put(input json.RawMessage, text string) (json.RawMessage, error) {
	if e.member == "" {
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			return nil, fmt.Errorf("this is not a JSON object: %w", err)
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(text)); err != nil {
			return nil, err
		}
		return compact.Bytes(), nil
	}
	name, err := openjson.Marshal(e.member)
	if err != nil {
		return nil, err
	}
	value, err := openjson.Marshal(text)
	if err != nil {
		return nil, err
	}
	var more payload.Object
	more.Add(name, value)
	return payload.Splice(input, more, e.member)
}

// edit asks for the input to be edited; what came of the last time is edited
// further.
func (c *Card) edit() card.Action {
	e := editableOf(c.ask.Tool, c.ask.Input)
	if c.draft != "" {
		e.text = c.draft
	}
	return card.Edit{ID: c.ask.ID, Text: e.text, Suffix: e.suffix}
}

// Edited takes what came back from the editor. The card then shows the change
// and the new call, of which nothing has been seen yet; a text that can't be
// sent is kept for the next try.
func (c *Card) Edited(text string) card.Action {
	e := editableOf(c.ask.Tool, c.ask.Input)
	if !strings.HasSuffix(e.text, "\n") {
		text = strings.TrimSuffix(text, "\n") // an editor's, not the person's
	}
	c.draft = text
	input, err := e.put(c.ask.Input, text)
	switch {
	case err != nil:
		return card.Refused{Why: "Not accepted: " + err.Error() + ". Press e to edit it again."}
	case text == e.text:
		c.draft = ""
		return card.Refused{Why: "Nothing was changed."}
	}
	ask, sight := c.ask, c.sight
	changed := ask
	changed.Input = input
	c.Fill(Content{
		Document: func(width int, s style.Styles) card.Maker {
			return func(ctx context.Context) card.Document {
				sight := sight
				sight.Stopped = stopped(ctx)
				shown := preview.Context{Ask: ask, Width: width, Styles: s, Stopped: sight.Stopped}
				out := []string{" " + s.Strong.Render("Your change"), ""}
				out = append(out, preview.Diff(shown, "x"+e.suffix, e.text, text)...)
				out = append(out, "", " "+s.Strong.Render("What would run"), "")
				d := documentOf(changed, width, s, sight)
				d.Rows = append(out, d.Rows...)
				return d
			}
		},
		Yes:      []Offer{{Label: "Yes, once, as you changed it", Short: "Yes, changed", Decision: approver.Decision{Verdict: approver.Allow, UpdatedInput: input}}},
		No:       approver.Decision{Verdict: approver.Deny},
		NoLabel:  "No",
		SayLabel: "No, and say why…",
		Prompt:   sayPrompt,
		Why:      "No rule can be kept with a call that you changed. Press e to edit it again.",
	})
	return nil
}
