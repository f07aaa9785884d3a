package shell

import (
	"slices"
	"strings"

	"sayso/internal/lazy"
)

// ReadsOnly reports a part that Claude Code runs without being asked, as far as
// its operands allow that. It is true only where that is certain.
func (p Part) ReadsOnly() bool {
	if p.Test {
		return true
	}
	if len(p.Words) == 0 {
		return p.harmlessAssignments() && len(p.Assigns) > 0
	}
	if len(p.Assigns) > 0 || len(p.Writes) > 0 {
		return false
	}
	for _, w := range p.Words {
		if !w.Known {
			return false
		}
	}
	return readsOnly(p.Words)
}

func (p Part) harmlessAssignments() bool {
	for _, a := range p.Assigns {
		if !safeVariable(a.Raw) || !safeAssignment().MatchString(a.Raw+" ") {
			return false
		}
	}
	return true
}

func readsOnly(words []Word) bool {
	name := words[0].Value
	args := words[1:]
	switch name {
	case "cd": // the directory itself is one of Files
		return len(args) == 0 || len(args) == 1 && (args[0].Value == "-" || !strings.HasPrefix(args[0].Value, "-"))
	case "node", "python", "python3":
		return len(args) == 1 && (args[0].Value == "--version" || name == "node" && args[0].Value == "-v")
	case "git":
		return gitReadsOnly(args)
	case "xargs":
		return xargsReadsOnly(args)
	case "docker":
		return len(args) == 1 && (args[0].Value == "ps" || args[0].Value == "images")
	case "printf":
		return printfReadsOnly(args)
	case "sed":
		return sedReadsOnly(args)
	case "test":
		return testReadsOnly(args, false)
	case "[":
		last := len(args) - 1
		return last >= 0 && args[last].Value == "]" && testReadsOnly(args[:last], true)
	case "hostname", "ps":
		if len(args) > 1 && slices.ContainsFunc(args, func(w Word) bool {
			return name == "hostname" || strings.HasPrefix(w.Value, "-") && strings.Contains(w.Value, "e")
		}) {
			return false
		}
	case "jq":
		program := func(w Word) bool { return !strings.HasPrefix(w.Value, "-") }
		if !slices.ContainsFunc(args, program) || slices.ContainsFunc(args, func(w Word) bool { return jqReaches().MatchString(w.Value) }) {
			return false
		}
	}
	if name == "find" && findActs(args) {
		return false
	}
	r, ok := harmless()[name]
	return ok && r().takes(args)
}

// jqReaches finds what lets a jq program look beyond its input.
var jqReaches = lazy.Regexp(`(?i)env|include|import|system|input_filename`)

// xargsReadsOnly vouches for a few programs behind xargs. Files that they get
// here are not in Files, so none may be named that could lie elsewhere.
func xargsReadsOnly(args []Word) bool {
	for len(args) > 0 && strings.HasPrefix(args[0].Value, "-") {
		switch o := args[0].Value; {
		case strings.Trim(o[1:], "rtx0") == "" && len(o) > 1:
			args = args[1:]
		case len(args) > 1 && (o == "-n" || o == "-L" || o == "-P") && number(args[1].Value):
			args = args[2:]
		case len(args) > 1 && o == "-I" && args[1].Value == "{}":
			args = args[2:]
		default:
			return false
		}
	}
	for _, a := range args {
		if strings.ContainsAny(a.Value, "/~$") || strings.Contains(a.Value, "..") {
			return false
		}
	}
	if len(args) == 0 {
		return true
	}
	switch args[0].Value {
	case "echo", "wc", "grep", "head", "tail", "printf":
		return readsOnly(args)
	}
	return false
}

// printfReadsOnly takes the formats that only print text.
func printfReadsOnly(args []Word) bool {
	for _, w := range args {
		if strings.HasPrefix(w.Value, "-") || w.Glob || holdsDollar(w) {
			return false
		}
	}
	return len(args) > 0 && !printfCounts().MatchString(args[0].Value)
}

// printfCounts finds a conversion that is not for text: shells evaluate what it
// is given.
var printfCounts = lazy.Regexp(`%[-0-9.]*[^-0-9.%sbq]`)

// testReadsOnly takes the tests of one and two operands. Test itself, unlike
// brackets, is not taken with a plain =.
func testReadsOnly(args []Word, brackets bool) bool {
	if len(args) > 3 {
		return false
	}
	for i, w := range args {
		switch {
		case w.Glob || strings.ContainsAny(w.Value, "*$"), w.Value == "=" && !brackets:
			return false
		case testCompares().MatchString(w.Value):
			if i != 1 || len(args) != 3 || !number(args[0].Value) || !number(args[2].Value) {
				return false
			}
		case w.Value == "-t":
			if i+1 == len(args) || !number(args[i+1].Value) {
				return false
			}
		case strings.HasPrefix(w.Value, "-") && (i+1 == len(args) || !testAsks().MatchString(w.Value)):
			return false
		}
	}
	return true
}

var (
	testAsks     = lazy.Regexp(`^-(?:[bcdefghknprsuwxzGLNOS])$`)
	testCompares = lazy.Regexp(`^-(?:eq|ne|lt|le|gt|ge)$`)
)

// sedScript are the two kinds of sed script that only print.
var sedScript = lazy.Regexp(`^(?:[0-9]+(?:,[0-9]+)?p|s/[^/\n\\]*/[^/\n\\]*/[gipI0-9]*)$`)

func sedReadsOnly(args []Word) bool {
	quiet := len(args) > 0 && args[0].Value == "-n"
	if quiet {
		args = args[1:]
	}
	if len(args) == 0 || !quiet && len(args) != 1 || !sedScript().MatchString(args[0].Value) {
		return false
	}
	return quiet != (args[0].Value[0] == 's')
}

// gitReadsOnly looks at git and the command behind it. Options in front of the
// command are asked about.
func gitReadsOnly(args []Word) bool {
	if len(args) == 0 {
		return false
	}
	name, args := args[0].Value, args[1:]
	r, ok := gitHarmless()[name]
	if !ok {
		return false
	}
	switch name {
	case "remote": // not even with an option twice
		return len(args) == 0 || len(args) == 1 && args[0].Value == "-v"
	case "stash", "worktree": // without a word behind it, it changes something
		return len(args) > 0 && r().takes(args)
	}
	return r().takes(slices.DeleteFunc(slices.Clone(args), func(w Word) bool { return gitCount().MatchString(w.Value) }))
}

// gitCount is how many of something git is to show, -5, which every command
// is let have.
var gitCount = lazy.Regexp(`^-[0-9]+$`)
