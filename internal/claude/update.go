package claude

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sayso/internal/openjson"
)

// UpdateType names one of the six kinds of [Update].
type UpdateType string

// The six kinds, as Claude Code writes them.
const (
	AddRules          UpdateType = "addRules"
	ReplaceRules      UpdateType = "replaceRules"
	RemoveRules       UpdateType = "removeRules"
	SetMode           UpdateType = "setMode"
	AddDirectories    UpdateType = "addDirectories"
	RemoveDirectories UpdateType = "removeDirectories"
)

// UpdateTypes returns the six kinds in the order in which they are offered.
func UpdateTypes() []UpdateType {
	return []UpdateType{AddRules, ReplaceRules, RemoveRules, SetMode, AddDirectories, RemoveDirectories}
}

// Behavior is what a rule does to a call that it matches.
type Behavior string

// The three behaviors of a rule.
const (
	Allow Behavior = "allow"
	Deny  Behavior = "deny"
	Ask   Behavior = "ask"
)

// Behaviors returns the three behaviors in the order in which they are offered.
func Behaviors() []Behavior { return []Behavior{Allow, Deny, Ask} }

// Destination says where an update is kept.
type Destination string

// The five destinations. Session is Claude Code's memory; CLIArg stands for the
// client's command line, which is memory too.
const (
	UserSettings    Destination = "userSettings"
	ProjectSettings Destination = "projectSettings"
	LocalSettings   Destination = "localSettings"
	Session         Destination = "session"
	CLIArg          Destination = "cliArg"
)

// Destinations returns the five destinations, the narrowest first.
func Destinations() []Destination {
	return []Destination{Session, LocalSettings, ProjectSettings, UserSettings, CLIArg}
}

// File returns the settings file behind d as a person writes it, and "" for the
// two destinations that are memory.
func (d Destination) File() string {
	switch d {
	case UserSettings:
		return "~/.claude/settings.json"
	case ProjectSettings:
		return ".claude/settings.json"
	case LocalSettings:
		return ".claude/settings.local.json"
	}
	return ""
}

// Mode is a permission mode of Claude Code as it stands on the wire. The mode
// that the command line calls "manual" reads "default" there.
type Mode string

// The permission modes.
const (
	ModeDefault           Mode = "default"
	ModeAcceptEdits       Mode = "acceptEdits"
	ModePlan              Mode = "plan"
	ModeAuto              Mode = "auto"
	ModeDontAsk           Mode = "dontAsk"
	ModeBypassPermissions Mode = "bypassPermissions"
)

// Modes returns the modes, the most careful first.
func Modes() []Mode {
	return []Mode{ModePlan, ModeDefault, ModeAcceptEdits, ModeAuto, ModeDontAsk, ModeBypassPermissions}
}

// Name returns the mode as Claude Code's command line calls it.
func (m Mode) Name() string {
	if m == ModeDefault {
		return "manual"
	}
	return string(m)
}

// RuleValue is one rule in its parsed form, the PermissionRuleValue of Claude
// Code: a tool, and the part in parentheses where there is one.
type RuleValue struct {
	ToolName    string         `json:"toolName"`
	RuleContent string         `json:"ruleContent,omitempty"` // "" covers the whole tool
	Extra       openjson.Extra `json:"-"`
}

// Update is a PermissionUpdate of Claude Code: a change to rules, mode or
// directories. Which fields count depends on Type; [Update.Validate] says
// whether Claude Code would take it.
type Update struct {
	Type        UpdateType     `json:"type"`
	Rules       []RuleValue    `json:"rules,omitzero"`       // the three kinds that end in "Rules"
	Behavior    Behavior       `json:"behavior,omitempty"`   // with Rules
	Mode        Mode           `json:"mode,omitempty"`       // setMode
	Directories []string       `json:"directories,omitzero"` // the two kinds that end in "Directories"
	Destination Destination    `json:"destination"`
	Extra       openjson.Extra `json:"-"`
}

// Validate returns nil when Claude Code would take the update, and otherwise
// what is wrong with it. It matters before sending: one invalid entry in
// updatedPermissions makes Claude Code drop the whole answer.
func (u Update) Validate() error {
	var errs []error
	if !slices.Contains(Destinations(), u.Destination) {
		errs = append(errs, unknown("destination", u.Destination, Destinations()))
	}
	switch u.Type {
	case AddRules, ReplaceRules, RemoveRules:
		errs = append(errs, u.validateRules()...)
	case SetMode:
		if !slices.Contains(Modes(), u.Mode) {
			errs = append(errs, unknown("mode", u.Mode, Modes()))
		}
	case AddDirectories, RemoveDirectories:
		errs = append(errs, u.validateDirectories()...)
	default:
		errs = append(errs, unknown("type", u.Type, UpdateTypes()))
	}
	return errors.Join(errs...)
}

func (u Update) validateRules() (errs []error) {
	if !slices.Contains(Behaviors(), u.Behavior) {
		errs = append(errs, unknown("behavior", u.Behavior, Behaviors()))
	}
	if u.Rules == nil || len(u.Rules) == 0 && u.Type != ReplaceRules {
		errs = append(errs, errors.New("rules: none given"))
	}
	for i, rule := range u.Rules {
		if strings.TrimSpace(rule.ToolName) == "" {
			errs = append(errs, fmt.Errorf("rules[%d].toolName: empty", i))
		}
		if rule.RuleContent == "" && string(rule.Extra["ruleContent"]) == "null" {
			// Written as absent it would cover the whole tool, which nobody wrote.
			errs = append(errs, fmt.Errorf("rules[%d].ruleContent: null, want a text or nothing", i))
		}
	}
	return errs
}

func (u Update) validateDirectories() (errs []error) {
	if len(u.Directories) == 0 {
		errs = append(errs, errors.New("directories: none given"))
	}
	for i, dir := range u.Directories {
		if strings.TrimSpace(dir) == "" {
			errs = append(errs, fmt.Errorf("directories[%d]: empty", i))
		}
	}
	return errs
}

// unknown reports a value that is not one of a closed set.
func unknown[T ~string](field string, got T, known []T) error {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k)
	}
	if got == "" {
		return fmt.Errorf("%s: missing, want one of %s", field, strings.Join(names, ", "))
	}
	return fmt.Errorf("%s: %q is none of %s", field, string(got), strings.Join(names, ", "))
}
