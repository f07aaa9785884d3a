// The calls in flight, as this mod saw them. Plain data, no engine: the tests
// import this file by itself.
//
// A PermissionRequest carries no tool_use_id, so an ask is matched to its call
// by the tool, the input and the agent it runs in. Identical calls are taken in
// the order they were made, which is the order in which Claude Code asks.

/**
 * How many calls are kept. A call is forgotten when it ends, so this only
 * bounds what is left behind by calls whose end was never seen.
 */
export const LIMIT = 64

/**
 * @typedef {object} Call
 * @property {string} id the tool_use_id
 * @property {string} [key] tool, input and agent in one text; set by tool.check
 * @property {string} [made] the same of the call as the model made it; set by tool.call
 * @property {string} [tool]
 * @property {string} [agentId] the subagent it runs in
 * @property {boolean} [seen] it is settled whether a watch rule makes it an ask
 * @property {object} [watch] the ask that a watch rule makes of it
 * @property {object} [verdict] what tool.check said on the way up
 * @property {string} [approver]
 * @property {boolean} [isReadOnly]
 * @property {string} [ceiling]
 * @property {string} [consent]
 * @property {boolean} [asked] a PermissionRequest was raised for it
 * @property {boolean} [ran] it was seen to start
 */

/** The call of that id, made when it is new. @returns {Call} */
export function callOf(calls, id) {
  let call = calls.get(id)
  if (call === undefined) {
    call = { id }
    calls.set(id, call)
    if (calls.size > LIMIT) calls.delete(calls.keys().next().value)
  }
  return call
}

/** One text for equal calls: the members' order in the input does not count. */
export function keyOf(tool, input, agent) {
  return JSON.stringify([agent ?? "", tool, sorted(input)])
}

/**
 * The call that an ask is about, or undefined where none fits. The oldest one
 * that was not asked about comes first; then the newest that was (Claude Code
 * asks again); then, because a tool may be asked about with an input that was
 * completed after the check, the only waiting call of that tool in that agent.
 * @returns {Call | undefined}
 */
export function claim(calls, tool, input, agent) {
  const key = keyOf(tool, input, agent)
  const waiting = [...calls.values()].filter(call => call.key !== undefined && !call.ran)
  const same = waiting.filter(call => call.key === key)
  const call = same.find(c => !c.asked) ?? same.at(-1) ?? onlyOne(waiting, tool, agent)
  if (call !== undefined) call.asked = true
  return call
}

function onlyOne(waiting, tool, agent) {
  const found = waiting.filter(call => call.tool === tool && call.agentId === agent && !call.asked)
  return found.length === 1 ? found[0] : undefined
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== "object") return value
  return Object.keys(value).sort().map(name => [name, sorted(value[name])])
}
