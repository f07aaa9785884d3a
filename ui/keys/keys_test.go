package keys_test

import (
	"flag"
	"os"
	"reflect"
	"testing"

	"charm.land/bubbles/v2/key"

	"sayso/ui/keys"
)

var update = flag.Bool("update", false, "write docs/keys.md anew")

const doc = "../../docs/keys.md"

func TestTheDocumentIsCurrent(t *testing.T) {
	want := keys.Default().Doc()
	if *update {
		if err := os.WriteFile(doc, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(doc)
	if err != nil || string(got) != want {
		t.Errorf("docs/keys.md is not what the bindings say (%v); run make golden", err)
	}
}

// A binding that no section has is one that nobody finds.
func TestEveryBindingIsInTheHelp(t *testing.T) {
	m := keys.Default()
	shown := map[string]bool{}
	for _, s := range m.Sections() {
		for _, b := range s.Bindings {
			shown[b.Help().Key+b.Help().Desc] = true
		}
	}
	v := reflect.ValueOf(m)
	for i := range v.NumField() {
		b := v.Field(i).Interface().(key.Binding)
		name := v.Type().Field(i).Name
		if len(b.Keys()) == 0 || b.Help().Key == "" {
			t.Errorf("%s has no key or no help", name)
		}
		if !shown[b.Help().Key+b.Help().Desc] {
			t.Errorf("%s is in no section of the help", name)
		}
	}
}
