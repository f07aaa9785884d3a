package rules

import (
	"path"
	"strings"
)

// Place is where a call happens: what relative paths and rules are relative to.
// All paths are absolute and slash-separated.
type Place struct {
	Cwd  string // the session's working directory; "cd" changes it
	Home string // the person's home directory, "" when unknown

	// Project is the folder that the session started in: its .claude holds the
	// project's and the local settings, and it stays a working directory. "" means
	// Cwd.
	Project string

	// Directories are further working directories (additionalDirectories).
	Directories []string

	// Relabelled is set for calls whose paths were renamed after the fact, as in
	// a table of recorded verdicts: Cwd may then bear a name inside Home that it
	// did not have. What an allow rule for ~/ does beneath Cwd can't be told
	// there, so none counts; deny and ask rules stay wide.
	Relabelled bool

	// Follow resolves symbolic links: it returns where p really leads and
	// whether p itself is a link. nil means that paths are taken as they are.
	Follow func(p string) (real string, link bool)
}

func (p Place) project() string {
	if p.Project != "" {
		return p.Project
	}
	return p.Cwd
}

// Abs returns name as an absolute path without "." and "..": "~/" is the home
// directory, other names are relative to the working directory.
func (p Place) Abs(name string) string {
	name = strings.TrimSpace(name)
	switch {
	case name == "~" || strings.HasPrefix(name, "~/"):
		name = p.Home + name[1:]
	case !strings.HasPrefix(name, "/"):
		name = p.Cwd + "/" + name
	}
	return path.Clean("/" + name)
}

// inside reports whether the absolute path name is a working directory or lies
// beneath one.
func (p Place) inside(name string) bool {
	if within(p.project(), name) {
		return true
	}
	for _, dir := range p.Directories {
		if within(p.Abs(dir), name) {
			return true
		}
	}
	return false
}

// within reports whether name is dir or lies beneath it.
func within(dir, name string) bool {
	if dir == "" {
		return false
	}
	_, ok := relative(dir, name)
	return ok
}

// relative returns name relative to dir, and whether it lies in it.
func relative(dir, name string) (string, bool) {
	dir = strings.TrimRight(dir, "/")
	if name == dir || dir == "" && name == "/" {
		return ".", true
	}
	return strings.CutPrefix(name, dir+"/")
}

// paths returns the absolute path of name, and with links followed the place
// it really leads to (the same where there is none).
func (p Place) paths(name string) (given, real string, link bool) {
	given = p.Abs(name)
	if p.Follow == nil {
		return given, given, false
	}
	real, link = p.Follow(given)
	if real == "" {
		real = given
	}
	return given, real, link
}

// narrow returns the path that allow rules are held against. Where paths were
// relabelled, one that climbs out of the working directory by ".." leads to a
// folder whose name is not known.
func (p Place) narrow(spelled, given string) string {
	beneath := !strings.HasPrefix(spelled, "~") && (!strings.HasPrefix(spelled, "/") || within(p.Cwd, spelled))
	if p.Relabelled && beneath && !within(p.Cwd, given) {
		return "/\x00" + given
	}
	return given
}
