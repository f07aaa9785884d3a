// Package claude holds the shapes in which Claude Code speaks: what its hooks,
// its permission prompts and its tools send and expect.
//
// Every type carries Claude Code's own field names. Members that a type does
// not name are kept in its Extra field and written again, so a payload of a
// newer client goes through unchanged; so are known members that came empty.
// Names are compared exactly, and a value of the wrong kind is an
// [openjson.FieldError] with the path of the member.
//
// A payload enters by its kind: a hook's by [ParseEvent], a host's permission
// request by [ParseCanUseTool], a prompt tool's call as [PromptToolArguments], and
// the arguments and the record of a tool by [ParseInput] and [ParseOutput]. What
// was said before is in a session's [Transcript]. The
// two tables behind these, events and tools, are where a new event or tool is
// added. Text and arguments come from outside and are hostile until they are
// escaped for display.
//
// What is documented as a list of words in a comment is an open set: newer
// clients have more, and none is refused on the way in. Answers are the other
// way round: their Validate takes nothing that Claude Code would not.
//
// The package decides nothing and draws nothing.
package claude
