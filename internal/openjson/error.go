package openjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// ErrNull means that null stands where it is no value.
var ErrNull = errors.New("null where a value is expected")

var errNoObject = errors.New("null where an object is expected")

// FieldError says which member of an object could not be read.
type FieldError struct {
	Field string // JSON name, a path such as "rules.toolName" when it is nested
	Err   error
}

func (e *FieldError) Error() string { return fmt.Sprintf("field %q: %v", e.Field, e.Err) }

// Unwrap returns the cause, for errors.Is and errors.As.
func (e *FieldError) Unwrap() error { return e.Err }

// nest puts name in front of the field that err names.
func nest(name string, err error) error {
	if inner, ok := errors.AsType[*FieldError](err); ok {
		return &FieldError{Field: name + "." + inner.Field, Err: inner.Err}
	}
	return &FieldError{Field: name, Err: inWords(err)}
}

// inWords says in JSON's words what encoding/json says in Go's.
func inWords(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	came, _, _ := strings.Cut(wrong.Value, " ") // a number comes with its digits
	if came == "string" {
		came = "text"
	}
	return fmt.Errorf("%s where %s is expected", came, kindOf(wrong.Type))
}

// kindOf names the kind of JSON value that a Go type reads.
func kindOf(typ reflect.Type) string {
	switch typ.Kind() {
	case reflect.Pointer:
		return kindOf(typ.Elem())
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a number"
}
