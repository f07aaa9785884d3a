package markdown_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"sayso/themes"
	"sayso/ui/lines"
	"sayso/ui/markdown"
	"sayso/ui/style"
)

const whole = "# Add a cache\n\nThe list is **slow** with more than `1000` entries; see [the issue](https://example.com/i/7?x=1).\n\n" +
	"## Steps\n\n1. Write `cache.go`:\n   - a map with a *bound*\n   - a test\n2. Use it in the list, which today asks the server for every single entry that it shows\n- [x] measured\n- [ ] written\n\n" +
	"```go\n// get returns what is known.\nfunc get(k string) (string, bool) {\n\treturn m[k], true\n}\n```\n\n" +
	"| part | lines | why |\n|------|------:|-----|\n| cache | 40 | `map` and lock |\n| list | 3 | uses it |\n\n> Nothing else changes.\n\n---\nDone when the test passes. <!-- and push -->\n"

const items = "1. Write the cache, with a bound that comes from the settings\n   and with a test of its own.\n\n   ```go\n   m := map[string]int{}\n   ```\n" +
	"   > It is read by one goroutine.\n\n   - first\n     and on\n   - second\n2. Use it\n  in the list\nand done.\n"

const quotes = "> She wrote:\n> > He wrote, in a line that is long enough to be wrapped at eighty cells and at all that are less:\n> > > **No.**\n>\n> - Yes\n>   and yes\n\n" +
	inMany + "deep\n"

const inMany = "> > > > > > > > > > > > > > > > "

const struck = "Do ~~not~~ push. ~~Delete **all** of `build`~~, a~b, ~c~, ~~open\n\n- ~~done~~\n- [ ] ~~open~~\n"

const references = "See [the docs][docs], [docs][], [Docs] and [none][nowhere].\nTwo meanings: [the bank][bank].\n\n" +
	"[docs]: https://example.com/docs \"The docs\"\n[bank]: https://bank.example\n[bank]: https://evil.example\n"

const hostile = "1. a\u202eb\n   \x1b[2Jc\x1b]0;title\x07\n   > \u200bd\n> > \x9be\n~~\u202enot\x1b[0m~~ [x\u202e][y], [a][z]\n\n[y]: https://\u202egood\n[z]: \x1b[2Jhttps://a\n"

func TestGolden(t *testing.T) {
	for name, text := range map[string]string{
		"whole": whole, "items": items, "quotes": quotes, "struck": struck, "references": references, "hostile": hostile,
	} {
		for _, width := range []int{40, 48, 80, 120} {
			for colours, theme := range map[string]themes.Theme{"dark": themes.Dark(), "light": themes.Light()} {
				if colours == "light" && width != 80 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d-%s", name, width, colours), func(t *testing.T) {
					rows := markdown.Render(text, width, style.New(theme))
					for _, row := range rows {
						if w := lines.Width(row); w > width {
							t.Errorf("%d cells of %d: %q", w, width, row)
						}
					}
					golden.RequireEqual(t, strings.Join(rows, "\n")+"\n")
				})
			}
		}
	}
}
