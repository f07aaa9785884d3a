package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"

	"github.com/tailscale/hujson"

	"sayso/internal/claude"
	"sayso/internal/safefile"
	"sayso/plugin"
	"sayso/rules"
	"sayso/rules/settings"
)

// entry is a member that the client keeps for a plugin, in settings.json or in
// a list of its own. container is "" for a member of the whole, and stays where
// it is empty if the client always writes it.
type entry struct {
	container, name string
	stays           bool
}

// entries are all that is there because of sayso.
var entries = []entry{
	{container: "extraKnownMarketplaces", name: plugin.Marketplace},
	{container: "enabledPlugins", name: plugin.ID},
}

// ledger is a file of the client's that names the plugin.
type ledger struct {
	path    string
	entries []entry
}

// ledgers returns the files that uninstall looks through. The client's own lists
// are among them only where there is no client to keep them.
func (p Places) ledgers() []ledger {
	list := []ledger{{p.Settings(), entries}}
	if p.Client == "" {
		lists := filepath.Join(p.ClientDir, "plugins")
		list = append(list,
			ledger{filepath.Join(lists, "known_marketplaces.json"), []entry{{name: plugin.Marketplace}}},
			ledger{filepath.Join(lists, "installed_plugins.json"), []entry{{container: "plugins", name: plugin.ID, stays: true}}})
	}
	return list
}

// keepText runs change, which has the client write its settings.json, and then
// puts back what the person wrote there: only sayso's entries may differ. The
// client's text stays where that can't be done safely, and note says so.
func (p Places) keepText(change func() error) (note string, err error) {
	before, err := readFile(p.Settings())
	if err != nil {
		return "", err
	}
	failed := change()
	after, err := readFile(p.Settings())
	if err != nil || bytes.Equal(before, after) || len(bytes.TrimSpace(before)) == 0 {
		return "", errors.Join(failed, err)
	}
	restored, err := carryOver(before, after)
	if err == nil {
		err = rewrite(p.Settings(), after, restored)
	}
	if err != nil {
		return fmt.Sprintf("Claude Code reformatted %s, and the old layout can't be restored (%v)", p.Short(p.Settings()), err), failed
	}
	return "", failed
}

func readFile(name string) ([]byte, error) {
	content, err := safefile.Read(name, settings.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return content, err
}

// rewrite replaces old by content, or fails when the file no longer holds old:
// then somebody else has written it, and theirs is kept.
func rewrite(path string, old, content []byte) error {
	f := settings.File{Source: rules.Source(claude.UserSettings), Path: path}
	_, err := settings.Change(f, func(d *settings.Document) (*settings.Document, error) {
		if !bytes.Equal(d.Bytes(), old) {
			return nil, errors.New("the file changed in the meantime")
		}
		return settings.Parse(f, content)
	})
	return err
}

// dropEntries removes sayso's entries where the client has not done it. It
// reports whether there were any. A file that does not name sayso may hold
// anything.
func (l ledger) dropEntries() (bool, error) {
	before, err := readFile(l.path)
	if err != nil || !bytes.Contains(before, []byte(plugin.Marketplace)) {
		return false, err
	}
	root, err := parseObject(before)
	if err != nil {
		return false, err
	}
	dropped := false
	for _, e := range l.entries {
		dropped = remove(root, e) || dropped
	}
	if !dropped {
		return false, nil
	}
	return true, rewrite(l.path, before, root.Pack())
}

// carryOver returns before with sayso's entries as they are in after. It fails
// unless the result means the same as after in every other member.
func carryOver(before, after []byte) ([]byte, error) {
	root, err := parseObject(before)
	if err != nil {
		return nil, err
	}
	now, err := parseObject(after)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		value := find(find(now, e.container), e.name)
		if value == nil {
			remove(root, e)
			continue
		}
		if err := set(root, e, *value); err != nil {
			return nil, err
		}
	}
	result := root.Pack()
	if !sameMeaning(result, after) {
		return nil, errors.New("more than sayso's entries changed")
	}
	return result, nil
}

func parseObject(content []byte) (*hujson.Value, error) {
	root, err := hujson.Parse(bytes.Clone(content))
	if err != nil {
		return nil, err
	}
	if _, ok := root.Value.(*hujson.Object); !ok || !root.IsStandard() {
		return nil, errors.New("it is not a JSON object without comments")
	}
	return &root, nil
}

// sameMeaning compares two settings. An empty container says nothing.
func sameMeaning(a, b []byte) bool {
	var values [2]map[string]any
	for i, content := range [][]byte{a, b} {
		if json.Unmarshal(content, &values[i]) != nil { // numbers as the client reads them
			return false
		}
		for _, e := range entries {
			if inner, ok := values[i][e.container].(map[string]any); ok && len(inner) == 0 {
				delete(values[i], e.container)
			}
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}
