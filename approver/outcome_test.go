package approver

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sayso/internal/openjson"
)

func TestOutcomeOf(t *testing.T) {
	for response, want := range map[string]Outcome{
		``:        {},
		`"text"`:  {},
		`[1]`:     {},
		` {} `:    {Record: json.RawMessage(`{}`)},
		`{"a":1}`: {Record: json.RawMessage(`{"a":1}`)},
		`{"stdout":"a\nb\n","stderr":"","interrupted":false}`:                                      {Record: json.RawMessage(`{"stdout":"a\nb\n","stderr":"","interrupted":false}`), Lines: 2},
		`{"filePath":"/f","originalFile":"x","structuredPatch":[{"lines":["+a","-b"," c","+d"]}]}`: {Record: json.RawMessage(`{"filePath":"/f","structuredPatch":[{"lines":["+a","-b"," c","+d"]}]}`), Added: 2, Removed: 1},
	} {
		if got := outcomeOf("Any", json.RawMessage(response)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s\ngot  %s %+v\nwant %s %+v", response, got.Record, got, want.Record, want)
		}
	}
}

// A record of any size is remembered within the bound, and the numbers are those
// of the whole.
func TestTheOutcomeOfALargeRecordIsBounded(t *testing.T) {
	line := `"+` + strings.Repeat("x", 90) + `"`
	patch := `[{"oldStart":1,"lines":[` + strings.TrimSuffix(strings.Repeat(line+",", 5000), ",") + `]}]`
	got := outcomeOf("Any", json.RawMessage(`{"filePath":"/f","originalFile":"`+strings.Repeat("y", 1<<20)+`","structuredPatch":`+patch+`,"userModified":true}`))
	if !json.Valid(got.Record) || len(got.Record) > maxRecord+64 || len(got.Record) < maxRecord/2 || got.Added != 5000 || got.Rest < 400_000 || got.Rest > 480_000 {
		t.Errorf("%d bytes, %d added, %d left out: %.100s", len(got.Record), got.Added, got.Rest, got.Record)
	}
	got = outcomeOf("Any", json.RawMessage(`{"stdout":"`+strings.Repeat(`ü\n`, 1<<19)+`","interrupted":true}`))
	if !json.Valid(got.Record) || len(got.Record) > maxRecord+64 || got.Lines != 1<<19 {
		t.Errorf("%d bytes, %d lines: %.100s", len(got.Record), got.Lines, got.Record)
	}
}

func TestAnyRecordIsShortenedToJSON(t *testing.T) {
	value := rapid.MapOf(rapid.String(), rapid.OneOf(
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.SliceOf(rapid.String()), func(s []string) any { return s }),
		rapid.Map(rapid.MapOf(rapid.String(), rapid.Float64()), func(m map[string]float64) any { return m }),
		rapid.Map(rapid.IntRange(0, 20_000), func(n int) any { return strings.Repeat("<\"", n) }),
		rapid.Map(rapid.IntRange(0, 40), func(n int) any { return json.RawMessage(strings.Repeat("[", n) + "1" + strings.Repeat("]", n)) }),
	))
	rapid.Check(t, func(t *rapid.T) {
		raw, err := openjson.Marshal(value.Draw(t, "record"))
		if err != nil {
			t.Skip(err)
		}
		got := outcomeOf("Any", raw)
		if !json.Valid(got.Record) || len(got.Record) > maxRecord+64 {
			t.Fatalf("%d bytes: %.200s", len(got.Record), got.Record)
		}
		if again := outcomeOf("Any", got.Record); again.Rest == 0 && string(again.Record) != string(got.Record) {
			t.Fatalf("what is short changed: %s", got.Record)
		}
	})
}
