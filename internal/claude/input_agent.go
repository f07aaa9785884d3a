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

// SkillInput is the input of Skill.
type SkillInput struct {
	Skill string         `json:"skill"`
	Args  string         `json:"args,omitempty"`
	Extra openjson.Extra `json:"-"`
}

// EnterPlanModeInput is the input of EnterPlanMode, which names no member.
type EnterPlanModeInput struct {
	Extra openjson.Extra `json:"-"`
}

// ExitPlanModeInput is the input of ExitPlanMode. The model's call is often
// empty; the client fills in plan and file where the plan's file exists.
type ExitPlanModeInput struct {
	Plan           string          `json:"plan,omitempty"` // Markdown
	PlanFilePath   string          `json:"planFilePath,omitempty"`
	AllowedPrompts []AllowedPrompt `json:"allowedPrompts,omitzero"` // no longer used by the client
	Extra          openjson.Extra  `json:"-"`
}

// AllowedPrompt is an action that a plan once could ask for beforehand.
type AllowedPrompt struct {
	Tool   string         `json:"tool"`
	Prompt string         `json:"prompt"`
	Extra  openjson.Extra `json:"-"`
}
