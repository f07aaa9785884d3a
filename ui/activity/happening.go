package activity

import (
	"fmt"

	"sayso/approver"
	"sayso/internal/claude"
	"sayso/ui/preview"
	"sayso/ui/style"
)

// ofHappening tells what a session told. The desk remembers such events alone as
// are worth a line.
func ofHappening(h approver.Happening, subjects Subjects, look style.Styles) Item {
	base := h.Event.Base()
	item := Item{
		At:   h.At,
		Look: look.Muted,
	}
	switch e := h.Event.(type) {
	case *claude.Notification:
		item.Sign, item.Words = "i", "notice"
		item.Name, item.What = line(e.NotificationType), line(e.Message)
	case *claude.PermissionDenied:
		item.Sign, item.Words, item.Look = "✗", "auto-denied", look.Deny
		item.Name, _ = preview.Title(e.ToolName)
		item.What = subjects.events[e]
		item.Extra = line(e.Reason)
		item.detail = func() []detail { return []detail{detailOf("Reason", e.Reason), detailOf("Input", e.ToolInput)} }
	case *claude.PreCompact:
		item.Sign, item.Words, item.Name = "≈", "compacting", line(e.Trigger)
		if e.CustomInstructions != nil {
			item.What = line(*e.CustomInstructions)
		}
	case *claude.PostCompact:
		item.Sign, item.Words, item.Name = "≈", "compacted", line(e.Trigger)
		item.What = line(e.CompactSummary)
		item.detail = func() []detail { return []detail{detailOf("Summary", e.CompactSummary)} }
	case *claude.PostModelSwitch:
		item.Sign, item.Words, item.Name = "→", "model", line(e.Source)
		item.What = line(e.FromModel + " → " + e.ToModel)
		item.Extra = fmt.Sprintf("%s tokens, about $%s", line(string(e.ContextTokens)), line(string(e.EstimatedCacheWriteUSD)))
	default:
		item.Sign, item.Words, item.Name = "i", "notice", line(base.HookEventName)
	}
	return item
}
