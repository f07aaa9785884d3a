package claude_test

import (
	"fmt"

	"sayso/internal/claude"
)

// toolNames is every tool that the table of tool inputs and outputs names.
var toolNames = []string{
	"Agent", "AskUserQuestion", "Bash", "Monitor", "Edit", "Read", "Write", "Glob", "Grep", "NotebookEdit", "WebFetch", "WebSearch",
	"TodoWrite", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "ExitPlanMode",
	"ListMcpResourcesTool", "ReadMcpResourceTool",
}

const (
	questions = `"questions":[{"question":"Which?","header":"h","options":[{"label":"a","description":"d","preview":"p"},{"label":"b","description":"d"}],"multiSelect":true}]`
	todos     = `[{"content":"c","status":"in_progress","activeForm":"doing"}]`
	hunks     = `[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":2,"lines":["-a","+b"]}]`
)

// toolInputs and toolOutputs hold one JSON text a form; of outputs, the
// published table's forms first.
var toolInputs = map[string][]string{
	"Agent":                  {`{"description":"d","prompt":"p","subagent_type":"Explore","model":"opus","effort":"high","run_in_background":false,"name":"n","team_name":"t","mode":"plan","isolation":"worktree"}`},
	"AskUserQuestion":        {`{` + questions + `,"answers":{"Which?":"a, b"},"annotations":{"Which?":{"preview":"p","notes":"n"}},"metadata":{"source":"remember"}}`, `{` + questions + `,"answers":{"Which?":["a","b"]}}`, `{` + questions + `,"response":"neither"}`},
	"Bash":                   {`{"command":"ls","timeout":120000,"description":"d","run_in_background":true,"dangerouslyDisableSandbox":true}`, `{"command":"ls","timeout":0,"run_in_background":false}`},
	"Monitor":                {`{"command":"tail -f x","description":"d","timeout_ms":60000,"persistent":true}`, `{"ws":{"url":"wss://x","protocols":["p"]},"description":"d"}`},
	"Edit":                   {`{"file_path":"/f","old_string":"a","new_string":"b","replace_all":true}`},
	"Read":                   {`{"file_path":"/f","offset":1,"limit":2,"pages":"1-5","allow_large":true}`},
	"Write":                  {`{"file_path":"/f","content":"c"}`},
	"Glob":                   {`{"pattern":"**/*.go","path":"/w"}`},
	"Grep":                   {`{"pattern":"p","path":"/w","glob":"*.go","type":"go","output_mode":"content","-i":true,"-n":false,"-o":true,"-B":1,"-A":2,"-C":3,"context":4,"head_limit":0,"offset":5,"multiline":true}`},
	"NotebookEdit":           {`{"notebook_path":"/n.ipynb","cell_id":"c","new_source":"s","cell_type":"code","edit_mode":"insert"}`},
	"WebFetch":               {`{"url":"https://x","prompt":"p","offset":100}`},
	"WebSearch":              {`{"query":"q","allowed_domains":["a"],"blocked_domains":["b"]}`},
	"TodoWrite":              {`{"todos":` + todos + `}`},
	"TaskCreate":             {`{"subject":"s","description":"d","activeForm":"a","metadata":{"k":1}}`},
	"TaskUpdate":             {`{"taskId":"1","status":"deleted","subject":"s","description":"d","activeForm":"a","addBlocks":["2"],"addBlockedBy":["3"],"owner":"o","metadata":{"k":1}}`},
	"TaskGet":                {`{"taskId":"1"}`},
	"TaskList":               {`{}`},
	"TaskOutput":             {`{"task_id":"1","block":false,"timeout":30000}`},
	"TaskStop":               {`{"task_id":"1"}`, `{"shell_id":"1"}`},
	"EnterPlanMode":          {`{}`},
	"ExitPlanMode":           {`{"plan":"# Plan","planFilePath":"/p.md","allowedPrompts":[{"tool":"Bash","prompt":"run tests"}]}`, `{}`},
	"ListMcpResourcesTool":   {`{"server":"s"}`, `{}`},
	"ReadMcpResourceTool":    {`{"server":"s","uri":"u"}`},
	"ReadMcpResourceDirTool": {`{"server":"s","uri":"u"}`},
	"Skill":                  {`{"skill":"s","args":"a"}`},
}

var toolOutputs = map[string][]string{
	"Agent": {
		`{"status":"completed","agentId":"a","agentType":"Explore","content":[{"type":"text","text":"x","citations":[]}],"resolvedModel":"m","modelsUsed":["m","n"],"totalToolUseCount":3,"totalDurationMs":1200,"totalTokens":99,"usage":{"input_tokens":1,"output_tokens":2,"service_tier":null},"toolStats":{"readCount":1,"searchCount":2,"bashCount":3,"editFileCount":4,"linesAdded":5,"linesRemoved":6,"otherToolCount":7,"frameCount":8},"toolsUsed":["Bash"],"prompt":"p","worktreePath":"/w","worktreeBranch":"b"}`,
		`{"status":"async_launched","isAsync":true,"agentId":"a","description":"d","resolvedModel":"m","modelsUsed":["m"],"prompt":"p","outputFile":"/o","canReadOutputFile":true,"canContinueAgent":true}`,
		`{"status":"remote_launched","taskId":"1","sessionUrl":"https://x","description":"d","prompt":"p","outputFile":"/o"}`,
	},
	"AskUserQuestion": {`{` + questions + `,"answers":{"Which?":"a"},"response":"r","annotations":{"Which?":{"preview":"p","notes":"n","unanswered":"skipped"}},"afkTimeoutMs":60000}`},
	"Bash":            {`{"stdout":"x","stderr":"y","interrupted":true,"isImage":true,"backgroundTaskId":"b","backgroundedByUser":true,"backgroundEndsWithFinalResponse":true,"timedOutAfterMs":5,"dangerouslyDisableSandbox":true,"returnCodeInterpretation":"no match","noOutputExpected":true,"persistedOutputPath":"/o","persistedOutputSize":7,"gitOperation":{"push":{"branch":"main"}}}`},
	"Monitor":         {`{"taskId":"1","timeoutMs":60000,"persistent":true}`},
	"Edit": {
		`{"message":"m","replacements":1,"file_path":"/f"}`,
		`{"filePath":"/f","oldString":"a","newString":"b","originalFile":"a\n","structuredPatch":` + hunks + `,"userModified":true,"replaceAll":true,"gitDiff":{"additions":1}}`,
		`{"filePath":"/f","oldString":"","newString":"b","originalFile":null,"structuredPatch":[],"userModified":false,"replaceAll":false}`,
	},
	"Read": {
		`{"content":"c","total_lines":9,"lines_returned":3}`,
		`{"image":"aGk=","mime_type":"image/png","file_size":2}`,
		`{"type":"text","file":{"filePath":"/f","content":"c","numLines":1,"startLine":1,"totalLines":1,"truncatedByTokenCap":true}}`,
		`{"type":"image","file":{"base64":"aGk=","type":"image/png","originalSize":2}}`,
		`{"type":"notebook","file":{"filePath":"/f","cells":[{"k":1}]}}`,
		`{"type":"parts","file":{"filePath":"/f","originalSize":2,"count":3,"outputDir":"/d"},"firstPage":1}`,
	},
	"Write": {
		`{"message":"m","bytes_written":3,"file_path":"/f"}`,
		`{"type":"update","filePath":"/f","content":"c","structuredPatch":` + hunks + `,"originalFile":"b","gitDiff":{"additions":1},"userModified":true}`,
	},
	"Glob": {
		`{"matches":["/a"],"count":1,"search_path":"/w"}`,
		`{"filenames":["/a"],"numFiles":1,"truncated":true,"durationMs":3}`,
	},
	"Grep": {
		`{"matches":[{"file":"/f","line_number":3,"line":"l","before_context":["b"],"after_context":["a"]}],"total_matches":1}`,
		`{"files":["/f"],"count":1}`,
		`{"mode":"content","filenames":[],"numFiles":0,"content":"c","numLines":1,"numMatches":1}`,
	},
	"NotebookEdit": {
		`{"message":"m","edit_type":"inserted","cell_id":"c","total_cells":4}`,
		`{"notebook_path":"/n","cell_id":"c","cell_type":"code","edit_mode":"insert","language":"python","old_source":"a","new_source":"b","original_file":"{}","updated_file":"{}","error":"e"}`,
	},
	"WebFetch":   {`{"bytes":10,"code":200,"codeText":"OK","result":"r","durationMs":30,"url":"https://x"}`},
	"WebSearch":  {`{"query":"q","results":["a text",{"tool_use_id":"t","content":[{"title":"t","url":"https://x","snippet":"s"}]}],"durationSeconds":1.25,"searchCount":1}`},
	"TodoWrite":  {`{"message":"m","stats":{"total":4,"pending":1,"in_progress":1,"completed":2}}`, `{"oldTodos":[],"newTodos":` + todos + `}`},
	"TaskCreate": {`{"task":{"id":"1","subject":"s"}}`},
	"TaskUpdate": {`{"success":true,"taskId":"1","updatedFields":["status"],"error":"e","statusChange":{"from":"pending","to":"completed"}}`},
	"TaskGet":    {`{"task":{"id":"1","subject":"s","description":"d","status":"pending","blocks":["2"],"blockedBy":[]}}`, `{"task":null}`},
	"TaskList":   {`{"tasks":[{"id":"1","subject":"s","status":"pending","owner":"o","blockedBy":["2"]}]}`},
	"TaskOutput": {`{"retrieval_status":"success","task":{"task_id":"1","task_type":"shell","status":"completed","description":"d","output":"o"}}`, `{"retrieval_status":"not_ready","task":null}`},
	"TaskStop":   {`{"message":"m","task_id":"1","task_type":"shell","command":"c"}`},
	"ExitPlanMode": {
		`{"message":"m","approved":false}`,
		`{"plan":"# Plan","isAgent":true,"filePath":"/p.md","planWasEdited":true}`,
		`{"plan":null,"isAgent":false}`,
	},
	"EnterPlanMode": {`{"message":"m"}`},
	"ListMcpResourcesTool": {
		`{"resources":[{"uri":"u","name":"n","description":"d","mimeType":"text/plain","server":"s"}],"total":1}`,
		`[{"uri":"u","name":"n","server":"s"}]`,
	},
	"ReadMcpResourceTool": {
		`{"contents":[{"uri":"u","mimeType":"text/plain","text":"t","blob":"aGk="}],"server":"s"}`,
		`{"contents":[{"uri":"u","blobSavedTo":"/b"}],"error":"e"}`,
	},
}

// toolSamples returns the samples of tools, whose types come from the tool
// table itself: a tool that is missing there has no type to offer.
func toolSamples() (out []sample) {
	for _, tool := range claude.Tools() {
		for i, text := range toolInputs[tool.Name] {
			out = append(out, sample{tool.Name + " input", fmt.Sprint(i), tool.NewInput, text})
		}
		for i, text := range toolOutputs[tool.Name] {
			out = append(out, sample{tool.Name + " output", fmt.Sprint(i), tool.NewOutput, text})
		}
	}
	return out
}
