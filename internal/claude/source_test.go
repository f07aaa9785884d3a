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

// A type that keeps unknown members but reads by encoding/json's own rules would
// drop them in silence, and take "Behavior" for "behavior".
func TestTypesWithExtraReadAndWriteThemselves(t *testing.T) {
	open := map[string]bool{}
	methods := map[string]bool{}
	for _, file := range parseSource(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if fields, isStruct := n.Type.(*ast.StructType); isStruct {
					for _, f := range fields.Fields.List {
						if s, ok := f.Type.(*ast.SelectorExpr); ok && s.Sel.Name == "Extra" {
							open[n.Name.Name] = n.Name.IsExported()
						}
					}
				}
			case *ast.FuncDecl:
				if n.Recv != nil {
					recv := n.Recv.List[0].Type
					if star, isPointer := recv.(*ast.StarExpr); isPointer {
						recv = star.X
					}
					methods[recv.(*ast.Ident).Name+"."+n.Name.Name] = true
				}
			}
			return true
		})
	}
	if len(open) < 90 {
		t.Errorf("only %d types keep unknown members", len(open))
	}
	for name, exported := range open {
		for _, method := range []string{"UnmarshalJSON", "MarshalJSON"} {
			if exported && !methods[name+"."+method] {
				t.Errorf("%s has no %s", name, method)
			}
		}
	}
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
