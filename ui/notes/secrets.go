package notes

import (
	"fmt"
	"regexp"
	"sync"
	"unicode/utf8"
)

// secretForms are the forms of keys that are known by how they begin, or by what
// they are given to. Their names are said, they themselves are not.
var secretForms = sync.OnceValue(func() []secretForm {
	form := func(name, pattern string) secretForm { return secretForm{name, regexp.MustCompile(pattern)} }
	return []secretForm{
		form("an AWS access key", `\b(AKIA|ASIA)[0-9A-Z]{16}\b`),
		form("a GitHub token", `\b(gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})`),
		form("a GitLab token", `\bglpat-[A-Za-z0-9_-]{16,}`),
		form("an API key", `\bsk-(ant-|proj-|live-)?[A-Za-z0-9_-]{20,}`),
		form("a Stripe key", `\b[rs]k_live_[A-Za-z0-9]{16,}`),
		form("a Slack token", `\bxox[baprs]-[A-Za-z0-9-]{10,}`),
		form("a Google API key", `\bAIza[0-9A-Za-z_-]{35}`),
		form("an npm token", `\bnpm_[A-Za-z0-9]{30,}`),
		form("a private key", `-----BEGIN [A-Z ]*PRIVATE KEY-----`),
		form("a signed token", `\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.`),
		form("a password in an address", `[a-z]://[^/\s:@'"$]+:[^/\s:@'"$]+@`),
		form("a value for what is named a secret", `\b[A-Z0-9_]*(SECRET|TOKEN|PASSWORD|PASSWD|ACCESS_KEY|SECRET_KEY|API_?KEY)=["']?[A-Za-z0-9+_][A-Za-z0-9+/_.=-]{11,}`),
		form("a bearer token", `(?i)authorization:\s*(bearer|token|basic)\s+[A-Za-z0-9_.+/=-]{12,}`),
	}
})

type secretForm struct {
	name string
	form *regexp.Regexp
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
		for _, s := range secretForms() {
			if at := s.form.FindStringIndex(text); at != nil {
				out = append(out, fmt.Sprintf("%s: %s stands in it, at %d", name, s.name, utf8.RuneCountInString(text[:at[0]])+1))
			}
		}
	}
	return out
}
