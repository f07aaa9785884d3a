package claude

import (
	"fmt"
	"strings"
)

// ParseRule reads the text of a rule, `Tool` or `Tool(content)`, into its tool and
// content. Inside the parentheses \( \) and \\ stand for the plain characters.
// The text is an error, a *[SyntaxError], where Claude Code would not find a
// tool and a content in it: such a rule is kept in the settings and settles
// nothing. ParseRule does not resolve aliases; [RuleValue.Tool] does.
func ParseRule(text string) (RuleValue, error) {
	open := unescapedIndex(text, '(')
	if open < 0 {
		if strings.TrimSpace(text) == "" {
			return RuleValue{}, &SyntaxError{text, "it is empty"}
		}
		if strings.Contains(text, ")") {
			return RuleValue{ToolName: text}, &SyntaxError{text, "there is a ) and no ( before it"}
		}
		return RuleValue{ToolName: text}, nil
	}
	if strings.TrimSpace(text[:open]) == "" {
		return RuleValue{ToolName: text}, &SyntaxError{text, "the tool's name before ( is missing"}
	}
	if strings.Contains(text[:open], ")") {
		return RuleValue{ToolName: text}, &SyntaxError{text, "there is a ) in the tool's name"}
	}
	if !closes(text) {
		return RuleValue{ToolName: text}, &SyntaxError{text, "the last character is no closing )"}
	}
	content := text[open+1 : len(text)-1]
	value := RuleValue{ToolName: text[:open], RuleContent: unescape(content)}
	switch content {
	case "":
		return value, &SyntaxError{text, "nothing stands in the parentheses; write the tool's name alone to cover all of it"}
	case "*":
		value.RuleContent = ""
	}
	return value, nil
}

// SyntaxError says why a text is no rule.
type SyntaxError struct {
	Text   string // the rule as written
	Reason string
}

// Error names the rule and the reason.
func (e *SyntaxError) Error() string { return fmt.Sprintf("rule %q: %s", e.Text, e.Reason) }

// String prints the rule so that [ParseRule] reads it back: `Tool(content)`, the
// content escaped.
func (v RuleValue) String() string {
	if v.RuleContent == "" {
		return v.ToolName
	}
	return v.ToolName + "(" + escape(v.RuleContent) + ")"
}

// aliases are the former names of tools, under which their rules still count.
var aliases = map[string]string{"Task": "Agent"}

// Tool returns the name under which Claude Code knows the rule's tool today.
func (v RuleValue) Tool() string {
	if now, ok := aliases[v.ToolName]; ok {
		return now
	}
	return v.ToolName
}

var (
	escaper   = strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`)
	unescaper = strings.NewReplacer(`\\`, `\`, `\(`, `(`, `\)`, `)`)
)

func escape(s string) string   { return escaper.Replace(s) }
func unescape(s string) string { return unescaper.Replace(s) }

// unescapedIndex returns where c first stands without a backslash before it.
func unescapedIndex(s string, c byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if s[i] == c {
			return i
		}
	}
	return -1
}

// closes reports whether s ends with a ) that no backslash escapes.
func closes(s string) bool {
	if !strings.HasSuffix(s, ")") {
		return false
	}
	head := s[:len(s)-1]
	return (len(head)-len(strings.TrimRight(head, `\`)))%2 == 0
}
