package claude

import "sayso/internal/openjson"

// EditInput is the input of Edit.
type EditInput struct {
	FilePath   string         `json:"file_path"`
	OldString  string         `json:"old_string"`
	NewString  string         `json:"new_string"`
	ReplaceAll bool           `json:"replace_all,omitempty"` // else OldString must occur once
	Extra      openjson.Extra `json:"-"`
}

// ReadInput is the input of Read.
type ReadInput struct {
	FilePath   string         `json:"file_path"`
	Offset     Number         `json:"offset,omitempty"` // the first line
	Limit      Number         `json:"limit,omitempty"`  // lines
	Pages      string         `json:"pages,omitempty"`  // of a PDF: "1-5", "3"
	AllowLarge bool           `json:"allow_large,omitempty"`
	Extra      openjson.Extra `json:"-"`
}

// WriteInput is the input of Write.
type WriteInput struct {
	FilePath string         `json:"file_path"`
	Content  string         `json:"content"`
	Extra    openjson.Extra `json:"-"`
}

// NotebookEditInput is the input of NotebookEdit.
type NotebookEditInput struct {
	NotebookPath string         `json:"notebook_path"`
	CellID       string         `json:"cell_id,omitempty"` // the cell, or the one to insert after
	NewSource    string         `json:"new_source"`
	CellType     string         `json:"cell_type,omitempty"` // code, markdown
	EditMode     string         `json:"edit_mode,omitempty"` // replace, insert, delete; replace when absent
	Extra        openjson.Extra `json:"-"`
}

// GlobInput is the input of Glob.
type GlobInput struct {
	Pattern string         `json:"pattern"`
	Path    string         `json:"path,omitempty"` // the folder; the working directory when absent
	Extra   openjson.Extra `json:"-"`
}

// GrepInput is the input of Grep. Some members are named as ripgrep's options.
type GrepInput struct {
	Pattern         string         `json:"pattern"`
	Path            string         `json:"path,omitempty"`
	Glob            string         `json:"glob,omitempty"`
	Type            string         `json:"type,omitempty"`        // a file type of ripgrep's
	OutputMode      string         `json:"output_mode,omitempty"` // content, files_with_matches, count
	CaseInsensitive bool           `json:"-i,omitempty"`
	LineNumbers     *bool          `json:"-n,omitempty"` // true when absent
	OnlyMatching    bool           `json:"-o,omitempty"`
	Before          Number         `json:"-B,omitempty"` // lines
	After           Number         `json:"-A,omitempty"` // lines
	Around          Number         `json:"-C,omitempty"` // lines
	Context         Number         `json:"context,omitempty"`
	HeadLimit       Number         `json:"head_limit,omitempty"` // lines or entries; "0" is no limit
	Offset          Number         `json:"offset,omitempty"`     // lines or entries
	Multiline       bool           `json:"multiline,omitempty"`
	Extra           openjson.Extra `json:"-"`
}
