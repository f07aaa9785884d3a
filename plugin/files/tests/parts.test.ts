// The parts of the mod that need no engine.
import { describe, expect, test } from 'claude-code/testing'

import { LIMIT, callOf, claim, keyOf } from '../hooks/calls.js'
import { canonical } from '../hooks/proof.js'
import { merged, saysoOf } from '../hooks/reason.js'
import { modeOf, noteMode } from '../hooks/modes.js'
import { AT, MARKER, UNCHECKED, watchReason } from '../hooks/watch.js'

const call = (calls, id, tool, input, agent = undefined) =>
  Object.assign(callOf(calls, id), { tool, agentId: agent, key: keyOf(tool, input, agent) })

describe('calls', () => {
  test('identical calls are claimed in order, then the last one again', () => {
    const calls = new Map()
    for (const id of ['1', '2']) call(calls, id, 'Bash', { command: 'ls' })
    expect(['1', '2', '2']).toEqual([0, 1, 2].map(() => claim(calls, 'Bash', { command: 'ls' }).id))
  })
  test('agents, tools and inputs are told apart; member order is not', () => {
    const calls = new Map()
    call(calls, '1', 'T', { a: 1, b: { c: 2, d: [3, 4] } }, 'agent')
    call(calls, '2', 'T', { a: 1, b: { c: 2, d: [4, 3] } })
    call(calls, '3', 'T', { a: 1, b: { c: 2, d: [3, 4] } })
    expect(claim(calls, 'T', { b: { d: [3, 4], c: 2 }, a: 1 }).id).toBe('3')
  })
  test('a call that runs is not asked about', () => {
    const calls = new Map()
    call(calls, '1', 'Bash', {}).ran = true
    expect(claim(calls, 'Bash', {})).toBeUndefined()
  })
  test('an input that changed after the check fits the only waiting call of the tool', () => {
    const calls = new Map()
    call(calls, '1', 'ExitPlanMode', {})
    call(calls, '2', 'Bash', {})
    expect(claim(calls, 'ExitPlanMode', { plan: 'x' }).id).toBe('1')
    call(calls, '3', 'Bash', { command: 'x' })
    expect(claim(calls, 'Bash', { command: 'y' })).toBeUndefined()
  })
  test('nor does it fit the call of another agent', () => {
    const calls = new Map()
    call(calls, '1', 'Bash', { command: 'x' }, 'agent')
    for (const agent of [undefined, 'other']) expect(claim(calls, 'Bash', { command: 'y' }, agent)).toBeUndefined()
    expect(claim(calls, 'Bash', { command: 'y' }, 'agent').id).toBe('1')
  })
  test('what was never ended is dropped, the oldest first', () => {
    const calls = new Map()
    for (let i = 0; i <= LIMIT; i++) callOf(calls, String(i))
    expect([calls.size, calls.has('0'), calls.has('1')]).toEqual([LIMIT, false, true])
  })
})

describe('merged', () => {
  const ask = more => ({ decision: 'ask', ...more })
  test('a plugin above has the last word', () => {
    const whole = ask({ plugin: 'guard', reason: 'g' })
    expect(merged({ decision: 'allow' }, whole)).toEqual(whole)
    expect(merged(ask({ hook: 'PreToolUse', reason: 'h' }), whole)).toEqual(whole)
    expect(merged(ask({ plugin: 'sayso', reason: 's' }), whole)).toEqual(whole)
  })
  test('the ask of a PreToolUse hook keeps its own reason', () => {
    expect(merged(ask({ hook: 'PreToolUse', reason: 'h' }), ask({ reason: 'core', rule: 'Bash' })))
      .toEqual(ask({ hook: 'PreToolUse', reason: 'h', rule: 'Bash' }))
    expect(merged(ask({ hook: 'PreToolUse' }), ask({ reason: 'core' })).reason).toBeUndefined()
  })
  test('one of the two is enough, and so is none', () => {
    expect(merged(undefined, ask({ reason: 'w' })).reason).toBe('w')
    expect(merged(ask({ reason: 's' }), undefined).reason).toBe('s')
    expect(merged(ask({ plugin: 'once', reason: 's' }), { decision: 'allow' }).reason).toBe('s')
    expect(merged(undefined, undefined)).toEqual({})
  })
})

test('saysoOf leaves out what is not known', () => {
  expect(saysoOf(undefined, {}, undefined)).toEqual({})
  const told = saysoOf({ id: 'i', approver: 'person', isReadOnly: true, ceiling: 'ask', consent: 'yes' }, { reason: '' }, 'x'.repeat(9999))
  expect(told).toMatchObject({ tool_use_id: 'i', approver: 'person', isReadOnly: true, ceiling: 'ask', consent: 'yes' })
  expect([told.description.length, 'reason' in told]).toEqual([4096, false])
})

test('each agent has its own mode', () => {
  const modes = new Map()
  expect(modeOf(modes)).toBeUndefined()
  noteMode(modes, { permission_mode: 'default' })
  noteMode(modes, { permission_mode: 'auto', agent_id: 'a' })
  noteMode(modes, { agent_id: 'a' })
  expect([undefined, 'a', 'b'].map(agent => modeOf(modes, agent))).toEqual(['default', 'auto', undefined])
  noteMode(modes, { hook_event_name: 'SubagentStop', permission_mode: 'auto', agent_id: 'a' })
  expect(modeOf(modes, 'a')).toBeUndefined()
  noteMode(modes, { permission_mode: 'dontAsk' })
  noteMode(modes, { permission_mode: 'default', agent_id: 'a' })
  expect([undefined, 'a', 'b'].map(agent => modeOf(modes, agent))).toEqual(['dontAsk', 'default', 'dontAsk'])
})

test('the marker stands beside the socket', () => {
  expect(AT).toEqual(['--socket', expect.stringMatching(/^\//)])
  expect(MARKER).toBe(AT[1] + '.watch')
})

test('watchReason takes nothing but a plain no, or silence, for a no', () => {
  const answer = (stdout, exitCode = 0) => watchReason({ exitCode, stdout })
  expect(answer('{"watch":true,"reason":"r"}')).toBe('r')
  expect(answer('{"watch":true}')).toBe('you asked to see this')
  for (const no of ['', '{"watch":false}']) expect(answer(no)).toBeUndefined()
  for (const odd of ['{}', 'null', 'yes', '{"watch":"true"}', '{"watch":1}']) expect(answer(odd)).toBe(UNCHECKED)
  expect(answer('', 1)).toBe(UNCHECKED)
})

test('one text for all spellings of a value', () => {
  for (const [value, want] of [
    [null, 'n'], [true, 't'], [0, '11:0'], [-0, '11:0'], [1e21, '15:1e+21'], [0.1, '13:0.1'], [NaN, 'n'],
    ['é😀', '"6:é😀'], ['\ud83d', '"3:\ufffd'], [[1, undefined, 'a'], '[11:1n"1:a]'],
    [{ b: 1, a: { c: [] }, x: undefined }, '{k1:a{k1:c[]}k1:b11:1}'],
    [{ '\u{1f600}': 1, '\uff61': 2 }, '{k3:\uff6111:2k4:\u{1f600}11:1}'],
  ]) expect(canonical(value)).toBe(want)
})
