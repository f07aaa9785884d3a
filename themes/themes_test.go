package themes_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"sayso/themes"
)

func TestBuiltinThemesGiveEveryTokenOfMeaningAColour(t *testing.T) {
	for name, theme := range map[string]themes.Theme{"dark": themes.Dark(), "light": themes.Light()} {
		for token, color := range map[string]themes.Color{
			"muted": theme.Muted, "faint": theme.Faint, "allow": theme.Allow, "deny": theme.Deny,
			"ask": theme.Ask, "note": theme.Note, "mark": theme.Mark, "focus": theme.Focus,
			"comment": theme.Comment, "string": theme.String, "number": theme.Number, "keyword": theme.Keyword, "ident": theme.Ident,
			"added": theme.Added, "removed": theme.Removed, "added_word": theme.AddedWord, "removed_word": theme.RemovedWord,
		} {
			if color == "" {
				t.Errorf("theme %s: %s has no colour", name, token)
			}
		}
	}
}

// Few colours must not make one meaning look like another, nor grey like none.
func TestMeaningsStayApartWithFewColours(t *testing.T) {
	for name, tc := range map[string]struct {
		theme   themes.Theme
		profile colorprofile.Profile
	}{"dark": {themes.Dark(), colorprofile.ANSI256}, "light": {themes.Light(), colorprofile.ANSI256}, "basic": {themes.Basic(), colorprofile.ANSI}} {
		shown := func(c themes.Color) string {
			if c == "" {
				return "none"
			}
			return fmt.Sprint(tc.profile.Convert(lipgloss.Color(string(c))))
		}
		th := tc.theme
		apart := [][2]themes.Color{{th.Allow, th.Deny}, {th.Ask, th.Deny}, {th.Ask, th.Allow}, {th.Note, th.Ask}, {th.Mark, th.Deny}}
		if th.Added != "" {
			apart = append(apart, [][2]themes.Color{{th.Added, th.Removed}, {th.Added, th.AddedWord}, {th.Removed, th.RemovedWord}}...)
		}
		for _, pair := range apart {
			if a, b := shown(pair[0]), shown(pair[1]); a == b {
				t.Errorf("%s: %s and %s both become %s", name, pair[0], pair[1], a)
			}
		}
		for _, grey := range []themes.Color{th.Muted, th.Faint, th.Comment} {
			n, err := strconv.Atoi(shown(grey))
			if grey != "" && (err != nil || n < 232 && n != 8) {
				t.Errorf("%s: the grey %s becomes %s", name, grey, shown(grey))
			}
		}
	}
}

func TestParseNamesFileLineAndToken(t *testing.T) {
	for name, tc := range map[string]struct{ data, want string }{
		"unknown token": {"deny = \"1\"\nallows = \"#ffffff\"\n", "my.toml:2: allows: no such token"},
		"bad colour":    {"deny = \"1\"\n\nallow = \"green\"\n", `my.toml:3: allow: "green" is not a colour`},
		"number":        {"allow = \"256\"\n", `my.toml:1: allow: "256" is not a colour`},
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
	theme, err := themes.Parse("x", []byte("allow = \"2\"\ndeny = \"196\"\ntext = \"\"\n"))
	if err != nil || theme.Allow != "2" || theme.Deny != "196" {
		t.Errorf("got %+v, %v", theme, err)
	}
}
