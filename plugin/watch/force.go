package watch

import (
	"slices"
	"sync"

	"sayso/rules"
)

// maxCompiled bounds how many rules all compiled sets of one list hold together,
// so that many directories with many rules cost no more memory than that. A set of
// 10,000 rules is some 8 MB.
const maxCompiled = 8 * maxRules

// maxSets bounds the compiled sets of a short list. A session has two places at
// most: where it started and where its agent is now.
const maxSets = 64

// force is one version of the rules in force, with what was compiled of it. The
// list never changes: other rules are another force, which begins with nothing
// compiled. It may be used from several goroutines.
type force struct {
	list    []rules.Rule
	compile func([]rules.Rule, rules.Place) *rules.Set

	mu   sync.Mutex
	sets []*placed // the one used last comes first
}

// location is what of a place decides how rules are compiled.
type location struct{ cwd, project, home string }

// placed is the rules compiled for one location.
type placed struct {
	location
	set func() *rules.Set // compiles when it is first called, once
}

// at returns the rules compiled for place. Of two questions at once one compiles
// and the other waits for it; a question about another place waits for neither.
func (f *force) at(place rules.Place) *rules.Set {
	where := location{place.Cwd, place.Project, place.Home}
	f.mu.Lock()
	i := slices.IndexFunc(f.sets, func(p *placed) bool { return p.location == where })
	var p *placed
	if i < 0 {
		p = &placed{where, sync.OnceValue(func() *rules.Set { return f.compile(f.list, place) })}
		f.sets = f.sets[:min(len(f.sets), f.room()-1)]
	} else {
		p = f.sets[i]
		f.sets = slices.Delete(f.sets, i, i+1)
	}
	f.sets = slices.Insert(f.sets, 0, p)
	f.mu.Unlock()
	return p.set()
}

// room is how many sets are kept.
func (f *force) room() int { return max(2, min(maxSets, maxCompiled/max(1, len(f.list)))) }
