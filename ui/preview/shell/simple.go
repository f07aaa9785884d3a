package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// simple adds a part, then what stands inside of its words, then what it hands
// to another shell.
func (w *walker) simple(s *syntax.Stmt, how, where string, piped int) {
	p := Part{How: how, Where: where, Piped: piped, Inside: w.host, Dir: w.dir, Moved: w.moved, Later: s.Background}
	end := s.End()
	if s.Semicolon.IsValid() { // or "&", which Later tells
		end = s.Semicolon
	}
	p.Text = strings.TrimRight(w.text(s.Pos(), end), " \n")
	call, isCall := s.Cmd.(*syntax.CallExpr)
	if isCall {
		for _, a := range call.Args {
			p.Words = append(p.Words, w.word(a))
		}
	}
	w.redirect(&p, s)
	at := len(w.parts)
	w.parts = append(w.parts, p)
	host := w.host
	w.host = at
	if s.Cmd != nil {
		w.within(s.Cmd)
	}
	for _, r := range s.Redirs {
		w.within(r)
	}
	w.host = host
	if isCall {
		w.assign(call)
	}
	w.host = at
	w.handed(w.parts[at])
	w.host = host
	w.move(p)
}

// redirect adds the files that a command's redirections name.
func (w *walker) redirect(p *Part, s *syntax.Stmt) {
	for _, r := range s.Redirs {
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.AppClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			p.Writes = append(p.Writes, w.word(r.Word))
		case syntax.DplOut:
			if word := w.word(r.Word); word.Known && strings.Trim(word.Value, "0123456789-") != "" {
				p.Writes = append(p.Writes, word) // >& file
			}
		case syntax.RdrIn:
			p.Reads = append(p.Reads, w.word(r.Word))
		case syntax.Hdoc, syntax.DashHdoc:
			if body := r.Hdoc; body != nil {
				p.Lines += strings.Count(w.text(body.Pos(), body.End()), "\n")
			}
			if line, _, more := strings.Cut(p.Text, "\n"); more {
				p.Text = line
			}
		}
	}
}

// assign notes what the command itself gives to variables. One that stands
// before a command's name is for that command alone.
func (w *walker) assign(call *syntax.CallExpr) {
	if len(call.Args) > 0 {
		return
	}
	for _, a := range call.Assigns {
		if a.Name == nil {
			continue
		}
		value := Word{}
		if a.Value != nil && !a.Append && a.Index == nil && a.Array == nil {
			value = w.word(a.Value)
		}
		w.vars[a.Name.Value] = value
	}
}

// move follows a change of directory.
func (w *walker) move(p Part) {
	name, args := p.Command()
	if name != "cd" && name != "pushd" {
		return
	}
	for len(args) > 0 && args[0].Known && strings.HasPrefix(args[0].Value, "-") && args[0].Value != "-" {
		args = args[1:]
	}
	switch {
	case len(args) == 0:
		w.dir = "~"
	case !args[0].Known || args[0].Glob || args[0].Value == "-":
		w.moved = true
	case path.IsAbs(args[0].Value) || strings.HasPrefix(args[0].Value, "~"):
		w.dir, w.moved = args[0].Value, false
	default:
		w.dir = path.Join(w.dir, args[0].Value)
	}
}

// handed walks a command that a part hands to another shell as a text.
func (w *walker) handed(p Part) {
	if w.depth >= maxDepth {
		return
	}
	name, args := p.Command()
	var command []string
	switch {
	case name == "eval":
		for _, a := range args {
			if !a.Known {
				return
			}
			command = append(command, a.Value)
		}
	case Shells[name]:
		for i, a := range args {
			if a.Known && strings.HasPrefix(a.Value, "-") && !strings.HasPrefix(a.Value, "--") && strings.HasSuffix(a.Value, "c") && i+1 < len(args) && args[i+1].Known {
				command = []string{args[i+1].Value}
				break
			}
		}
	}
	if len(command) > 0 {
		// A text that does not parse is still shown as the argument that it is.
		w.apart(func() { _ = w.script(strings.Join(command, " "), "first", "in "+name, w.depth+1) })
	}
}
