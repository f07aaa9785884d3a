package preview_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"sayso/internal/claude"
	"sayso/rules"
	"sayso/ui/preview"
)

// scene is one call that is shown.
type scene struct {
	name, tool, input string
	change            func(*preview.Context)
}

const mainGo = `package main

import (
	"fmt"
	"os"
)

// main greets.
func main() {
	println("hi")
	if len(os.Args) > 1 {
		fmt.Println("hi", os.Args[1], 42)
	}
}

func twice(n int) int {
	return n * 2
}

func thrice(n int) int {
	return n * 3
}
`

var tree = files{
	"/home/dev/app/src/main.go": text(mainGo),
	"/home/dev/app/win.txt":     text("one\r\ntwo\r\nthree\r\n"),
	"/home/dev/app/end.txt":     text("one\ntwo"),
	"/home/dev/app/logo.png":    text("\x89PNG\x00\x00\x1a"),
	"/home/dev/app/big.log":     {State: preview.TooLarge, Size: 48_200_000},
	"/home/dev/app/secret.txt":  {State: preview.Unreadable, Why: "permission denied"},
	"/home/dev/app/src":         {State: preview.NotAFile, Why: "there is a folder at this path"},
	"/home/dev/app/link.conf":   {State: preview.Read, Text: "a = 1\n", Size: 6, Why: "→ /etc/app.conf"},
	"/home/dev/app/config.yaml": text("# what to run\nname: app\nport: 8080\nlist:\n  - a\n"),
	"/home/dev/app/tabs.txt":    text("a\n    b\nc  \n"),
	"/home/dev/app/notes.ipynb": text(`{"cells":[{"id":"c1","cell_type":"code","source":["import os\n","print(1)"]},{"cell_type":"markdown","source":"# Title"}]}`),
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// ruled holds a call against rules as somebody has them.
func ruled(c *preview.Context) {
	set := ruleSet(map[claude.Behavior][]string{
		claude.Allow: {"Bash(git add *)", "Bash(npm run build)"},
		claude.Ask:   {"Bash(git push *)"},
		claude.Deny:  {"Bash(rm *)"},
	})
	c.Trace = func(call rules.Call) (rules.Trace, bool) { return set.Decide(call), true }
}

// ruleSet is the rules of a person's own settings.
func ruleSet(texts map[claude.Behavior][]string) *rules.Set {
	var all []rules.Rule
	for _, b := range []claude.Behavior{claude.Deny, claude.Ask, claude.Allow} {
		for _, text := range texts[b] {
			all = append(all, rules.Rule{Text: text, Behavior: b, Source: rules.Source(claude.UserSettings)})
		}
	}
	return rules.Compile(all, rules.Place{Cwd: "/home/dev/app", Home: "/home/dev"})
}

var cases = []scene{
	{name: "bash-simple", tool: "Bash", input: `{"command":"npm test -- --grep 'a b'","description":"Run the tests","timeout":120000,"run_in_background":true}`},
	{name: "bash-compound", tool: "Bash", input: `{"command":"mkdir -p build && touch build/x || echo \"no $(whoami)\" | tee -a log.txt; sleep 5 &","description":"Make build dir"}`},
	{name: "bash-verdicts", tool: "Bash", input: `{"command":"git add . && git push origin main && rm -rf build && make && ls"}`, change: ruled},
	{name: "bash-many", tool: "Bash", input: `{"command":"git add . ; ls; pwd; ` + strings.Repeat(`make a && npm ci; `, 9) + `cat <<E\nx\nE\n"}`, change: ruled},
	{name: "bash-doubt", tool: "Bash", input: `{"command":"(ls a; git add .)"}`, change: ruled},
	{name: "bash-one", tool: "Bash", input: `{"command":"git push --force origin main"}`, change: ruled},
	{name: "bash-alone", tool: "Bash", input: `{"command":"make all"}`, change: ruled},
	{name: "bash-tangled", tool: "Bash", input: `{"command":"echo 'never ends && rm -rf x"}`, change: ruled},
	{name: "bash-heredoc", tool: "Bash", input: `{"command":"cat > notes.md <<'EOF'\n# Notes\n\n- $HOME stays\nEOF\ngit add notes.md # all of it","dangerouslyDisableSandbox":true}`},
	{name: "bash-long", tool: "Bash", input: `{"command":"docker run --rm -it -v \"$PWD\":/app -w /app -e NODE_ENV=production --network host node:22-alpine sh -c 'npm ci && npm run build -- --mode production --outDir /app/dist/client'"}`},
	{name: "bash-loop", tool: "Bash", input: `{"command":"for f in src/*.go; do gofmt -l \"$f\"; done\nif [ -f go.mod ]; then go vet ./...; else echo none; fi"}`},
	{name: "bash-hidden", tool: "Bash", input: `{"command":"git commit -m \"fix\u202e txt.exe\"\u001b[2K"}`},
	{name: "bash-unparsed", tool: "Bash", input: `{"command":"echo 'never ends && rm -rf x"}`},
	{name: "bash-more", tool: "Bash", input: `{"command":"ls","unheard_of":{"of":1}}`},
	{name: "monitor", tool: "Monitor", input: `{"command":"tail -f log.txt | grep --line-buffered ERROR","description":"Watch the log","timeout_ms":60000}`},
	{name: "monitor-socket", tool: "Monitor", input: `{"ws":{"url":"wss://stream.example.com/v1/events?topic=builds","protocols":["v1","v2"]},"description":"Builds","persistent":true}`},

	{name: "edit", tool: "Edit", input: `{"file_path":"/home/dev/app/src/main.go","old_string":"\tprintln(\"hi\")","new_string":"\tfmt.Println(\"hello\")\n\t// once"}`},
	{name: "edit-word", tool: "Edit", input: `{"file_path":"src/main.go","old_string":"fmt.Println(\"hi\", os.Args[1], 42)","new_string":"fmt.Println(\"hello\", os.Args[1], 43)"}`},
	{name: "edit-all", tool: "Edit", input: `{"file_path":"/home/dev/app/src/main.go","old_string":"n int","new_string":"n int64","replace_all":true}`},
	{name: "edit-side", tool: "Edit", input: `{"file_path":"/home/dev/app/src/main.go","old_string":"func main() {\n\tprintln(\"hi\")\n","new_string":"func main() {\n\tfmt.Println(\"hello, and a line that is too long for its half of the screen\")\n\tos.Exit(0)\n"}`,
		change: func(c *preview.Context) { c.SideBySide = true }},
	{name: "edit-gone", tool: "Edit", input: `{"file_path":"/home/dev/app/src/main.go","old_string":"func twice(n int) int {\n\treturn n * 2\n}\n\n","new_string":""}`},
	{name: "edit-missing-text", tool: "Edit", input: `{"file_path":"/home/dev/app/src/main.go","old_string":"func nothing()","new_string":"func something()"}`},
	{name: "edit-many", tool: "Edit", input: `{"file_path":"/home/dev/app/src/main.go","old_string":"n int","new_string":"n uint"}`},
	{name: "edit-no-file", tool: "Edit", input: `{"file_path":"/home/dev/app/none.go","old_string":"a","new_string":"b"}`},
	{name: "edit-new-file", tool: "Edit", input: `{"file_path":"/home/dev/app/none.go","old_string":"","new_string":"package none\n"}`},
	{name: "edit-same", tool: "Edit", input: `{"file_path":"/home/dev/app/src/main.go","old_string":"n * 2","new_string":"n * 2"}`},
	{name: "edit-windows", tool: "Edit", input: `{"file_path":"/home/dev/app/win.txt","old_string":"two\nthree","new_string":"2\nthree"}`},
	{name: "edit-end", tool: "Edit", input: `{"file_path":"/home/dev/app/end.txt","old_string":"two","new_string":"two\n"}`},
	{name: "edit-binary", tool: "Edit", input: `{"file_path":"/home/dev/app/logo.png","old_string":"PNG","new_string":"GIF"}`},
	{name: "edit-large", tool: "Edit", input: `{"file_path":"/home/dev/app/big.log","old_string":"a","new_string":"b"}`},
	{name: "edit-unreadable", tool: "Edit", input: `{"file_path":"/home/dev/app/secret.txt","old_string":"a","new_string":"b"}`},
	{name: "edit-tabs", tool: "Edit", input: `{"file_path":"/home/dev/app/tabs.txt","old_string":"    b\nc  ","new_string":"\tb\nc"}`},
	{name: "edit-unseen", tool: "Edit", input: `{"file_path":"/home/dev/app/src/main.go","old_string":"a := 1","new_string":"a := 2"}`, change: func(c *preview.Context) { c.Files = nil }},

	{name: "write-new", tool: "Write", input: `{"file_path":"/home/dev/app/docs/notes.md","content":"# Notes\n\n- one, and a line that is long enough not to fit into a narrow pane at all\n- two\n"}`},
	{name: "write-over", tool: "Write", input: `{"file_path":"/home/dev/app/config.yaml","content":"# what to run\nname: app\nport: 9090\nlist:\n  - a\n  - b\n"}`},
	{name: "write-same", tool: "Write", input: `{"file_path":"/home/dev/app/config.yaml","content":"# what to run\nname: app\nport: 8080\nlist:\n  - a\n"}`},
	{name: "write-ends", tool: "Write", input: `{"file_path":"/home/dev/app/win.txt","content":"one\ntwo\n3"}`},
	{name: "write-outside", tool: "Write", input: `{"file_path":"/home/dev/app/../../dev/.bashrc","content":"alias ls='rm'\n"}`},
	{name: "write-link", tool: "Write", input: `{"file_path":"/home/dev/app/link.conf","content":"a = 2\n"}`},
	{name: "write-binary", tool: "Write", input: `{"file_path":"/home/dev/app/logo.png","content":"x\u0000y"}`},
	{name: "write-folder", tool: "Write", input: `{"file_path":"/home/dev/app/src","content":"x"}`},
	{name: "write-empty", tool: "Write", input: `{"file_path":"/home/dev/app/config.yaml","content":""}`},
	{name: "write-unseen", tool: "Write", input: `{"file_path":"/home/dev/app/a.json","content":"{\"a\": [1, true, \"x\"]}"}`, change: func(c *preview.Context) { c.Files = nil }},
	{name: "notebook", tool: "NotebookEdit", input: `{"notebook_path":"/home/dev/app/notes.ipynb","cell_id":"c1","new_source":"import os\nprint(2)"}`},
	{name: "notebook-insert", tool: "NotebookEdit", input: `{"notebook_path":"/home/dev/app/notes.ipynb","cell_id":"cell-1","new_source":"print(3)","cell_type":"code","edit_mode":"insert"}`},
	{name: "notebook-delete", tool: "NotebookEdit", input: `{"notebook_path":"/home/dev/app/notes.ipynb","cell_id":"cell-1","new_source":"","edit_mode":"delete"}`},
	{name: "notebook-no-cell", tool: "NotebookEdit", input: `{"notebook_path":"/home/dev/app/notes.ipynb","cell_id":"zz","new_source":"x"}`},

	{name: "read", tool: "Read", input: `{"file_path":"/home/dev/app/src/main.go","offset":10,"limit":50}`},
	{name: "read-home", tool: "Read", input: `{"file_path":"/home/dev/.ssh/config"}`},
	{name: "read-up", tool: "Read", input: `{"file_path":"../other/a.pdf","pages":"1-5"}`},
	{name: "glob", tool: "Glob", input: `{"pattern":"**/*.go","path":"/home/dev/app/src"}`},
	{name: "grep", tool: "Grep", input: `{"pattern":"func \\w+\\(","path":"src","glob":"*.go","output_mode":"content","-i":true,"-C":3,"head_limit":20,"multiline":true}`},
	{name: "webfetch", tool: "WebFetch", input: `{"url":"https://docs.example.com/guide/install?os=linux#deb","prompt":"Which version is the newest, and how is it installed?"}`},
	{name: "webfetch-user", tool: "WebFetch", input: `{"url":"https://github.com@evil.example/x","prompt":"Read"}`},
	{name: "webfetch-spelled", tool: "WebFetch", input: `{"url":"https:\\\\docs.example\u200b。com@ｅｖｉｌ．exam\u00adple:8443/x","prompt":"Read"}`},
	{name: "webfetch-letters", tool: "WebFetch", input: `{"url":"https://bücher.example/x","prompt":"Read"}`},
	{name: "websearch", tool: "WebSearch", input: `{"query":"bubbletea v2 release","allowed_domains":["github.com","pkg.go.dev"],"blocked_domains":["example.com"]}`},
	{name: "agent", tool: "Agent", input: `{"description":"Find the slow query","prompt":"Look through the logs.\n\n1. Find it.\n   - and its caller\n2. Report.","subagent_type":"general-purpose","model":"haiku","effort":"low","isolation":"worktree","run_in_background":true}`},
	{name: "agent-alias", tool: "Task", input: `{"description":"look","prompt":"look around","subagent_type":"Explore"}`},
	{name: "skill", tool: "Skill", input: `{"skill":"release","args":"--dry-run 1.2.3"}`},
	{name: "plan-enter", tool: "EnterPlanMode", input: `{}`},
	{name: "todo", tool: "TodoWrite", input: `{"todos":[{"content":"Measure","status":"completed","activeForm":"Measuring"},{"content":"Write the cache with a bound that is taken from the settings","status":"in_progress","activeForm":"Writing the cache"},{"content":"Test","status":"pending","activeForm":"Testing"},{"content":"Odd","status":"blocked","activeForm":""}]}`},
	{name: "task-create", tool: "TaskCreate", input: `{"subject":"Fix the list","description":"It is slow.","activeForm":"Fixing the list"}`},
	{name: "task-update", tool: "TaskUpdate", input: `{"taskId":"3","status":"in_progress","addBlockedBy":["1","2"],"owner":"me"}`},
	{name: "task-metadata", tool: "TaskUpdate", input: `{"taskId":"3","metadata":{"a":1}}`},
	{name: "task-get", tool: "TaskGet", input: `{"taskId":"3"}`},
	{name: "task-list", tool: "TaskList", input: `{}`},
	{name: "task-output", tool: "BashOutput", input: `{"task_id":"bm9btdv8f","timeout":30000}`},
	{name: "task-stop", tool: "KillShell", input: `{"shell_id":"bm9btdv8f"}`},
	{name: "resources", tool: "ListMcpResourcesTool", input: `{"server":"files"}`},
	{name: "resource", tool: "ReadMcpResourceTool", input: `{"server":"files","uri":"file:///etc/hosts"}`},
	{name: "mcp", tool: "mcp__linear__create_issue", input: `{"title":"A bug","labels":["bug","ui"],"body":"First line.\nSecond line.","team":{"id":7,"lead":null}}`},
	{name: "unknown", tool: "Brew", input: `{"beans":"Arabica","grams":18.5}`},
	{name: "unknown-empty", tool: "Brew", input: `{}`},
	{name: "wide", tool: "Write", input: `{"file_path":"/home/dev/app/日本/語.txt","content":"日本語のとても長い行がここにあります。幅を数えるのは難しいです。\n👍🏽 café e\u0301\n"}`},
	{name: "long-line", tool: "Write", input: `{"file_path":"/home/dev/app/a.min.js","content":` + quote(strings.Repeat("a();", 60)) + `}`},
	{name: "far", tool: "Edit", input: fmt.Sprintf(`{"file_path":"/home/dev/app/far.txt","old_string":%s,"new_string":%s}`, quote("line 120\n"), quote("line one hundred and twenty\n")), change: func(c *preview.Context) {
		var b strings.Builder
		for i := range 1200 {
			fmt.Fprintf(&b, "line %d\n", i+1)
		}
		c.Files = files{"/home/dev/app/far.txt": text(b.String())}
	}},
}
