//go:build race

package rules_test

// tableStep thins the tables out under the race detector, which makes them ten
// times slower and has nothing to find in them that a part would not show.
const tableStep = 7
