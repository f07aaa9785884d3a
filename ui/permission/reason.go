package permission

import (
	"fmt"
	"time"

	"charm.land/lipgloss/v2"

	"sayso/approver"
	"sayso/ui/lines"
	"sayso/ui/notes"
	"sayso/ui/preview"
	"sayso/ui/sanitize"
	"sayso/ui/style"
)

// bar stands beside words that are not sayso's own.
const bar = "▌ "

// Sight is what a document is made with beside the ask: where files are looked
// at, and how things are shown. The zero value looks at no file.
type Sight struct {
	Files      preview.Files
	Home       string   // the person's home directory
	Dirs       []string // working directories beside the session's own
	Own        []string // files and folders of sayso's own
	Plan       string   // the plan that is asked about, where the call does not hold it
	SideBySide bool
	Parts      func(parts []string) []preview.Verdict // what the rules say of a command's parts
}

// Document returns everything that a person has to see of an ask before a yes:
// who asks and why, then the call itself, then what there is to note of it. It
// may take long, for a large call or a slow file, so it may run outside of the
// update loop.
func Document(ask approver.Ask, width int, s style.Styles, by Sight) []string {
	var out []string
	quote := func(text string, with lipgloss.Style) {
		for _, line := range sanitize.Block(text) {
			for _, row := range lines.WrapWords(line, width-3) {
				out = append(out, " "+s.Ask.Render(bar)+s.Shown(row, with))
			}
		}
	}
	p := ask.Provenance
	for _, who := range asker(p) {
		quote(who, s.Ask)
	}
	if p.Reason != "" {
		quote(p.Reason, s.Text)
	}
	if p.Consent != "" {
		quote("You said: "+p.Consent, s.Muted)
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	out = append(out, preview.Render(preview.Context{
		Ask: ask, Width: width, Styles: s,
		Home: by.Home, Files: by.Files, Plan: by.Plan, SideBySide: by.SideBySide, Parts: by.Parts,
	})...)
	out = append(out, noted(ask, width, s, by)...)
	if p.Description != "" {
		out = append(out, "")
		for _, line := range sanitize.Block(p.Description) {
			for _, row := range lines.WrapWords(line, width-3) {
				out = append(out, "  "+s.Shown(row, s.Muted))
			}
		}
	}
	return out
}

// noted returns the notes on a call, after an empty row.
func noted(ask approver.Ask, width int, s style.Styles, by Sight) []string {
	call := notes.Call{Tool: ask.Tool, Input: ask.Input, Cwd: ask.Session.Cwd, Home: by.Home, Dirs: by.Dirs, Own: by.Own}
	if by.Files != nil {
		call.Real = by.Files.Real
	}
	var out []string
	for _, line := range notes.Of(call) {
		if out == nil {
			out = []string{""}
		}
		for _, row := range lines.WrapWords(line, width-2) {
			out = append(out, "  "+s.Shown(row, s.Note))
		}
	}
	return out
}

// asker says in words who made the call an ask.
func asker(p approver.Provenance) []string {
	var who []string
	switch {
	case p.Plugin != "":
		who = append(who, p.Plugin+" asks")
	case p.Rule != "":
		who = append(who, "Your ask rule: "+p.Rule)
	case p.Hook != "":
		who = append(who, "A "+p.Hook+" hook asks")
	case p.Setting != "":
		who = append(who, "The setting "+p.Setting+" asks")
	}
	if p.Ceiling != "" {
		who = append(who, "Your organization lets this tool at most "+p.Ceiling+".")
	}
	return who
}

// badges returns what stands at the right end of the title.
func badges(ask approver.Ask, now time.Time, narrow bool) string {
	age := Age(now.Sub(ask.ArrivedAt))
	var out string
	if a := ask.Agent; a.ID != "" || a.Type != "" {
		out += "subagent " + sanitize.Line(a.Type) + " · "
	}
	if ask.Provenance.ReadOnly {
		out += "read-only · "
	}
	if m := ask.MCPServer; m != nil && m.Source != "" {
		out += "from " + sanitize.Line(m.Source) + " · "
	}
	if !narrow && age != "just now" {
		age += " ago"
	}
	return out + age
}

// Age says how long ago something was.
func Age(d time.Duration) string {
	switch {
	case d < 2*time.Second:
		return "just now"
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return fmt.Sprintf("%d h", int(d.Hours()))
}
