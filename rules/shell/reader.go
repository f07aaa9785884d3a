package shell

import (
	"cmp"
	"regexp"
	"strings"
	"sync"
)

// reader says how a program that only reads may be called so that Claude Code
// runs it unasked. What is not in it makes a rule settle less, never more.
type reader struct {
	names string // the programs, separated by blanks

	any   bool // every option is fine
	globs bool // wildcards outside quotes are fine

	// One-letter options: those without a value, which may stand together, those
	// with a text and those with a number as the next word, and those with a
	// number directly behind.
	alone, text, number, joined string

	long    string // expression for long options, without the --
	operand string // expression that every operand must match, "" for any
	most    int    // how many operands there may be, 0 for any number; none is -1
}

// harmlessTable is held against the client's own verdicts, option by option. A
// few programs for which a row is not enough are in readsOnly.
var harmlessTable = []reader{
	{names: `echo basename dirname cat head tail wc cut tr column nl tac rev diff cmp strings od hexdump df du
		readlink realpath ls`, any: true, globs: true},
	{names: `true false nproc uptime sleep expr seq paste fold fmt expand unexpand comm free type locale cal pr
		uname id groups find`, any: true},
	{names: "tsort numfmt", operand: `[^/~$.]*`},
	{names: "stat", long: `[a-z]+(?:=.*)?`, globs: true, alone: "bcdefghijklmnopqrstuvwxyzBCDEFGIJKLMNOPQRSTUVWXYZ"},
	{names: "pwd whoami", most: -1},
	{names: "arch", alone: "h", long: "help", most: -1},
	{names: "history", operand: `[0-9]+`, most: 1},
	{names: "hostname", long: `alias|all-fqdns|domain|fqdn|ip-address|long|short`, most: -1},
	{names: "ifconfig", operand: `[a-zA-Z][\w:.]*`, most: 1},
	{names: "uniq", alone: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", long: `[a-z-]+(?:=[0-9]+)?`, most: -1},
	{names: "sort", alone: "CMRVbcdfghimnrsuz", text: "Skt", long: `buffer-size=[0-9]+|check|field-separator=.|human-numeric-sort|ignore-case|` +
		`key=[0-9a-zA-Z,.]+|numeric-sort|parallel=[0-9]+|reverse|stable|unique|version-sort|zero-terminated`},
	{names: "grep egrep fgrep", globs: true, alone: "EFGHILPRTUVZabchilnoqrsuvwxz", text: "Ddef", number: "mABC", joined: "mABC",
		long: `(?:after-|before-)?context=[0-9]+|colou?r=\w+|count|(?:exclude|exclude-dir|include)=[^$]*|files-with-matches|ignore-case|` +
			`invert-match|line-number|max-count=[0-9]+|no-filename|null|only-matching|quiet|recursive|silent|text|with-filename|word-regexp`},
	{names: "rg", alone: "FHLSachilnoquvw", text: "Tefgt", number: "dmABC", joined: "dmABC",
		long: `(?:after-|before-)?context=[0-9]+|color=\w+|count|files-with-matches|follow|glob=[^$]*|hidden|ignore-case|invert-match|json|` +
			`line-number|max-count=[0-9]+|max-depth=[0-9]+|no-ignore|only-matching|quiet|stats|text|type=\w+|word-regexp`},
	{names: "file", alone: "Lbchiklnprsv0", text: "F", long: "brief|dereference|mime|mime-type"},
	{names: "md5sum sha1sum sha256sum", globs: true, alone: "bctwz", long: "binary|check|quiet|status|strict|tag|text|warn"},
	{names: "ps", alone: "AFHLNTVacdefjlmwy", text: "CGUgnpqstu", long: "forest|headers|pid=[0-9]+|user=[a-z]+", operand: `[a-df-zA-Z0-9,]*`},
	{names: "tree", alone: "ACDFJNQSUXacdfghilnpqrstuvx", text: "HIPT", number: "L",
		long: `dirsfirst|du|filelimit=[0-9]+|gitignore|ignore-case|noreport|prune|si`},
	{names: "base64", alone: "Ddh", text: "i", number: "bw", long: "decode|wrap=[0-9]+"},
	{names: "netstat", alone: "Lagilmnrsv", text: "If"},
	{names: "ss", alone: "EHMOSVZabdehilmnopstuwxz046", text: "fA", long: "all|extended|listening|numeric|oneline|processes|tcp|udp", most: -1},
	{names: "lsof", alone: "CEFHKLNOPQRSTUVXabghilnorstvx", text: "Acdekpu", operand: `[^+].*`},
	{names: "pgrep", alone: "LVacfilnovwx", text: "FGOPUdgrstu", long: "count|exact|full|ignore-case|inverse|list-full|list-name|newest|oldest"},
	{names: "which", alone: "Vapsvw", long: "all", operand: `[^-].*`},
	{names: "date", alone: "IRu", text: "dr", long: `date=[^$]*|iso-8601=\w+|rfc-3339=\w+|rfc-email|universal|utc`, operand: `\+[^$]*`},
	{names: "man", alone: "adfhkw", text: "Ss", operand: `[^/~$]*`},
	{names: "help", alone: "d", operand: `[^/~$]*`},
	{names: "fd fdfind", alone: "FHILVaghipqs01", text: "ESceot", number: "d",
		long: `absolute-path|color=\w+|exclude=[^$]*|extension=\w+|follow|hidden|ignore-case|max-depth=[0-9]+|no-ignore|quiet|type=\w+`},
	{names: "jq", alone: "rcsenCSjaMR", operand: `[^-].*`},
}

// gitTable holds the commands of git that only read, in the same way.
var gitTable = []reader{
	{names: "status", alone: "sbv", long: "short|branch|porcelain|ignored|column|long"},
	{names: "diff", alone: "spuMC", text: "SG", long: "stat|shortstat|numstat|summary|dirstat|cached|staged|name-only|name-status|color|no-color|" +
		`word-diff|exit-code|quiet|check|diff-filter=\w+`},
	{names: "log", alone: "sp", text: "SG", number: "n", long: "(?:author|grep|format|pretty|since|until|after|before|date)=[^$]*|" +
		`max-count=[0-9]+|diff-filter=\w+|oneline|stat|shortstat|numstat|name-only|name-status|graph|all|decorate|tags|no-merges|merges|` +
		"first-parent|reverse|patch|no-patch|color|no-color|follow|topo-order|left-right|cherry-pick|abbrev-commit"},
	{names: "show", alone: "spm", long: "(?:format|pretty|date)=[^$]*|" + `diff-filter=\w+|oneline|stat|shortstat|numstat|name-only|name-status|` +
		"graph|decorate|first-parent|patch|no-patch|color|no-color|word-diff|quiet|abbrev-commit"},
	{names: "rev-parse", long: "abbrev-ref|show-toplevel|git-dir|verify|is-inside-work-tree|show-prefix"},
	{names: "ls-files", alone: "suvzimoctd", long: "ignored|cached|others|full-name"},
	{names: "blame", alone: "spnlMCwte", text: "L", long: `porcelain|color|no-color|date=\w+|incremental|root|show-stats`},
	{names: "describe", long: "tags|contains|long|dirty|always|exact-match"},
	{names: "shortlog", alone: "snce", long: "(?:author|format|since|until|after|before|group)=[^$]*|summary|all|tags|no-merges|numbered|email"},
	{names: "merge-base", long: "all|is-ancestor"},
	{names: "rev-list", number: "n", long: "(?:author|grep|format|pretty|since|until|after|before)=[^$]*|max-count=[0-9]+|oneline|graph|all|tags|" +
		"no-merges|merges|first-parent|reverse|count|abbrev-commit"},
	{names: "for-each-ref", long: "(?:format|sort)=[^$]*"},
	{names: "grep", alone: "nvlqwioch", text: "e", long: "cached|color|no-color|quiet|count|line-number|ignore-case|untracked|full-name"},
	{names: "reflog", number: "n", operand: "show", long: "(?:author|grep|since|until|after|before|date)=[^$]*|max-count=[0-9]+|oneline|graph|all|decorate|tags"},
	{names: "branch", alone: "varli", most: -1, long: "sort=[^$]*|all|color|no-color|no-abbrev|merged|no-merged|list|show-current|column|ignore-case"},
	{names: "tag", alone: "li", most: -1, long: "(?:format|sort)=[^$]*|list|column|ignore-case"},
	{names: "remote", alone: "v", most: -1},
	{names: "stash", operand: "list|show", most: 1},
	{names: "worktree", operand: "list", most: 1},
	{names: "cat-file", alone: "spte"},
	{names: "ls-remote", alone: "qth", most: -1, long: "tags|exit-code|quiet|heads|refs"},
}

// calling is a reader made ready.
type calling struct {
	reader
	options, textual, numbered, operands *regexp.Regexp
}

var (
	harmless    = sync.OnceValue(func() map[string]func() *calling { return ready(harmlessTable) })
	gitHarmless = sync.OnceValue(func() map[string]func() *calling { return ready(gitTable) })
)

// ready makes a table, by the name of the program. A row is compiled when its
// program is first met.
func ready(rows []reader) map[string]func() *calling {
	m := map[string]func() *calling{}
	for _, r := range rows {
		compiled := sync.OnceValue(r.compile)
		for _, name := range strings.Fields(r.names) {
			m[name] = compiled
		}
	}
	return m
}

func (r reader) compile() *calling {
	const nothing = `[^\s\S]`
	letters := func(s string) string {
		if s == "" {
			return nothing
		}
		return "[" + s + "]"
	}
	long, operand := cmp.Or(r.long, nothing), cmp.Or(r.operand, `[\s\S]*`)
	return &calling{
		reader:   r,
		options:  regexp.MustCompile(`^(?:-` + letters(r.alone) + `+|-` + letters(r.joined) + `[0-9]+|--(?:` + long + `))$`),
		textual:  regexp.MustCompile(`^-` + letters(r.text) + `$`),
		numbered: regexp.MustCompile(`^-` + letters(r.number) + `$`),
		operands: regexp.MustCompile(`^(?:` + operand + `)$`),
	}
}

// takes reports whether the program may be called with args.
func (r *calling) takes(args []Word) bool {
	operands := 0
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case w.Glob && !r.globs:
			return false
		case r.any:
			continue
		case holdsDollar(w):
			return false
		case !strings.HasPrefix(w.Value, "-") || w.Value == "-":
			operands++
			if !r.operands.MatchString(w.Value) {
				return false
			}
		case r.options.MatchString(w.Value):
		case i+1 < len(args) && !strings.HasPrefix(args[i+1].Value, "-") && !args[i+1].Glob && !holdsDollar(args[i+1]) &&
			(r.textual.MatchString(w.Value) || r.numbered.MatchString(w.Value) && number(args[i+1].Value)):
			i++
		default:
			return false
		}
	}
	return r.any || r.most == 0 || operands <= max(r.most, 0)
}

// holdsDollar reports a dollar sign that is no plain $HOME.
func holdsDollar(w Word) bool {
	v := w.Value
	if !strings.ContainsAny(w.Raw, `'\`) {
		v = strings.ReplaceAll(v, "$HOME", "")
	}
	return strings.Contains(v, "$")
}
