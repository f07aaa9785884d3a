package themes_test

import (
	"strings"
	"testing"

	"sayso/themes"
)

func TestBuiltinThemesGiveEveryTokenOfMeaningAColour(t *testing.T) {
	for _, theme := range []themes.Theme{themes.Dark(), themes.Light()} {
		for token, color := range map[string]themes.Color{
			"muted": theme.Muted, "faint": theme.Faint, "allow": theme.Allow, "deny": theme.Deny,
			"ask": theme.Ask, "note": theme.Note, "mark": theme.Mark, "focus": theme.Focus,
			"comment": theme.Comment, "string": theme.String, "number": theme.Number, "keyword": theme.Keyword, "ident": theme.Ident,
			"added": theme.Added, "removed": theme.Removed, "added_word": theme.AddedWord, "removed_word": theme.RemovedWord,
		} {
			if color == "" {
				t.Errorf("theme %s: %s has no colour", theme.Name, token)
			}
		}
	}
	if !themes.Dark().Dark || themes.Light().Dark {
		t.Error("the themes are not for the backgrounds that their names say")
	}
}

func TestParseNamesFileLineAndToken(t *testing.T) {
	for name, tc := range map[string]struct{ data, want string }{
		"unknown token": {"name = \"x\"\nallows = \"#ffffff\"\n", "my.toml:2: allows: no such token"},
		"bad colour":    {"name = \"x\"\n\nallow = \"green\"\n", `my.toml:3: allow: "green" is no colour`},
		"number":        {"allow = \"256\"\n", `my.toml:1: allow: "256" is no colour`},
		"wrong type":    {"allow = 3\n", "my.toml:1: allow"},
		"not TOML":      {"allow = \n", "my.toml:1:"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := themes.Parse("my.toml", []byte(tc.data))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}

func TestParseTakesNumbersAndTheTerminalsOwn(t *testing.T) {
	theme, err := themes.Parse("x", []byte("name = \"ansi\"\nallow = \"2\"\ndeny = \"196\"\ntext = \"\"\n"))
	if err != nil || theme.Allow != "2" || theme.Deny != "196" {
		t.Errorf("got %+v, %v", theme, err)
	}
}
