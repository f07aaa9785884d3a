package setup

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"sayso/plugin"
)

// Tested is the version of Claude Code that sayso is tested with.
const Tested = "2.1.332"

// ErrNoClient means that there is no command claude to talk to.
var ErrNoClient = errors.New("the command claude is not on your PATH")

// clientTimeout bounds one run of the client. It takes about a second.
const clientTimeout = 2 * time.Minute

// client runs the command claude, and nothing of it that starts a session.
type client struct {
	path   string
	dir    string // the working directory: no project, so no project's settings count
	config string // the client's own folder; a relative path in the environment would be beneath dir
}

func (p Places) client() client { return client{p.Client, p.Home, p.ClientDir} }

// run returns what the client printed. An error has its own last words.
func (c client) run(ctx context.Context, args ...string) ([]byte, error) {
	if c.path == "" {
		return nil, ErrNoClient
	}
	ctx, cancel := context.WithTimeout(ctx, clientTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.path, args...)
	cmd.Dir = c.dir
	if os.Getenv("CLAUDE_CONFIG_DIR") != "" {
		cmd.Env = append(os.Environ(), "CLAUDE_CONFIG_DIR="+c.config)
	}
	cmd.WaitDelay = time.Second // for a child that holds on to the output
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		why := cmp.Or(lastLine(errs.String()), lastLine(out.String()), err.Error())
		if ctx.Err() != nil {
			why = "it did not end within " + clientTimeout.String()
		}
		return nil, fmt.Errorf("claude %s: %s", strings.Join(args, " "), why)
	}
	return out.Bytes(), nil
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
}

// Version returns the client's version, as in 2.1.332.
func (p Places) Version(ctx context.Context) (string, error) {
	out, err := p.client().run(ctx, "--version")
	if err != nil {
		return "", err
	}
	version, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	return version, nil
}

// Installed is a plugin as the client lists it.
type Installed struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	Scope   string `json:"scope"`
	Enabled bool   `json:"enabled"`
	// Path is the client's copy. A plugin of a local folder is read from there
	// instead: Folder, "" for any other.
	Path   string `json:"installPath"`
	Folder string `json:"readFromFolder"`
	// Errors say why sessions don't load the plugin, enabled as it is.
	Errors []string `json:"errors"`
}

// Dir returns the folder that sessions load the plugin from.
func (i Installed) Dir() string { return cmp.Or(i.Folder, i.Path) }

// Plugins returns what the client has installed, in every scope.
func (p Places) Plugins(ctx context.Context) ([]Installed, error) {
	var list []Installed
	err := p.client().list(ctx, &list, "plugin", "list", "--json")
	return list, err
}

// Ours returns the installed plugins that are sayso's, one for each scope.
func Ours(list []Installed) (ours []Installed) {
	for _, i := range list {
		if i.ID == plugin.ID {
			ours = append(ours, i)
		}
	}
	return ours
}

// knowsMarketplace reports whether the client knows sayso's marketplace.
func (c client) knowsMarketplace(ctx context.Context) (bool, error) {
	var list []struct {
		Name string `json:"name"`
	}
	if err := c.list(ctx, &list, "plugin", "marketplace", "list", "--json"); err != nil {
		return false, err
	}
	for _, m := range list {
		if m.Name == plugin.Marketplace {
			return true, nil
		}
	}
	return false, nil
}

func (c client) list(ctx context.Context, into any, args ...string) error {
	out, err := c.run(ctx, args...)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(out, into); err != nil {
		return fmt.Errorf("claude %s: reading what it printed: %w", strings.Join(args, " "), err)
	}
	return nil
}
