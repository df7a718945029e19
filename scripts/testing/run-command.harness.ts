/** Runs commands as processes of their own, as npm does but without npm, without a terminal and without input. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Outcome {
  stdout: string
  stderr: string
  /** The exit code; `null` for a process that was killed. */
  status: number | null
}

export const WRANGLER = 'node_modules/wrangler/bin/wrangler.js'

type Variables = Readonly<Record<string, string>>

const QUIET = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' }

/** Starts a file of JavaScript or TypeScript. Does not block: most of a command's start is waiting. */
export function startFile(
  file: string,
  args: readonly string[],
  { env = {}, cwd = '.' }: { env?: Variables; cwd?: string } = {},
): { child: ChildProcess; ended: Promise<Outcome> } {
  const command = ['--disable-warning=ExperimentalWarning', file, ...args]
  const variables = { ...process.env, ...QUIET, ...env }
  const child = spawn(process.execPath, command, { env: variables, cwd })
  child.stdin.end()
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const ended = output.then(([stdout, stderr, [status]]) => ({ stdout, stderr, status }))
  return { child, ended }
}

export function runFile(...start: Parameters<typeof startFile>): Promise<Outcome> {
  return startFile(...start).ended
}

/** Runs `npm run SCRIPT -- ARGS`. */
export function runCommand(script: string, args: readonly string[], env: Variables = {}): Promise<Outcome> {
  return runFile(`scripts/${script}.ts`, args, { env })
}
