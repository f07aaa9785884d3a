package activity_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"sayso/approver"
	"sayso/approver/approvertest"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/themes"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// after returns what the desk remembers when a call that was asked about ended.
func after(t *testing.T, e *claude.PostToolUse) approver.Snapshot {
	t.Helper()
	d := approver.NewDesk(func() time.Time { return noon })
	m := (&approvertest.Module{Desk: d, Session: e.SessionID}).Start()
	if _, err := d.Submit(m.Prove(approver.Ask{ID: "1", Tool: e.ToolName, Input: e.ToolInput, ToolUseID: e.ToolUseID, Door: "hook", Session: approver.Session{Cwd: e.Cwd}})); err != nil {
		t.Fatal(err)
	}
	m.Observe(e)
	return d.Snapshot()
}

// gave is the end of a call with that response.
func gave(tool, response string) *claude.PostToolUse {
	e := &claude.PostToolUse{ToolName: tool, ToolUseID: "t", ToolInput: json.RawMessage(`{}`), ToolResponse: json.RawMessage(response), DurationMS: "14"}
	e.SessionID, e.Cwd, e.HookEventName = "s", "/home/dev/app", claude.EventPostToolUse
	return e
}

// details returns all that is shown of the only call.
func details(s approver.Snapshot, width int, theme themes.Theme) []string {
	r := newRig(s, [2]int{width, 1000})
	r.press("enter")
	return r.v.View(r.s, r.subjects, width, 1000, style.New(theme))
}

func TestWhatIsShownOfAnOutcome(t *testing.T) {
	for _, tc := range []struct {
		tool, response string
		want           []string
	}{
		{"Edit", `{"message":"Edited.","replacements":2,"file_path":"/f"}`, []string{"Edited.", "2 replacements in /f"}},
		{"Edit", `{"filePath":"/f","structuredPatch":[{"oldStart":3,"oldLines":1,"newStart":3,"newLines":1,"lines":["-a","+b"]}],"userModified":true}`,
			[]string{"Changed /f: 1 line added, 1 removed", "You changed the edit before it ran", "@@ -3,1 +3,1 @@", "-a", "+b"}},
		{"Write", `{"message":"m","bytes_written":3,"file_path":"/f"}`, []string{"3 bytes written to /f"}},
		{"NotebookEdit", `{"notebook_path":"/n","cell_id":"c","edit_mode":"replace","error":"no such cell"}`, []string{"no such cell"}},
		{"Bash", `{"stdout":"a\nb\n","stderr":"note","interrupted":true}`, []string{"It was interrupted", "Notices:", "note", "Output:", "2 lines of output", "a", "b"}},
		{"Bash", `{"stdout":"","stderr":"","interrupted":false}`, []string{"No output"}},
		{"Bash", `{"stdout":"x","isImage":true}`, []string{"The output is an image"}},
		{"Bash", `{"stdout":"x","timedOutAfterMs":120000,"backgroundTaskId":"b1","persistedOutputPath":"/o","persistedOutputSize":70000,"returnCodeInterpretation":"No matches found"}`,
			[]string{"It took longer than 2 min 0 s and went on in the background", "as task b1", "Exit status: No matches found", "The whole output, 70000 bytes, is in /o"}},
		{"Monitor", `{"taskId":"1","timeoutMs":0,"persistent":true}`, []string{"It watches until it is stopped, as task 1"}},
		{"Read", `{"type":"text","file":{"filePath":"/f","content":"c","numLines":20,"startLine":11,"totalLines":90}}`, []string{"Read the lines 11 to 30 of 90"}},
		{"Read", `{"type":"image","file":{"base64":"aGk=","type":"image/png","originalSize":2}}`, []string{"An image, image/png, 2 bytes"}},
		{"Read", `{"type":"parts","file":{"filePath":"/f","originalSize":2,"count":3,"outputDir":"/d"},"firstPage":1}`, []string{"3 pages of a PDF, 2 bytes"}},
		{"Read", `{"content":"c","total_lines":9,"lines_returned":3}`, []string{"Read 3 lines of 9"}},
		{"Glob", `{"filenames":["/a"],"numFiles":1,"truncated":true,"durationMs":3}`, []string{"1 file found", "There are more", "/a"}},
		{"Grep", `{"mode":"content","filenames":[],"numFiles":0,"content":"a:1:x","numLines":1}`, []string{"1 line found", "a:1:x"}},
		{"Grep", `{"mode":"files_with_matches","filenames":["/a","/b"],"numFiles":2}`, []string{"Found in 2 files", "/a", "/b"}},
		{"WebFetch", `{"bytes":10,"code":404,"codeText":"Not Found","result":"Nothing.","durationMs":30,"url":"https://x"}`, []string{"404 Not Found, 10 bytes", "Nothing."}},
		{"WebSearch", `{"query":"q","results":["a text",{"tool_use_id":"t","content":[{"title":"t","url":"https://x"}]}]}`, []string{"1 page found", "t  https://x"}},
		{"Task", `{"status":"completed","totalDurationMs":1200,"totalTokens":99,"totalToolUseCount":1,"content":[{"type":"text","text":"Done."}]}`,
			[]string{"It is done, 1.2 s, 1 call, 99 tokens in its last request", "Done."}},
		{"Agent", `{"status":"remote_launched","taskId":"1","sessionUrl":"https://x","prompt":"p"}`, []string{"It runs elsewhere, as task 1: https://x"}},
		{"TodoWrite", `{"oldTodos":[],"newTodos":[{"content":"Build","status":"in_progress","activeForm":"Building"}]}`, []string{"Build, in progress"}},
		{"TaskCreate", `{"task":{"id":"1","subject":"s"}}`, []string{"Created task 1: s"}},
		{"TaskUpdate", `{"success":true,"taskId":"1","updatedFields":["status"],"statusChange":{"from":"pending","to":"in_progress"}}`, []string{"Task 1: from pending to in progress"}},
		{"TaskUpdate", `{"success":false,"taskId":"1","updatedFields":[],"error":"Task not found"}`, []string{"Task 1 was not changed", "Task not found"}},
		{"TaskGet", `{"task":null}`, []string{"There is none of that number"}},
		{"TaskList", `{"tasks":[{"id":"1","subject":"s","status":"pending","blockedBy":["2"]}]}`, []string{"1 task", "1  s, pending, waits for 2"}},
		{"TaskOutput", `{"retrieval_status":"success","task":{"task_id":"1","task_type":"shell","status":"completed","output":"o"}}`, []string{"Asked for its output: success", "Task 1 is completed", "o"}},
		{"TaskStop", `{"message":"Stopped it.","task_id":"1","task_type":"shell","command":"c"}`, []string{"Stopped it."}},
	} {
		all := ansi.Strip(strings.Join(details(after(t, gave(tc.tool, tc.response)), 100, themes.Dark()), "\n"))
		if !strings.Contains(all, "Outcome") || strings.Contains(all, "{\"") {
			t.Errorf("%s %s is not shown by its record:\n%s", tc.tool, tc.response, all)
		}
		for _, want := range tc.want {
			if !strings.Contains(all, want) {
				t.Errorf("%s %s: no %q in\n%s", tc.tool, tc.response, want, all)
			}
		}
	}
}

// What can't be read is shown as it came.
func TestAnOutcomeThatCannotBeRead(t *testing.T) {
	for _, e := range []*claude.PostToolUse{
		gave("Bash", `"plain text"`), gave("Bash", `{"stdout":["plain text"]}`), gave("Edit", `{"later":"plain text"}`), gave("mcp__a__b", `{"x":"plain text"}`),
		gave("Agent", `{"status":"later","text":"plain text"}`), gave("Read", `[{"type":"text","text":"plain text"}]`),
	} {
		all := ansi.Strip(strings.Join(details(after(t, e), 100, themes.Dark()), "\n"))
		if !strings.Contains(all, "Output\n") || !strings.Contains(all, "plain text") {
			t.Errorf("%s %s:\n%s", e.ToolName, e.ToolResponse, all)
		}
	}
}

// Of a large record the numbers are whole, and what is left out is told.
func TestALargeOutcome(t *testing.T) {
	hunk := `{"oldStart":1,"oldLines":0,"newStart":1,"newLines":9000,"lines":["+x` + strings.Repeat(`","+some more of it`, 8999) + `"]}`
	all := ansi.Strip(strings.Join(details(after(t, gave("Edit", `{"filePath":"/f","originalFile":"`+strings.Repeat("x", 1<<20)+`","structuredPatch":[`+hunk+`]}`)), 100, themes.Dark()), "\n"))
	for _, want := range []string{"Changed /f: 9000 lines added, 0 removed", "+some more of it", "bytes more"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%.3000s", want, all)
		}
	}
}

// The text that was written is in the call's input: it takes no room from the
// change, and what is not shown at all is not told as missing.
func TestALargeFileHidesNoChange(t *testing.T) {
	text := strings.Repeat("x", 1<<20)
	for want, e := range map[string]*claude.PostToolUse{
		"+new":             gave("Write", `{"type":"update","filePath":"/f","content":"`+text+`","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-old","+new"]}]}`),
		"Read all 6 lines": gave("Read", `{"type":"text","file":{"filePath":"/f","content":"`+text+`","numLines":6,"startLine":1,"totalLines":6}}`),
	} {
		all := ansi.Strip(strings.Join(details(after(t, e), 100, themes.Dark()), "\n"))
		if !strings.Contains(all, want) || strings.Contains(all, "bytes more") {
			t.Errorf("%s: want %q in\n%.2000s", e.ToolName, want, all)
		}
	}
}

func TestHostileOutcomes(t *testing.T) {
	const evil = `evil\u001b]0;title\u0007\u202e\u001b[2J\nnext`
	for tool := range map[string]bool{"Edit": true, "Write": true, "Bash": true, "Agent": true, "WebFetch": true, "TaskList": true, "Grep": true} {
		response := strings.ReplaceAll(`{"filePath":"E","type":"create","structuredPatch":[{"lines":["+E","E",""]}],"stdout":"E","stderr":"E","backgroundTaskId":"E",`+
			`"status":"completed","content":[{"type":"text","text":"E"}],"worktreePath":"E","code":200,"codeText":"E","result":"E",`+
			`"tasks":[{"id":"E","subject":"E","status":"E","blockedBy":["E"]}],"mode":"E","filenames":["E"]}`, "E", evil)
		if tool == "Write" || tool == "Grep" {
			response = strings.Replace(response, `"content":[`, `"other":[`, 1)
		}
		for _, width := range []int{40, 100} {
			for _, row := range details(after(t, gave(tool, response)), width, themes.Dark()) {
				if row = ansi.Strip(row); strings.ContainsAny(row, "\x1b\x07\u202e") || lines.Width(row) > width {
					t.Errorf("%s %d: %q", tool, width, row)
				}
			}
		}
	}
}

// What the real client sent, as it is drawn.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("../../testdata/captures/hook-PostToolUse-*.json")
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var e claude.PostToolUse
		if err := openjson.Unmarshal(content, &e); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "hook-PostToolUse-"), ".json")
		for colours, theme := range map[string]themes.Theme{"dark": themes.Dark(), "light": themes.Light()} {
			for _, width := range []int{40, 100} {
				t.Run(fmt.Sprintf("%s/%d-%s", name, width, colours), func(t *testing.T) {
					rows := details(after(t, &e), width, theme)
					for _, row := range rows {
						if w := lines.Width(ansi.Strip(row)); w > width {
							t.Errorf("%d cells of %d: %q", w, width, row)
						}
					}
					golden.RequireEqual(t, strings.Join(rows, "\n")+"\n")
				})
			}
		}
	}
}
