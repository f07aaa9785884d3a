package permission

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"sayso/approver"
	"sayso/ui/card"
	"sayso/ui/keys"
	"sayso/ui/preview"
)

// Key handles a key press. Reading works always; choosing only when live.
func (c *Card) Key(press tea.KeyPressMsg, live bool) card.Action {
	page := max(c.layout.page-1, 1) // one row of the page before stays
	switch {
	case key.Matches(press, c.keys.HalfOn, c.keys.PageDown):
		c.onward(page)
	case key.Matches(press, c.keys.PageUp):
		c.Scroll(-page)
	case key.Matches(press, c.keys.Top):
		c.Scroll(-len(c.document))
	case key.Matches(press, c.keys.Bottom):
		c.toEnd(live && !press.IsRepeat)
	case key.Matches(press, c.keys.Full):
		c.full, c.selected = !c.full, -1
		c.arrange()
	case c.full && key.Matches(press, c.keys.Down):
		c.Scroll(1)
	case c.full && key.Matches(press, c.keys.Up):
		c.Scroll(-1)
	case key.Matches(press, c.keys.SideBySide):
		return c.turnSideBySide()
	case key.Matches(press, c.keys.Back):
		c.full = false
		c.Deselect()
	case !live, c.full:
	case key.Matches(press, c.keys.Down):
		c.move(1)
	case key.Matches(press, c.keys.Up):
		c.move(-1)
	case press.IsRepeat:
	case key.Matches(press, c.keys.Take):
		return c.take(c.selected, true)
	case key.Matches(press, c.keys.Edit) && c.canEdit():
		return card.Hold{Choice: editChoice}
	default:
		i, ok := c.choiceFor(press.String())
		if !ok {
			break
		}
		if why := c.barred(i); why != "" { // now, not when it acts: more may be on screen then
			return card.Refused{Why: why}
		}
		return card.Hold{Choice: i}
	}
	return nil
}

// Reads reports whether a key only looks around.
func (c *Card) Reads(press tea.KeyPressMsg) bool {
	k := c.keys
	return key.Matches(press, k.HalfOn, k.PageDown, k.PageUp, k.Top, k.Bottom, k.Full, k.SideBySide) ||
		c.full && key.Matches(press, k.Down, k.Up)
}

// Marks reports whether a key moves the selection, which decides nothing.
func (c *Card) Marks(press tea.KeyPressMsg) bool { return key.Matches(press, c.keys.Down, c.keys.Up) }

// Remember does nothing: when somebody types, nothing is selected afterwards.
func (c *Card) Remember() {}

// turnSideBySide shows a change with old and new next to one another, or no
// longer so.
func (c *Card) turnSideBySide() card.Action {
	switch {
	case !c.isChange():
		return nil
	case c.width < preview.SideBySideFrom:
		return card.Refused{Why: fmt.Sprintf("Side by side needs %d columns.", preview.SideBySideFrom)}
	}
	c.sight.SideBySide = !c.sight.SideBySide
	return card.Redraw{}
}

// isChange reports whether the document is a change that can be shown so.
func (c *Card) isChange() bool { return preview.IsChange(c.ask.Tool) && c.content == nil }

// Release takes the choice of a key that was held.
func (c *Card) Release(choice int) card.Action {
	switch {
	case c.full:
		return nil
	case choice == editChoice:
		return c.edit()
	}
	return c.take(choice, false)
}

// editChoice is the held key that opens the editor.
const editChoice = 1 << 10

// canEdit reports whether the call can be edited: a call it must be that is shown
// whole, and a
// content of its own only that of an earlier edit.
func (c *Card) canEdit() bool {
	return c.sight.Edits && !c.withheld && c.ask.Kind == approver.KindCall && (c.content == nil || c.draft != "")
}

// choiceFor returns the place of the choice that a deciding key names, and
// false for any other key. A digit names the choice that it is drawn at on the
// present frame: somebody who knows another program's numbers presses one that
// means something else here.
func (c *Card) choiceFor(press string) (int, bool) {
	if keys.Digits(press) > 0 {
		i := slices.IndexFunc(c.choices, func(ch choice) bool { return ch.key == press })
		return i, i >= 0 && c.draws(i)
	}
	for i, choice := range c.choices {
		if choice.key == press {
			return i, true
		}
	}
	return 0, false
}

// take takes a choice. confirmed tells that the person pressed enter on it,
// after it was selected: a yes that wants a second key, or whose updates are
// not on screen yet, is only selected by the first.
func (c *Card) take(i int, confirmed bool) card.Action {
	if i < 0 || i >= len(c.choices) {
		return nil
	}
	chosen := c.choices[i]
	if why := c.barred(i); why != "" {
		return card.Refused{Why: why}
	}
	if chosen.kind.allows() && !confirmed && c.needsEnter(i) {
		if c.choose(i); c.layout.cramped {
			c.Deselect()
			return card.Refused{Why: "The window is too small to show what this yes would write."}
		}
		return nil
	}
	if chosen.kind.writes() {
		c.writing, c.writingFor = true, chosen.kind
		c.message.Placeholder = c.messagePrompt()
		c.message.Focus()
		c.arrange()
		return nil
	}
	return card.Decide{ID: c.ask.ID, Decision: chosen.decision("")}
}

// barred says why a choice can't be taken now, or "".
func (c *Card) barred(i int) string {
	switch {
	case !c.choices[i].kind.allows():
		return ""
	case c.withheld:
		return withheldWhy
	case c.layout.cramped:
		return "The window is too small to show what you would allow."
	case !c.seen:
		return c.unreadWhy()
	}
	return ""
}

// needsEnter reports whether a choice takes a second key.
func (c *Card) needsEnter(i int) bool {
	return !c.ask.OneKeyYes() || len(c.choices[i].updates) > 0 && !slices.Contains(c.layout.whole, i)
}

// Write hands a key or a paste to the field for a message. Enter sends, escape
// goes back and keeps the text.
func (c *Card) Write(msg tea.Msg, live bool) (card.Action, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(press, c.keys.Back):
			c.stopWriting()
			return nil, nil
		case key.Matches(press, c.keys.Send):
			return c.sendMessage(live && !press.IsRepeat, !press.IsRepeat), nil
		}
	}
	if press, ok := msg.(tea.KeyPressMsg); ok && c.recall(press) {
		return nil, nil
	}
	c.recalled = 0
	var cmd tea.Cmd
	c.message, cmd = c.message.Update(msg)
	c.arrange()
	return nil, cmd
}

// recall puts an earlier message into the field: up goes back in time, down
// forth, and neither does while something of one's own stands there.
func (c *Card) recall(press tea.KeyPressMsg) bool {
	by := 0
	switch {
	case key.Matches(press, c.keys.Earlier):
		by = 1
	case key.Matches(press, c.keys.Later):
		by = -1
	}
	if by == 0 || len(c.earlier) == 0 || c.recalled == 0 && c.message.Value() != "" {
		return false
	}
	c.recalled = min(max(c.recalled+by, 0), len(c.earlier))
	text := ""
	if c.recalled > 0 {
		text = c.earlier[c.recalled-1]
	}
	c.message.SetValue(text)
	c.arrange()
	return true
}

// sendMessage sends what was written: a note with a yes only when live, words
// with a no whenever it was a press.
func (c *Card) sendMessage(live, pressed bool) card.Action {
	switch {
	case !pressed:
		return nil
	case c.writingFor.allows() && !live:
		return card.Refused{Why: "Wait a moment, then press enter again."}
	case c.writingFor.allows() && c.withheld:
		return card.Refused{Why: withheldWhy}
	case c.writingFor.allows() && (c.layout.cramped || !c.seen):
		return card.Refused{Why: "Read to the end first."}
	}
	text := c.message.Value()
	c.stopWriting()
	return card.Decide{ID: c.ask.ID, Decision: choice{kind: c.writingFor}.decision(text)}
}

func (c *Card) stopWriting() {
	c.writing = false
	c.message.Blur()
	c.arrange()
}

// Bindings returns the keys that work now.
func (c *Card) Bindings() []key.Binding {
	switch {
	case c.writing:
		shown := []key.Binding{c.keys.Send, c.keys.Back, c.keys.Newline} // the way out stays on a narrow line
		if len(c.earlier) > 0 {
			shown = slices.Insert(shown, 2, c.keys.Earlier)
		}
		return shown
	case !c.seen:
		on, end := c.keys.HalfOn, keys.As(c.keys.Bottom, "to the end")
		if n := c.missed(); n > 0 && c.atEnd() {
			on, end = keys.As(on, "read the rest"), keys.As(end, "skip it")
		}
		return append([]key.Binding{on, end}, c.looks()...)
	}
	if c.full {
		return append([]key.Binding{c.keys.HalfOn}, c.looks()...)
	}
	shown := []key.Binding{c.keys.UpAndDown()}
	if c.selected >= 0 {
		shown = []key.Binding{keys.As(c.keys.Take, "take it"), keys.As(c.keys.Back, "select none")}
	}
	if c.canEdit() {
		shown = append(shown, c.keys.Edit)
	}
	return append(shown, c.looks()...)
}

// looks returns the keys that show the document in another way, where that
// makes a difference.
func (c *Card) looks() []key.Binding {
	var out []key.Binding
	switch {
	case c.full:
		out = append(out, keys.As(c.keys.Full, "back to the choices"))
	case len(c.document) > c.layout.room:
		out = append(out, c.keys.Full)
	}
	switch {
	case !c.isChange() || c.width < preview.SideBySideFrom:
	case c.sight.SideBySide:
		out = append(out, keys.As(c.keys.SideBySide, "one below the other"))
	default:
		out = append(out, c.keys.SideBySide)
	}
	return out
}
