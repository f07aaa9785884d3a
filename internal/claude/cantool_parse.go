package claude

import (
	"errors"
	"fmt"

	"sayso/internal/openjson"
)

// ParseCanUseTool reads a permission request of a host in any of its three
// forms: the whole [ControlRequest], its request alone, or an [SDKCanUseTool].
// What mixes two forms is refused rather than guessed at. Errors name the
// member at fault.
func ParseCanUseTool(data []byte) (CanUseTool, error) {
	if err := CheckLimits(data); err != nil {
		return CanUseTool{}, err
	}
	var object struct {
		Members openjson.Extra `json:"-"`
	}
	if err := openjson.Unmarshal(data, &object); err != nil {
		return CanUseTool{}, err
	}
	r, err := readCanUseTool(data, object.Members)
	if err != nil {
		return CanUseTool{}, err
	}
	switch {
	case r.Subtype != "" && r.Subtype != SubtypeCanUseTool:
		return CanUseTool{}, fieldError("subtype", "%q is not %s", r.Subtype, SubtypeCanUseTool)
	case r.ToolName == "":
		return CanUseTool{}, fieldError("tool_name", "missing")
	case !IsObject(r.Input):
		return CanUseTool{}, fieldError("input", "not an object")
	}
	return r, nil
}

func readCanUseTool(data []byte, members openjson.Extra) (CanUseTool, error) {
	_, envelope := members["request"]
	_, snake := members["tool_name"]
	_, camel := members["toolName"]
	switch {
	case envelope && (snake || camel), snake && camel:
		return CanUseTool{}, errors.New("two forms of a permission request in one")
	case envelope:
		var c ControlRequest
		err := openjson.Unmarshal(data, &c)
		if err == nil && c.Type != TypeControlRequest {
			err = fieldError("type", "%q is not %s", c.Type, TypeControlRequest)
		}
		return c.Request, err
	case camel:
		var c SDKCanUseTool
		err := openjson.Unmarshal(data, &c)
		return c.Request(), err
	}
	var r CanUseTool
	err := openjson.Unmarshal(data, &r)
	return r, err
}

// fieldError says what is wrong with a member.
func fieldError(field, format string, args ...any) error {
	return &openjson.FieldError{Field: field, Err: fmt.Errorf(format, args...)}
}
