// Package themes holds sayso's colours. A theme is a TOML file that gives a
// colour to each token; the rest of the program knows tokens only and never a
// colour.
package themes

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed *.toml
var files embed.FS

// Color is "#rrggbb", an ANSI number from "0" to "255", or "" for the
// terminal's own colour.
type Color string

// colorForm is compiled when a theme is read, which no start of a hook does.
var colorForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(#[0-9a-fA-F]{6}|[0-9]{1,2}|1[0-9]{2}|2[0-4][0-9]|25[0-5])?$`)
})

// Theme gives a colour to each token. A colour never carries a meaning alone:
// whatever a token says is also said in words or by a sign.
type Theme struct {
	Text  Color `toml:"text"`  // what is read
	Muted Color `toml:"muted"` // what stands beside it: labels, ages, descriptions
	Faint Color `toml:"faint"` // lines, and what does not work now
	Allow Color `toml:"allow"` // a yes, and what it adds
	Deny  Color `toml:"deny"`  // a no, and what went wrong
	Ask   Color `toml:"ask"`   // who asks, and why
	Note  Color `toml:"note"`  // facts about the ask
	Mark  Color `toml:"mark"`  // made visible: characters that would hide
	Focus Color `toml:"focus"` // the choice that enter takes

	// Code.
	Comment Color `toml:"comment"`
	String  Color `toml:"string"`
	Number  Color `toml:"number"`
	Keyword Color `toml:"keyword"`
	Ident   Color `toml:"ident"` // names: of a command, a key, a variable

	// Backgrounds of a change: of its lines, and of what differs in them.
	Added       Color `toml:"added"`
	Removed     Color `toml:"removed"`
	AddedWord   Color `toml:"added_word"`
	RemovedWord Color `toml:"removed_word"`

	// Sessions, told apart at a glance; their names stand beside.
	Session1 Color `toml:"session1"`
	Session2 Color `toml:"session2"`
	Session3 Color `toml:"session3"`
	Session4 Color `toml:"session4"`
}

// Dark returns the built-in theme for dark backgrounds.
func Dark() Theme { return builtin("dark.toml") }

// Light returns the built-in theme for light backgrounds.
func Light() Theme { return builtin("light.toml") }

// Basic returns the built-in theme for terminals with sixteen colours. What the
// others would become there is not what it means: amber turns red.
func Basic() Theme { return builtin("basic.toml") }

// builtin reads an embedded theme. That each of them reads is a test's job, so
// a broken one stops the program here.
func builtin(name string) Theme {
	data, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	theme, err := Parse(name, data)
	if err != nil {
		panic(err)
	}
	return theme
}

// Parse reads a theme file. An error names the file, the line and the token.
func Parse(file string, data []byte) (Theme, error) {
	var t Theme
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := dec.Decode(&t); err != nil {
		return Theme{}, describe(file, err)
	}
	v := reflect.ValueOf(t)
	for i := range v.NumField() {
		color, ok := v.Field(i).Interface().(Color)
		if ok && !colorForm().MatchString(string(color)) {
			token := v.Type().Field(i).Tag.Get("toml")
			return Theme{}, fmt.Errorf(`%s:%d: %s: %q is not a colour; write "#rrggbb", "0" to "255", or "" for the terminal's own`,
				file, lineOf(data, token), token, string(color))
		}
	}
	return t, nil
}

// describe turns the decoder's errors into one line that names file and line.
func describe(file string, err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		row, _ := unknown.Errors[0].Position()
		return fmt.Errorf("%s:%d: %s: no such token; the tokens are %s",
			file, row, strings.Join(unknown.Errors[0].Key(), "."), strings.Join(tokens(), ", "))
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		row, _ := decode.Position()
		return fmt.Errorf("%s:%d: %s: %w", file, row, strings.Join(decode.Key(), "."), err)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// tokens returns the names that a theme file may use.
func tokens() []string {
	t := reflect.TypeFor[Theme]()
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = t.Field(i).Tag.Get("toml")
	}
	return names
}

// lineOf returns the line, from 1, on which a top-level key stands.
func lineOf(data []byte, key string) int {
	lines := strings.Split(string(data), "\n")
	return 1 + slices.IndexFunc(lines, func(line string) bool {
		name, _, ok := strings.Cut(line, "=")
		return ok && strings.TrimSpace(name) == key
	})
}
