package setup

import (
	"sayso/internal/claude"
	"sayso/plugin"
	"sayso/rules"
)

// Off is a setting that keeps the installed plugin from being heard.
type Off struct {
	File    string // where it stands
	Key     string
	What    string // what it does, as the end of a sentence that begins with File
	Managed bool   // it is the organization's
}

// Off returns the settings that keep the plugin from being heard: the person's,
// the organization's and, where project is not "", that project's. That the
// person disabled the plugin is not among them, since the client's list says so.
func (p Places) Off(project string) (found []Off) {
	for _, f := range p.SettingsFiles(project) {
		var file struct {
			HooksOff    bool            `json:"disableAllHooks"`
			ManagedOnly bool            `json:"allowManagedHooksOnly"`
			Plugins     map[string]bool `json:"enabledPlugins"`
		}
		if !readInto(f.Path, &file) {
			continue
		}
		managed := f.Source == rules.ManagedSettings
		add := func(key, what string) { found = append(found, Off{p.Short(f.Path), key, what, managed}) }
		if file.HooksOff {
			add("disableAllHooks", "turns all hooks off")
		}
		if file.ManagedOnly && managed { // elsewhere the client takes no notice of it
			add("allowManagedHooksOnly", "lets no hooks run but your organization's")
		}
		if on, named := file.Plugins[plugin.ID]; named && !on && f.Source != rules.Source(claude.UserSettings) {
			add("enabledPlugins", "turns the plugin off")
		}
	}
	return found
}
