/**
 * What wrangler runs before it serves, and whenever a file is saved (wrangler.toml, [build]): browser files, migrations
 * and the embedded shop, each only when it is not there yet; for `npx wrangler dev` the sandbox as well.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { prepareShop } from './local-shop.ts'
import { DEFAULT_PORT, localVars, sandboxPortOf } from './local-vars.ts'
import { readOptions } from './options.ts'
import { isFree } from './ports.ts'

const HELP = `Makes this checkout ready to serve: .dev.vars, dist/, the local database and the embedded shop.

  node scripts/bootstrap.mjs scripts/prepare.ts
`

/** The process of wrangler, some shells and scripts above this one; `null` where that cannot be found out. */
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

/** The sandbox on the port that .dev.vars names, for as long as wrangler lives. */
async function startSandbox(say: (line: string) => void): Promise<void> {
  const port = sandboxPortOf(DEFAULT_PORT)
  if (!(await isFree(port))) return
  const beside = wranglerPid()
  if (beside === null) return say('For payments and mails start the sandbox beside it: npm run sandbox')
  const sandbox = spawn(process.execPath, ['scripts/sandbox.ts', '--beside', String(beside)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'] as const,
    env: { ...process.env, PORT: String(DEFAULT_PORT) },
  })
  const said = await Promise.race([once(sandbox.stdout, 'data'), once(sandbox, 'exit').then(() => [])])
  say(said.length > 0 ? String(said[0]).trim() : 'The sandbox did not start: npm run sandbox says why')
  sandbox.stdout.destroy()
  sandbox.unref()
}

const { values } = readOptions('node scripts/prepare.ts', { options: { help: { type: 'boolean' } } })
if (values.help) process.stdout.write(HELP)
else {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  localVars(DEFAULT_PORT)
  await prepareShop({ state: '.wrangler/state', size: 20_000, say })
  if (process.env.WRANGLER_COMMAND === 'dev') {
    // Pages in it were made by the code before the last save.
    rmSync('.wrangler/state/v3/cache', { recursive: true, force: true })
    await startSandbox(say)
  }
}
