// sayso's mod: it tells sayso why a call became an ask, and what became of it.
//
// It only listens. Each hook passes the event on and returns what came back;
// the one exception is a call that the person wants to see (watch, below).
// Whatever fails here is swallowed: a session must never stall or change
// because sayso is old, slow, or not there at all.
//
// What it costs: a call that nobody is asked about starts no process. A call
// that is asked about starts one when it runs, and one more only if its end
// would go unreported (see end).

import { callOf, claim, keyOf } from "./calls.js"
import { merged, saysoOf } from "./reason.js"

// Filled in when the plugin is written out: see package plugin.
const BINARY = "@SAYSO_BINARY@"

/** How long `sayso hook` may take over a signal. Nobody waits for it. */
const SIGNAL_MS = 5000
/** How long the question for the whole chain's verdict may hold an ask up. */
const QUERY_MS = 2000

/** @type {Map<string, import("./calls.js").Call>} */
const calls = new Map()
/** Descriptions of MCP tools, by name. @type {Map<string, string>} */
let descriptions = new Map()

/** @type {import('claude-code').Register} */
export function register(on) {
  on("tool.call", call)
  on("tool.check", check)
  on("classic.PermissionRequest", request)
  on("tool.run", run)
}

/** tool.call holds the whole life of a call: what came in, and how it ended. */
async function call($, e, next) {
  const id = e.tool_use_id
  if (id === undefined) return next(e)
  const started = Date.now()
  if (e.consent !== undefined) callOf(calls, id).consent = e.consent
  try {
    const result = await next(e)
    end($, e, result, started)
    return result
  } finally {
    calls.delete(id)
  }
}

/** tool.check of a real call: its verdict so far. A query has no id. */
async function check($, e, next) {
  const verdict = await next(e)
  if (e.tool_use_id === undefined) return verdict
  try {
    const { agentId, approver, ceiling, input, isReadOnly, tool } = e
    Object.assign(callOf(calls, e.tool_use_id), {
      key: keyOf(tool, input, agentId), tool, verdict, approver, isReadOnly, ceiling,
    })
  } catch {}
  return verdict
}

/** The ask itself: what we know goes along, under a key of our own. */
async function request($, e, next) {
  let sayso
  try {
    if (await $.fs.exists(BINARY)) sayso = await explain($, e)
  } catch {}
  return next(sayso === undefined ? e : { ...e, sayso })
}

async function explain($, e) {
  const found = claim(calls, e.tool_name, e.tool_input, e.agent_id)
  const [whole, description] = await Promise.all([
    within($, $.tool.check({ tool: e.tool_name, input: e.tool_input })),
    within($, describe($, e.tool_name)),
  ])
  return saysoOf(found, merged(found?.verdict, whole), description)
}

/** A tool's own words for itself; built-in tools need none. */
async function describe($, tool) {
  if (!tool.startsWith("mcp__")) return undefined
  if (!descriptions.has(tool)) {
    const listed = await $.tool.list()
    descriptions = new Map(listed.filter(t => t.mcp).map(t => [t.name, t.description]))
  }
  return descriptions.get(tool)
}

/**
 * A call starts to run: from here on its ask is settled, whoever settled it.
 * sayso may still show the ask, since Claude Code does not tell the waiting
 * hook. Calls without an ask are not signalled: nothing waits for them.
 */
async function run($, e, next) {
  try {
    const found = calls.get(e.tool_use_id)
    if (found !== undefined) found.ran = true
    if (found?.asked) signal($, e, {})
  } catch {}
  return next(e)
}

/**
 * The end of a call that was asked about. A call that ran well is reported by
 * its PostToolUse hook, so only the rest is told: refused, or failed.
 */
function end($, e, result, started) {
  try {
    const found = calls.get(e.tool_use_id)
    const outcome = outcomeOf(result)
    if (!found?.asked || (found.ran && outcome === "ok")) return
    signal($, e, { outcome, duration_ms: Date.now() - started })
  } catch {}
}

function outcomeOf(result) {
  if (result?.deny !== undefined) return "deny"
  return result?.isError ? "error" : "ok"
}

/** Tells sayso of an event, shaped like a hook's payload. Nobody waits. */
async function signal($, e, more) {
  try {
    const { tool, tool_use_id, agentId, consent, requestMeta, ...input } = e
    const payload = {
      hook_event_name: more.outcome === undefined ? "tool.run" : "tool.call",
      session_id: await $.session.id(),
      tool_name: tool,
      tool_input: input,
      tool_use_id,
      agent_id: agentId,
      ...more,
    }
    await $.process.run([BINARY, "hook"], { stdin: JSON.stringify(payload), timeoutMs: SIGNAL_MS })
  } catch {}
}

/** What the promise brings, or undefined when it fails or takes too long. */
async function within($, promise) {
  const late = $.clock.sleep(QUERY_MS).catch(() => new Promise(() => {}))
  return Promise.race([promise, late]).catch(() => undefined)
}
