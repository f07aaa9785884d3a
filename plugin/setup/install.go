package setup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"sayso/plugin"
)

// Say tells the person of a step that was done, on one line.
type Say func(line string)

// Install puts the plugin into the client, or brings what is there up to date.
// Doing it twice changes nothing the second time. Without a client the plugin's
// files are written and the error is [ErrNoClient].
func (p Places) Install(ctx context.Context, say Say) error {
	if _, err := Binary(); err != nil && p.Binary == "" {
		return err
	}
	if err := plugin.WriteMarketplace(p.Marketplace(), p.Binary, p.Socket); err != nil {
		return fmt.Errorf("writing the plugin: %w", err)
	}
	say(fmt.Sprintf("The plugin is in %s; its hooks call %s, which asks at %s.",
		p.Short(p.Marketplace()), p.Short(p.Binary), p.Short(p.Socket)))
	if p.Client == "" {
		return ErrNoClient
	}
	note, err := p.keepText(func() error { return p.register(ctx, say) })
	if err != nil {
		return fmt.Errorf("%w (the steps before it are done; sayso uninstall undoes them)", err)
	}
	if note != "" {
		say("Note: " + note + ". It means the same as before.")
	} else {
		say(fmt.Sprintf("%s names the plugin; everything else in it is unchanged.", p.Short(p.Settings())))
	}
	return nil
}

// register has the client add the marketplace and install the plugin.
func (p Places) register(ctx context.Context, say Say) error {
	c := p.client()
	if _, err := c.run(ctx, "plugin", "marketplace", "add", p.Marketplace()); err != nil {
		return err
	}
	say("Claude Code knows the marketplace " + plugin.Marketplace + ".")
	if _, err := c.run(ctx, "plugin", "install", plugin.ID); err != nil {
		return err
	}
	dir, err := p.installedDir(ctx)
	if err != nil {
		return err
	}
	if differing, err := plugin.Differing(dir, p.Binary, p.Socket); err != nil {
		return err
	} else if len(differing) > 0 {
		// The client holds on to a copy of an older one: its version is the same.
		if _, err := c.run(ctx, "plugin", "uninstall", plugin.ID); err != nil {
			return err
		}
		if err := os.RemoveAll(p.Cache()); err != nil {
			return err
		}
		if _, err := c.run(ctx, "plugin", "install", plugin.ID); err != nil {
			return err
		}
	}
	say("Claude Code has the plugin " + plugin.ID + ", version " + plugin.Version + ".")
	return nil
}

// installedDir returns the folder that sessions load the plugin from.
func (p Places) installedDir(ctx context.Context) (string, error) {
	list, err := p.Plugins(ctx)
	if err != nil {
		return "", err
	}
	for _, i := range Ours(list) {
		if i.Scope == "user" {
			return i.Dir(), nil
		}
	}
	return "", errors.New("claude plugin install succeeded, but claude plugin list does not show the plugin; run sayso doctor")
}

// Uninstall takes the plugin out of the client and removes what sayso wrote for
// itself. Nothing installed is no error. What the person wrote (Config) stays.
func (p Places) Uninstall(ctx context.Context, say Say) error {
	done := false
	note, err := p.keepText(func() error { return p.unregister(ctx, say, &done) })
	if note != "" {
		say("Note: " + note + ". It means the same as before.")
	}
	errs := []error{err}
	for _, f := range p.ledgers() {
		dropped, err := f.dropEntries()
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w; correct it, then uninstall again", p.Short(f.path), err))
		} else if dropped {
			done = true
			say(fmt.Sprintf("%s no longer names the plugin; everything else in it is unchanged.", p.Short(f.path)))
		}
	}
	for _, path := range []string{p.Cache(), p.Marketplace(), p.PluginDir(), p.Accepted()} {
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		if err := os.RemoveAll(path); err != nil {
			errs = append(errs, err)
			continue
		}
		done = true
		say("Removed " + p.Short(path) + ".")
	}
	for _, dir := range []string{p.Data, p.State} {
		_ = os.Remove(dir) // it stays where something else is in it
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if !done {
		say("sayso was not installed.")
	}
	if _, err := os.Lstat(p.Config); err == nil {
		say(fmt.Sprintf("Kept %s, which you wrote.", p.Short(p.Config)))
	}
	return nil
}

// unregister has the client forget the plugin and its marketplace.
func (p Places) unregister(ctx context.Context, say Say, done *bool) error {
	if p.Client == "" {
		return nil
	}
	list, err := p.Plugins(ctx)
	if err != nil {
		return err
	}
	for _, i := range Ours(list) {
		if i.Scope != "user" {
			say(fmt.Sprintf("Note: a project has the plugin too (scope %s); there, run: claude plugin uninstall --scope %[1]s %[2]s", i.Scope, plugin.ID))
			continue
		}
		if _, err := p.client().run(ctx, "plugin", "uninstall", plugin.ID); err != nil {
			return err
		}
		*done = true
		say("Claude Code no longer has the plugin.")
	}
	known, err := p.client().knowsMarketplace(ctx)
	if err != nil || !known {
		return err
	}
	if _, err := p.client().run(ctx, "plugin", "marketplace", "remove", plugin.Marketplace); err != nil {
		return err
	}
	*done = true
	say("Claude Code no longer knows the marketplace " + plugin.Marketplace + ".")
	return nil
}

// WritePluginDir writes the folder for "claude --plugin-dir" and returns it.
func (p Places) WritePluginDir() (string, error) {
	if _, err := Binary(); err != nil && p.Binary == "" {
		return "", err
	}
	dir := filepath.Join(p.PluginDir(), plugin.Name)
	return dir, plugin.Write(dir, p.Binary, p.Socket)
}
