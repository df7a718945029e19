/** A server ends with the script that started it, however that script ends, and its port is free again. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort, isFree } from './ports.ts'

/** Time limit for events that happen at once on an idle machine. */
const PATIENTLY = { timeout: 15_000 }

type Started = ChildProcessByStdio<null, Readable, Readable>

const folder = mkdtempSync(join(tmpdir(), 'treadline-shutdown-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the command line of a sandbox with its own state: two on a new common state block each other. */
function sandboxArgs(): string[] {
  return ['scripts/bootstrap.mjs', 'scripts/sandbox.ts', '--persist-to', mkdtempSync(join(folder, 'state-'))]
}

/** Starts a sandbox with these arguments of Node and waits until it answers. */
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
  started.stderr.on('data', (output) => {
    problem += output
  })
  await waitForLine(started.stdout, /Sandbox http/).catch((error: Error) => {
    throw new Error(`${error.message}${problem}`)
  })
  return { started, port }
}

/** Returns the output of a stream up to a line that matches. */
async function waitForLine(stream: Readable, wanted: RegExp): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    stream.on('data', (output) => {
      text += output
      if (wanted.test(text)) resolve(text)
    })
    stream.once('close', () => reject(new Error(`Ended with: ${text}`)))
  })
}

interface Row {
  pid: number
  parent: number
  command: string
}

/** Returns every living process, without zombies. */
function processes(): Row[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), command }] : []
  })
}

function below(pid: number, all = processes()): Row[] {
  return all.filter(({ parent }) => parent === pid).flatMap((row) => [row, ...below(row.pid, all)])
}

/** Opens a connection to workerd that closes when workerd is gone. */
async function connection(port: number): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1').resume()
  await once(socket, 'connect')
  socket.on('error', () => {})
  // A killed process may reset the connection: an error before the end, for which `once` of Node would
  // reject.
  return { closed: new Promise((resolve) => socket.once('close', resolve)) }
}

async function expectNothingLeft(
  { started, port }: { started: Started; port: number },
  end: () => void,
): Promise<void> {
  const all = below(started.pid ?? 0).filter(({ command }) => /\/node |workerd|bootstrap/.test(command))
  expect(all.map(({ command }) => command).join('\n')).toMatch(/workerd serve/)
  const { closed } = await connection(port)
  // Every process between the first and workerd writes to this stream.
  const noWriters = once(started.stdout, 'close')
  end()
  await Promise.all([closed, noWriters])
  // A killed process closes its files one after the other and is gone only after the last.
  await vi.waitFor(async () => {
    expect(await isFree(port)).toBe(true)
    const alive = new Set(processes().map(({ pid }) => pid))
    expect(all.filter(({ pid }) => alive.has(pid))).toEqual([])
  }, PATIENTLY)
}

/** Returns the id of a process below the started one, by a part of its command line. */
function find(started: Started, command: string): number {
  return below(started.pid ?? 0).find((row) => row.command.includes(command))?.pid ?? 0
}

test.concurrent('[audit B7] a restart of workerd is one line, and SIGTERM leaves no process and no port', async () => {
  const sandbox = await startSandbox(sandboxArgs())
  const { started, port } = sandbox
  const line = waitForLine(started.stderr, /\n/)
  process.kill(find(started, 'workerd serve'), 'SIGKILL')
  expect(await line).toMatch(/^The Workers runtime crashed unexpectedly and is being restarted.*\n$/)
  await vi.waitFor(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/mailbox`)).status).toBe(200)
  }, PATIENTLY)
  await expectNothingLeft(sandbox, () => started.kill('SIGTERM'))
})

test.concurrent('[audit B7] kill -9 of the started process leaves no process and no port', async () => {
  const sandbox = await startSandbox(sandboxArgs())
  await expectNothingLeft(sandbox, () => sandbox.started.kill('SIGKILL'))
})

test.concurrent('[audit B7] kill -9 of npm leaves nothing, even with a shell between that gets no signal', async () => {
  const npm = `require('child_process').spawn('sh', ['-c', 'node ${sandboxArgs().join(' ')}; true'], { stdio: 'inherit' })`
  const sandbox = await startSandbox(['-e', npm], { npm_lifecycle_event: 'sandbox' })
  await expectNothingLeft(sandbox, () => sandbox.started.kill('SIGKILL'))
})

test.concurrent('[audit B7] kill -9 of the script itself leaves nothing', async () => {
  const sandbox = await startSandbox(sandboxArgs())
  await expectNothingLeft(sandbox, () => process.kill(find(sandbox.started, 'end-with-parent'), 'SIGKILL'))
})

/** Writes a command that works until a signal, and then takes `ms` to take back what it has begun; returns its file. */
function commandThatTakesBack(name: string, ms: number): string {
  const file = join(folder, `${name}.ts`)
  const signals = JSON.stringify(resolve('scripts/signals.ts'))
  writeFileSync(
    file,
    `import { FINISH_MS, onSignal } from ${signals}
onSignal(() => {
  console.log('taking back')
  setTimeout(() => process.exit(console.log('taken back')), ${ms})
}, FINISH_MS)
setInterval(() => {}, 1000)
console.log('at work')
`,
  )
  return file
}

/** Starts Node and returns what it writes until nobody can write any more, and a promise of each line. */
function startWriting(args: string[], options: { cwd?: string } = {}) {
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  return { started, output: text(started.stdout), until: (line: RegExp) => waitForLine(started.stdout, line) }
}

test.concurrent.each([
  { signals: ['SIGKILL'], ms: 6_000 },
  { signals: ['SIGTERM', 'SIGKILL'], ms: 6_000 },
  // Ctrl+C: the terminal sends it, and npm once more.
  { signals: ['SIGINT', 'SIGINT'], ms: 100 },
] as const)(
  '[H4] a command whose starter gets $signals has the time to take back what it has begun, $ms ms',
  async ({ signals, ms }) => {
    const file = commandThatTakesBack(signals.join('-'), ms)
    const { started, output, until } = startWriting(['scripts/bootstrap.mjs', file])
    await until(/at work/)
    const isStopping = until(/taking back/)
    for (const signal of signals) {
      started.kill(signal)
      await isStopping
    }
    expect(await output).toMatch(/taken back/)
  },
)

test.concurrent('[H4] a command takes back once when Ctrl+C is followed by the end of its terminal', async () => {
  const { started, output, until } = startWriting([commandThatTakesBack('closed', 200)])
  await until(/at work/)
  const isStopping = until(/taking back/)
  started.kill('SIGINT')
  await isStopping
  started.kill('SIGHUP')
  expect(await output).toBe('at work\ntaking back\ntaken back\n')
})

test.concurrent('[H4] a command that is taking back is not ended when npm dies after it has forwarded the signal', async () => {
  const file = commandThatTakesBack('orphan', 3_000)
  const npm = `process.env.npm_lifecycle_event = 'deploy'
require('child_process').spawn(process.execPath, ['scripts/bootstrap.mjs', '${file}'], { stdio: 'inherit' })`
  const { started, output, until } = startWriting(['-e', npm])
  await until(/at work/)
  const isStopping = until(/taking back/)
  process.kill(find(started, 'scripts/bootstrap.mjs'), 'SIGTERM')
  await isStopping
  // Later than the second within which a repeated signal is not passed on.
  await delay(1_500)
  started.kill('SIGKILL')
  expect(await output).toMatch(/taken back/)
})

test.concurrent('[audit B7] a command does not begin when npm was killed while packages were installed', async () => {
  const root = mkdtempSync(join(folder, 'fresh-'))
  mkdirSync(join(root, 'scripts'))
  mkdirSync(join(root, 'node_modules'))
  for (const name of ['bootstrap', 'npm-failure', 'end-with-parent', 'grace'])
    copyFileSync(`scripts/${name}.mjs`, join(root, `scripts/${name}.mjs`))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(
    join(root, 'install.mjs'),
    `const npm = Number(process.env.KILLED)
process.kill(npm, 'SIGKILL')
try { for (;;) process.kill(npm, 0) } catch {}`,
  )
  writeFileSync(join(root, 'server.mjs'), "console.log('begun'); setInterval(() => {}, 1000)")
  const npm = `process.env.KILLED = process.pid
process.env.npm_lifecycle_event = 'start'
process.env.npm_execpath = 'install.mjs'
require('child_process').spawn('sh', ['-c', 'node scripts/bootstrap.mjs server.mjs; true'], { stdio: 'inherit' })`
  const { output } = startWriting(['-e', npm], { cwd: root })
  expect(await output).toMatch(/Installed in \d+ s\n$/)
})
