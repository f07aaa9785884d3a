package claude

import "sayso/internal/openjson"

// WebFetchInput is the input of WebFetch.
type WebFetchInput struct {
	URL    string         `json:"url"`
	Prompt string         `json:"prompt"`           // what a model is asked about the page
	Offset Number         `json:"offset,omitempty"` // characters into the page's text
	Extra  openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (w *WebFetchInput) UnmarshalJSON(data []byte) error {
	return openjson.Unmarshal(data, w, &w.Extra)
}

// MarshalJSON writes the wire form.
func (w WebFetchInput) MarshalJSON() ([]byte, error) { return openjson.Marshal(w, w.Extra) }

// WebSearchInput is the input of WebSearch.
type WebSearchInput struct {
	Query          string         `json:"query"`
	AllowedDomains []string       `json:"allowed_domains,omitempty"` // nothing but these
	BlockedDomains []string       `json:"blocked_domains,omitempty"` // none of these
	Extra          openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (w *WebSearchInput) UnmarshalJSON(data []byte) error {
	return openjson.Unmarshal(data, w, &w.Extra)
}

// MarshalJSON writes the wire form.
func (w WebSearchInput) MarshalJSON() ([]byte, error) { return openjson.Marshal(w, w.Extra) }

// ListMcpResourcesInput is the input of ListMcpResourcesTool.
type ListMcpResourcesInput struct {
	Server string         `json:"server,omitempty"` // all servers when absent
	Extra  openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (l *ListMcpResourcesInput) UnmarshalJSON(data []byte) error {
	return openjson.Unmarshal(data, l, &l.Extra)
}

// MarshalJSON writes the wire form.
func (l ListMcpResourcesInput) MarshalJSON() ([]byte, error) { return openjson.Marshal(l, l.Extra) }

// ReadMcpResourceInput is the input of ReadMcpResourceTool and of
// ReadMcpResourceDirTool.
type ReadMcpResourceInput struct {
	Server string         `json:"server"`
	URI    string         `json:"uri"`
	Extra  openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (r *ReadMcpResourceInput) UnmarshalJSON(data []byte) error {
	return openjson.Unmarshal(data, r, &r.Extra)
}

// MarshalJSON writes the wire form.
func (r ReadMcpResourceInput) MarshalJSON() ([]byte, error) { return openjson.Marshal(r, r.Extra) }
