package approver

import (
	"encoding/json"
	"time"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// ID names one ask for as long as this sayso runs. It is sayso's own: two asks
// may share a session or a tool_use_id, but never an ID.
type ID string

// Door is the way by which an ask came in.
type Door string

// The doors.
const (
	DoorHook Door = "hook" // Claude Code's PermissionRequest hook
	DoorMCP  Door = "mcp"  // an MCP permission prompt tool (--permission-prompt-tool)
	DoorAsk  Door = "ask"  // the Agent SDK's canUseTool
)

// Kind is what an ask is about.
type Kind int

// The kinds.
const (
	KindCall        Kind = iota // a tool call wants a person's yes; questions and plans are calls too
	KindModelSwitch             // the session is about to run another model
	KindRefusal                 // auto mode refused a call; a yes lets the model try again
)

// Ask is one thing that a person must decide. It is a value that nobody
// changes once it is on the desk; its texts come from outside and are hostile
// until they went through the sanitiser.
type Ask struct {
	ID          ID
	Door        Door
	Kind        Kind
	Session     Session
	Agent       Agent
	Tool        string            // the tool's name as the model calls it
	Input       json.RawMessage   // the tool's arguments, byte for byte
	ToolUseID   string            // "" where the door does not tell it
	MCPServer   *claude.MCPServer // where an mcp__* tool comes from
	Suggestions []claude.Update   // what Claude Code offers to remember
	Provenance  Provenance
	Limits      Limits
	Peer        Peer
	Proof       Proof  // that the session's own module made of the payload; the zero value where none came
	Origin      Origin // the desk's finding
	ArrivedAt   time.Time
	Deadline    time.Time // when the door stops waiting; zero for never
}

// Session is the Claude Code session that an ask comes from.
type Session struct {
	ID             string
	Cwd            string // what relative paths of a call count from; "cd" changes it
	Project        string // where the session started; "" where no door told it, see Root
	TranscriptPath string
	Mode           claude.Mode
	PromptID       string // the prompt whose turn the ask belongs to
}

// Agent is the subagent that made the call; the zero value is the main loop.
type Agent struct {
	ID   string
	Type string
}

// PluginName is the name of sayso's own plugin, by which Claude Code calls it.
const PluginName = "sayso"

// Watched reports whether a watch rule made this an ask.
func (p Provenance) Watched() bool { return p.Plugin == PluginName }

// Provenance says who made this an ask, and why. Fields are empty where the
// door did not tell them.
type Provenance struct {
	Reason      string
	ReasonType  claude.DecisionReasonType // what kind of thing made it an ask
	Plugin      string
	Rule        string
	RuleSource  string // the settings that hold Rule
	RuleFile    string // where Rule stands, "FILE:LINE"; "" when it was not found
	Hook        string
	Setting     string
	Ceiling     string
	Approver    string
	ReadOnly    bool
	BlockedPath string // the path that made it an ask
	Description string // the tool's own description; from a host, its subtitle for this call
	Consent     string // the person's own words for the press that raised the call
}

// Limits are the things that this ask takes away from the usual choices.
type Limits struct {
	DefaultToNo    bool // no yes by a single key
	NoLastingRule  bool // nothing may be remembered
	RequiresPerson bool // no grant may answer
}

// Peer is the process at the other end of the connection.
type Peer struct {
	PID int // 0 where the system does not tell
	UID int
}

// NeedsPerson reports whether Claude Code settles the tool only by a person's
// answer that carries an input: a bare allow does not count for it.
func NeedsPerson(tool string) bool {
	return tool == claude.ToolAskUserQuestion || tool == claude.ToolExitPlanMode
}

// OneKeyYes reports whether a single key may allow the ask. A plugin's ask, an
// ask rule, an ask that defaults to no and one that another process made in the
// session's name want the yes confirmed.
func (a Ask) OneKeyYes() bool {
	return !a.Limits.DefaultToNo && !a.Limits.RequiresPerson && !a.askedOnPurpose() && a.Origin != FromElsewhere
}

// MayRemember reports whether a yes may carry permission updates.
func (a Ask) MayRemember() bool {
	return a.Kind == KindCall && !a.Limits.NoLastingRule && !a.askedOnPurpose() && a.Origin != FromElsewhere
}

// askedOnPurpose reports whether a plugin or an ask rule wants a person to look
// at every such call: a rule kept now would not settle the next one.
func (a Ask) askedOnPurpose() bool {
	return a.Provenance.Plugin != "" || a.Provenance.Rule != ""
}

// Check returns an error that says which part of the ask is larger than its card
// could show. Doors call it before they put an ask on the desk; the members of
// the payload were held to their limits when it was read.
func (a Ask) Check() error {
	if err := claude.CheckSuggestions(a.Suggestions); err != nil {
		return err
	}
	return claude.CheckInput(a.Tool, a.Input)
}

// FromModelSwitch makes an ask of a PreModelSwitch payload, as
// [FromPermissionRequest] does. Its input is what the payload says of the switch.
func FromModelSwitch(e claude.PreModelSwitch) (Ask, error) {
	input, err := openjson.Marshal(e.ModelSwitch)
	if err != nil {
		return Ask{}, err
	}
	return Ask{Kind: KindModelSwitch, Tool: e.HookEventName, Session: SessionOf(e.BaseHookInput), Input: input}, nil
}

// FromPermissionDenied makes an ask of a PermissionDenied payload, as
// [FromPermissionRequest] does. It carries no tool_use_id: the refused call is
// over, and what runs later under its name is another one.
func FromPermissionDenied(e claude.PermissionDenied) Ask {
	return Ask{
		Kind:       KindRefusal,
		Session:    SessionOf(e.BaseHookInput),
		Agent:      Agent{ID: e.AgentID, Type: e.AgentType},
		Tool:       e.ToolName,
		Input:      e.ToolInput,
		MCPServer:  e.MCPServer,
		Provenance: Provenance{Reason: e.Reason},
	}
}

// SessionOf returns the session that a payload comes from.
func SessionOf(b claude.BaseHookInput) Session {
	s := Session{ID: b.SessionID, Cwd: b.Cwd, TranscriptPath: b.TranscriptPath, Mode: b.PermissionMode, PromptID: b.PromptID}
	if b.Sayso != nil {
		s.Project = ProjectDir(b.Sayso.Project)
	}
	return s
}

// FromPermissionRequest makes an ask of a PermissionRequest payload. ID, Door,
// Peer and ArrivedAt are the caller's to fill in.
func FromPermissionRequest(r claude.PermissionRequest) Ask {
	a := Ask{
		Session:     SessionOf(r.BaseHookInput),
		Agent:       Agent{ID: r.AgentID, Type: r.AgentType},
		Tool:        r.ToolName,
		Input:       r.ToolInput,
		MCPServer:   r.MCPServer,
		Suggestions: r.PermissionSuggestions,
		Limits:      Limits{RequiresPerson: NeedsPerson(r.ToolName)},
	}
	if s := r.Sayso; s != nil {
		a.ToolUseID = s.ToolUseID
		a.Provenance = Provenance{
			Reason:      s.Reason,
			Plugin:      s.Plugin,
			Rule:        s.Rule,
			Hook:        s.Hook,
			Setting:     s.Setting,
			Ceiling:     s.Ceiling,
			Approver:    s.Approver,
			ReadOnly:    s.IsReadOnly,
			Description: s.Description,
			Consent:     s.Consent,
		}
	}
	return a
}
