//go:build race

package shell_test

// raced tells that the race detector runs. It throws pooled memory away at random,
// so that what a reading allocates says nothing then.
const raced = true
