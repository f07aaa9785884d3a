package card

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/themes"
	"sayso/ui/lines"
	"sayso/ui/style"
)

// provenances are all that an ask may say of itself, and what the card makes of
// it where there is room.
var provenances = map[string]struct {
	ask  approver.Ask
	want []string
}{
	"nothing":    {approver.Ask{}, nil},
	"a plugin":   {told(approver.Provenance{Plugin: "guard", Reason: "Look twice."}), []string{"guard asks", "Look twice."}},
	"a rule":     {told(approver.Provenance{Rule: "Write(a.go)", RuleFile: "~/.claude/settings.json:12"}), []string{"Your ask rule: Write(a.go) (~/.claude/settings.json:12)"}},
	"a managed":  {told(approver.Provenance{Rule: "Write", RuleSource: "policySettings"}), []string{"Your organization's ask rule: Write"}},
	"a source":   {told(approver.Provenance{Rule: "Write", RuleSource: "localSettings"}), []string{"Your ask rule: Write (.claude/settings.local.json)"}},
	"a hook":     {told(approver.Provenance{Hook: "PreToolUse", Reason: "r"}), []string{"A PreToolUse hook asks", "r"}},
	"a setting":  {told(approver.Provenance{Setting: "permissions.x"}), []string{"The setting permissions.x asks"}},
	"ask only":   {told(approver.Provenance{Ceiling: "ask"}), []string{"Your organization requires asking for this tool."}},
	"blocked":    {told(approver.Provenance{Ceiling: "deny"}), []string{"Your organization blocks this tool."}},
	"no ceiling": {told(approver.Provenance{Ceiling: "allow"}), nil},
	"another process": {approver.Ask{Door: approver.DoorHook, Origin: approver.FromElsewhere, Provenance: approver.Provenance{Plugin: "guard"}},
		[]string{"From another process, not from the session", "guard asks"}},
	"no plugin": {approver.Ask{Door: approver.DoorHook}, []string{"Not verified: this session runs without sayso's plugin"}},
	"no key": {approver.Ask{Door: approver.DoorHook, Proof: approver.Proof{N: 1}},
		[]string{"Not verified: sayso does not have this session's key"}},
	"another door, no plugin": {approver.Ask{Door: approver.DoorMCP}, nil},
	"nobody": {approver.Ask{Door: approver.DoorHook, ToolUseID: "t", Origin: approver.FromSession},
		[]string{"There is no terminal to ask in: if handed back, the call is refused."}},
	"watched": {told(approver.Provenance{Plugin: "sayso", Reason: "you asked to see this: Bash(ls)"}),
		[]string{"sayso asks because of your watch rule", "you asked to see this: Bash(ls)"}},
	"consent":    {told(approver.Provenance{Consent: "The user pressed Yes"}), []string{"You said: The user pressed Yes"}},
	"rule kind":  {told(approver.Provenance{ReasonType: claude.ReasonRule}), []string{"A permission rule asks"}},
	"mode":       {told(approver.Provenance{ReasonType: claude.ReasonMode}), []string{"The session's permission mode asks"}},
	"hook kind":  {told(approver.Provenance{ReasonType: claude.ReasonHook}), []string{"A hook asks"}},
	"subagent":   {told(approver.Provenance{ReasonType: claude.ReasonAsyncAgent}), []string{"A subagent in the background asks"}},
	"sandbox":    {told(approver.Provenance{ReasonType: claude.ReasonSandboxOverride}), []string{"It would run outside the sandbox"}},
	"classifier": {told(approver.Provenance{ReasonType: claude.ReasonClassifier, Reason: "r"}), []string{"Auto mode's classifier asks", "r"}},
	"safety check": {told(approver.Provenance{ReasonType: claude.ReasonSafetyCheck, Reason: "r"}),
		[]string{"A safety check asks", "r"}},
	"working directory": {told(approver.Provenance{ReasonType: claude.ReasonWorkingDir, BlockedPath: "/etc/motd"}),
		[]string{"It reaches outside the working directories", "Because of /etc/motd"}},
	"working directory, told": {told(approver.Provenance{ReasonType: claude.ReasonWorkingDir, Reason: "outside"}), []string{"outside"}},
	"a path alone":            {told(approver.Provenance{BlockedPath: "/etc/motd"}), []string{"Because of /etc/motd"}},
	"parts":                   {told(approver.Provenance{ReasonType: claude.ReasonSubcommandResults}), nil},
	"other":                   {told(approver.Provenance{ReasonType: claude.ReasonOther, Reason: "r"}), []string{"r"}},
	"a kind to come":          {told(approver.Provenance{ReasonType: "newKind", Reason: "r"}), []string{"r"}},
	"hostile": {told(approver.Provenance{Plugin: "a\x1b[2Jb", Reason: "one\ntwo", BlockedPath: "/x\u202e"}),
		[]string{"a⟨ESC⟩[2Jb asks", "one", "two", "Because of /x⟨U+202E⟩"}},
}

func told(p approver.Provenance) approver.Ask { return approver.Ask{Provenance: p} }

func TestProvenanceSaysWhoAndWhy(t *testing.T) {
	for name, tc := range provenances {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, row := range Provenance(tc.ask, 200, style.New(themes.Dark())) {
				got = append(got, strings.TrimPrefix(ansi.Strip(row), " "+bar))
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

// A narrow card says the same words on more rows, and none is too wide.
func TestProvenanceFitsEveryWidth(t *testing.T) {
	for name, tc := range provenances {
		for _, width := range []int{20, 48, 80, 120} {
			var words []string
			for _, row := range Provenance(tc.ask, width, style.New(themes.Dark())) {
				if lines.Width(row) > width {
					t.Errorf("%s: a row is wider than %d: %q", name, width, ansi.Strip(row))
				}
				words = append(words, strings.Fields(strings.TrimPrefix(ansi.Strip(row), " "+bar))...)
			}
			want := strings.Fields(strings.Join(tc.want, " "))
			if strings.Join(words, "") != strings.Join(want, "") {
				t.Errorf("%s at %d: got %q, want %q", name, width, words, want)
			}
		}
	}
}

// Every kind that the client may name is either put into words or left to its
// reason on purpose.
func TestEveryKindIsConsidered(t *testing.T) {
	silent := []claude.DecisionReasonType{claude.ReasonSubcommandResults, claude.ReasonPermissionPromptTool, claude.ReasonOther}
	for _, kind := range claude.DecisionReasonTypes() {
		if (Asker(told(approver.Provenance{ReasonType: kind})) == "") != slices.Contains(silent, kind) {
			t.Errorf("the kind %s", kind)
		}
	}
}
