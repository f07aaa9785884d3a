// Package ipc is every way into sayso: the socket, its protocol, and, in the
// packages beneath, the doors that speak Claude Code's dialects.
//
// The protocol is JSON-RPC 2.0 with one message a line. No method answers an
// ask, adds a grant or changes a setting: the agent under approval runs as the
// same user and can reach the socket, so answers come from the keyboard alone.
//
// An ask tells two folders. "cwd" is where relative paths of the call count from;
// "cd" in a session changes it. "project_dir" of [AskParams] is where the session
// started, which the project's rules and settings belong to and which a path is
// inside or outside of. The hook takes it from CLAUDE_PROJECT_DIR, which Claude
// Code sets over whatever a project's settings say; "sayso mcp" does too, and
// "sayso ask" tells its own directory. A path that is not absolute or has more than
// 4096 bytes is left out, and without one the project is "cwd". Of a payload with a
// proof it does not count: there the module says it, and the proof covers that.
package ipc
