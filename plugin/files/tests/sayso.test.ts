// The mod in the client's own test kit: the hooks that `on` registers here sit
// beneath every plugin and play the engine, the disk and the sayso binary.
import { expect, mock, test } from 'claude-code/testing'

import { UNCHECKED, AT, BINARY, MARKER } from '../hooks/watch.js'

const BASH = { tool: 'Bash', command: 'touch a.txt' }

/** What the world beneath saw and answers; each test sets what it needs. */
function world(on, answers = {}) {
  const seen = { asks: [], runs: [], lists: 0, settle: undefined }
  const { verdict = { decision: 'ask', reason: 'core asks' }, decision = { behavior: 'allow' }, panes = [],
    files = [BINARY], watch = '', result = { result: 'done' }, broken = false,
    brokenRuns = false, classifier = 'allow', asked = undefined } = answers
  const fail = () => { throw new Error('broken') }
  mock.env(on, { SAYSO_SOCKET: '/evil/sayso.sock', XDG_RUNTIME_DIR: '/evil' })
  seen.settle = mock.clock(on).settle
  on('session.id', () => ({ value: 'S' }))
  on('session.cwd', () => ({ value: '/project' }))
  on('tool.list', () => (seen.lists++, { value: [{ name: 'mcp__db__drop', description: 'Drops a table', mcp: true }] }))
  on('tool.check', () => (typeof verdict === 'function' ? verdict() : verdict))
  on('tool.run', () => result)
  on('classic.PermissionRequest', async ($, e) => { seen.asks.push(e); await asked?.(e); return { decision } })
  on('classic.PostToolUse', () => ({}))
  on('tool.judge', () => ({ decision: classifier }))
  on('classic.UserPromptSubmit', () => ({}))
  on('classic.SessionStart', () => ({}))
  on('fs.stat', () => (panes.length === 0 ? fail() : { value: { kind: 'other', size: 0, mtimeMs: panes[0], isLink: false } }))
  on('fs.exists', ($, e) => (broken ? fail() : { value: files.includes(e.path) }))
  on('process.run', ($, e) => {
    seen.runs.push({ argv: e.argv, stdin: JSON.parse(e.init?.stdin ?? 'null') })
    return broken || brokenRuns ? fail() : { value: { exitCode: 0, stdout: watch, stderr: '', isStdoutTruncated: false, isStderrTruncated: false } }
  })
  return seen
}

test('an ask of the engine carries its reason and the id of the call', async ($, on) => {
  const seen = world(on)
  const result = await $.tool.call(BASH)
  expect(result.result).toBe('done')
  expect(seen.asks).toHaveLength(1)
  expect(seen.asks[0].sayso).toMatchObject({ reason: 'core asks', tool_use_id: expect.any(String) })
})

test('what became of an asked call: it ran', async ($, on) => {
  const seen = world(on)
  await $.tool.call(BASH)
  await seen.settle()
  expect(seen.runs).toEqual([{ argv: [BINARY, 'hook', ...AT], stdin: {
    hook_event_name: 'tool.run', session_id: 'S', tool_name: 'Bash', tool_input: { command: 'touch a.txt' },
    tool_use_id: seen.asks[0].sayso.tool_use_id,
  } }])
})

test('what became of an asked call: it was refused', async ($, on) => {
  const seen = world(on, { decision: { behavior: 'deny', message: 'no' } })
  await $.tool.call(BASH)
  await seen.settle()
  expect(seen.runs).toHaveLength(1)
  expect(seen.runs[0].stdin).toMatchObject({ hook_event_name: 'tool.call', outcome: 'deny', duration_ms: expect.any(Number),
    tool_use_id: seen.asks[0].sayso.tool_use_id })
})

test('a failed call is left to PostToolUseFailure', async ($, on) => {
  const seen = world(on, { result: { deny: 'broke' } })
  await $.tool.call(BASH)
  await seen.settle()
  expect(seen.runs.map(run => run.stdin.hook_event_name)).toEqual(['tool.run'])
})

test('a call that nobody is asked about starts no process', async ($, on) => {
  const seen = world(on, { verdict: { decision: 'allow' } })
  await $.tool.call(BASH)
  await seen.settle()
  expect(seen.asks).toEqual([])
  expect(seen.runs).toEqual([])
})

const GUARD = {
  name: 'guard',
  register(on) {
    on('tool.check', async ($, e, next) => {
      await next(e)
      return { decision: 'ask', reason: 'guard asks' }
    })
  },
} as const

for (const where of ['prepend', 'append'] as const) {
  test(`a plugin's reason, the plugin being ${where}ed`, { plugins: [{ ...GUARD, tier: where }] }, async ($, on) => {
    const seen = world(on, { verdict: { decision: 'allow' } })
    await $.tool.call(BASH)
    expect(seen.asks[0].sayso).toMatchObject({ reason: 'guard asks', plugin: 'guard', tool_use_id: expect.any(String) })
  })
}

test("the person's consent comes along, and is told of a call that nobody is asked about", async ($, on) => {
  const answers = { verdict: { decision: 'ask' } }
  const seen = world(on, { verdict: () => answers.verdict })
  await $.tool.call({ ...BASH, consent: 'The user pressed Yes' })
  expect(seen.asks[0].sayso.consent).toBe('The user pressed Yes')
  answers.verdict = { decision: 'allow' }
  await $.tool.call({ ...BASH, consent: 'The user pressed Yes' })
  await seen.settle()
  expect(seen.asks).toHaveLength(1)
  expect(seen.runs.map(run => run.stdin.consent)).toEqual(['The user pressed Yes', 'The user pressed Yes'])
  expect('consent' in seen.runs[0].stdin.tool_input).toBe(false)
})

test('rule, hook and setting come along as the engine says them', async ($, on) => {
  const facts = { reason: 'because', rule: 'Bash(touch:*)', hook: 'PreToolUse', setting: 'permissions.x', ceiling: 'ask' }
  const seen = world(on, { verdict: { decision: 'ask', ...facts } })
  await $.tool.call(BASH)
  const { tool_use_id, ceiling, ...said } = seen.asks[0].sayso
  expect(said).toEqual({ reason: 'because', rule: 'Bash(touch:*)', hook: 'PreToolUse', setting: 'permissions.x' })
})

test('an MCP tool brings its description; it is looked up once', async ($, on) => {
  const seen = world(on)
  for (const table of ['a', 'b']) await $.tool.call({ tool: 'mcp__db__drop', table })
  expect(seen.asks.map(ask => ask.sayso.description)).toEqual(['Drops a table', 'Drops a table'])
  expect(seen.lists).toBe(1)
})

test('identical calls are told apart', async ($, on) => {
  const seen = world(on)
  await Promise.all([$.tool.call(BASH), $.tool.call(BASH), $.tool.call({ ...BASH, agentId: 'a1' })])
  await seen.settle()
  const ids = seen.asks.map(ask => ask.sayso.tool_use_id)
  expect(new Set(ids).size).toBe(3)
  expect(new Set(seen.runs.map(run => run.stdin.tool_use_id))).toEqual(new Set(ids))
  expect(seen.runs.filter(run => run.stdin.agent_id === 'a1')).toHaveLength(1)
})

test('a call that is over is not asked about', async ($, on) => {
  const verdicts = [{ decision: 'deny', reason: 'no' }, { decision: 'ask' }]
  const seen = world(on, { verdict: () => (verdicts.length > 1 ? verdicts.shift() : verdicts[0]) })
  await $.tool.call(BASH)
  await $.tool.call(BASH)
  await seen.settle()
  expect(seen.asks.map(ask => ask.sayso.tool_use_id)).toEqual(seen.runs.map(run => run.stdin.tool_use_id))
})

test('without the binary the event is untouched and nothing is started', async ($, on) => {
  const seen = world(on, { files: [] })
  expect((await $.tool.call(BASH)).result).toBe('done')
  expect(seen.asks).toHaveLength(1)
  expect('sayso' in seen.asks[0]).toBe(false)
  expect(seen.runs).toEqual([])
})

test('with everything broken the call runs all the same', async ($, on) => {
  const seen = world(on, { broken: true, files: [BINARY, MARKER] })
  expect((await $.tool.call(BASH)).result).toBe('done')
  expect('sayso' in seen.asks[0]).toBe(false)
})

test('a call is watched when the binary fails', async ($, on) => {
  const seen = world(on, { brokenRuns: true, files: WATCHED })
  expect((await $.tool.call(BASH)).result).toBe('done')
  expect(seen.runs[0].argv[1]).toBe('watch')
  expect(seen.asks[0].sayso).toMatchObject({ reason: UNCHECKED, tool_use_id: expect.any(String) })
})

const YES = '{"watch":true,"reason":"you asked to see this"}'
const POST = { tool_name: 'Bash', tool_input: {}, tool_response: {}, tool_use_id: 'x' }
const WATCHED = [BINARY, MARKER]

test('a watched call becomes an ask', async ($, on) => {
  const seen = world(on, { verdict: { decision: 'allow' }, files: WATCHED, watch: YES })
  await $.classic.UserPromptSubmit({ prompt: 'go', permission_mode: 'acceptEdits' })
  expect((await $.tool.call(BASH)).result).toBe('done')
  expect(seen.runs[0]).toEqual({ argv: [BINARY, 'watch', ...AT], stdin: {
    tool_name: 'Bash', tool_input: { command: 'touch a.txt' }, cwd: '/project', permission_mode: 'acceptEdits',
  } })
  expect(seen.asks[0].sayso).toMatchObject({ reason: 'you asked to see this', plugin: 'sayso' })
})

for (const [name, answers] of [
  ['no marker', { files: [BINARY], watch: YES }],
  ['a no', { files: WATCHED, watch: '{"watch":false}' }],
  ['silence', { files: WATCHED, watch: '' }],
  ['a failure', { files: WATCHED, broken: true }],
] as const) {
  test(`a call is not watched: ${name}`, async ($, on) => {
    const seen = world(on, { verdict: { decision: 'allow' }, ...answers })
    expect((await $.tool.call(BASH)).result).toBe('done')
    expect(seen.asks).toEqual([])
    expect(seen.runs.length).toBe(name === 'no marker' || name === 'a failure' ? 0 : 1)
  })
}

test('a call is watched where nobody can say that it is not', async ($, on) => {
  const seen = world(on, { verdict: { decision: 'allow' }, files: WATCHED, watch: 'yes' })
  await $.tool.call(BASH)
  expect(seen.asks[0].sayso.reason).toBe(UNCHECKED)
})

test('a refused call stays refused, and costs no process', async ($, on) => {
  const seen = world(on, { verdict: { decision: 'deny', reason: 'never' }, files: WATCHED, watch: YES })
  const result = await $.tool.call(BASH)
  await seen.settle()
  expect(result.result === 'done').toBe(false)
  expect(seen.runs).toEqual([])
})

// The session and a subagent may have different modes at the same time.
for (const [session, agent, runs] of [
  ['default', undefined, 1],
  ['default', 'auto', 1],
  ['auto', 'default', 0],
  ['dontAsk', undefined, 0],
] as const) {
  test(`a call of an agent in mode ${agent}, the session being in ${session}: ${runs} questions`, async ($, on) => {
    const seen = world(on, { verdict: { decision: 'ask', reason: 'core asks' }, files: WATCHED, watch: YES })
    if (agent !== undefined) await $.classic.PostToolUse({ ...POST, permission_mode: agent, agent_id: 'a1' })
    await $.classic.PostToolUse({ ...POST, permission_mode: session })
    await $.tool.call({ ...BASH, agentId: 'a1' })
    expect(seen.runs.filter(run => run.argv[1] === 'watch')).toHaveLength(runs)
  })
}

const JUDGED = { tool: 'Bash', input: { command: 'curl x' }, tool_use_id: 'j1' }

// The kit's own calls meet no classifier, so these tests raise its event.
for (const [name, answers, want, runs] of [
  ['its mode is not what was told', {}, { decision: 'ask', reason: 'you asked to see this', plugin: 'sayso' }, 1],
  ['the classifier gives no verdict', { classifier: 'ask' }, { decision: 'ask', reason: 'you asked to see this', plugin: 'sayso' }, 1],
  ['the classifier refuses', { classifier: 'deny' }, { decision: 'deny' }, 0],
  ['nobody watches it', { watch: '' }, { decision: 'allow' }, 1],
  ['no rules', { files: [BINARY] }, { decision: 'allow' }, 0],
  ['a failure', { broken: true }, { decision: 'allow' }, 0],
] as const) {
  test(`a call before the classifier: ${name}`, async ($, on) => {
    const seen = world(on, { files: WATCHED, watch: YES, ...answers })
    expect(await $.tool.judge(JUDGED)).toEqual(want)
    expect(seen.runs.filter(run => run.argv[1] === 'watch')).toHaveLength(runs)
  })
}

// A call is looked at once, and one that comes to the person anyway never. Where
// the classifier gives no verdict, the ask of a watch rule stands.
for (const [name, mode, verdict, answers, judgement, atCheck] of [
  ['nobody watches it', 'auto', { decision: 'ask' }, {}, { decision: 'allow' }, 1],
  ['an ask rule names it', 'default', { decision: 'ask', rule: 'Bash' }, {}, { decision: 'allow' }, 0],
  ['refused', 'auto', { decision: 'ask' }, { watch: YES, classifier: 'deny' }, { decision: 'deny' }, 1],
  ['no verdict', 'auto', { decision: 'ask' }, { watch: YES, classifier: 'ask' },
    { decision: 'ask', reason: 'you asked to see this', plugin: 'sayso' }, 1],
] as const) {
  test(`the classifier after the check: ${name}`, async ($, on) => {
    const judged = []
    const seen = world(on, { verdict, files: WATCHED, ...answers, asked: async e =>
      judged.push(await $.tool.judge({ ...JUDGED, tool_use_id: e.sayso.tool_use_id })) })
    await $.classic.UserPromptSubmit({ prompt: 'go', permission_mode: mode })
    await $.tool.call(BASH)
    expect(judged).toEqual([judgement])
    expect(seen.runs.filter(run => run.argv[1] === 'watch')).toHaveLength(atCheck)
  })
}

for (const [mode, verdict, runs] of [
  ['dontAsk', { decision: 'allow' }, 0],
  ['default', { decision: 'ask', reason: 'core asks' }, 0],
  ['auto', { decision: 'ask', reason: 'core asks' }, 1],
  ['plan', { decision: 'ask', reason: 'core asks' }, 1],
  ['auto', { decision: 'ask', rule: 'Bash' }, 0],
] as const) {
  test(`mode ${mode}, ${JSON.stringify(verdict)}: ${runs} questions`, async ($, on) => {
    const seen = world(on, { verdict, files: WATCHED, watch: YES })
    await $.classic.UserPromptSubmit({ prompt: 'go', permission_mode: mode })
    await $.tool.call(BASH)
    expect(seen.runs.filter(run => run.argv[1] === 'watch')).toHaveLength(runs)
  })
}

/** The payloads of a kind that the binary was started with. */
const runsOf = (seen, name) => seen.runs.filter(run => run.stdin.hook_event_name === name).map(run => run.stdin)

test('the key is shown once to each sayso, and every payload carries a proof and no key', async ($, on) => {
  const panes = [1]
  const seen = world(on, { panes })
  await $.classic.UserPromptSubmit({ prompt: 'go', session_id: 'S' })
  await $.tool.call(BASH)
  await seen.settle()
  const [shown, ...more] = runsOf(seen, 'sayso.key')
  expect(shown).toMatchObject({ session_id: 'S', key: expect.stringMatching(/^[0-9a-f]{64}$/), at_start: false })
  expect(seen.runs[0].stdin).toEqual(shown)
  expect(more.filter(run => run.session_id === 'S')).toEqual([])
  for (let i = 0; i < 50 && runsOf(seen, 'tool.run').length === 0; i++) await seen.settle() // it is proved before it is told
  const [ran] = runsOf(seen, 'tool.run')
  for (const proved of [seen.asks[0], ran]) {
    expect(proved.sayso.proof).toMatchObject({ n: expect.any(Number), mac: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(proved.sayso.proof.over).toEqual(Object.keys(proved).filter(name => name !== 'sayso'))
    expect(JSON.stringify(proved).includes(shown.key)).toBe(false)
  }
  panes[0] = 2
  await $.classic.UserPromptSubmit({ prompt: 'go', session_id: 'S' })
  expect(runsOf(seen, 'sayso.key').at(-1)).toEqual(shown)
})

test('no two payloads have a number in common', async ($, on) => {
  const seen = world(on, { panes: [1] })
  await Promise.all([$.tool.call(BASH), $.tool.call(BASH), $.tool.call(BASH)])
  await seen.settle()
  for (let i = 0; i < 50 && runsOf(seen, 'tool.run').length < 3; i++) await seen.settle()
  const numbers = [...seen.asks, ...runsOf(seen, 'tool.run')].map(p => p.sayso.proof.n)
  expect(new Set(numbers).size).toBe(6)
})

test('every payload says where the session started, and the proof covers it', async ($, on) => {
  const seen = world(on, { panes: [1] })
  await $.classic.SessionStart({ cwd: '/project', source: 'startup' })
  await $.classic.SessionStart({ cwd: '/project/src', source: 'compact' })
  await $.tool.call(BASH)
  await seen.settle()
  for (let i = 0; i < 50 && runsOf(seen, 'tool.run').length < 1; i++) await seen.settle()
  for (const payload of [seen.asks[0], runsOf(seen, 'tool.run')[0]]) expect(payload.sayso.project).toBe('/project')
})

test('a watched call says where the session started, wherever its agent went', async ($, on) => {
  const seen = world(on, { verdict: { decision: 'allow' }, files: WATCHED, watch: YES })
  await $.classic.SessionStart({ cwd: '/project', source: 'startup' })
  await $.classic.SessionStart({ cwd: '/project/src', source: 'compact' })
  await $.tool.call(BASH)
  expect(seen.runs.find(run => run.argv[1] === 'watch').stdin.project_dir).toBe('/project')
})
