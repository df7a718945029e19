/**
 * A shop in a process of its own, so that a test can kill it with everything it runs. As a program (options as JSON)
 * it serves and answers SQL over its channel; imported, it starts that program.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ServeOptions, serve } from '../scripts/serve.ts'

export type Rows = Record<string, string | number | null>[]

export interface MortalShop {
  /** Reads the shop's database. */
  query(sql: string): Promise<Rows>
  /** Runs what the platform runs each minute. */
  cron(): Promise<void>
  /** Ends it the way a power cut does: nothing is written, closed or said any more. */
  kill(): Promise<void>
}

/** In place of SQL. */
const CRON = 'cron'

export async function startMortalShop(options: ServeOptions): Promise<MortalShop> {
  // A group of its own: the runtime that it starts dies with it.
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
