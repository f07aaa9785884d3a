package claude

import (
	"bytes"
	"encoding/json"
	"errors"

	"sayso/internal/openjson"
)

// WebFetchOutput is the record of WebFetch.
type WebFetchOutput struct {
	URL        string         `json:"url,omitempty"`
	Code       Number         `json:"code,omitempty"` // HTTP status
	CodeText   string         `json:"codeText,omitempty"`
	Bytes      Number         `json:"bytes,omitempty"`      // of the page
	Result     string         `json:"result,omitempty"`     // what the model said of the page
	DurationMS Number         `json:"durationMs,omitempty"` // milliseconds
	Extra      openjson.Extra `json:"-"`
}

// WebSearchOutput is the record of WebSearch.
type WebSearchOutput struct {
	Query           string            `json:"query,omitempty"`
	Results         []WebSearchResult `json:"results,omitzero"`
	DurationSeconds Number            `json:"durationSeconds,omitempty"`
	SearchCount     Number            `json:"searchCount,omitempty"`
	Extra           openjson.Extra    `json:"-"`
}

// WebSearchResult is a union: a text of the model's, or the hits of one search.
// Exactly one of the two is there.
type WebSearchResult struct {
	Text *string
	Hits *WebSearchHits
}

// UnmarshalJSON reads a text or an object.
func (r *WebSearchResult) UnmarshalJSON(data []byte) error {
	*r = WebSearchResult{}
	switch {
	case bytes.HasPrefix(data, []byte(`"`)):
		return json.Unmarshal(data, &r.Text)
	case bytes.HasPrefix(data, []byte("{")):
		return openjson.Unmarshal(data, &r.Hits)
	}
	return errors.New("neither a text nor an object")
}

// MarshalJSON writes the one that is there.
func (r WebSearchResult) MarshalJSON() ([]byte, error) {
	switch {
	case r.Text != nil && r.Hits == nil:
		return openjson.Marshal(*r.Text)
	case r.Hits != nil && r.Text == nil:
		return openjson.Marshal(*r.Hits)
	}
	return nil, errors.New("a search result is either a text or hits")
}

// WebSearchHits is what one search found.
type WebSearchHits struct {
	ToolUseID string         `json:"tool_use_id"`
	Content   []WebSearchHit `json:"content"`
	Extra     openjson.Extra `json:"-"`
}

// WebSearchHit is one page that a search found.
type WebSearchHit struct {
	Title   string         `json:"title"`
	URL     string         `json:"url"`
	Snippet string         `json:"snippet,omitempty"`
	Extra   openjson.Extra `json:"-"`
}

// ListMcpResourcesOutput is the record of ListMcpResourcesTool: the resources
// alone, or as the published table has it an object that holds them.
type ListMcpResourcesOutput struct {
	Resources []McpResource  `json:"resources"`
	Total     Number         `json:"total,omitempty"`
	Extra     openjson.Extra `json:"-"`

	bare bool // came as a list, and goes as one
}

// UnmarshalJSON reads a list of resources or an object with one.
func (o *ListMcpResourcesOutput) UnmarshalJSON(data []byte) error {
	*o = ListMcpResourcesOutput{}
	if bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("[")) {
		o.bare = true
		return openjson.Unmarshal(data, &o.Resources)
	}
	return openjson.UnmarshalFields(data, o)
}

// MarshalJSON writes the form that came, and an object where none came.
func (o ListMcpResourcesOutput) MarshalJSON() ([]byte, error) {
	if o.bare {
		return openjson.Marshal(o.Resources)
	}
	return openjson.MarshalFields(o)
}

// McpResource is a resource that an MCP server offers.
type McpResource struct {
	URI         string         `json:"uri"`
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	MimeType    string         `json:"mimeType,omitempty"`
	Server      string         `json:"server"`
	Extra       openjson.Extra `json:"-"`
}

// ReadMcpResourceOutput is the record of ReadMcpResourceTool.
type ReadMcpResourceOutput struct {
	Contents []McpResourceContent `json:"contents,omitzero"`
	Server   string               `json:"server,omitempty"` // published table
	Error    string               `json:"error,omitempty"`
	Extra    openjson.Extra       `json:"-"`
}

// McpResourceContent is one content of a resource.
type McpResourceContent struct {
	URI         string         `json:"uri"`
	MimeType    string         `json:"mimeType,omitempty"`
	Text        string         `json:"text,omitempty"`
	Blob        string         `json:"blob,omitempty"`        // published table: base64
	BlobSavedTo string         `json:"blobSavedTo,omitempty"` // a file
	Extra       openjson.Extra `json:"-"`
}
