package claude

import "sayso/internal/openjson"

// WebFetchInput is the input of WebFetch.
type WebFetchInput struct {
	URL    string         `json:"url"`
	Prompt string         `json:"prompt"`           // what a model is asked about the page
	Offset Number         `json:"offset,omitempty"` // characters into the page's text
	Extra  openjson.Extra `json:"-"`
}

// WebSearchInput is the input of WebSearch.
type WebSearchInput struct {
	Query          string         `json:"query"`
	AllowedDomains []string       `json:"allowed_domains,omitempty"` // nothing but these
	BlockedDomains []string       `json:"blocked_domains,omitempty"` // none of these
	Extra          openjson.Extra `json:"-"`
}

// ListMcpResourcesInput is the input of ListMcpResourcesTool.
type ListMcpResourcesInput struct {
	Server string         `json:"server,omitempty"` // all servers when absent
	Extra  openjson.Extra `json:"-"`
}

// ReadMcpResourceInput is the input of ReadMcpResourceTool and of
// ReadMcpResourceDirTool.
type ReadMcpResourceInput struct {
	Server string         `json:"server"`
	URI    string         `json:"uri"`
	Extra  openjson.Extra `json:"-"`
}
