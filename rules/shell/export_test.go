package shell

// Bounds for tests.
const (
	MaxWrappers = maxWrappers
	MaxAssigns  = maxAssigns
	MaxParts    = maxParts
	MaxWords    = maxWords
	MaxHanded   = maxHanded
)

// Tangled reports whether p would make its line one that can't be checked.
func Tangled(p Part) bool { return p.tangled() }
