package main

import (
	"encoding/json"
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
	"reflect"
	"slices"
	"strings"
	"testing"
)

// exempt are fields that nothing reads or nothing sets, each with the reason.
var exempt = map[string]string{
	"sayso/ipc/mcp.Server.Beat":            "tests shorten the time",
	"sayso/plugin/doctor.Patient.Patience": "tests change the time",
	"sayso/plugin/setup.Places.Managed":    "tests move the organization's file",
}

// wire are packages whose structs mirror the JSON of Claude Code. They hold what
// it may send, used or not.
var wire = []string{"sayso/internal/claude"}

// A field that nothing sets is always zero, and whoever reads it does nothing. A
// field that nothing reads promises what is not done. Tests do not count as
// either, nor do the packages made for tests.
func TestEveryExportedFieldIsSetAndRead(t *testing.T) {
	program := typeCheck(t)
	uses := map[*types.Var]*use{}
	for _, p := range program {
		if !slices.Contains(testOnly, p.path) && p.path != "sayso/approver/approvertest" {
			usesIn(p, uses)
		}
	}
	checked := 0
	stale := map[string]bool{}
	for name := range exempt {
		stale[name] = true
	}
	for _, p := range program {
		if slices.Contains(wire, p.path) || slices.Contains(testOnly, p.path) || p.path == "sayso/approver/approvertest" {
			continue
		}
		for name, field := range fieldsOf(p) {
			checked++
			u := uses[field]
			if u == nil {
				u = &use{}
			}
			if u.set && u.read {
				continue
			}
			if _, ok := exempt[name]; ok {
				delete(stale, name)
				continue
			}
			switch where := p.fset.Position(field.Pos()); {
			case !u.set && !u.read:
				t.Errorf("%s:%d: nothing sets or reads %s", short(where), where.Line, name)
			case !u.set:
				t.Errorf("%s:%d: nothing sets %s", short(where), where.Line, name)
			default:
				t.Errorf("%s:%d: nothing reads %s", short(where), where.Line, name)
			}
		}
	}
	for name := range stale {
		t.Errorf("%s is exempt but does not need it", name)
	}
	if checked < 200 {
		t.Errorf("only %d fields were checked", checked)
	}
}

func short(p token.Position) string {
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, p.Filename); err == nil {
			return rel
		}
	}
	return p.Filename
}

// The test of the fields finds each kind of use in a small program.
func TestUsesOfFields(t *testing.T) {
	const source = `package p
type inner struct{ N int }
func (i *inner) Add() {}
type T struct {
	Keyed, Assigned, Raised, Written, Filled, Pointed, Ranged, Called, Through int
	Map   map[string]int
	List  []int
	Inner inner
	Acted inner
	Wire  int ` + "`json:\"wire\"`" + `
	File  int ` + "`toml:\"file\"`" + `
	Unused int
}
type U struct{ Positional int }
type V struct{ From int }
type W struct{ From int }
func (t T) Get() int { return t.Called }
func f(t *T) int {
	_ = T{Keyed: 1}
	_ = U{1}
	_ = W(V{})
	t.Assigned = 2
	t.Raised++
	t.Map["a"] = 1
	t.List[0] = 1
	t.Inner.N = 1
	t.Acted.Add()
	p := &t.Pointed
	for t.Ranged = range 3 {}
	return *p + t.Through
}`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := checked{path: "p", fset: fset, files: []*ast.File{file}, info: newInfo()}
	if p.types, err = (&types.Config{}).Check("p", fset, p.files, p.info); err != nil {
		t.Fatal(err)
	}
	uses := map[*types.Var]*use{}
	usesIn(p, uses)
	want := map[string]use{
		"Keyed": {set: true}, "Assigned": {set: true}, "Raised": {set: true}, "Map": {set: true}, "List": {set: true},
		"Inner": {set: true}, "inner.N": {set: true}, "V.From": {read: true}, "W.From": {set: true}, "Acted": {set: true, read: true}, "Pointed": {set: true, read: true},
		"Ranged": {set: true}, "Called": {read: true}, "Through": {read: true}, "U.Positional": {set: true},
		"File": {set: true}, "Written": {}, "Filled": {}, "Unused": {},
	}
	for name, field := range fieldsOf(p) {
		u := use{}
		if found := uses[field]; found != nil {
			u = *found
		}
		short := strings.TrimPrefix(strings.TrimPrefix(name, "p."), "T.")
		if w, ok := want[short]; !ok || u != w {
			t.Errorf("%s: got %+v, want %+v (%v)", name, u, w, ok)
		}
		delete(want, short)
	}
	for name := range want {
		t.Errorf("%s was not found", name)
	}
}

// checked is a package of the module with its types.
type checked struct {
	path  string
	fset  *token.FileSet
	files []*ast.File
	types *types.Package
	info  *types.Info
}

func newInfo() *types.Info {
	return &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
}

// typeCheck reads the packages of the module from source, without their tests.
// What they import from elsewhere comes from the compiler's export data.
func typeCheck(t *testing.T) []checked {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,GoFiles,Export,Standard,Module,ImportMap", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	fset := token.NewFileSet()
	exports, own, maps := map[string]string{}, map[string]*types.Package{}, map[string]string{}
	foreign := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	config := types.Config{Importer: importFunc(func(path string) (*types.Package, error) {
		if real, ok := maps[path]; ok {
			path = real
		}
		if p := own[path]; p != nil {
			return p, nil
		}
		return foreign.Import(path)
	})}
	var all []checked
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; { // in the order of the imports
		var p struct {
			ImportPath, Dir, Export string
			GoFiles                 []string
			Module                  *struct{ Main bool }
			ImportMap               map[string]string
		}
		if err := dec.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if p.Module == nil || !p.Module.Main {
			continue
		}
		for from, to := range p.ImportMap {
			maps[from] = to
		}
		c := checked{path: p.ImportPath, fset: fset, info: newInfo()}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			c.files = append(c.files, f)
		}
		if c.types, err = config.Check(p.ImportPath, fset, c.files, c.info); err != nil {
			t.Fatal(err)
		}
		own[p.ImportPath] = c.types
		all = append(all, c)
	}
}

type importFunc func(path string) (*types.Package, error)

func (f importFunc) Import(path string) (*types.Package, error) { return f(path) }

// fieldsOf returns the exported fields of a package's struct types by their full
// names, without embedded ones, and without those that JSON fills or writes.
func fieldsOf(p checked) map[string]*types.Var {
	out := map[string]*types.Var{}
	scope := p.types.Scope()
	for _, name := range scope.Names() {
		of, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || of.IsAlias() {
			continue
		}
		s, ok := of.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range s.NumFields() {
			f := s.Field(i)
			_, json := reflect.StructTag(s.Tag(i)).Lookup("json")
			if f.Exported() && !f.Embedded() && !json && f.Pkg() == p.types {
				out[fmt.Sprintf("%s.%s.%s", p.path, name, f.Name())] = f
			}
		}
	}
	return out
}

// use is what happens to a field.
type use struct{ set, read bool }

// usesIn adds what a package does with fields, its own and those of others.
func usesIn(p checked, uses map[*types.Var]*use) {
	at := func(v *types.Var) *use {
		v = v.Origin()
		if uses[v] == nil {
			uses[v] = &use{}
		}
		return uses[v]
	}
	for _, name := range p.types.Scope().Names() { // a decoder of TOML sets what has its tag
		s, ok := p.types.Scope().Lookup(name).Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range s.NumFields() {
			if _, toml := reflect.StructTag(s.Tag(i)).Lookup("toml"); toml {
				at(s.Field(i)).set = true
			}
		}
	}
	field := func(e ast.Expr) *types.Var {
		if s, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
			if sel := p.info.Selections[s]; sel != nil && sel.Kind() == types.FieldVal {
				return sel.Obj().(*types.Var)
			}
		}
		return nil
	}
	// stored marks the fields of a target of an assignment: a.F, and also a.F.G,
	// a.F[i] and *a.F as far as F itself holds what is stored.
	targets := map[ast.Expr]bool{}
	var stored func(e ast.Expr)
	stored = func(e ast.Expr) {
		e = ast.Unparen(e)
		if v := field(e); v != nil {
			at(v).set = true
			targets[e] = true
		}
		switch e := e.(type) {
		case *ast.SelectorExpr:
			if _, pointer := p.info.TypeOf(e.X).Underlying().(*types.Pointer); !pointer {
				stored(e.X)
			}
		case *ast.IndexExpr:
			stored(e.X)
		}
	}
	shared := func(e ast.Expr) { // an address: who has it may do both
		if v := field(e); v != nil {
			*at(v) = use{set: true, read: true}
		}
	}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					stored(e)
				}
			case *ast.IncDecStmt:
				stored(n.X)
			case *ast.RangeStmt:
				for _, e := range []ast.Expr{n.Key, n.Value} {
					if e != nil {
						stored(e)
					}
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					shared(n.X)
				}
			case *ast.SliceExpr:
				shared(n.X)
			case *ast.CompositeLit:
				literal(p, n, at)
			case *ast.CallExpr:
				conversion(p, n, at)
			case *ast.SelectorExpr:
				sel := p.info.Selections[n]
				if sel == nil {
					return true
				}
				if sel.Kind() == types.FieldVal && !targets[n] {
					at(sel.Obj().(*types.Var)).read = true
				}
				if sel.Kind() == types.MethodVal { // a method with a pointer takes the address
					if _, pointer := sel.Obj().Type().(*types.Signature).Recv().Type().(*types.Pointer); pointer {
						shared(n.X)
					}
				}
			}
			return true
		})
	}
}

// literal marks the fields that a composite literal sets.
func literal(p checked, n *ast.CompositeLit, at func(*types.Var) *use) {
	of := p.info.TypeOf(n).Underlying()
	if pointer, ok := of.(*types.Pointer); ok { // of an element &T that is written {…}
		of = pointer.Elem().Underlying()
	}
	s, ok := of.(*types.Struct)
	if !ok {
		return
	}
	for i, e := range n.Elts {
		pair, keyed := e.(*ast.KeyValueExpr)
		if !keyed {
			at(s.Field(i)).set = true
			continue
		}
		if v, ok := p.info.Uses[pair.Key.(*ast.Ident)].(*types.Var); ok {
			at(v).set = true
		}
	}
}

// conversion marks the fields of two struct types of which one becomes the other.
func conversion(p checked, n *ast.CallExpr, at func(*types.Var) *use) {
	if to := p.info.Types[n.Fun]; !to.IsType() || len(n.Args) != 1 {
		return
	}
	to, ok := p.info.TypeOf(n).Underlying().(*types.Struct)
	from, also := p.info.TypeOf(n.Args[0]).Underlying().(*types.Struct)
	if !ok || !also {
		return
	}
	for i := range to.NumFields() {
		at(to.Field(i)).set = true
		at(from.Field(i)).read = true
	}
}
