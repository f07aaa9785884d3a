package claude

import "sayso/internal/openjson"

// Notification is the payload of the Notification hook: something that Claude
// Code tells the person (NotificationHookInput).
type Notification struct {
	BaseHookInput
	Message          string         `json:"message"`
	Title            string         `json:"title,omitempty"`
	NotificationType string         `json:"notification_type"` // permission_prompt, idle_prompt … an open set
	Extra            openjson.Extra `json:"-"`
}

// PreCompact is the payload of the PreCompact hook: the conversation is about
// to be cut down to a summary (PreCompactHookInput).
type PreCompact struct {
	BaseHookInput
	Trigger            string         `json:"trigger"`             // manual, auto
	CustomInstructions *string        `json:"custom_instructions"` // what was given to /compact; null for none
	Extra              openjson.Extra `json:"-"`
}

// PostCompact is the payload of the PostCompact hook (PostCompactHookInput).
type PostCompact struct {
	BaseHookInput
	Trigger        string         `json:"trigger"`         // manual, auto
	CompactSummary string         `json:"compact_summary"` // what is left of the conversation
	Extra          openjson.Extra `json:"-"`
}

// SessionStart is the payload of the SessionStart hook. The four members about
// cost come with resume and fork alone.
type SessionStart struct {
	BaseHookInput
	Source                   string         `json:"source"` // startup, resume, clear, compact, fork
	Model                    string         `json:"model,omitempty"`
	SessionTitle             string         `json:"session_title,omitempty"`
	SecondsSinceLastResponse Number         `json:"seconds_since_last_response,omitempty"`
	ContextTokens            Number         `json:"context_tokens,omitempty"`
	PromptCacheLikelyExpired bool           `json:"prompt_cache_likely_expired,omitempty"`
	EstimatedCacheWriteUSD   Number         `json:"estimated_cache_write_usd,omitempty"`
	Extra                    openjson.Extra `json:"-"`
}

// SessionEnd is the payload of the SessionEnd hook.
type SessionEnd struct {
	BaseHookInput
	Reason string         `json:"reason"` // clear, resume, logout, prompt_input_exit, other
	Extra  openjson.Extra `json:"-"`
}

// Stop is the payload of the Stop hook: the turn is over.
type Stop struct {
	BaseHookInput
	StopHookActive       bool             `json:"stop_hook_active"` // a stop hook already made the turn go on
	LastAssistantMessage string           `json:"last_assistant_message,omitempty"`
	BackgroundTasks      []BackgroundTask `json:"background_tasks,omitzero"` // still at work
	SessionCrons         []SessionCron    `json:"session_crons,omitzero"`    // will wake the session later
	Extra                openjson.Extra   `json:"-"`
}

// SubagentStart is the payload of the SubagentStart hook; agent_id and
// agent_type of the base say which one.
type SubagentStart struct {
	BaseHookInput
	Extra openjson.Extra `json:"-"`
}

// SubagentStop is the payload of the SubagentStop hook; agent_id and agent_type
// of the base say which one.
type SubagentStop struct {
	BaseHookInput
	StopHookActive       bool             `json:"stop_hook_active"`
	AgentTranscriptPath  string           `json:"agent_transcript_path"` // JSON lines
	LastAssistantMessage string           `json:"last_assistant_message,omitempty"`
	BackgroundTasks      []BackgroundTask `json:"background_tasks,omitzero"`
	SessionCrons         []SessionCron    `json:"session_crons,omitzero"`
	Extra                openjson.Extra   `json:"-"`
}

// BackgroundTask is work that goes on after the turn's end
// (BackgroundTaskSummary). The client cuts long texts and says so in them.
type BackgroundTask struct {
	ID          string         `json:"id"`
	Type        string         `json:"type"` // shell, subagent, monitor, workflow … an open set
	Status      string         `json:"status"`
	Description string         `json:"description"`
	Command     string         `json:"command,omitempty"`    // of a shell
	AgentType   string         `json:"agent_type,omitempty"` // of a subagent
	Server      string         `json:"server,omitempty"`     // of an MCP task
	Tool        string         `json:"tool,omitempty"`       // of an MCP task
	Name        string         `json:"name,omitempty"`       // of a workflow
	Extra       openjson.Extra `json:"-"`
}

// SessionCron is a prompt that will be sent by the clock (SessionCronSummary).
type SessionCron struct {
	ID        string         `json:"id"`
	Schedule  string         `json:"schedule"`  // a cron expression
	Recurring bool           `json:"recurring"` // false: once
	Prompt    string         `json:"prompt"`
	Extra     openjson.Extra `json:"-"`
}

// UserPromptSubmit is the payload of the UserPromptSubmit hook. Not every
// prompt is the person's: task notifications come this way too.
type UserPromptSubmit struct {
	BaseHookInput
	Prompt       string         `json:"prompt"`
	Source       string         `json:"source,omitempty"` // user, sdk, system, loop_wakeup, schedule_wakeup, poll_event
	SessionTitle string         `json:"session_title,omitempty"`
	Extra        openjson.Extra `json:"-"`
}
