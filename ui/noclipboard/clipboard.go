// Package clipboard stands in for the clipboard library that the text fields of
// Bubbles link. That one looks for clipboard programs all over PATH when the
// program starts, and sayso starts for every hook of every session. Nothing is
// lost: what a terminal pastes arrives as a paste, and what is copied goes
// through the terminal.
package clipboard

import "errors"

// Unsupported is true: there is no clipboard here.
var Unsupported = true

var errNone = errors.New("sayso leaves the clipboard to the terminal")

// ReadAll fails.
func ReadAll() (string, error) { return "", errNone }

// WriteAll fails.
func WriteAll(string) error { return errNone }
