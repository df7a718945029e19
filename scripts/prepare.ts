/**
 * Runs before wrangler serves and whenever a file is saved (wrangler.toml, [build]): creates browser files,
 * migrations and the demo shop where they do not exist yet; for `npx wrangler dev` starts the sandbox as
 * well.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { prepareShop } from './local-shop.ts'
import { DEFAULT_PORT, localVars, sandboxPortOf } from './local-vars.ts'
import { readOptions, stop } from './options.ts'
import { isFree } from './ports.ts'

const HELP = `Makes this checkout ready to serve: .dev.vars, dist/, the local database and the demo shop.

  node scripts/bootstrap.mjs scripts/prepare.ts
`

/** Returns the id of the wrangler process among this one's ancestors; `null` when unknown. */
function wranglerPid(): number | null {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const rows = (stdout ?? '').split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
  let pid = process.ppid
  for (;;) {
    const row = rows.find((one) => Number(one?.[1]) === pid)
    if (!row) return null
    if (/wrangler-dist|wrangler\.js/.test(row[3] ?? '')) return pid
    pid = Number(row[2])
  }
}

/** Starts the sandbox on the port that .dev.vars names; it ends with wrangler. */
async function startSandbox(log: (line: string) => void): Promise<void> {
  const port = sandboxPortOf(DEFAULT_PORT)
  if (!(await isFree(port))) return
  const pid = wranglerPid()
  if (pid === null) return log('For payments and mails start the sandbox beside it: npm run sandbox')
  const sandbox = spawn(process.execPath, ['scripts/sandbox.ts', '--beside', String(pid)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'] as const,
    env: { ...process.env, PORT: String(DEFAULT_PORT) },
  })
  const output = await Promise.race([once(sandbox.stdout, 'data'), once(sandbox, 'exit').then(() => [])])
  log(output.length > 0 ? String(output[0]).trim() : 'The sandbox did not start: npm run sandbox says why')
  sandbox.stdout.destroy()
  sandbox.unref()
}

const command = process.env.WRANGLER_COMMAND ?? ''
// wrangler.toml has the names of this machine: with `--env`, wrangler would deploy to production without asking.
if (command.includes('deploy') || command.includes('upload'))
  stop('Use npm run deploy: wrangler alone would deploy this shop without its database and its environments.')

const { values } = readOptions('node scripts/prepare.ts', { options: { help: { type: 'boolean' } } })
if (values.help) process.stdout.write(HELP)
else {
  const log = (line: string) => void process.stdout.write(`${line}\n`)
  localVars(DEFAULT_PORT)
  await prepareShop({ state: '.wrangler/state', size: 20_000, log })
  if (command === 'dev') {
    // The code before the last save rendered the pages in this cache.
    rmSync('.wrangler/state/v3/cache', { recursive: true, force: true })
    await startSandbox(log)
  }
}
