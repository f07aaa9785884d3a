// Package claude holds the shapes in which Claude Code speaks: what its hooks,
// its permission prompts and its tools send and expect.
//
// Every type carries Claude Code's own field names. Members that a type does
// not name are kept in its Extra field and written again, so a payload of a
// newer client goes through unchanged. The package decides nothing and draws
// nothing.
package claude
