package plugin

// What the mod says to sayso, and what it asks.
//
// Signals. The mod runs "sayso hook" with a payload on stdin that is shaped
// like a hook's, and reads nothing back. It waits for none of them.
//
//	{"hook_event_name":"tool.run","session_id","agent_id"?,"tool_name","tool_input","tool_use_id","consent"?,"input_changed"?}
//	{"hook_event_name":"tool.call", the same, "outcome":"deny"|"error"|"ok","duration_ms"}
//
// tool.run says that a call starts to run: whoever allowed it, its ask is
// settled. It comes for calls that a PermissionRequest was raised for, and for
// a plugin's own call that carries the person's consent. Such a call runs with
// nobody asked, so the signal is the only place where its consent is told.
//
// tool.call says how a call which was asked about ended, where no hook does: it
// never ran, for it was refused (deny) or another plugin answered in the tool's
// place (ok), or it ran and the person stopped it (error). The other ends are
// told by PostToolUse and PostToolUseFailure.
//
// So a call that nobody is asked about starts one process, the PostToolUse
// hook's. That is also why there is no PostToolBatch hook.
//
// The key. When a session starts, and before the first event that a new sayso
// hears of, the mod runs "sayso hook" with the session's key on stdin:
//
//	{"hook_event_name":"sayso.key","session_id","key","at_start"}
//
// key is 32 bytes in hexadecimal; at_start says that it comes with SessionStart.
// Every later payload of the session, a signal's and a hook's, carries a proof made
// with it under "sayso": {"proof":{"n","over","mac"}}. n counts the payloads, over
// names the members that are covered beside "sayso" itself, mac is in hexadecimal.
// hooks/proof.js makes it, and package approver reads it.
//
// The project. Beside the proof, and covered by it, stands "project": where the
// session started. Its agent may have changed the directory since, which is what
// "cwd" tells, while Claude Code's rules and settings stay those of the project. It
// is left out where the module was loaded after the session's start.
//
// Watching. While sayso has watch rules it keeps an empty file, WatchMarker,
// beside its socket; it makes the file when the first rule comes, and removes
// it with the last one and when it quits. Only while the file is there, and
// only for a call that would not come to the person by itself, the mod runs
// "sayso watch" with a WatchQuestion on stdin and waits for two seconds at
// most. Exit 0 and a WatchAnswer whose Watch is true make the call an ask of
// the plugin "sayso" with that reason. Exit 0 without output, as where a crash left
// the marker behind and no sayso listens, and an answer whose Watch is false leave
// the call as it was. Whatever else comes of it (another exit code, an answer that
// can't be read, no answer in time) makes the call an ask too: nobody said that it
// is not watched.
// A refused call is never asked about, nor is any call in dontAsk mode, where
// an ask would be a refusal.

// WatchMarker is the file that says that watch rules exist, for the sayso that
// listens on socket.
func WatchMarker(socket string) string {
	return socket + ".watch"
}
