// Package ui is what the person sees and presses: one Bubble Tea model that
// routes messages, and beneath it the cards, the previews and the gate.
//
// Components return what is to be done and do nothing themselves; effects
// happen in commands. Nothing here reads the time or the disk in an update.
package ui
