package rulecmd_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"sayso/rules/rulecmd"
)

// Rows of recorded tables can be fed to match as they are: what they hold
// besides a question is passed over.
func TestMatchTakesRecordedRows(t *testing.T) {
	for _, name := range []string{"mcp", "several"} {
		f, err := os.Open(filepath.Join("..", "..", "testdata", "oracle", name+".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		table, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := rulecmd.Match(bytes.NewReader(table), &out, place); err != nil {
			t.Fatal(err)
		}
		rows, answers := json.NewDecoder(bytes.NewReader(table)), json.NewDecoder(&out)
		for n := 1; rows.More(); n++ {
			var row struct {
				Matched  *bool
				Decision string
				Rule     string
			}
			var answer struct {
				Settles  *bool
				Decision string
				Rule     string
			}
			if err := rows.Decode(&row); err != nil {
				t.Fatal(err)
			}
			if err := answers.Decode(&answer); err != nil {
				t.Fatalf("%s, row %d: %v", name, n, err)
			}
			if row.Matched != nil {
				if answer.Settles == nil || *answer.Settles != *row.Matched {
					t.Errorf("%s, row %d: %+v", name, n, answer)
				}
				continue
			}
			if row.Rule == "" {
				row.Decision = "none"
			}
			if answer.Decision != row.Decision || answer.Rule != row.Rule {
				t.Errorf("%s, row %d: %+v, want %+v", name, n, answer, row)
			}
		}
	}
}
