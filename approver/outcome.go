package approver

import (
	"bytes"
	"encoding/json"
	"strings"

	"sayso/internal/claude"
	"sayso/internal/openjson"
)

// Outcome is what is remembered of the record that a finished call left behind.
// The zero value is that of a call without one.
type Outcome struct {
	Record  json.RawMessage // an object; long texts are cut, which an ellipsis tells, and what found no room is left out
	Rest    int             // bytes that are cut or left out, of those that are told at all
	Lines   int             // of the output, result or content, whole
	Added   int             // lines, where the record has a patch; whole
	Removed int
}

// Bounds of an outcome.
const (
	maxRecord = 8 << 10 // bytes of a record
	maxNested = 8       // lists and objects in one another; what is deeper is left out
	minText   = 16      // bytes; a text is not cut to less, but left out
)

// notTold are the members of records of which nothing is shown: what the call's
// input holds already, the whole file as it was, and what is no text.
var notTold = map[string]bool{
	"originalFile": true, "oldString": true, "newString": true, "original_file": true, "updated_file": true,
	"old_source": true, "new_source": true, "prompt": true, "usage": true, "gitDiff": true, "oldTodos": true,
	"base64": true, "image": true, "cells": true,
}

// contentNotTold are the tools whose records have a file's whole text as content.
var contentNotTold = map[string]bool{claude.ToolRead: true, claude.ToolWrite: true}

// outcomeOf returns what is remembered of a tool's response: nothing where it is
// no record.
func outcomeOf(tool string, response json.RawMessage) (o Outcome) {
	if response = bytes.TrimSpace(response); len(response) == 0 || response[0] != '{' {
		return Outcome{}
	}
	s := shortener{left: maxRecord, noContent: contentNotTold[claude.CanonicalTool(tool)]}
	s.value(response, 0)
	o.Record, o.Rest = bytes.Clone(s.out), s.rest // without the room it grew in
	for name, raw := range openjson.Members(response) {
		switch name {
		case "stdout", "content", "result":
			o.Lines = max(o.Lines, linesOf(raw))
		case "structuredPatch":
			for hunk := range openjson.Elements(raw) {
				o.count(hunk)
			}
		}
	}
	return o
}

// count adds the lines of a hunk of a patch.
func (o *Outcome) count(hunk json.RawMessage) {
	for name, raw := range openjson.Members(hunk) {
		if name != "lines" {
			continue
		}
		for line := range openjson.Elements(raw) {
			switch openjson.Head(line, 1) {
			case "+":
				o.Added++
			case "-":
				o.Removed++
			}
		}
	}
}

// linesOf counts the lines of a text.
func linesOf(raw json.RawMessage) int {
	text := openjson.Text(raw)
	if text == "" {
		return 0
	}
	return strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
}

// shortener writes a value within a bound.
type shortener struct {
	out  []byte
	left int // bytes
	rest int // bytes that found no room

	noContent bool
}

// value writes a value, or as much of it as there is room for, and reports
// whether it wrote anything.
func (s *shortener) value(raw json.RawMessage, depth int) bool {
	switch {
	case depth > maxNested:
	case raw[0] == '{':
		s.list('{', '}', func(next func(before []byte, value json.RawMessage)) {
			for name, value := range openjson.Members(raw) {
				if key, err := openjson.Marshal(name); err == nil && !notTold[name] && !(s.noContent && name == "content") {
					next(append(key, ':'), value)
				}
			}
		}, depth)
		return true
	case raw[0] == '[':
		s.list('[', ']', func(next func(before []byte, value json.RawMessage)) {
			for value := range openjson.Elements(raw) {
				next(nil, value)
			}
		}, depth)
		return true
	case len(raw) <= s.left:
		s.write(raw)
		return true
	case raw[0] == '"' && s.left > minText:
		if text, err := openjson.Marshal(openjson.Head(raw, s.left-minText) + "…"); err == nil && len(text) <= s.left {
			s.rest += len(raw) - len(text)
			s.write(text)
			return true
		}
	}
	s.rest += len(raw)
	return false
}

// list writes an object or a list of what each gives it.
func (s *shortener) list(open, end byte, each func(next func(before []byte, value json.RawMessage)), depth int) {
	s.write([]byte{open})
	first := true
	each(func(before []byte, value json.RawMessage) {
		mark, left := len(s.out), s.left
		if !first {
			s.write([]byte{','})
		}
		s.write(before)
		if s.left <= 0 {
			s.rest += len(value)
		} else if s.value(value, depth+1) {
			first = false
			return
		}
		s.out, s.left = s.out[:mark], left
	})
	s.write([]byte{end})
}

func (s *shortener) write(text []byte) {
	s.out = append(s.out, text...)
	s.left -= len(text)
}
