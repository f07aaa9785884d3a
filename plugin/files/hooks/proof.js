// The session's key, and the proofs made with it.
//
// Any process of the user can run `sayso hook`: the agent's own shell is one. So
// this module makes a key when it is loaded, before the session's agent can run
// anything, and shows it to sayso over the standard input of a process that it
// starts itself. Other hooks of an event read what is added to its payload, a
// project's own among them: payloads carry a proof, never the key.
//
// Package approver of sayso checks the proofs (key.go, proof.go, digest.go).

const KEY_BYTES = 32
const BLOCK_BYTES = 64 // of SHA-256
const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
const encoder = new TextEncoder()

/** How many payloads were proved. Each number is used once. */
let proved = 0

/** What `sayso hook` reads to learn the key of a session. */
export function keyMessage(session, atStart) {
  return JSON.stringify({ hook_event_name: "sayso.key", session_id: session, key: key.toHex(), at_start: atStart })
}

/**
 * The payload with a proof of all its members: that it is this session's, and
 * the only one with this number.
 */
export async function prove(payload) {
  const n = ++proved
  const over = Object.keys(payload).filter(name => name !== "sayso" && payload[name] !== undefined)
  const covered = Object.fromEntries(over.map(name => [name, payload[name]]))
  covered.sayso = payload.sayso ?? {}
  const content = await digest(encoder.encode(canonical(covered)))
  const mac = await hmac(key, encoder.encode(`sayso proof 1\n${n}\n${content.toHex()}`))
  return { ...payload, sayso: { ...payload.sayso, proof: { n, over, mac: mac.toHex() } } }
}

/**
 * One text for all spellings of a JSON value. Lengths are of UTF-8, in bytes, and
 * half a surrogate pair counts as U+FFFD, as it does where this is checked.
 */
export function canonical(value) {
  switch (typeof value) {
    case "boolean":
      return value ? "t" : "f"
    case "number":
      return Number.isFinite(value) ? part("1", String(value)) : "n"
    case "string":
      return part('"', value)
    case "object":
      if (value === null) return "n"
      if (Array.isArray(value)) return "[" + value.map(canonical).join("") + "]"
      return "{" + membersOf(value).map(([name, v]) => part("k", name) + canonical(v)).join("") + "}"
  }
  return "n" // what JSON has no word for is null in a list
}

/** The members of an object that JSON has a word for, by the bytes of their names. */
function membersOf(object) {
  const members = Object.entries(object).filter(([, v]) => v !== undefined && typeof v !== "function")
  return members.sort(([a], [b]) => compareBytes(a, b))
}

/** Compares texts by code points, which is the order of their UTF-8. */
function compareBytes(a, b) {
  const [x, y] = [[...a], [...b]]
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] !== y[i]) return x[i].codePointAt(0) - y[i].codePointAt(0)
  }
  return x.length - y.length
}

function part(kind, text) {
  const whole = text.toWellFormed()
  return kind + encoder.encode(whole).length + ":" + whole
}

async function digest(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
}

/** HMAC-SHA-256 (RFC 2104); the client's crypto offers the digest alone. */
async function hmac(secret, message) {
  const pad = byte => Uint8Array.from({ length: BLOCK_BYTES }, (_, i) => (secret[i] ?? 0) ^ byte)
  return digest(joined(pad(0x5c), await digest(joined(pad(0x36), message))))
}

function joined(a, b) {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
