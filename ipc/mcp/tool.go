package mcp

import (
	"encoding/json"
	"errors"
	"fmt"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/internal/openjson"
	"sayso/ipc"
)

// toolName is the one tool, mcp__sayso__approve for a server that is called sayso.
const toolName = "approve"

// toolList is the result of tools/list. The description is for a model that
// finds the tool among its own.
const toolList = `{"tools":[{` +
	`"name":"approve",` +
	`"title":"Ask the person at sayso",` +
	`"description":"For Claude Code's --permission-prompt-tool: asks the person whether a tool call may run. Not for the model to call.",` +
	`"inputSchema":{"type":"object","properties":{` +
	`"tool_name":{"type":"string","description":"The tool that wants to run"},` +
	`"input":{"type":"object","description":"The input of the call"},` +
	`"tool_use_id":{"type":"string","description":"The id of the call"}},` +
	`"required":["tool_name","input"]}}]}`

// Decode makes an ask of the arguments of the tool. Errors name the field.
func Decode(payload json.RawMessage) (approver.Ask, error) {
	if err := claude.CheckLimits(payload); err != nil {
		return approver.Ask{}, fmt.Errorf("arguments: %w", err)
	}
	var args claude.PromptToolArguments
	if err := openjson.Unmarshal(payload, &args); err != nil {
		return approver.Ask{}, fmt.Errorf("arguments: %w", err)
	}
	switch {
	case args.ToolName == "":
		return approver.Ask{}, fmt.Errorf("field %q: missing", "tool_name")
	case !claude.IsObject(args.Input):
		return approver.Ask{}, fmt.Errorf("field %q: not an object", "input")
	}
	return approver.Ask{
		Tool:      args.ToolName,
		Input:     args.Input,
		ToolUseID: args.ToolUseID,
		Limits:    approver.Limits{RequiresPerson: approver.NeedsPerson(args.ToolName)},
	}, nil
}

// Encode returns the text of the tool's result for a decision about a call with
// the given input. A hand-back becomes a deny: nobody else can be asked.
func Encode(d approver.Decision, input json.RawMessage) (string, error) {
	result, ok := d.Result(input)
	if !ok {
		result = claude.DenyResult(handedBack, false)
	}
	if err := result.Validate(); err != nil {
		return "", fmt.Errorf("the answer can't be sent: %w", err)
	}
	text, err := openjson.Marshal(result)
	if err != nil {
		return "", fmt.Errorf("encoding the answer: %w", err)
	}
	return string(text), nil
}

// What the model reads where the person gave no answer. It is written so that a
// model passes on to the person what the person has to do.
const (
	handedBack = "sayso handed this ask back without an answer: the person chose so, or ended sayso. " +
		"Here is no other dialog to ask in, so the call was refused. Ask the person how to go on; " +
		"if sayso has ended, it must be started again: run \"sayso\" in a terminal beside this session."
	notRunning = "No sayso is running, so nobody could be asked and the call was refused. " +
		"Tell the person to start it: run \"sayso\" in a terminal beside this session, then try the call again."
	gone = "sayso ended before the person answered, so the call was refused. " +
		"Tell the person to start it again: run \"sayso\" in a terminal beside this session, then try the call again."
	byModel = "This tool is how Claude Code asks the person, not for the model to call: nobody was asked. " +
		"Call the tool that you need; the person is asked when it needs a yes."
)

// refusal returns the text of the tool's result where there is no decision.
func refusal(err error) string {
	message := fmt.Sprintf("sayso could not ask the person, so the call was refused: %v.", err)
	switch {
	case errors.Is(err, ipc.ErrNotRunning):
		message = notRunning
	case errors.Is(err, ipc.ErrGone):
		message = gone
	}
	return deny(message)
}

func deny(message string) string {
	text, err := openjson.Marshal(claude.DenyResult(message, false))
	if err != nil {
		return `{"behavior":"deny","message":"sayso failed"}` // a text always encodes
	}
	return string(text)
}
