package syntax

import (
	"path"
	"strings"
	"sync"
)

// Language is what the scanner knows of one. Get one from [For] or [Shell].
type Language struct {
	names    string // extensions with their dot, and whole file names
	comments string // what starts a comment that goes to the end of the line
	block    string // what opens and closes a longer comment
	quotes   []quote
	keywords string
	keys     keyStyle
	markup   bool // words after "<" are tags
	dashes   bool // names may hold "-"
	shell    bool

	words map[string]bool // of keywords
	start []string        // of comments
	open  string          // of block
	close string
}

// quote is one way to write a text.
type quote struct {
	mark  string // opens and closes it
	raw   bool   // a backslash is only a backslash
	lines bool   // goes on over the end of a line
}

// keyStyle is how a name is told to be a key.
type keyStyle int

const (
	noKeys    keyStyle = iota
	colonKeys          // name: value, "name": value
	equalKeys          // name = value, and [sections]
)

var (
	double   = quote{mark: `"`}
	single   = quote{mark: `'`}
	backtick = quote{mark: "`", lines: true}
	cQuotes  = []quote{double, single}
	jsQuotes = []quote{double, single, backtick}
)

const cWords = "auto break case char const continue default do double else enum extern float for goto if inline int long " +
	"register return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false NULL"

// table holds all languages. A new one is one entry.
var table = sync.OnceValue(func() []Language {
	return []Language{
		{names: ".go .mod", comments: "//", block: "/* */", quotes: []quote{double, single, {mark: "`", raw: true, lines: true}},
			keywords: "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var true false nil iota"},
		{names: ".py .pyi .bzl", comments: "#", quotes: []quote{{mark: `"""`, lines: true}, {mark: `'''`, lines: true}, double, single},
			keywords: "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield match case True False None self"},
		{names: ".js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte", comments: "//", block: "/* */", quotes: jsQuotes,
			keywords: "abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface keyof let namespace never new null number of private protected public readonly return set static string super switch this throw true try type typeof undefined unknown var void while with yield satisfies"},
		{names: ".rs", comments: "//", block: "/* */", quotes: []quote{double}, // a single one may be a lifetime
			keywords: "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while"},
		{names: ".c .h", comments: "//", block: "/* */", quotes: cQuotes, keywords: cWords},
		{names: ".cc .cpp .cxx .hpp .hh .m .mm .ino", comments: "//", block: "/* */", quotes: cQuotes, keywords: cWords +
			" class namespace template typename public private protected virtual override final new delete this throw try catch using constexpr nullptr operator friend explicit noexcept"},
		{names: ".java .kt .kts .scala .groovy .gradle .cs .swift .dart", comments: "//", block: "/* */", quotes: []quote{{mark: `"""`, lines: true}, double, single},
			keywords: "abstract as assert base boolean break byte case catch char class companion const continue data def default do double else enum extends extension false final finally float for foreach fun func guard if implements import in init int interface internal is let long namespace new null nil object open operator out override package private protected public readonly record return sealed self short static string struct super switch this throw throws trait true try type typealias using val var virtual void volatile when where while yield async await"},
		{names: ".rb .rake Rakefile Gemfile .gemspec", comments: "#", quotes: cQuotes,
			keywords: "alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require require_relative attr_reader attr_accessor"},
		{names: ".php", comments: "// #", block: "/* */", quotes: cQuotes,
			keywords: "abstract and array as break case catch class const continue declare default do echo else elseif extends final finally fn for foreach function global if implements include instanceof interface match namespace new null or private protected public readonly require return static switch this throw trait true false try use var while yield"},
		{names: ".lua", comments: "--", block: "--[[ ]]", quotes: cQuotes,
			keywords: "and break do else elseif end false for function goto if in local nil not or repeat return then true until while"},
		{names: ".sql", comments: "--", block: "/* */", quotes: cQuotes,
			keywords: sqlWords + " " + strings.ToUpper(sqlWords)},
		{names: ".json .jsonl .json5 .jsonc .ipynb .webmanifest", comments: "//", block: "/* */", quotes: cQuotes, keywords: "true false null", keys: colonKeys},
		{names: ".yaml .yml", comments: "#", quotes: cQuotes, keywords: "true false null yes no on off", keys: colonKeys, dashes: true},
		{names: ".toml .ini .cfg .conf .properties .env .editorconfig .gitconfig .npmrc", comments: "# ;",
			quotes: []quote{{mark: `"""`, lines: true}, {mark: `'''`, raw: true, lines: true}, double, single}, keywords: "true false", keys: equalKeys, dashes: true},
		{names: ".css .scss .less", comments: "//", block: "/* */", quotes: cQuotes, keys: colonKeys, dashes: true,
			keywords: "important media import include mixin extend use forward function return if else each for"},
		{names: ".html .htm .xml .svg .xhtml .plist .csproj", block: "<!-- -->", quotes: cQuotes, markup: true, dashes: true},
		{names: "Dockerfile Containerfile .dockerfile", comments: "#", quotes: cQuotes,
			keywords: "FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL AS"},
		{names: "Makefile makefile GNUmakefile .mk .cmake CMakeLists.txt", comments: "#", quotes: cQuotes,
			keywords: "ifeq ifneq ifdef ifndef else endif include define endef export override PHONY if elseif foreach endforeach function endfunction set"},
		{names: ".tf .hcl .proto .graphql .gql", comments: "# //", block: "/* */", quotes: cQuotes,
			keywords: "resource data variable output module provider locals terraform for in if else true false null message enum service rpc returns repeated optional required import package syntax option oneof map type query mutation fragment on input interface union"},
		{names: ".sh .bash .zsh .ksh .bashrc .zshrc .profile .bash_profile .zprofile .envrc PKGBUILD", shell: true},
	}
})

const sqlWords = "add all alter and as asc begin between by case check column commit constraint create cross database default delete desc distinct drop else end exists foreign from full group having in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then transaction union unique update using values view when where with"

// byName finds a language by an extension or a file's name.
var byName = sync.OnceValue(func() map[string]*Language {
	m := map[string]*Language{}
	all := table()
	for i := range all {
		l := &all[i]
		l.words = map[string]bool{}
		for _, w := range strings.Fields(l.keywords) {
			l.words[w] = true
		}
		l.start = strings.Fields(l.comments)
		l.open, l.close, _ = strings.Cut(l.block, " ")
		for _, name := range strings.Fields(l.names) {
			m[name] = l
		}
	}
	return m
})

// For returns the language of a file by its name, and nil for one that is not
// known.
func For(file string) *Language {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	if l := byName()[base]; l != nil {
		return l
	}
	return byName()[strings.ToLower(path.Ext(base))]
}

// Shell returns the language of commands.
func Shell() *Language { return byName()[".sh"] }

// Named returns the language that a fence of Markdown names, by its extension
// or one of the usual names, and nil for one that is not known.
func Named(name string) *Language {
	name = strings.ToLower(name)
	if ext, ok := fences[name]; ok {
		name = ext
	}
	return byName()["."+name]
}

// fences are the names that are no extension.
var fences = map[string]string{
	"bash": "sh", "console": "sh", "shell": "sh", "golang": "go", "javascript": "js", "typescript": "ts",
	"python": "py", "ruby": "rb", "rust": "rs", "kotlin": "kt", "csharp": "cs", "c++": "cpp", "yml": "yaml", "dockerfile": "dockerfile",
}
