// Package lazy compiles regular expressions when they are first needed. The
// program starts once for every hook of every session, and most of those starts
// need none of them.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns the compiled expression. An expression
// that does not compile panics at its first use, which a test of its use finds.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
