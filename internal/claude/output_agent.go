package claude

import (
	"encoding/json"

	"sayso/internal/openjson"
)

// AgentOutput is the record of Agent: a union by Status, in one struct so that
// whatever came is kept. A status that is none of the three says nothing about
// what became of the agent.
type AgentOutput struct {
	Status            string          `json:"status,omitempty"`  // completed, async_launched, remote_launched
	AgentID           string          `json:"agentId,omitempty"` // completed, async_launched
	AgentType         string          `json:"agentType,omitempty"`
	Content           []ContentBlock  `json:"content,omitzero"` // completed: the result
	ResolvedModel     string          `json:"resolvedModel,omitempty"`
	ModelsUsed        []string        `json:"modelsUsed,omitempty"`        // when the model changed on the way
	TotalToolUseCount Number          `json:"totalToolUseCount,omitempty"` // completed
	TotalDurationMS   Number          `json:"totalDurationMs,omitempty"`   // completed; milliseconds
	TotalTokens       Number          `json:"totalTokens,omitempty"`       // completed; of the last request alone
	Usage             json.RawMessage `json:"usage,omitempty"`             // completed; of the last request alone
	ToolStats         *ToolStats      `json:"toolStats,omitempty"`         // completed
	ToolsUsed         []string        `json:"toolsUsed,omitempty"`         // completed
	Prompt            string          `json:"prompt,omitempty"`
	WorktreePath      string          `json:"worktreePath,omitempty"`   // completed
	WorktreeBranch    string          `json:"worktreeBranch,omitempty"` // completed
	IsAsync           bool            `json:"isAsync,omitempty"`        // async_launched
	Description       string          `json:"description,omitempty"`    // async_launched, remote_launched
	OutputFile        string          `json:"outputFile,omitempty"`     // async_launched, remote_launched
	CanReadOutputFile bool            `json:"canReadOutputFile,omitempty"`
	CanContinueAgent  bool            `json:"canContinueAgent,omitempty"`
	TaskID            string          `json:"taskId,omitempty"`     // remote_launched
	SessionURL        string          `json:"sessionUrl,omitempty"` // remote_launched
	Extra             openjson.Extra  `json:"-"`
}

// The statuses of an [AgentOutput].
const (
	AgentCompleted      = "completed"
	AgentAsyncLaunched  = "async_launched"
	AgentRemoteLaunched = "remote_launched"
)

// ToolStats is what an agent did, counted.
type ToolStats struct {
	ReadCount      Number         `json:"readCount"`
	SearchCount    Number         `json:"searchCount"`
	BashCount      Number         `json:"bashCount"`
	EditFileCount  Number         `json:"editFileCount"`
	LinesAdded     Number         `json:"linesAdded"`
	LinesRemoved   Number         `json:"linesRemoved"`
	OtherToolCount Number         `json:"otherToolCount"`
	FrameCount     Number         `json:"frameCount,omitempty"`
	Extra          openjson.Extra `json:"-"`
}

// AskUserQuestionOutput is the record of AskUserQuestion.
type AskUserQuestionOutput struct {
	Questions    []Question            `json:"questions,omitzero"`
	Answers      map[string]Answer     `json:"answers,omitempty"`
	Response     string                `json:"response,omitempty"` // the free reply, where there was one
	Annotations  map[string]Annotation `json:"annotations,omitempty"`
	AFKTimeoutMS Number                `json:"afkTimeoutMs,omitempty"` // milliseconds; nobody answered
	Extra        openjson.Extra        `json:"-"`
}

// EnterPlanModeOutput is the record of EnterPlanMode.
type EnterPlanModeOutput struct {
	Message string         `json:"message,omitempty"`
	Extra   openjson.Extra `json:"-"`
}

// ExitPlanModeOutput is the record of ExitPlanMode.
type ExitPlanModeOutput struct {
	Plan          string         `json:"plan,omitempty"`
	IsAgent       bool           `json:"isAgent,omitempty"`
	FilePath      string         `json:"filePath,omitempty"`
	PlanWasEdited bool           `json:"planWasEdited,omitempty"`
	Message       string         `json:"message,omitempty"` // published table from here on
	Approved      *bool          `json:"approved,omitempty"`
	Extra         openjson.Extra `json:"-"`
}
