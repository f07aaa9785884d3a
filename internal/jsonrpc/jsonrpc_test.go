package jsonrpc_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"sayso/internal/jsonrpc"
)

func TestParse(t *testing.T) {
	for name, tc := range map[string]struct {
		line, id string
		code     int
		says     string
	}{
		"a request":            {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `1`, 0, ""},
		"an id that is a text": {`{"jsonrpc":"2.0","id":"\u0061","method":"ping"}`, `"\u0061"`, 0, ""},
		"a negative id":        {`{"jsonrpc":"2.0","id":-1,"method":"ping"}`, `-1`, 0, ""},
		"a notification":       {`{"jsonrpc":"2.0","method":"ping"}`, "", 0, ""},
		"a response":           {`{"jsonrpc":"2.0","id":1,"result":null}`, `1`, 0, ""},
		"an error to no id":    {`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, `null`, 0, ""},
		"an empty line":        {``, "", jsonrpc.CodeParse, "not JSON"},
		"half a message":       {`{"jsonrpc":`, "", jsonrpc.CodeParse, "not JSON"},
		"a batch":              {` [{"jsonrpc":"2.0","id":9,"method":"ping"}]`, "", jsonrpc.CodeInvalidRequest, "a batch"},
		"a number":             {`7`, "", jsonrpc.CodeInvalidRequest, "not a JSON-RPC message"},
		"the method a number":  {`{"jsonrpc":"2.0","id":9,"method":1}`, "", jsonrpc.CodeInvalidRequest, "method"},
		"a request's id null":  {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "", jsonrpc.CodeInvalidRequest, `"id"`},
		"a result's id null":   {`{"jsonrpc":"2.0","id":null,"result":1}`, "", jsonrpc.CodeInvalidRequest, `"id"`},
		"the id an object":     {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, "", jsonrpc.CodeInvalidRequest, `"id"`},
		"the id true":          {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, "", jsonrpc.CodeInvalidRequest, `"id"`},
		"another version":      {`{"jsonrpc":"1.0","id":9,"method":"ping"}`, `9`, jsonrpc.CodeInvalidRequest, `"1.0" is not "2.0"`},
		"params not UTF-8":     {"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",\"params\":\"\xff\"}", `9`, jsonrpc.CodeParse, "UTF-8"},
		"the id not UTF-8":     {"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", "", jsonrpc.CodeParse, "UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			m, bad := jsonrpc.Parse([]byte(tc.line))
			if string(m.ID) != tc.id {
				t.Errorf("the id is %q, want %q", m.ID, tc.id)
			}
			if tc.code == 0 && bad == nil {
				return
			}
			if bad == nil || bad.Code != tc.code || !strings.Contains(bad.Message, tc.says) {
				t.Errorf("got %v, want %d and %q", bad, tc.code, tc.says)
			}
		})
	}
}

func TestEncodeKeepsToOneLine(t *testing.T) {
	line, err := jsonrpc.Encode(jsonrpc.Message{ID: []byte(`"<a>"`), Method: "m", Params: []byte("{\n \"a\": \"<&>\"\n}")})
	if want := `{"jsonrpc":"2.0","id":"<a>","method":"m","params":{"a":"<&>"}}` + "\n"; err != nil || string(line) != want {
		t.Errorf("got %q, %v, want %q", line, err, want)
	}
}

func TestReader(t *testing.T) {
	for name, tc := range map[string]struct {
		stream string
		most   int
		want   []string // lines, then how it ends
	}{
		"lines":                       {"a\n\nb\r\n", 9, []string{"a", "", "b\r", "EOF"}},
		"half a line":                 {"a\nb", 9, []string{"a", "unexpected EOF"}},
		"as long as it may be":        {"abc\nd\n", 3, []string{"abc", "d", "EOF"}},
		"too long":                    {"abcd\nd\n", 3, []string{"too long", "d", "EOF"}},
		"as long, without an end":     {"abc", 3, []string{"unexpected EOF"}},
		"too long, without an end":    {"abcd", 3, []string{"too long", "EOF"}},
		"more than a buffer":          {strings.Repeat("x", 100<<10) + "\nd\n", 100 << 10, []string{strings.Repeat("x", 100<<10), "d", "EOF"}},
		"too long, more than buffers": {strings.Repeat("x", 300<<10) + "\nd\n", 70 << 10, []string{"too long", "d", "EOF"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := jsonrpc.NewReader(strings.NewReader(tc.stream), tc.most, nil)
			for i, want := range tc.want {
				line, err := r.Next()
				got := string(line)
				if errors.Is(err, jsonrpc.ErrTooLong) {
					got, err = "too long", r.Skip()
					if err == io.EOF {
						err = nil // Next says so again
					}
				}
				if err != nil {
					got = err.Error()
				}
				if got != want {
					t.Fatalf("%d: got %.40q, want %.40q", i, got, want)
				}
			}
		})
	}
}

func TestReaderAsksBeforeALineGrows(t *testing.T) {
	full := errors.New("full")
	var asked []int
	r := jsonrpc.NewReader(strings.NewReader("ab\n"+strings.Repeat("x", 200<<10)+"\n"), 1<<20, func(bytes int) error {
		if asked = append(asked, bytes); bytes > 100<<10 {
			return full
		}
		return nil
	})
	if line, err := r.Next(); string(line) != "ab" || err != nil {
		t.Fatalf("got %q, %v", line, err)
	}
	if _, err := r.Next(); !errors.Is(err, full) {
		t.Errorf("got %v, want the error of reach", err)
	}
	if len(asked) != 3 || asked[0] != 3 || asked[1] != 64<<10 || asked[2] != 128<<10 {
		t.Errorf("it was asked for %v", asked)
	}
}
