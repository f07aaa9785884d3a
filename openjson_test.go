package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// handOns are the functions that hand encoding/json a value whose type is not
// known in them, and why none of their callers has one with an Extra.
var handOns = map[string]string{
	"sayso/plugin.filler":                         "texts and lists of texts",
	"sayso/plugin.readJSON":                       "the plugin's own files",
	"sayso/plugin/setup.list":                     "what the client's commands list, in types of that package",
	"sayso/plugin/setup.readInto":                 "settings, in types of that package",
	"sayso/plugin/setup.playClient":               "settings as any JSON",
	"sayso/plugin/setup.rewritten":                "settings as any JSON",
	"sayso/rules/settings_test.TestAddThenRemove": "settings as any JSON",
	"sayso/internal/cli.printJSON":                "what the commands print, in types of that package",
	"sayso/internal/e2e.jsonCmd":                  "any JSON",
	"sayso/internal/e2e.inProject":                "settings as any JSON",
	"sayso/internal/e2e/claudetest.writeJSON":     "what the model's server says, in types of that package",
	"sayso/internal/e2e/claudetest.reply":         "what the model's server says, in types of that package",
}

// A type with an Extra that encoding/json reads or writes loses what the Extra is
// for, and nobody sees it. So all of them go through openjson, in tests too.
func TestOpenTypesGoThroughOpenjson(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	said, handed := map[string]bool{}, map[string]bool{} // the files of a package come again with its tests
	for _, p := range compiled(t) {
		for _, use := range p.closedUses(t, dir) {
			if _, ok := handOns[use.in]; ok && use.unknown {
				handed[use.in] = true
				continue
			}
			if said[use.at] || strings.HasPrefix(use.at, filepath.Join("internal", "openjson")) {
				continue
			}
			said[use.at] = true
			t.Errorf("%s: in %s encoding/json gets a %s and would drop what an Extra in it holds: use openjson", use.at, use.in, use.typ)
		}
	}
	for in := range handOns {
		if !handed[in] {
			t.Errorf("%s hands nothing on any more: take it out of handOns", in)
		}
	}
}

// The guard above sees what it is there to see.
func TestOpenTypesAreSeenWhereverTheyAre(t *testing.T) {
	extra := types.NewNamed(types.NewTypeName(0, types.NewPackage("sayso/internal/openjson", "openjson"), "Extra", nil), types.NewMap(types.Typ[types.String], types.Typ[types.Int]), nil)
	open := types.NewStruct([]*types.Var{types.NewField(0, nil, "Extra", extra, false)}, []string{`json:"-"`})
	closed := types.NewStruct([]*types.Var{types.NewField(0, nil, "A", types.Typ[types.String], false)}, nil)
	around := func(typ types.Type) []types.Type {
		return []types.Type{
			typ, types.NewPointer(typ), types.NewSlice(typ), types.NewArray(typ, 2), types.NewMap(types.Typ[types.String], typ),
			types.NewStruct([]*types.Var{types.NewField(0, nil, "Inner", types.NewPointer(typ), false)}, nil),
			types.NewStruct([]*types.Var{types.NewField(0, nil, "inner", typ, true)}, nil),
		}
	}
	for _, typ := range around(open) {
		if is, _ := openness(typ, true); !is {
			t.Errorf("%s is not seen", typ)
		}
	}
	for _, typ := range around(closed) {
		if is, unknown := openness(typ, true); is || unknown {
			t.Errorf("%s is taken for open", typ)
		}
	}
}

// source is a package of the module with what the compiler made of its imports.
type source struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	ImportMap  map[string]string
	Export     string
	Standard   bool
	exports    map[string]string
}

// compiled returns the packages of the module, with and without their tests.
func compiled(t *testing.T) []source {
	t.Helper()
	cmd := exec.Command("go", "list", "-test", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Export,Standard", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []source
	exports := map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p source
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if p.exports = exports; within(p.path(), "sayso") && !strings.HasSuffix(p.ImportPath, ".test") {
			pkgs = append(pkgs, p)
		}
	}
}

// path returns the import path without the name of the test that the package was
// compiled for.
func (p source) path() string {
	path, _, _ := strings.Cut(p.ImportPath, " ")
	return path
}

// handing is a value that encoding/json is given.
type handing struct {
	at, in  string // file and line, and the function
	typ     types.Type
	unknown bool // it is an interface, so it may be anything
}

// closedUses returns where the package hands a type with an Extra, or one that
// can't be known, to encoding/json.
func (p source) closedUses(t *testing.T, root string) (out []handing) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if mapped, ok := p.ImportMap[path]; ok {
			path = mapped
		}
		return os.Open(p.exports[path])
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
	if _, err := conf.Check(p.path(), fset, files, info); err != nil {
		t.Fatalf("%s: %v", p.ImportPath, err)
	}
	place := func(n ast.Node) string {
		at := fset.Position(n.Pos())
		file, _ := filepath.Rel(root, at.Filename) // both are absolute
		return fmt.Sprintf("%s:%d", file, at.Line)
	}
	called := map[ast.Expr]bool{}
	for _, f := range files {
		in := p.path()
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				in = p.path() + "." + n.Name.Name
			case *ast.SelectorExpr:
				if f, ok := info.Uses[n.Sel].(*types.Func); ok && isJSON(f) && !called[n] {
					out = append(out, handing{place(n), in, f.Type(), false})
				}
			case *ast.CallExpr:
				called[ast.Unparen(n.Fun)] = true
				typ, written := jsonValue(info, n)
				if typ == nil {
					return true
				}
				open, unknown := openness(typ, written)
				if open || unknown {
					out = append(out, handing{place(n), in, typ, !open})
				}
			}
			return true
		})
	}
	return out
}

// isJSON reports whether a function or method of encoding/json reads or writes
// a value of any type.
func isJSON(f *types.Func) bool {
	if f.Pkg() == nil || f.Pkg().Path() != "encoding/json" {
		return false
	}
	switch f.Name() {
	case "Marshal", "MarshalIndent", "Unmarshal", "Encode", "Decode":
		return true
	}
	return false
}

// jsonValue returns the type of the value that a call gives to encoding/json, and
// nil where it gives none; and whether it is written rather than read.
func jsonValue(info *types.Info, call *ast.CallExpr) (typ types.Type, written bool) {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	f, ok := info.Uses[selector.Sel].(*types.Func)
	if !ok || !isJSON(f) {
		return nil, false
	}
	value := 0
	if f.Name() == "Unmarshal" {
		value = 1
	}
	return info.TypeOf(call.Args[value]), f.Name() != "Unmarshal" && f.Name() != "Decode"
}

// openness reports whether a struct with an Extra is in values of a type, and
// whether one may be. What is read into an interface that stands within a value
// is none; what is written from it may be any type.
func openness(typ types.Type, written bool) (open, unknown bool) {
	seen := map[types.Type]bool{}
	var look func(typ types.Type, within bool)
	look = func(typ types.Type, within bool) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		if _, is := typ.(*types.TypeParam); is {
			unknown = true
			return
		}
		switch u := typ.Underlying().(type) {
		case *types.Interface:
			unknown = unknown || written || !within
		case *types.Pointer:
			look(u.Elem(), true)
		case *types.Slice:
			look(u.Elem(), true)
		case *types.Array:
			look(u.Elem(), true)
		case *types.Map:
			look(u.Elem(), true)
		case *types.Struct:
			for f := range u.Fields() {
				if open = open || isExtra(f.Type()); !isExtra(f.Type()) {
					look(f.Type(), true)
				}
			}
		}
	}
	look(typ, false)
	return open, unknown
}

func isExtra(typ types.Type) bool {
	named, ok := types.Unalias(typ).(*types.Named)
	return ok && named.Obj().Name() == "Extra" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sayso/internal/openjson"
}
