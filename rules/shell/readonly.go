package shell

import (
	"regexp"
	"strings"
	"sync"

	"sayso/rules/lazy"
)

// harmless are the programs that Claude Code runs unasked because they only
// read. The expression says which options they may have; operands are free
// (Files holds them against the working directories). The list is shorter than
// Claude Code's own: a program that is missing makes a rule settle less.
var harmless = sync.OnceValue(func() map[string]*regexp.Regexp {
	m := map[string]*regexp.Regexp{}
	for _, row := range []struct{ names, options string }{
		{"echo", `-[neE]+`},
		{"true false pwd whoami nproc arch uptime history", ``},
		{"sleep basename dirname expr test [ seq", `.*`},
		{"ls", `-[1AFGRSUacdfghiklmnopqrstux]+|--color(=\w+)?|--all|--human-readable`},
		{"cat", `-[AbeEnstTuv]+`},
		{"head tail", `-[0-9]+|-[ncqvfF]|-[nc][0-9+]+|--lines(=[0-9]+)?|--bytes(=[0-9]+)?`},
		{"wc", `-[clmwL]+|--lines|--words|--bytes|--chars`},
		{"uniq", `-[cdui]+`},
		{"sort", `-[bdfghinrRuV]+|-S|--parallel=[0-9]+`},
		{"cut", `-[bcdfns].*|--complement`},
		{"tr", `-[cCds]+`},
		{"paste", `-[sd].*`},
		{"column", `-[tsn].*`},
		{"nl tac rev fold expand unexpand", ``},
		{"grep egrep fgrep", `-[EFGHLPRZabchilnoqrsvwxyzABCem0-9]+|--include=.*|--exclude(-dir)?=.*|--color(=\w+)?`},
		{"rg", `-[FHILSNchilnosuvwxUABCegmt0-9]+`},
		{"diff", `-[uqrbBwi]+`},
		{"cmp comm", `-[123s]+`},
		{"stat", `-[cL].*`},
		{"file", `-[bi]+`},
		{"md5sum sha1sum sha256sum", ``},
		{"df free", `-[ahkmsT]+`},
		{"du", `-[ahksc]+`},
		{"ps", `-[aefux]+`},
		{"tree readlink realpath", `-[aefLd0-9]+`},
		{"type locale cal base64 strings od hexdump pr tsort numfmt netstat ss lsof pgrep", `-[Cdi]`},
		{"uname", `-[amnoprsv]+|--all`},
		{"id groups which", `-[agnu]`},
		{"jq", `-[cCMrRsSn]+`},
		{"find", `-(name|iname|path|type|maxdepth|mindepth|size|mtime|newer|not|o|a|print|empty)`},
	} {
		expr := regexp.MustCompile(`^(?:` + row.options + `)$`)
		for _, name := range strings.Fields(row.names) {
			m[name] = expr
		}
	}
	return m
})

// gitReads are the git commands that only read, whatever their operands.
var gitReads = set(`status diff log show rev-parse ls-files blame describe shortlog merge-base rev-list
	for-each-ref grep reflog`)

// gitLists are the git commands that read in one form only.
var gitLists = set(`branch branch,-a branch,--list tag remote remote,-v stash,list worktree,list`)

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
	case "cd":
		return true // the directory itself is one of Files
	case "git":
		return gitReadsOnly(args)
	case "xargs":
		for _, a := range args {
			if strings.ContainsAny(a.Value, "/~$") || strings.Contains(a.Value, "..") {
				return false // files that the program gets here are not in Files
			}
		}
		return len(args) == 0 || (args[0].Value == "echo" || args[0].Value == "wc" || args[0].Value == "grep") && readsOnly(args)
	case "date":
		for _, a := range args {
			if a.Value != "-u" && !strings.HasPrefix(a.Value, "+") {
				return false
			}
		}
		return true
	case "docker":
		return len(args) == 1 && (args[0].Value == "ps" || args[0].Value == "images")
	case "du", "tree", "readlink", "realpath", "tsort":
		for _, a := range args {
			if strings.HasPrefix(a.Value, "/") || strings.HasPrefix(a.Value, "~") || strings.HasPrefix(a.Value, "$") ||
				strings.Contains(a.Value, "..") {
				return false // where these look is not held against the working directory
			}
		}
	case "hostname":
		return len(args) == 0
	case "printf":
		return len(args) > 0 && !strings.HasPrefix(args[0].Value, "-")
	case "node", "python", "python3":
		return len(args) == 1 && args[0].Value == "--version"
	case "sed":
		return sedReadsOnly(args)
	case "uniq":
		if operands(args) > 1 {
			return false
		}
	case "jq":
		for _, a := range args {
			if strings.Contains(a.Value, "env") || strings.Contains(a.Value, "input") || strings.Contains(a.Value, "include") ||
				strings.Contains(a.Value, "import") {
				return false
			}
		}
	}
	expr, ok := harmless()[name]
	if !ok {
		return false
	}
	for _, a := range args {
		if strings.HasPrefix(a.Value, "-") && a.Value != "-" && !expr.MatchString(a.Value) {
			return false
		}
	}
	return true
}

func operands(args []Word) (n int) {
	for _, a := range args {
		if !strings.HasPrefix(a.Value, "-") {
			n++
		}
	}
	return n
}

// sedScript are the two kinds of sed script that only print.
var sedScript = lazy.Regexp(`^(?:[0-9]+(?:,[0-9]+)?p|s/[^/\n]*/[^/\n]*/[gip0-9]*)$`)

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

// gitOptions are options of git's reading commands that only change what is
// printed.
var gitOptions = lazy.Regexp(`^(?:-[sbpnv0-9]+|-n|--(?:short|branch|porcelain|oneline|stat|cached|staged|name-only|name-status|` +
	`graph|all|decorate|tags|abbrev-ref|show-toplevel|git-dir|others|author=.*|format=[^$]*|since=.*|until=.*|max-count=[0-9]+))?$`)

func gitReadsOnly(args []Word) bool {
	if len(args) == 0 {
		return false
	}
	all := args[0].Value
	for _, a := range args[1:] {
		all += "," + a.Value
	}
	if gitLists[all] {
		return true
	}
	if !gitReads[args[0].Value] || args[0].Value == "reflog" && len(args) > 1 {
		return false
	}
	for _, a := range args[1:] {
		if strings.HasPrefix(a.Value, "-") && !gitOptions().MatchString(a.Value) || strings.Contains(a.Value, "$") {
			return false
		}
	}
	return true
}
