//go:build !race

package rules

// raced tells that the race detector runs. It throws pooled memory away at random,
// so that what a verdict allocates says nothing then.
const raced = false
