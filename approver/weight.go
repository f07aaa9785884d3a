package approver

import (
	"reflect"
	"time"
)

// weight returns about how many bytes of text a value keeps in memory: those of
// its strings and byte slices, and of whatever it points to.
func weight(v any) int { return weightOf(reflect.ValueOf(v)) }

func weightOf(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Pointer, reflect.Interface:
		return weightOf(v.Elem()) // of nil that is the zero Value, which weighs nothing
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return 0 // it points to the time zone, which everybody shares
		}
		for _, field := range v.Fields() {
			n += weightOf(field)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return v.Len()
		}
		for i := range v.Len() {
			n += weightOf(v.Index(i))
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			n += weightOf(key) + weightOf(value)
		}
	}
	return n
}
