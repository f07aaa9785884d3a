package settings

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"sayso/rules"
)

// Snapshot is what a set of settings files holds together at one moment.
type Snapshot struct {
	Rules       []rules.Rule // of all files, each file's in its own order
	Directories []string

	// Problems holds an error for every file that can't be read. Of such a file
	// the last good state is kept in Rules; Stale says so. The rules of a file
	// that only Claude Code can't read are left out, as Claude Code does.
	Problems []error
	Stale    []File
}

// Load reads files once. A file that can't be read is a problem of the
// snapshot and adds no rules.
func Load(files []File) Snapshot {
	return newKeeper(files).load()
}

// keeper remembers the last good state of each file.
type keeper struct {
	files []File
	good  map[string]*Document
}

func newKeeper(files []File) *keeper { return &keeper{files: files, good: map[string]*Document{}} }

func (k *keeper) load() Snapshot {
	var s Snapshot
	for _, f := range k.files {
		d, err := Read(f)
		if err != nil {
			s.Problems = append(s.Problems, err)
			d = k.good[f.Path]
			if d == nil {
				continue
			}
			s.Stale = append(s.Stale, f)
		}
		k.good[f.Path] = d
		for _, w := range d.Warnings {
			s.Problems = append(s.Problems, w)
		}
		if d.Unread != nil {
			s.Problems = append(s.Problems, d.Unread)
			continue
		}
		s.Rules = append(s.Rules, d.Rules...)
		s.Directories = append(s.Directories, d.Directories...)
	}
	return s
}

// settle is how long a file must be quiet before it is read: editors write a
// file in several steps.
const settle = 40 * time.Millisecond

// Watch calls changed with a first snapshot and then with another one whenever
// a file may have changed, until ctx ends; changed is never called twice at
// once. It follows files that appear, vanish, are replaced by a rename or stand
// behind a symbolic link, and folders that do not exist yet. The error is about
// starting to watch; later troubles are problems of a snapshot.
func Watch(ctx context.Context, files []File, changed func(Snapshot)) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching settings files: %w", err)
	}
	defer w.Close() // best effort: nothing is lost with it
	k := newKeeper(files)
	watched := map[string]bool{}
	rewatch := func() { syncFolders(w, watched, files) }
	rewatch()
	changed(k.load())

	timer := time.NewTimer(time.Hour)
	timer.Stop()
	var lost []error
	for {
		select {
		case <-ctx.Done():
			return nil
		case _, ok := <-w.Events:
			if !ok {
				return nil
			}
			timer.Reset(settle)
		case err, ok := <-w.Errors:
			if !ok {
				return nil
			}
			// Events may be lost: read everything again.
			lost = append(lost, fmt.Errorf("watching settings files: %w", err))
			timer.Reset(settle)
		case <-timer.C:
			// Folders first, so that a change after the reading is seen.
			rewatch()
			s := k.load()
			s.Problems = append(s.Problems, lost...)
			lost = nil
			changed(s)
		}
	}
}

// syncFolders watches the folders whose changes can change one of the files:
// not the files themselves, which a rename would take out of sight.
func syncFolders(w *fsnotify.Watcher, watched map[string]bool, files []File) {
	want := map[string]bool{}
	for _, f := range files {
		for _, folder := range foldersOf(f.Path) {
			want[folder] = true
		}
	}
	for folder := range watched {
		if !want[folder] {
			_ = w.Remove(folder) // best effort: it may be gone
			delete(watched, folder)
		}
	}
	for folder := range want {
		// Adding again is harmless, and needed where a folder was replaced.
		if err := w.Add(folder); err == nil {
			watched[folder] = true
		} else if errors.Is(err, os.ErrNotExist) {
			delete(watched, folder)
		}
	}
}

// foldersOf returns the folder of path, or the nearest one above that exists,
// for the path itself and for every link that it leads through.
func foldersOf(path string) (folders []string) {
	for range 40 {
		folder := filepath.Dir(path)
		for {
			if info, err := os.Stat(folder); err == nil && info.IsDir() {
				folders = append(folders, folder)
				break
			}
			if folder == filepath.Dir(folder) {
				break
			}
			folder = filepath.Dir(folder)
		}
		link, err := os.Readlink(path)
		if err != nil {
			return folders
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return folders
}
