//go:build !race

package rules_test

// tableStep is 1: every row of the tables counts.
const tableStep = 1
