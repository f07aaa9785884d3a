package facts

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The hints only save time: whatever has a secret's form is found with them.
func TestHintsMissNoSecret(t *testing.T) {
	for _, s := range secretForms() {
		t.Run(s.name, func(t *testing.T) {
			pattern := strings.ReplaceAll(s.form.String(), `\b`, "")
			rapid.Check(t, func(t *rapid.T) {
				secret := " " + rapid.StringMatching(pattern).Draw(t, "secret") + " "
				if s.form.MatchString(secret) && s.find(secret, strings.ToLower(secret)) < 0 {
					t.Fatalf("%q is not found", secret)
				}
			})
		})
	}
}
