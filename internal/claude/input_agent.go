package claude

import (
	"sayso/internal/openjson"
)

// AgentInput is the input of Agent, once Task: a subagent to start.
type AgentInput struct {
	Description     string         `json:"description"`
	Prompt          string         `json:"prompt"`
	SubagentType    string         `json:"subagent_type,omitempty"`
	Model           string         `json:"model,omitempty"`             // sonnet, opus, haiku, fable
	Effort          string         `json:"effort,omitempty"`            // low, medium, high, xhigh, max
	RunInBackground *bool          `json:"run_in_background,omitempty"` // true when absent
	Name            string         `json:"name,omitempty"`
	TeamName        string         `json:"team_name,omitempty"` // ignored by the client
	Mode            Mode           `json:"mode,omitempty"`      // ignored by the client
	Isolation       string         `json:"isolation,omitempty"` // worktree, remote
	Extra           openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (a *AgentInput) UnmarshalJSON(data []byte) error { return openjson.Unmarshal(data, a, &a.Extra) }

// MarshalJSON writes the wire form.
func (a AgentInput) MarshalJSON() ([]byte, error) { return openjson.Marshal(a, a.Extra) }

// SkillInput is the input of Skill.
type SkillInput struct {
	Skill string         `json:"skill"`
	Args  string         `json:"args,omitempty"`
	Extra openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (s *SkillInput) UnmarshalJSON(data []byte) error { return openjson.Unmarshal(data, s, &s.Extra) }

// MarshalJSON writes the wire form.
func (s SkillInput) MarshalJSON() ([]byte, error) { return openjson.Marshal(s, s.Extra) }

// EnterPlanModeInput is the input of EnterPlanMode, which names no member.
type EnterPlanModeInput struct {
	Extra openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (e *EnterPlanModeInput) UnmarshalJSON(data []byte) error {
	return openjson.Unmarshal(data, e, &e.Extra)
}

// MarshalJSON writes the wire form.
func (e EnterPlanModeInput) MarshalJSON() ([]byte, error) { return openjson.Marshal(e, e.Extra) }

// ExitPlanModeInput is the input of ExitPlanMode. The model's call is often
// empty; the client fills in plan and file where the plan's file exists.
type ExitPlanModeInput struct {
	Plan           string          `json:"plan,omitempty"` // Markdown
	PlanFilePath   string          `json:"planFilePath,omitempty"`
	AllowedPrompts []AllowedPrompt `json:"allowedPrompts,omitzero"` // no longer used by the client
	Extra          openjson.Extra  `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (e *ExitPlanModeInput) UnmarshalJSON(data []byte) error {
	return openjson.Unmarshal(data, e, &e.Extra)
}

// MarshalJSON writes the wire form.
func (e ExitPlanModeInput) MarshalJSON() ([]byte, error) { return openjson.Marshal(e, e.Extra) }

// AllowedPrompt is an action that a plan once could ask for beforehand.
type AllowedPrompt struct {
	Tool   string         `json:"tool"`
	Prompt string         `json:"prompt"`
	Extra  openjson.Extra `json:"-"`
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (a *AllowedPrompt) UnmarshalJSON(data []byte) error {
	return openjson.Unmarshal(data, a, &a.Extra)
}

// MarshalJSON writes the wire form.
func (a AllowedPrompt) MarshalJSON() ([]byte, error) { return openjson.Marshal(a, a.Extra) }
