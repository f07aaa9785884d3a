// What an ask is told to sayso: two verdicts made one. Plain data, no engine.

/** The longest description of a tool that travels with an ask. */
const DESCRIPTION_LIMIT = 4096

/**
 * The verdict to show, from two that each see a part:
 *
 * - `seen` is what our tool.check hook heard. It knows the ask of a PreToolUse
 *   hook and the asks of plugins loaded after us, and nothing of those above.
 * - `whole` is what `$.tool.check` says now: every plugin, but no settings hook.
 *
 * A plugin's ask in `whole` is the last word, for it stands above all else.
 */
export function merged(seen, whole) {
  if (whole?.decision === "ask" && whole.plugin !== undefined) return whole
  if (seen?.decision === "ask") return filled(seen, whole)
  return whole ?? seen ?? {}
}

/** `seen`, with what only the other ask knows. Never another ask's reason. */
function filled(seen, whole) {
  if (whole?.decision !== "ask" || seen.plugin !== undefined) return seen
  return seen.hook === undefined ? { ...whole, ...seen } : { rule: whole.rule, setting: whole.setting, ...seen }
}

/**
 * The `sayso` member of a PermissionRequest. Absent facts are left out, so that
 * the payload says no more than what was seen.
 */
export function saysoOf(call, verdict, description) {
  return compact({
    reason: verdict.reason,
    plugin: verdict.plugin,
    rule: verdict.rule,
    hook: verdict.hook,
    setting: verdict.setting,
    ceiling: call?.ceiling ?? verdict.ceiling,
    approver: call?.approver,
    isReadOnly: call?.isReadOnly,
    tool_use_id: call?.id,
    description: description?.slice(0, DESCRIPTION_LIMIT),
    consent: call?.consent,
  })
}

function compact(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""))
}
