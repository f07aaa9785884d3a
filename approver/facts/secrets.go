package facts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// secretForms are the forms of keys that are known by how they begin, or by what
// they are given to. Their names are said, they themselves are not.
var secretForms = sync.OnceValue(func() []secretForm {
	form := func(name, hints, pattern string) secretForm {
		return secretForm{name, strings.Fields(hints), regexp.MustCompile(pattern)}
	}
	return []secretForm{
		form("an AWS access key", "akia asia", `\b(AKIA|ASIA)[0-9A-Z]{16}\b`),
		form("a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", `\b(gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})`),
		form("a GitLab token", "glpat-", `\bglpat-[A-Za-z0-9_-]{16,}`),
		form("an API key", "sk-", `\bsk-(ant-|proj-|live-)?[A-Za-z0-9_-]{20,}`),
		form("a Stripe key", "k_live_", `\b[rs]k_live_[A-Za-z0-9]{16,}`),
		form("a Slack token", "xox", `\bxox[baprs]-[A-Za-z0-9-]{10,}`),
		form("a Google API key", "aiza", `\bAIza[0-9A-Za-z_-]{35}`),
		form("an npm token", "npm_", `\bnpm_[A-Za-z0-9]{30,}`),
		form("a private key", "-----begin", `-----BEGIN [A-Z ]*PRIVATE KEY-----`),
		form("a signed token", "eyj", `\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.`),
		form("a password in an address", "://", `[a-z]://[^/\s:@'"$]+:[^/\s:@'"$]+@`),
		form("a value named as a secret", "secret token passw key",
			`\b[A-Z0-9_]*(SECRET|TOKEN|PASSWORD|PASSWD|ACCESS_KEY|SECRET_KEY|API_?KEY)=["']?[A-Za-z0-9+_][A-Za-z0-9+/_.=-]{11,}`),
		form("a bearer token", "authorization", `(?i)authorization:\s*(bearer|token|basic)\s+[A-Za-z0-9_.+/=-]{12,}`),
	}
})

// secretForm is one form. A text that has none of the hints, in any case, can't
// hold it: looking for them first is what makes a long text cheap.
type secretForm struct {
	name  string
	hints []string
	form  *regexp.Regexp
}

// find returns where a secret of the form begins, in bytes, or -1. lower is the
// text in lower case.
func (s secretForm) find(text, lower string) int {
	if !slices.ContainsFunc(s.hints, func(hint string) bool { return strings.Contains(lower, hint) }) {
		return -1
	}
	at := s.form.FindStringIndex(text)
	if at == nil {
		return -1
	}
	return at[0]
}

// secrets says that a command or an address holds a secret, which will then
// stand in logs and in the list of processes.
func secrets(l *look) []string {
	var out []string
	for _, name := range []string{"command", "url"} {
		text := l.text(name)
		if text == "" {
			continue
		}
		lower := strings.ToLower(text)
		for _, s := range secretForms() {
			if at := s.find(text, lower); at >= 0 {
				out = append(out, fmt.Sprintf("%s: it contains %s, at %d", name, s.name, utf8.RuneCountInString(text[:at])+1))
			}
		}
	}
	return out
}
