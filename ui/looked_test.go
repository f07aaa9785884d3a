package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"sayso/approver"
	"sayso/ui"
	"sayso/ui/preview"
)

// disk is one on which files and links can change.
type disk struct {
	files map[string]string
	links map[string]string
}

func (d disk) Read(path string) preview.File {
	text, ok := d.files[path]
	if !ok {
		return preview.File{State: preview.Missing}
	}
	return preview.File{State: preview.Read, Text: text, Size: int64(len(text))}
}

func (d disk) Real(path string) string {
	for from, to := range d.links {
		if rest, ok := strings.CutPrefix(path, from); ok {
			return to + rest
		}
	}
	return path
}

const (
	mainFile = "/home/dev/app/main.go"
	planFile = "/home/dev/.claude/plans/otter.md"
)

func TestWhatChangedOnDiskIsNotAllowedUnseen(t *testing.T) {
	edit := askOf("Edit", `{"file_path":"`+mainFile+`","old_string":"two","new_string":"2"}`)
	write := askOf("Write", `{"file_path":"`+mainFile+`","content":"new\n"}`)
	link := askOf("Write", `{"file_path":"/home/dev/app/out/x","content":"new\n"}`)
	plan := askOf("ExitPlanMode", `{"planFilePath":"`+planFile+`"}`)
	note := lsAsk
	note.Origin = approver.FromSession
	note.Tool, note.Input = write.Tool, write.Input
	for name, tc := range map[string]struct {
		ask    approver.Ask
		before func(*rig) // the file changes
		change func(disk)
		yes    func(*rig)
		see    string
	}{
		"the text before an edit": {ask: edit, change: func(d disk) { d.files[mainFile] = "one\ntwo\nfour\n" }, see: "four"},
		"the place of an edit":    {ask: edit, change: func(d disk) { d.files[mainFile] = "0\none\ntwo\nthree\n" }, see: "3 −"},
		"an edit's text is gone":  {ask: edit, change: func(d disk) { d.files[mainFile] = "one\n" }, see: "not in the file"},
		"what a write replaces":   {ask: write, change: func(d disk) { d.files[mainFile] = "work of a day\n" }, see: "work of a day"},
		"a file that was missing": {ask: link, change: func(d disk) { d.files["/home/dev/app/out/x"] = "here\n" }, see: "here"},
		"a file that is no more":  {ask: write, change: func(d disk) { delete(d.files, mainFile) }, see: "a new file"},
		"where a link leads":      {ask: link, change: func(d disk) { d.links["/home/dev/app/out"] = "/etc" }, see: "/etc/x"},
		"a plan":                  {ask: plan, change: func(d disk) { d.files[planFile] = "Delete it all\n" }, yes: func(r *rig) { r.decide("y"); r.press("enter") }, see: "Delete it all"},
		"a call that was edited": {ask: edit, before: func(r *rig) {
			r.editor = func(string, string) (string, error) { return "zwei", nil }
			r.decide("e")
			r.press("G")
			r.settle()
		}, change: func(d disk) { d.files[mainFile] = "one\ntwo\nfour\n" }, see: "four"},
		"a yes with a note": {ask: note, before: func(r *rig) { r.decide("a"); r.press("o", "k"); r.settle() },
			change: func(d disk) { d.files[mainFile] = "work of a day\n" }, yes: func(r *rig) { r.press("enter") }, see: "work of a day"},
		"one of several alike": {ask: write, before: func(r *rig) { r.arrive(write); r.arrive(write); r.press("="); r.settle() },
			change: func(d disk) { d.files[mainFile] = "work of a day\n" }, see: "work of a day"},
	} {
		setUp := func(t *testing.T) (*rig, disk) {
			d := disk{files: map[string]string{mainFile: "one\ntwo\nthree\n", planFile: "Build it\n"}, links: map[string]string{}}
			r := newRig(t, 100, 50, func(o *ui.Options) {
				o.Sight.Files = d
				o.Read = func(path string, _ int64) ([]byte, bool, error) { return []byte(d.files[path]), true, nil }
			})
			r.arrive(tc.ask)
			r.settle()
			if tc.before != nil {
				tc.before(r)
			}
			r.notSee(tc.see)
			tc.change(d)
			return r, d
		}
		allowed := func(t *testing.T, r *rig) {
			r.see("Changed on disk since it was shown")
			r.see(tc.see)
			r.decide("y")
			r.nothingSent() // armed anew
			r.settle()
			r.press("G")
			r.settle()
			r.decide("y")
			if len(r.sent) == 0 {
				r.press("enter") // a plan wants a second key
			}
			if got := r.only(); got.decision.Verdict != approver.Allow {
				t.Errorf("sent %+v", got)
			}
		}
		t.Run(name+", just before a yes", func(t *testing.T) {
			r, _ := setUp(t)
			if tc.yes != nil {
				tc.yes(r)
			} else {
				r.decide("y")
			}
			r.nothingSent()
			r.see("Not sent")
			allowed(t, r)
		})
		t.Run(name+", while it waits", func(t *testing.T) {
			r, _ := setUp(t)
			for range 30 {
				if r.advance(100 * time.Millisecond); strings.Contains(r.screen(), "Changed on disk") {
					break
				}
			}
			r.press("esc") // leaves a field
			allowed(t, r)
		})
	}
}

func TestWhatDoesNotShowDoesNotStopAYes(t *testing.T) {
	d := disk{files: map[string]string{mainFile: "one\ntwo\n3\n4\n5\n6\n7\n8\n9\n"}}
	r := newRig(t, 100, 40, func(o *ui.Options) { o.Sight.Files = d })
	r.arrive(askOf("Edit", `{"file_path":"`+mainFile+`","old_string":"two","new_string":"2"}`))
	r.settle()
	d.files[mainFile] = "one\ntwo\n3\n4\n5\n6\nseven\n8\n9\n"
	r.advance(3 * time.Second)
	r.notSee("Changed on disk")
	d.files[mainFile] = "one\ntwo\n3\n4\n5\n6\nsieben\n8\n9\n"
	r.decide("y")
	r.only()
}

func TestANoNeedsNoLook(t *testing.T) {
	d := disk{files: map[string]string{mainFile: "one\ntwo\n"}}
	r := newRig(t, 100, 40, func(o *ui.Options) { o.Sight.Files = d })
	r.arrive(askOf("Edit", `{"file_path":"`+mainFile+`","old_string":"two","new_string":"2"}`))
	r.settle()
	d.files[mainFile] = "other\n"
	r.decide("n")
	if got := r.only(); got.decision.Verdict != approver.Deny {
		t.Errorf("sent %+v", got)
	}
}

// The pane is resized while the look before a yes is under way: the yes was for
// what was there, so it does not go out, and the card can be answered again.
func TestALookDuringAResize(t *testing.T) {
	d := disk{files: map[string]string{mainFile: "one\ntwo\n"}}
	r := newRig(t, 100, 40, func(o *ui.Options) { o.Sight.Files = d })
	r.arrive(askOf("Edit", `{"file_path":"`+mainFile+`","old_string":"two","new_string":"2"}`))
	r.settle()
	r.holdRenders = true
	r.send(tea.WindowSizeMsg{Width: 90, Height: 40})
	r.settle()
	d.files[mainFile] = "other\ntwo\n"
	r.decide("y")
	r.nothingSent()
	r.send(r.held[len(r.held)-1])
	r.see("other")
	r.settle()
	r.decide("y")
	r.only()
}

// A look may take long, and the person may have gone to another ask meanwhile.
func TestAStoppedYesIsToldOnAnotherCard(t *testing.T) {
	d := disk{files: map[string]string{mainFile: "one\ntwo\n"}}
	r := newRig(t, 100, 40, func(o *ui.Options) { o.Sight.Files = d })
	r.arrive(askOf("Edit", `{"file_path":"`+mainFile+`","old_string":"two","new_string":"2"}`))
	r.arrive(lsAsk)
	r.settle()
	d.files[mainFile] = "other\ntwo\n"
	r.holdStops = true
	r.decide("y")
	r.press("tab")
	r.see("ls -la")
	r.send(r.held[0])
	r.see("ls -la")
	r.see("not sent")
	r.nothingSent()
	r.press("tab")
	r.see("other")
	r.settle()
	r.decide("y")
	r.only()
}

// A card that was left half filled in comes back as it was read, but not to a
// file that changed meanwhile.
func TestAFileThatChangesBehindAnotherCard(t *testing.T) {
	d := disk{files: map[string]string{mainFile: "one\ntwo\n"}}
	r := newRig(t, 100, 40, func(o *ui.Options) { o.Sight.Files = d })
	r.arrive(askOf("Edit", `{"file_path":"`+mainFile+`","old_string":"two","new_string":"2"}`))
	r.arrive(lsAsk)
	r.settle()
	r.decide("r")
	r.press("h", "i", "esc")
	r.settle()
	r.press("tab")
	r.see("ls -la")
	d.files[mainFile] = "other\ntwo\n"
	r.press("tab")
	r.see("other")
	r.see("Changed on disk since it was shown")
	r.settle()
	r.decide("y")
	r.only()
}

// Whatever is pressed and however often the file changes: a yes goes out only
// while the file is what the screen shows.
func TestNoAllowForAFileThatIsNotOnScreen(t *testing.T) {
	allows, stopped := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		version := 0
		d := disk{files: map[string]string{}}
		write := func() { d.files[mainFile] = fmt.Sprintf("version %d.\nold\n", version) }
		write()
		r := newRig(t, rapid.IntRange(60, 110).Draw(t, "width"), 40, func(o *ui.Options) { o.Sight.Files = d })
		edit := askOf("Edit", `{"file_path":"`+mainFile+`","old_string":"old","new_string":"new"}`)
		for range rapid.IntRange(10, 60).Draw(t, "steps") {
			if len(r.desk.Snapshot().Waiting) == 0 {
				r.arrive(edit)
			}
			screen, sent := r.screen(), len(r.sent)
			check := func() { // what was sent since the screen was looked at
				for _, s := range r.sent[sent:] {
					if s.decision.Verdict != approver.Allow {
						continue
					}
					allows++
					if !strings.Contains(screen, fmt.Sprintf("version %d.", version)) {
						t.Fatalf("allowed with version %d on disk and this on screen:\n%s", version, screen)
					}
				}
				screen, sent = r.screen(), len(r.sent)
			}
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0, 1:
				version++
				write()
			case 2:
				r.send(tea.WindowSizeMsg{Width: rapid.IntRange(60, 110).Draw(t, "width"), Height: 40})
			case 3:
				r.send(focusMsg)
			case 4, 5: // as a person does, and once the file changes just before
				r.settle()
				check()
				if rapid.Bool().Draw(t, "late") {
					version++
					write()
				}
				r.decide("y")
			case 6:
				r.advance(time.Duration(rapid.SampledFrom([]int{30, 130, 450, 600, 1100}).Draw(t, "gap")) * time.Millisecond)
			default:
				r.press(rapid.SampledFrom([]string{"y", "y", "1", "enter", "down", "s", "f", "G", "space", "=", "?", "esc", "e"}).Draw(t, "key"))
			}
			check()
			if strings.Contains(r.screen(), "Not sent: it changed") {
				stopped++
			}
		}
	})
	if allows == 0 || stopped == 0 {
		t.Errorf("%d yeses went out and %d were stopped, so nothing was tested", allows, stopped)
	}
}
