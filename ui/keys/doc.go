package keys

import (
	"fmt"
	"strings"
)

// Doc returns the documentation of all keys, in Markdown. It stands in
// docs/keys.md, and a test holds the two together.
func (m Map) Doc() string {
	var b strings.Builder
	b.WriteString("# Keys\n\n" +
		"Made from the bindings in `ui/keys`; `make golden` writes it anew. Keys that answer are dead while a card arms,\n" +
		"and a letter acts only when no further typing follows it.\n")
	for _, s := range m.Sections() {
		fmt.Fprintf(&b, "\n## %s\n\n| key | what it does |\n|---|---|\n", s.Title)
		for _, k := range s.Bindings {
			fmt.Fprintf(&b, "| `%s` | %s |\n", k.Help().Key, k.Help().Desc)
		}
	}
	return b.String()
}
