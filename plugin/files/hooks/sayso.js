// sayso's mod: it tells sayso why a call became an ask, and what became of it.
//
// It listens. Each hook passes the event on, with a proof that it comes from this
// session (proof.js), and returns what came back; the one exception is a call that
// the person wants to see (watch.js). Whatever
// fails here is swallowed: a session must never stall or change because sayso
// is old, slow, or not there at all.

import { callOf, claim, keyOf } from "./calls.js"
import { canonical, keyMessage, prove } from "./proof.js"
import { merged, saysoOf } from "./reason.js"
import { modeOf, noteMode } from "./modes.js"
import { AT, BINARY, MARKER, SOCKET, UNCHECKED, comesAnyway, mayWatch, watchInput, watchReason } from "./watch.js"

/** How long `sayso hook` may take over a signal. Nobody waits for it. */
const SIGNAL_MS = 5000
/** How long the question for the whole chain's verdict may hold an ask up. */
const QUERY_MS = 2000
/** How long `sayso watch` may hold a call up. */
const WATCH_MS = 2000
/** How long showing the key may hold an event up. */
const KEY_MS = 2000

/** @type {Map<string, import("./calls.js").Call>} */
const calls = new Map()
/** Descriptions of MCP tools, by name. @type {Map<string, string>} */
let descriptions = new Map()
/** The permission modes as events last told them. @type {import("./modes.js").Modes} */
const modes = new Map()

/** Where the key was shown: each sayso opens a socket of its own. */
const shown = { at: 0, sessions: new Set() }

/** Where the session started. Its agent may change the directory, and rules still count from here. @type {string | undefined} */
let project

/** @type {import('claude-code').Register} */
export function register(on) {
  on("classic.SessionStart", started)
  on("tool.call", call)
  on("tool.check", check)
  on("tool.judge", judge)
  on("classic.PermissionRequest", request)
  on("tool.run", run)
  on("classic.UserPromptSubmit", listen)
  on("classic.PostToolUse", listen)
  on("classic.PostToolUseFailure", listen)
  on("classic.PermissionDenied", listen)
  on("classic.PreModelSwitch", listen)
  on("classic.PostModelSwitch", listen)
  on("classic.Notification", listen)
  on("classic.PreCompact", listen)
  on("classic.PostCompact", listen)
  on("classic.SessionEnd", listen)
  on("classic.Stop", listen)
  on("classic.StopFailure", listen)
  on("classic.SubagentStart", listen)
  on("classic.SubagentStop", listen)
}

/** A session starts: nothing of its agent runs before this has returned. */
async function started($, e, next) {
  project ??= e.cwd
  return next(await proved($, e, true))
}

/**
 * These events are told to sayso, so they carry a proof. Some tell the mode too,
 * which tool.check does not.
 */
async function listen($, e, next) {
  try {
    noteMode(modes, e)
  } catch {}
  return next(await proved($, e, false))
}

/**
 * The event with a proof that it is this session's, or as it came where no sayso
 * is there to tell it to.
 */
async function proved($, e, atStart) {
  try {
    if (!(await showKey($, e.session_id ?? (await $.session.id()), atStart))) return e
    // The proof covers where the session started, so no other process moves it.
    return await prove(project === undefined ? e : { ...e, sayso: { ...e.sayso, project } })
  } catch {
    return e
  }
}

/**
 * Sees to it that the sayso that listens now has the session's key, and reports
 * whether one listens. It is shown once to each: the time of the socket tells one
 * from the next.
 */
async function showKey($, session, atStart) {
  const socket = await $.fs.stat(SOCKET)
  if (socket?.mtimeMs === undefined) return false
  if (shown.at !== socket.mtimeMs) shown.sessions.clear()
  shown.at = socket.mtimeMs
  if (!shown.sessions.has(session)) {
    await $.process.run([BINARY, "hook", ...AT], { stdin: keyMessage(session, atStart), timeoutMs: KEY_MS })
    shown.sessions.add(session)
  }
  return true
}

/**
 * tool.call holds the whole life of a call: what came in, and how it ended.
 * consent, the person's own words for a press that made the call, is documented
 * here; the client that this was tested with still keeps it to itself.
 */
async function call($, e, next) {
  const id = e.tool_use_id
  if (id === undefined) return next(e)
  const started = Date.now()
  try {
    Object.assign(callOf(calls, id), { consent: e.consent, made: madeOf(e) })
  } catch {}
  let result
  try {
    result = await next(e)
    return result
  } finally {
    end($, e, result, started, next.signal?.aborted)
    calls.delete(id)
  }
}

/** tool.check of a real call: its verdict so far. A query has no id. */
async function check($, e, next) {
  const heard = await next(e)
  if (e.tool_use_id === undefined) return heard
  let verdict = heard
  try {
    const { agentId, approver, ceiling, input, isReadOnly, tool } = e
    const mode = modeOf(modes, agentId)
    const looked = mayWatch(tool, heard, mode)
    const watch = looked ? await watched($, e, mode) : undefined
    verdict = watch ?? heard
    Object.assign(callOf(calls, e.tool_use_id), {
      key: keyOf(tool, input, agentId), tool, agentId, verdict, approver, isReadOnly, ceiling,
      watch, seen: looked || comesAnyway(heard),
    })
  } catch {}
  return verdict
}

/**
 * tool.judge comes where auto mode's classifier is about to settle a call, one
 * that check made an ask as well: what the classifier refuses stays refused,
 * and where it gives no verdict, the client would refuse what the person wants
 * to see. Calls that check did not look at are those whose mode was another one
 * than we knew, for the person may switch it at any moment.
 */
async function judge($, e, next) {
  const heard = await next(e)
  try {
    if (heard.decision === "deny") return heard
    const found = callOf(calls, e.tool_use_id)
    if (!found.seen) {
      found.seen = true
      found.watch = await watched($, e, "auto")
      found.verdict = found.watch ?? found.verdict
    }
    return found.watch ?? heard
  } catch {}
  return heard
}

/**
 * The ask that a watch rule makes of a call, or undefined. The marker comes
 * first: without it no process is started.
 */
async function watched($, e, mode) {
  try {
    if (!(await $.fs.exists(MARKER))) return undefined
  } catch {
    return undefined
  }
  let reason = UNCHECKED // of a process that takes too long, or fails: it says nothing of the call
  try {
    const stdin = watchInput(e.tool, e.input, await $.session.cwd(), mode, project)
    reason = watchReason(await $.process.run([BINARY, "watch", ...AT], { stdin, timeoutMs: WATCH_MS }))
  } catch {}
  // The engine sets plugin on what we return; our own copy needs it too.
  return reason === undefined ? undefined : { decision: "ask", reason, plugin: $.plugin.name }
}

/** The ask itself: what we know goes along, as the member "sayso". */
async function request($, e, next) {
  let sayso
  try {
    noteMode(modes, e)
    if (await $.fs.exists(BINARY)) sayso = await explain($, e)
  } catch {}
  return next(await proved($, sayso === undefined ? e : { ...e, sayso }, false))
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
 * hook. A call that was not asked about is not signalled, for nothing waits for
 * it, unless a plugin made it with the person's consent: such a call runs with
 * nobody asked, and these words are told nowhere else.
 */
async function run($, e, next) {
  try {
    const found = calls.get(e.tool_use_id)
    if (found !== undefined) found.ran = true
    if (found?.asked || found?.consent !== undefined) {
      const changed = found.made !== undefined && madeOf(e) !== found.made
      signal($, e, { hook_event_name: "tool.run", consent: found.consent, input_changed: changed || undefined })
    }
  } catch {}
  return next(e)
}

/** One text for a call as tool.call and tool.run tell it: both have the input as the model made it. */
function madeOf(e) {
  const { tool, tool_use_id, agentId, consent, requestMeta, ...input } = e
  return canonical([agentId ?? "", tool, input])
}

/**
 * The end of a call that was asked about and never ran, for it was refused, or
 * that the person stopped. Other ends of a call that ran are told by PostToolUse
 * and PostToolUseFailure, so they need no process of ours.
 */
function end($, e, result, started, stopped) {
  try {
    const found = calls.get(e.tool_use_id)
    if (!found?.asked || (found.ran && !stopped)) return
    const failed = result === undefined || result.deny !== undefined || result.isError
    const outcome = found.ran ? "error" : failed ? "deny" : "ok"
    signal($, e, { hook_event_name: "tool.call", outcome, duration_ms: Date.now() - started })
  } catch {}
}

/** Tells sayso of an event, shaped like a hook's payload. Nobody waits. */
async function signal($, e, event) {
  try {
    const { tool, tool_use_id, agentId, consent, requestMeta, ...input } = e
    const payload = {
      ...event,
      session_id: await $.session.id(),
      agent_id: agentId,
      tool_name: tool,
      tool_input: input,
      tool_use_id,
    }
    const stdin = JSON.stringify(await proved($, payload, false))
    await $.process.run([BINARY, "hook", ...AT], { stdin, timeoutMs: SIGNAL_MS })
  } catch {}
}

/** What the promise brings, or undefined when it fails or takes too long. */
async function within($, promise) {
  const late = $.clock.sleep(QUERY_MS).catch(() => new Promise(() => {}))
  return Promise.race([promise, late]).catch(() => undefined)
}
