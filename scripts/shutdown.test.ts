/** A server ends with the script that started it, however that one ends, and its port is free again. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort, isFree } from './ports.ts'

/** Milliseconds for what happens at once where nobody else uses the processor. */
const SOON = { timeout: 15_000 }

type Started = ChildProcessByStdio<null, Readable, Readable>

const folder = mkdtempSync(join(tmpdir(), 'treadline-shutdown-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The command line of a sandbox with a state of its own: two that create one at the same moment lock each other out. */
function sandboxArgs(): string[] {
  return ['scripts/bootstrap.mjs', 'scripts/sandbox.ts', '--persist-to', mkdtempSync(join(folder, 'state-'))]
}

/** The sandbox as it is started by `args` of Node, once it says that it answers. */
async function startSandbox(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ started: Started; port: number }> {
  const port = await freePort()
  const started = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port - 1), ...env },
  })
  let problem = ''
  started.stderr.on('data', (said) => {
    problem += said
  })
  await waitForLine(started.stdout, /Sandbox http/).catch((error: Error) => {
    throw new Error(`${error.message}${problem}`)
  })
  return { started, port }
}

/** What a stream says until it says this. */
async function waitForLine(stream: Readable, wanted: RegExp): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    stream.on('data', (said) => {
      text += said
      if (wanted.test(text)) resolve(text)
    })
    stream.once('close', () => reject(new Error(`Ended with: ${text}`)))
  })
}

interface Row {
  pid: number
  parent: number
  what: string
}

/** Every process that lives; one that has ended and was not looked at is none. */
function processes(): Row[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', what = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), what }] : []
  })
}

function below(pid: number, all = processes()): Row[] {
  return all.filter(({ parent }) => parent === pid).flatMap((row) => [row, ...below(row.pid, all)])
}

/** Resolves when workerd is gone: then nobody holds the other end of a connection to it. */
async function connection(port: number): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1').resume()
  await once(socket, 'connect')
  socket.on('error', () => {})
  // Killed, it may say so by a reset: an error before the end, for which `once` of Node would reject.
  return { closed: new Promise((resolve) => socket.once('close', resolve)) }
}

async function expectNothingLeft(
  { started, port }: { started: Started; port: number },
  end: () => void,
): Promise<void> {
  const all = below(started.pid ?? 0).filter(({ what }) => /\/node |workerd|bootstrap/.test(what))
  expect(all.map(({ what }) => what).join('\n')).toMatch(/workerd serve/)
  const { closed } = await connection(port)
  // Every process between the first and workerd writes here.
  const silent = once(started.stdout, 'close')
  end()
  await Promise.all([closed, silent])
  // A process that is killed closes what it holds one after the other, and is gone only then.
  await vi.waitFor(async () => {
    expect(await isFree(port)).toBe(true)
    const alive = new Set(processes().map(({ pid }) => pid))
    expect(all.filter(({ pid }) => alive.has(pid))).toEqual([])
  }, SOON)
}

/** The process of the script itself, below the one that was started. */
function find(started: Started, what: string): number {
  return below(started.pid ?? 0).find((row) => row.what.includes(what))?.pid ?? 0
}

test.concurrent('[audit B7] a restart of workerd is reported in a line, and SIGTERM leaves no process and no port', async () => {
  const sandbox = await startSandbox(sandboxArgs())
  const { started, port } = sandbox
  const line = waitForLine(started.stderr, /\n/)
  process.kill(find(started, 'workerd serve'), 'SIGKILL')
  expect(await line).toMatch(/^The Workers runtime crashed unexpectedly and is being restarted.*\n$/)
  await vi.waitFor(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/mailbox`)).status).toBe(200)
  }, SOON)
  await expectNothingLeft(sandbox, () => started.kill('SIGTERM'))
})

test.concurrent('[audit B7] kill -9 of what was started leaves no process and no port', async () => {
  const sandbox = await startSandbox(sandboxArgs())
  await expectNothingLeft(sandbox, () => sandbox.started.kill('SIGKILL'))
})

test.concurrent('[audit B7] kill -9 of npm, with a shell between that receives nothing of it, leaves nothing either', async () => {
  const npm = `require('child_process').spawn('sh', ['-c', 'node ${sandboxArgs().join(' ')}; true'], { stdio: 'inherit' })`
  const sandbox = await startSandbox(['-e', npm], { npm_lifecycle_event: 'sandbox' })
  await expectNothingLeft(sandbox, () => sandbox.started.kill('SIGKILL'))
})

test.concurrent('[audit B7] kill -9 of the script itself leaves nothing either', async () => {
  const sandbox = await startSandbox(sandboxArgs())
  await expectNothingLeft(sandbox, () => process.kill(find(sandbox.started, 'end-with-parent'), 'SIGKILL'))
})
