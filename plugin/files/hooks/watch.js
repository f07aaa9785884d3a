// Watch rules: calls that the person decides in every mode. Plain data, no
// engine; sayso.js does the asking.
//
// The rules stay with the running sayso. While it has any, an empty file stands
// beside its socket, and only then is it worth a process to ask whether a call
// matches: `sayso watch` reads the call on stdin and answers, with exit 0,
// {"watch": true, "reason": "you asked to see this"}, or nothing. What fails, can't
// be read or takes too long is no answer, and the call asks.

// Filled in when the plugin is written out: see package plugin.
export const BINARY = "@SAYSO_BINARY@"
/** Where sayso listens. A project's settings set variables: none counts here. */
export const SOCKET = "@SAYSO_SOCKET@"
/** What has a command of sayso's ask there, whatever its environment says. */
export const AT = ["--socket", SOCKET]
/** The file that says that watch rules exist. */
export const MARKER = SOCKET + ".watch"
const DEFAULT_REASON = "you asked to see this"
/** Why a call asks where there are watch rules and nobody said whether one names it. */
export const UNCHECKED = "sayso could not check in time whether you want to see this"

/**
 * Modes in which the classifier settles the engine's asks, and harmless ones are
 * settled without it. Plan mode is one where auto mode is to be had.
 */
const CLASSIFIED = ["auto", "plan"]

/** Calls that always come to a person. */
const PERSONS = ["AskUserQuestion", "ExitPlanMode"]

/**
 * Whether an ask of ours could change what becomes of the call, and for the
 * better. A refused call stays refused. An ask that comes to the person anyway
 * (a plugin's, a rule's, or any in a mode without the classifier) is better than
 * ours: it keeps its reason and its suggestions. In dontAsk mode an ask is a
 * refusal. Where the mode is not known we ask, rather than let a watched call
 * pass.
 */
export function mayWatch(tool, verdict, mode) {
  if (mode === "dontAsk" || PERSONS.includes(tool)) return false
  if (verdict.decision === "allow") return true
  if (verdict.decision !== "ask" || comesAnyway(verdict)) return false
  return mode === undefined || CLASSIFIED.includes(mode)
}

/** Whether the verdict is an ask that is a person's in every mode. */
export function comesAnyway(verdict) {
  return verdict.decision === "ask" && (verdict.plugin !== undefined || verdict.rule !== undefined)
}

/** What `sayso watch` reads. */
export function watchInput(tool, input, cwd, mode, project) {
  return JSON.stringify({ tool_name: tool, tool_input: input, cwd, permission_mode: mode, project_dir: project })
}

/** The reason to ask with, from what `sayso watch` answered; undefined for no. */
export function watchReason({ exitCode, stdout }) {
  if (exitCode !== 0) return UNCHECKED
  if (stdout === "") return undefined // no sayso, or no rule names it
  let answer
  try {
    answer = JSON.parse(stdout)
  } catch {
    return UNCHECKED
  }
  if (answer?.watch === false) return undefined
  if (answer?.watch !== true) return UNCHECKED
  return typeof answer.reason === "string" && answer.reason !== "" ? answer.reason : DEFAULT_REASON
}
