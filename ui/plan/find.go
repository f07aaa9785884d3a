package plan

import (
	"fmt"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/internal/sanitize"
)

// Reader returns the end of a regular file, at most so many bytes of it, and
// whether that is all of the file.
type Reader func(path string, most int64) (data []byte, whole bool, err error)

// How much is read at most.
const (
	maxFile       = 1 << 20
	maxTranscript = 8 << 20
)

// Found is a plan and where it came from.
type Found struct {
	Text   string
	Where  string   // in words, with a path that is fit to be shown
	Doubt  string   // why it may not be what will be carried out, or ""
	Looked []string // where it was looked for in vain
}

// Find looks for the plan of an ask: in its payload, then in the file that the
// payload names, then in the transcript. It reads files, so it runs outside of
// the update loop.
func Find(ask approver.Ask, read Reader) Found {
	var f Found
	in := inputOf(ask)
	if in.Plan != "" {
		f.Text, f.Where = in.Plan, "came with the ask"
		if in.PlanFilePath != "" {
			f.Where += ", written to " + sanitize.Line(in.PlanFilePath)
		}
		return f
	}
	f.Looked = append(f.Looked, "the ask itself: it carries no plan")
	look := func(what, path string, most int64, parse func([]byte, bool) (string, string)) bool {
		if path == "" || read == nil {
			return false
		}
		where := what + " " + sanitize.Line(path)
		data, whole, err := read(path, most)
		if err != nil {
			f.Looked = append(f.Looked, where+": "+sanitize.Line(err.Error()))
			return false
		}
		text, doubt := parse(data, whole)
		if text == "" {
			f.Looked = append(f.Looked, where+": "+doubt)
			return false
		}
		f.Text, f.Where, f.Doubt = text, "read from "+where, doubt
		return true
	}
	if look("the file", in.PlanFilePath, maxFile, wholeFile) {
		return f
	}
	if in.PlanFilePath == "" {
		f.Looked = append(f.Looked, "a plan file: the ask names none")
	}
	if look("the transcript", ask.Session.TranscriptPath, maxTranscript, func(data []byte, whole bool) (string, string) {
		return InTranscript(data, whole, ask.Agent.ID != "")
	}) {
		return f
	}
	if ask.Session.TranscriptPath == "" {
		f.Looked = append(f.Looked, "a transcript: the ask names none")
	}
	return f
}

// inputOf reads the input of ExitPlanMode; what is of another form reads empty.
func inputOf(ask approver.Ask) claude.ExitPlanModeInput {
	var in claude.ExitPlanModeInput
	if openjson.Unmarshal(ask.Input, &in) != nil {
		return claude.ExitPlanModeInput{}
	}
	return in
}

// wholeFile takes all of a plan file, for half a plan is none.
func wholeFile(data []byte, whole bool) (text, doubt string) {
	switch {
	case !whole:
		return "", fmt.Sprintf("larger than %d MB", maxFile>>20)
	case len(data) == 0:
		return "", "empty"
	}
	return string(data), ""
}
