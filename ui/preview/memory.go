package preview

import (
	"crypto/sha256"
	"sync"
)

// Memory is [Files] that remembers what it told, so that one can ask later
// whether all of it still holds. Make one with [Remember].
type Memory struct {
	files Files

	mu   sync.Mutex
	told map[string]digest
	real map[string]string
}

// digest stands for what was found at a path: a large file is not kept.
type digest struct {
	file File // without its text
	text [sha256.Size]byte
}

// Remember returns Files that remembers what files tells through it.
func Remember(files Files) *Memory {
	return &Memory{files: files, told: map[string]digest{}, real: map[string]string{}}
}

// Read returns the file at an absolute path.
func (m *Memory) Read(path string) File {
	file := m.files.Read(path)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.told[path] = digestOf(file)
	return file
}

// Real returns where an absolute path leads with all links followed.
func (m *Memory) Real(path string) string {
	real := m.files.Real(path)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.real[path] = real
	return real
}

// Any reports whether anything was looked at.
func (m *Memory) Any() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.told)+len(m.real) > 0
}

// Holds looks again at everything that was told, and reports whether it is the
// same. What can't be looked at any more has changed.
func (m *Memory) Holds() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for path, was := range m.told {
		if digestOf(m.files.Read(path)) != was {
			return false
		}
	}
	for path, was := range m.real {
		if m.files.Real(path) != was {
			return false
		}
	}
	return true
}

func digestOf(f File) digest {
	d := digest{file: f, text: sha256.Sum256([]byte(f.Text))}
	d.file.Text = ""
	return d
}
