// The permission modes of a session. Plain data, no engine.
//
// A subagent may have another mode than the session: its definition can name
// one. So each has its own entry here, the session's under "".

/** @typedef {Map<string, string>} Modes */

/** Takes the mode that an event tells, and forgets a subagent that ends. */
export function noteMode(modes, e) {
  const agent = e.agent_id ?? ""
  if (e.hook_event_name === "SubagentStop") modes.delete(agent)
  else if (e.permission_mode !== undefined) modes.set(agent, e.permission_mode)
}

/**
 * The mode that a call is settled in, as it was last told: the person may have
 * switched it since. undefined where it is not known, as at a subagent's first
 * call; of a session in dontAsk mode, in which an ask is a refusal, a subagent
 * is taken to be in it as well.
 * @returns {string | undefined}
 */
export function modeOf(modes, agent = "") {
  return modes.get(agent) ?? (modes.get("") === "dontAsk" ? "dontAsk" : undefined)
}
