import { execFile } from 'node:child_process'
import type { CanUseTool } from '@anthropic-ai/claude-agent-sdk'

/** Lets the person at sayso's pane decide. Whatever is not an answer is a no. */
export const canUseTool: CanUseTool = (toolName, input, { signal, ...options }) =>
  new Promise((resolve) => {
    const sayso = execFile('sayso', ['ask'], { signal, maxBuffer: Infinity }, (failed, stdout, stderr) =>
      resolve(failed ? { behavior: 'deny', message: stderr || failed.message } : JSON.parse(stdout)))
    sayso.stdin?.on('error', () => {}) // sayso has ended: the line above says why
    sayso.stdin?.end(JSON.stringify({ toolName, input, options }))
  })
