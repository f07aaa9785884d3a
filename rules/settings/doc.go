// Package settings reads, watches and edits the settings files that hold Claude
// Code's permission rules.
//
// Reading gives every rule its file and line. Editing changes the bytes that
// must change and no others: order, unknown members, comments and white space
// survive. A file that does not parse is reported with its line and is never
// written.
package settings
