// Package outside is what the screen's commands do in the world: they find the
// branch of a directory, read the end of a file, ask the rules of the settings
// files, and run the person's editor. Nothing of it runs in an update.
package outside
