/**
 * A shop in a process of its own, so that a test can kill it with all of its processes. As a program (options
 * as JSON) this module serves the shop and answers SQL over its channel; as an import it starts that program.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ServeOptions, serve } from '../scripts/serve.ts'

export type Rows = Record<string, string | number | null>[]

export interface KillableShop {
  /** Reads the shop's database. */
  query(sql: string): Promise<Rows>
  /** Runs the cron handler once. */
  cron(): Promise<void>
  /** Kills the shop like a power failure: nothing is written or closed any more. */
  kill(): Promise<void>
}

/** Sent instead of SQL to run the cron handler. */
const CRON = 'cron'

export async function startKillableShop(options: ServeOptions): Promise<KillableShop> {
  // A process group of its own, so that its runtime is killed too.
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], {
    detached: true,
    execArgv: [],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const answer = () =>
    new Promise<Rows>((resolve, reject) => {
      child.once('message', (rows) => resolve(rows as Rows))
      void gone.then(() => reject(new Error('the shop has ended')))
    })
  await answer()
  const query = (sql: string) => {
    const rows = answer()
    child.send(sql)
    return rows
  }
  return {
    query,
    cron: async () => void (await query(CRON)),
    async kill() {
      if (child.pid && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
      await gone
    },
  }
}

if (import.meta.main) {
  const shop = await serve(JSON.parse(process.argv[2] ?? '') as ServeOptions)
  const db = (await shop.miniflare.getD1Database('DB', 'treadline')) as unknown as {
    prepare(sql: string): { all(): Promise<{ results: Rows }> }
  }
  process.on('message', async (sql) => {
    if (sql === CRON) await shop.cron()
    process.send?.(sql === CRON ? [] : (await db.prepare(String(sql)).all()).results)
  })
  process.send?.([])
}
