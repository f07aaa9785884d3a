package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"sayso/internal/safefile"
	"sayso/ipc"
	"sayso/rules"
	"sayso/rules/settings"
)

// ErrOutdated means that the rules changed after they were shown, so that what
// was accepted is not what stands there now.
var ErrOutdated = errors.New("the rules changed in the meantime; look again")

// Rule is one rule that is in force.
type Rule struct {
	Text    string
	Line    int  // in the file, from 1; 0 when removed
	Removed bool // it stands in the file no more and waits for the person
}

// State is the rules as the person is shown them.
type State struct {
	File     string
	Rules    []Rule   // those that were removed first
	Problems []string // a sentence each, with file and line
	Revision int      // another one for everything else that could be accepted
}

// Removed counts the rules whose removal waits for the person.
func (s State) Removed() (n int) {
	for _, r := range s.Rules {
		if r.Removed {
			n++
		}
	}
	return n
}

// Keeper holds the rules in force. It may be used from several goroutines.
type Keeper struct {
	file     string // the person's
	accepted string // what was in force last, for the next start
	marker   string // there while any rule is in force
	follow   func(context.Context, []settings.File, func(settings.Snapshot)) error
	compile  func([]rules.Rule, rules.Place) *rules.Set

	mu       sync.Mutex
	inFile   []rules.Rule
	inForce  *force  // replaced as a whole
	problems []error // of the file
	start    error   // of the memory, as it was read at the start
	deaf     error   // of following the file
	trouble  error   // of keeping
	revision int
}

// NewKeeper returns a keeper of the rules in file. It remembers them in
// accepted and keeps marker there while there are any. Nothing is read yet.
func NewKeeper(file, accepted, marker string) *Keeper {
	k := &Keeper{file: file, accepted: accepted, marker: marker, follow: settings.Watch, compile: rules.Compile}
	k.enforce(nil)
	return k
}

// enforce puts list in force. What was compiled of the rules before goes, unless
// they are the same.
func (k *Keeper) enforce(list []rules.Rule) {
	if k.inForce == nil || !slices.Equal(k.inForce.list, list) {
		k.inForce = &force{list: list, compile: k.compile}
	}
}

// Run reads the rules and follows the file until ctx ends; then it removes the
// marker. changed is called with the first state and with every other one,
// never twice at once. A marker that somebody removes is made again, and so is
// the memory that somebody alters: who could alter it unnoticed while the pane
// runs, and then the rules, would find them gone at the next start.
//
// Where files can't be followed, the rules of the start stay in force, and the
// state says so.
func (k *Keeper) Run(ctx context.Context, changed func(State)) {
	defer func() { _ = os.Remove(k.marker) }() // there may be none
	old, errs := Read(k.accepted)
	k.mu.Lock()
	k.enforce(old)
	if len(errs) > 0 {
		k.start = fmt.Errorf("the rules of the last run can't be read, so those that were removed since are not known: %w", errs[0])
	}
	k.mu.Unlock()
	look := func(settings.Snapshot) {
		if k.load() {
			changed(k.State())
		}
	}
	// The settings' watcher follows any file, through folders that do not exist
	// yet and links; what it makes of the content is not used.
	if err := k.follow(ctx, []settings.File{{Path: k.file}, {Path: k.marker}, {Path: k.accepted}}, look); err != nil {
		k.mu.Lock()
		k.deaf = fmt.Errorf("changes to the watch rules are not noticed until sayso restarts: %w", err)
		k.mu.Unlock()
		look(settings.Snapshot{})
	}
	<-ctx.Done()
}

// maxRules is how many rules may be in force. The first question of a place
// compiles them, which takes some 50 ms with so many; with more of them it would
// come too late to hold its call.
const maxRules = 10_000

// load reads the file. Rules that are new come into force while there is room,
// none goes. It reports whether the state is another one: much else may happen
// in the folders that are watched, and what the person reads must not change
// under it.
func (k *Keeper) load() bool {
	list, errs := Read(k.file)
	k.mu.Lock()
	defer k.mu.Unlock()
	before := k.state()
	old, room := texts(k.inForce.list), maxRules-len(k.inForce.list)
	fits := slices.DeleteFunc(slices.Clone(list), func(r rules.Rule) bool {
		if old[r.Text] {
			return false
		}
		room--
		return room < 0
	})
	if left := len(list) - len(fits); left > 0 {
		errs = append(errs, fmt.Errorf("%s: %d of its rules are not in force, because the limit is %d; delete what you don't need",
			k.file, left, maxRules))
	}
	k.inFile, k.problems = fits, errs
	there := texts(fits)
	k.enforce(slices.Concat(fits, slices.DeleteFunc(slices.Clone(k.inForce.list), func(r rules.Rule) bool { return there[r.Text] })))
	k.keep()
	if k.revision > 0 && reflect.DeepEqual(before, k.state()) {
		return false
	}
	k.revision++
	return true
}

// texts returns the rules' texts, by which rules are told apart.
func texts(list []rules.Rule) map[string]bool {
	found := make(map[string]bool, len(list))
	for _, r := range list {
		found[r.Text] = true
	}
	return found
}

// Accept lets the rules go that stand in the file no more. revision is that of
// the state which the person saw. A file with a line that can't be read is not
// accepted: the line may have been the rule.
func (k *Keeper) Accept(revision int) (State, error) {
	k.mu.Lock()
	switch {
	case revision != k.revision:
		defer k.mu.Unlock()
		return k.state(), ErrOutdated
	case len(k.problems) > 0:
		defer k.mu.Unlock()
		return k.state(), fmt.Errorf("first fix the file: %w", k.problems[0])
	}
	k.revision++
	k.enforce(slices.Clone(k.inFile))
	k.keep()
	defer k.mu.Unlock()
	return k.state(), nil
}

// keep writes down what is in force, and makes or removes the marker.
func (k *Keeper) keep() {
	k.trouble = errors.Join(k.mark(), k.remember())
}

func (k *Keeper) mark() error {
	if len(k.inForce.list) == 0 {
		if err := os.Remove(k.marker); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the watch marker can't be removed: %w", err)
		}
		return nil
	}
	switch info, err := os.Lstat(k.marker); {
	case err == nil && info.Mode().IsRegular():
		return nil
	case err == nil: // such as a link to nowhere, which the mod would not see
		_ = os.Remove(k.marker) // if that fails, so does what follows
	}
	f, err := os.OpenFile(k.marker, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("no call is watched, the marker can't be made: %w", err)
	}
	return f.Close()
}

func (k *Keeper) remember() error {
	var text strings.Builder
	for _, r := range k.inForce.list {
		text.WriteString(r.Text + "\n")
	}
	old, err := safefile.Read(k.accepted, maxSize)
	if err == nil && string(old) == text.String() || errors.Is(err, fs.ErrNotExist) && text.Len() == 0 {
		return nil
	}
	if err = os.MkdirAll(filepath.Dir(k.accepted), 0o700); err == nil {
		err = safefile.Replace(k.accepted, []byte(text.String()), 0o600, nil)
	}
	if err != nil {
		return fmt.Errorf("a removal before the next start will not be noticed: %w", err)
	}
	return nil
}

// State returns the rules as they stand.
func (k *Keeper) State() State {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.state()
}

func (k *Keeper) state() State {
	s := State{File: k.file, Revision: k.revision}
	there := texts(k.inFile)
	for _, r := range k.inForce.list {
		if !there[r.Text] {
			s.Rules = append(s.Rules, Rule{Text: r.Text, Removed: true})
		}
	}
	for _, r := range k.inFile {
		s.Rules = append(s.Rules, Rule{Text: r.Text, Line: r.Line})
	}
	for _, err := range append(slices.Clone(k.problems), k.start, k.deaf, k.trouble) {
		if err != nil {
			s.Problems = append(s.Problems, err.Error())
		}
	}
	return s
}

// Question answers whether a call is one that the person wants to see. Paths in
// rules count from the project, as in Claude Code, and those in a command from the
// directory that its agent is in now; a call that either way of reading names is
// watched.
func (k *Keeper) Question(q ipc.WatchQuestion) ipc.WatchAnswer {
	k.mu.Lock()
	inForce := k.inForce
	k.mu.Unlock()
	home, _ := os.UserHomeDir() // without one, rules for ~/ match nothing
	places := []rules.Place{{Cwd: q.Cwd, Home: home, Follow: settings.Links}}
	if q.ProjectDir != "" && q.ProjectDir != q.Cwd {
		places[0].Project = q.ProjectDir
		places = append(places, rules.Place{Cwd: q.ProjectDir, Home: home, Follow: settings.Links})
	}
	for _, place := range places {
		t := inForce.at(place).Decide(rules.Call{Tool: q.ToolName, Input: q.ToolInput})
		if t.Rule != nil && t.Decision == rules.DecideAsk {
			return ipc.WatchAnswer{Watch: true, Reason: "you asked to see this: " + t.Rule.Text}
		}
	}
	return ipc.WatchAnswer{}
}
