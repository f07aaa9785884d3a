package claude_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// parseSource returns the package's own files, tests left out.
func parseSource(t *testing.T) (files []*ast.File) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
	}
	return files
}

func TestExportedNamesAreDocumented(t *testing.T) {
	for _, file := range parseSource(t) {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Doc == nil {
					t.Errorf("%s has no comment", d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, isType := spec.(*ast.TypeSpec); isType && s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
						t.Errorf("%s has no comment", s.Name.Name)
					}
				}
				if d.Tok == token.CONST && d.Doc == nil {
					t.Errorf("a const block has no comment")
				}
			}
		}
	}
}
