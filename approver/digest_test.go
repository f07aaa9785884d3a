package approver

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestADigestTellsValuesApartAndNotTheirSpelling(t *testing.T) {
	for _, same := range [][]string{
		{`{"a":1,"b":[true,null,"x"]}`, ` { "b" : [ true, null, "\u0078" ], "a" : 1.0 } `, `{"a":1e0,"b":[true,null,"x"]}`},
		{`1000000`, `1e6`, `1000000.0`},
		{`"a\/b"`, `"a/b"`},
		{`1e400`},
		{`not JSON`, ` not JSON `},
	} {
		for _, other := range same[1:] {
			if digestOf([]byte(other)) != digestOf([]byte(same[0])) {
				t.Errorf("%s and %s differ", same[0], other)
			}
		}
	}
	seen := map[Digest]string{}
	for _, raw := range []string{
		``, `null`, `true`, `false`, `0`, `-0`, `1`, `10`, `"1"`, `""`, `[]`, `[[]]`, `[[],[]]`, `[1,2]`, `[12]`, `["a","b"]`, `["ab"]`, `["a\",\"b"]`,
		`{}`, `{"a":{}}`, `{"a":{},"b":{}}`, `{"a":{"b":{}}}`, `{"a":"b"}`, `{"ab":""}`, `{"a":1,"a":2}`, `{"a":2,"a":1}`, `{"a":1}`, `1e400`, `2e400`,
		`"` + strings.Repeat("x", 5000) + `"`, `"` + strings.Repeat("x", 5001) + `"`, `"` + strings.Repeat("x", 4083) + `"`, `"` + strings.Repeat("x", 4084) + `"`, `nul`,
	} {
		if before, taken := seen[digestOf([]byte(raw))]; taken {
			t.Errorf("%.40q and %.40q are told for the same", before, raw)
		}
		seen[digestOf([]byte(raw))] = raw
	}
}

// The digest of a large input takes no memory by its size, whatever its shape.
func TestADigestTakesLittleMemory(t *testing.T) {
	for name, raw := range map[string]string{
		"one text":  `{"command":"` + strings.Repeat("x", 1<<20) + `"}`,
		"a list":    `{"a":[` + strings.Repeat(`1,"a",`, 1<<17) + `null]}`,
		"many long": `{"a":[` + strings.Repeat(`"`+strings.Repeat("x", 4000)+`",`, 256) + `null]}`,
	} {
		if n := testing.AllocsPerRun(1, func() { digestOf(json.RawMessage(raw)) }); n > 20 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
