package activity

import (
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
)

func readOutcome(r claude.ReadOutput, o approver.Outcome) (s shown) {
	if r.File == nil {
		switch {
		case r.MimeType != "":
			s.say("An image, %s, %s", line(r.MimeType), size(r.FileSize))
		case r.TotalLines != "":
			s.say("Read %s of %d", count(number(r.LinesReturned), "line", "lines"), number(r.TotalLines))
		}
		return s
	}
	f := r.File
	first, n := max(number(f.StartLine), 1), number(f.NumLines)
	switch {
	case r.Type == "text" && n == 0:
		s.say("Read no line of %d", number(f.TotalLines))
	case r.Type == "text" && n >= number(f.TotalLines):
		s.say("Read all %s", count(n, "line", "lines"))
	case r.Type == "text":
		s.say("Read the lines %d to %d of %d", first, first+n-1, number(f.TotalLines))
	case r.Type == "image":
		s.say("An image, %s, %s", line(f.Type), size(f.OriginalSize))
	case r.Type == "pdf":
		s.say("A PDF, %s", size(f.OriginalSize))
	case r.Type == "parts":
		s.say("%s of a PDF, %s", count(number(f.Count), "page", "pages"), size(f.OriginalSize))
	case r.Type == "notebook":
		s.say("A notebook")
	}
	if f.TruncatedByTokenCap {
		s.say("The client cut it: it was too long")
	}
	return s
}

func globOutcome(r claude.GlobOutput, _ approver.Outcome) (s shown) {
	found, n := r.Filenames, number(r.NumFiles)
	if r.NumFiles == "" {
		found, n = r.Matches, number(r.Count)
	}
	s.say("%s found", count(n, "file", "files"))
	if r.Truncated {
		s.say("There are more: the client cut the list")
	}
	s.text = strings.Join(texts(found...), "\n")
	return s
}

func grepOutcome(r claude.GrepOutput, _ approver.Outcome) (s shown) {
	switch {
	case r.Mode == "content":
		s.say("%s found", count(number(r.NumLines), "line", "lines"))
		s.text = r.Content
	case r.Mode != "":
		s.say("Found in %s", count(number(r.NumFiles), "file", "files"))
		s.text = strings.Join(texts(r.Filenames...), "\n")
	case r.TotalMatches != "":
		s.say("%s found", count(number(r.TotalMatches), "match", "matches"))
	case r.Count != "":
		s.say("Found in %s", count(number(r.Count), "file", "files"))
		s.text = strings.Join(texts(r.Files...), "\n")
	}
	return s
}
