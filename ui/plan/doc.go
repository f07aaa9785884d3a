// Package plan is the card on which a person approves a plan (ExitPlanMode),
// in one mode or another, sends it back, or edits it first.
//
// The plan comes with the ask, or stands in a file or in the transcript. Where
// it was found is shown, and when it was not, where it was looked for.
package plan
