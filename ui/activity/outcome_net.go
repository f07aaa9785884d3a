package activity

import (
	"strings"

	"sayso/approver"
	"sayso/internal/claude"
)

func webFetchOutcome(r claude.WebFetchOutput, _ approver.Outcome) (s shown) {
	if r.Code != "" {
		s.say("%s, %s", line(strings.TrimSpace(string(r.Code)+" "+r.CodeText)), size(r.Bytes))
	}
	s.text = r.Result
	return s
}

func webSearchOutcome(r claude.WebSearchOutput, o approver.Outcome) (s shown) {
	var pages []string
	for _, result := range r.Results {
		if result.Hits == nil {
			continue
		}
		for _, hit := range result.Hits.Content {
			pages = append(pages, line(hit.Title)+"  "+line(hit.URL))
		}
	}
	if o.Rest == 0 && r.Query != "" { // else some found no room
		s.say("%s found", count(len(pages), "page", "pages"))
	}
	s.text = strings.Join(pages, "\n")
	return s
}
