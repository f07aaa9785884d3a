package shell

import (
	"slices"
	"strings"
)

// evaluators run their arguments as shell code, or change how the rest of the
// line is read: no allow rule can vouch for them.
var evaluators = set(`eval exec source . trap hash alias nocorrect bind complete enable let mapfile
	readarray coproc shopt zmodload emulate sysopen sysread syswrite zpty ztcp zsocket zf_rm zf_mv
	autoload functions zstyle vared repeat foreach setopt unsetopt integer float`)

// starters run a program of their own choosing in a way that can't be followed.
var starters = set(`watch setsid ionice flock chrt taskset strace ltrace script unshare nsenter`)

// setters set variables by name.
var setters = set(`getopts read`)

func set(names string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(names) {
		m[n] = true
	}
	return m
}

// program puts the doubts that a program's name brings on the line.
func (w *walker) program(p Part) {
	words := p.unwrapped()
	if len(words) == 0 {
		return
	}
	name := words[0].Value
	switch {
	case evaluators[name]:
		w.line.doubt(name + " evaluates its arguments as shell code")
	case starters[name] && len(words) > 1:
		w.line.doubt("what " + name + " starts can't be checked")
	case setters[name]:
		w.line.doubt(name + " sets a variable")
	case strings.HasPrefix(name, "-"):
		w.line.doubt("an option of a wrapper that can't be checked")
	case name == "timeout" && len(words) > 1:
		w.line.doubt("a form of timeout that can't be checked")
	case name == "env" && len(words) > 1 && strings.HasPrefix(words[1].Value, "-"):
		w.line.doubt("an option of env that can't be checked")
	case name == "find" && findActs(words[1:]):
		w.line.doubt("find with an option that runs programs or changes files")
	case name == "find" && slices.ContainsFunc(words, func(w Word) bool { return w.Glob }):
		w.line.doubt("a wildcard that may become an option of find")
	case name == "set" && len(words) > 1 && words[1].Value != "-e":
		w.line.doubt("set changes how the shell reads the line")
	case (name == "unset" || name == "jobs" || name == "stdbuf" || name == "command") && len(words) > 1 &&
		strings.HasPrefix(words[1].Value, "-"):
		w.line.doubt("an option of " + name + " that can't be checked")
	}
}

// findActs reports the options with which find does more than find.
func findActs(words []Word) bool {
	for _, w := range words {
		switch w.Value {
		case "-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls":
			return true
		}
	}
	return false
}

// crossCheck looks for parts that are harmless alone and not together.
func (w *walker) crossCheck() {
	moves, writes, versions := 0, false, false
	for _, p := range w.line.Parts {
		words := p.unwrapped()
		name := ""
		if len(words) > 0 {
			name = words[0].Value
		}
		_, changed, _ := p.Files()
		if name == "cd" {
			moves++
			changed = nil
		}
		writes = writes || len(p.Writes) > 0 || len(changed) > 0
		versions = versions || baseName(name) == "git"
	}
	switch {
	case moves > 1:
		w.line.doubt("the directory changes more than once")
	case moves > 0 && versions:
		w.line.firm("git runs after a change of directory, where it may find hooks of others")
	case moves > 0 && writes:
		w.line.firm("a file is written after a change of directory")
	}
}

// readers look into the files they are given, writers change them. The number
// is how many operands in front are no files.
var (
	readers = map[string]int{
		"cd": 0, "ls": 0, "cat": 0, "head": 0, "tail": 0, "sort": 0, "uniq": 0, "wc": 0, "cut": 0,
		"paste": 0, "column": 0, "file": 0, "stat": 0, "diff": 0, "cmp": 0, "comm": 0, "strings": 0,
		"hexdump": 0, "od": 0, "base64": 0, "nl": 0, "tac": 0, "rev": 0, "fold": 0, "fmt": 0,
		"expand": 0, "unexpand": 0, "pr": 0, "sha256sum": 0, "sha1sum": 0, "md5sum": 0, "find": 0,
		"grep": 1, "egrep": 1, "fgrep": 1, "rg": 1, "jq": 1, "sed": 1, "awk": 1, "tr": 2, "cp": 0, "mv": 0,
	}
	writers = map[string]bool{
		"rm": true, "rmdir": true, "mkdir": true, "touch": true, "cp": true, "mv": true, "tee": true, "sed": true,
	}
)

// Program returns the words of the part by which it is known what runs: behind
// the wrappers that change nothing, and behind env and its assignments.
func (p Part) Program() []Word {
	words := p.unwrapped()
	if len(words) > 1 && words[0].Value == "env" {
		words = words[1:]
		for len(words) > 0 && anyAssignment().MatchString(words[0].Value) {
			words = words[1:]
		}
	}
	return words
}

// Script returns the command line that a shell is given behind -c, or "".
func (p Part) Script() string {
	words := p.Program()
	if len(words) < 3 || words[1].Value != "-c" {
		return ""
	}
	if shells[baseName(words[0].Value)] {
		return words[2].Value
	}
	return ""
}

// Files returns the operands that the part's program reads and changes, for
// the programs whose operands Claude Code holds against path rules and the
// working directories. Why is set where they can't be told.
func (p Part) Files() (reads, writes []Word, why string) {
	words := p.Program()
	if len(words) == 0 {
		return nil, nil, ""
	}
	name := words[0].Value
	if base := baseName(name); writers[base] {
		name = base // what changes files is known by its path too
	}
	if name == "git" && len(words) > 1 && words[1].Value == "diff" {
		return operandsOf(words[2:]).files, nil, ""
	}
	skip, reading := readers[name]
	if !reading && !writers[name] {
		return nil, nil, ""
	}
	ops := operandsOf(words[1:])
	if name == "find" {
		ops = operandsOf(untilFlag(words[1:]))
	}
	if ops.patterns {
		skip = 0 // the pattern came as an option
	}
	files := ops.files[min(skip, len(ops.files)):]
	switch name {
	case "cd":
		if len(files) == 0 && !ops.dash {
			files = []Word{literal("~")}
		}
		if len(files) > 1 {
			why = "cd with more than one directory"
		}
		return files, nil, why
	case "cp", "mv":
		if ops.flags {
			why = name + " with options"
		}
		// What cp copies counts as changed too: Claude Code has it so.
		return files[:max(len(files)-1, min(len(files), 1))], files, why
	case "sed":
		if len(words) > 1 && words[1].Value == "-n" || len(files) == 0 {
			return files, nil, ""
		}
		return files, files, ""
	}
	if writers[name] {
		return nil, files, ""
	}
	return files, nil, ""
}

// operandList sorts the words behind a program's name.
type operandList struct {
	files    []Word
	flags    bool // words that begin with - are there, options or not
	patterns bool // -e or -f is among them
	dash     bool // "-" is an operand
}

func operandsOf(words []Word) (o operandList) {
	rest := false
	for _, w := range words {
		v := w.Value
		o.flags = o.flags || len(v) > 1 && v[0] == '-' && v != "--"
		switch {
		case rest:
			o.files = append(o.files, w)
		case v == "--":
			rest = true
		case v == "-":
			o.dash = true
		case strings.HasPrefix(v, "-"):
			o.patterns = o.patterns || v == "-e" || v == "-f"
		default:
			o.files = append(o.files, w)
		}
	}
	return o
}

func untilFlag(words []Word) []Word {
	for i, w := range words {
		if strings.HasPrefix(w.Value, "-") {
			return words[:i]
		}
	}
	return words
}
