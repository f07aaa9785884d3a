package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// EditOutput is the record of Edit.
type EditOutput struct {
	FilePath        string          `json:"filePath,omitempty"`
	OldString       string          `json:"oldString,omitempty"`
	NewString       string          `json:"newString,omitempty"`
	OriginalFile    string          `json:"originalFile,omitempty"` // the whole file before
	StructuredPatch []PatchHunk     `json:"structuredPatch,omitempty"`
	UserModified    bool            `json:"userModified,omitempty"` // the person changed the edit before it ran
	ReplaceAll      bool            `json:"replaceAll,omitempty"`
	GitDiff         json.RawMessage `json:"gitDiff,omitempty"`
	Message         string          `json:"message,omitempty"` // published table from here on
	Replacements    Number          `json:"replacements,omitempty"`
	EditedPath      string          `json:"file_path,omitempty"`
	Extra           openjson.Extra  `json:"-"`
}

// WriteOutput is the record of Write.
type WriteOutput struct {
	Type            string          `json:"type,omitempty"` // create, update
	FilePath        string          `json:"filePath,omitempty"`
	Content         string          `json:"content,omitempty"`
	OriginalFile    string          `json:"originalFile,omitempty"`
	StructuredPatch []PatchHunk     `json:"structuredPatch,omitempty"`
	UserModified    bool            `json:"userModified,omitempty"`
	GitDiff         json.RawMessage `json:"gitDiff,omitempty"`
	Message         string          `json:"message,omitempty"` // published table from here on
	BytesWritten    Number          `json:"bytes_written,omitempty"`
	WrittenPath     string          `json:"file_path,omitempty"`
	Extra           openjson.Extra  `json:"-"`
}

// PatchHunk is one hunk of a unified diff; its lines begin with " ", "+" or
// "-".
type PatchHunk struct {
	OldStart Number         `json:"oldStart"`
	OldLines Number         `json:"oldLines"`
	NewStart Number         `json:"newStart"`
	NewLines Number         `json:"newLines"`
	Lines    []string       `json:"lines"`
	Extra    openjson.Extra `json:"-"`
}

// ReadOutput is the record of Read; Type says which members of File count.
type ReadOutput struct {
	Type          string         `json:"type,omitempty"` // text, image, notebook, pdf, parts
	File          *ReadFile      `json:"file,omitempty"`
	FirstPage     Number         `json:"firstPage,omitempty"` // parts
	Content       string         `json:"content,omitempty"`   // published table from here on: text
	TotalLines    Number         `json:"total_lines,omitempty"`
	LinesReturned Number         `json:"lines_returned,omitempty"`
	Image         string         `json:"image,omitempty"` // published table: an image, base64
	MimeType      string         `json:"mime_type,omitempty"`
	FileSize      Number         `json:"file_size,omitempty"` // bytes
	Extra         openjson.Extra `json:"-"`
}

// ReadFile is the file of a [ReadOutput].
type ReadFile struct {
	FilePath            string            `json:"filePath,omitempty"`
	Content             string            `json:"content,omitempty"`             // text
	NumLines            Number            `json:"numLines,omitempty"`            // text: lines of Content
	StartLine           Number            `json:"startLine,omitempty"`           // text
	TotalLines          Number            `json:"totalLines,omitempty"`          // text: lines of the file
	TruncatedByTokenCap bool              `json:"truncatedByTokenCap,omitempty"` // text
	Base64              string            `json:"base64,omitempty"`              // image, pdf
	Type                string            `json:"type,omitempty"`                // image: MIME type
	OriginalSize        Number            `json:"originalSize,omitempty"`        // image, pdf, parts: bytes
	Cells               []json.RawMessage `json:"cells,omitzero"`                // notebook
	Count               Number            `json:"count,omitempty"`               // parts: pages
	OutputDir           string            `json:"outputDir,omitempty"`           // parts
	Extra               openjson.Extra    `json:"-"`
}

// NotebookEditOutput is the record of NotebookEdit.
type NotebookEditOutput struct {
	NotebookPath string         `json:"notebook_path,omitempty"`
	CellID       string         `json:"cell_id,omitempty"`
	CellType     string         `json:"cell_type,omitempty"`
	EditMode     string         `json:"edit_mode,omitempty"`
	Language     string         `json:"language,omitempty"`
	OldSource    string         `json:"old_source,omitempty"`
	NewSource    string         `json:"new_source,omitempty"`
	OriginalFile string         `json:"original_file,omitempty"`
	UpdatedFile  string         `json:"updated_file,omitempty"`
	Error        string         `json:"error,omitempty"`
	Message      string         `json:"message,omitempty"`   // published table from here on
	EditType     string         `json:"edit_type,omitempty"` // replaced, inserted, deleted
	TotalCells   Number         `json:"total_cells,omitempty"`
	Extra        openjson.Extra `json:"-"`
}

// GlobOutput is the record of Glob.
type GlobOutput struct {
	Filenames  []string       `json:"filenames,omitzero"`
	NumFiles   Number         `json:"numFiles,omitempty"`
	Truncated  bool           `json:"truncated,omitempty"`
	DurationMS Number         `json:"durationMs,omitempty"`
	Matches    []string       `json:"matches,omitzero"` // published table from here on
	Count      Number         `json:"count,omitempty"`
	SearchPath string         `json:"search_path,omitempty"`
	Extra      openjson.Extra `json:"-"`
}

// GrepOutput is the record of Grep.
type GrepOutput struct {
	Mode         string         `json:"mode,omitempty"` // content, files_with_matches, count
	Filenames    []string       `json:"filenames,omitzero"`
	NumFiles     Number         `json:"numFiles,omitempty"`
	Content      string         `json:"content,omitempty"`
	NumLines     Number         `json:"numLines,omitempty"`
	NumMatches   Number         `json:"numMatches,omitempty"`
	Matches      []GrepMatch    `json:"matches,omitzero"` // published table from here on: content
	TotalMatches Number         `json:"total_matches,omitempty"`
	Files        []string       `json:"files,omitzero"` // published table: files_with_matches
	Count        Number         `json:"count,omitempty"`
	Extra        openjson.Extra `json:"-"`
}

// GrepMatch is one match of a [GrepOutput].
type GrepMatch struct {
	File          string         `json:"file"`
	LineNumber    Number         `json:"line_number,omitempty"`
	Line          string         `json:"line"`
	BeforeContext []string       `json:"before_context,omitempty"`
	AfterContext  []string       `json:"after_context,omitempty"`
	Extra         openjson.Extra `json:"-"`
}
