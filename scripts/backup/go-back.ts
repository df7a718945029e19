/** Takes a deployed database back by D1's Time Travel, and has the carts write the orders again that it forgets. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { DAY_MS, MINUTE_MS } from '../../schema/platform/duration.ts'
import type { CloudflareApi } from '../deploy/cloudflare-api.ts'
import { NotReady } from '../deploy/not-ready.ts'
import { remoteD1 } from '../deploy/remote-d1.ts'
import { afterRestoreStatements, readLaterOrders, recoverStatement } from './after-restore.ts'
import { goBack, readBookmark } from './time-travel.ts'

/** What a restore was: written before it, so that it can be finished and undone. */
const RECORD = v.object({
  database: v.string(),
  /** The time to which the database goes back, in milliseconds. */
  since: v.number(),
  startedAt: v.number(),
  bookmark: v.string(),
  undo: v.string(),
  orders: v.array(
    v.object({
      orderNumber: v.string(),
      quoteId: v.string(),
      status: v.string(),
      placedAt: v.number(),
      total: v.number(),
      paymentMethod: v.string(),
      payment: v.nullable(v.string()),
      isReversed: v.boolean(),
    }),
  ),
})
export type RestoreRecord = v.InferOutput<typeof RECORD>

/** D1 keeps bookmarks for 30 days. */
const MAX_AGE_MS = 30 * DAY_MS

/** Parses a time in milliseconds. Throws `NotReady` for text that is no time with its zone. */
export function parseTime(option: string, text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time) || !/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text))
    throw new NotReady(`${option} should be a time such as 2026-11-25T18:00:00Z, not "${text}"`)
  return time
}

/** Parses the time of `--at`. Throws `NotReady` also for times that D1 does not have. */
export function parseRestoreTime(text: string, now: number): number {
  const time = parseTime('--at', text)
  if (time > now) throw new NotReady(`--at ${text} is in the future`)
  if (time < now - MAX_AGE_MS)
    throw new NotReady(`D1 keeps 30 days; --at ${text} is older. Restore a backup.`)
  return time
}

/** An order is written some time after its cart has given it its time; to recover one that is there changes nothing. */
const MARGIN_MS = 15 * MINUTE_MS

export interface GoBackPorts {
  api: CloudflareApi
  databaseId: string
  log: (line: string) => void
  /** Asks a person; throws when the answer is no. */
  confirm: (what: string) => Promise<void>
  now: () => number
}

/**
 * Shows which orders would go, asks, records the restore in `file`, and restores. `bookmark`: the state to restore;
 * without one, the state at `since`.
 */
export async function restoreTo(
  {
    since,
    bookmark: wanted,
    database,
    file,
  }: { since: number; bookmark?: string; database: string; file: string },
  ports: GoBackPorts,
): Promise<RestoreRecord> {
  const { api, databaseId, log, confirm, now } = ports
  const db = remoteD1(api, databaseId, { isIdempotent: true })
  const at = new Date(since).toISOString()
  const bookmark = wanted ?? (await readBookmark(api, databaseId, at))
  log(describeOrders(await readLaterOrders(db, since), since))
  await confirm(`${database} goes back to ${at}; what was written since is gone from it.`)
  // Read again, because the shop goes on selling while a person thinks.
  const undo = await readBookmark(api, databaseId)
  const orders = await readLaterOrders(db, since - MARGIN_MS)
  const record = { database, since, startedAt: now(), bookmark, undo, orders }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  log(`To undo this: npm run restore -- --undo ${file} (bookmark ${undo})`)
  try {
    await goBack(api, databaseId, bookmark)
    await finishRestore(record, ports)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}\nThe database may be back already. Run: npm run restore -- --finish ${file}`)
  }
  return record
}

/** Adjusts a database that went back to carts and pages that are ahead of it; may be repeated. */
export async function finishRestore(
  { orders, startedAt }: RestoreRecord,
  { api, databaseId, log }: Pick<GoBackPorts, 'api' | 'databaseId' | 'log'>,
): Promise<void> {
  const db = remoteD1(api, databaseId, { isIdempotent: true })
  await db.run([...afterRestoreStatements(startedAt), recoverStatement(orders)])
  const reversed = orders.filter(({ isReversed }) => isReversed)
  const count = orders.length - reversed.length
  log(`${formatCount(count)}: their carts write them again within minutes, as long as there is stock`)
  if (reversed.length > 0)
    log(
      `${formatCount(reversed.length)} had been canceled or refunded since and stay as they were then; look after them:\n${reversed
        .map(({ orderNumber, status }) => `  ${orderNumber} ${status}`)
        .join('\n')}`,
    )
}

/** Reads the record of a restore. */
export function readRecord(file: string): RestoreRecord {
  const text = (() => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      throw new NotReady(`${file} cannot be read`)
    }
  })()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RECORD), text)
  if (!parsed.success) throw new NotReady(`${file} is not the record of a restore`)
  return parsed.output
}

function formatCount(count: number): string {
  return count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`
}

function describeOrders(orders: RestoreRecord['orders'], since: number): string {
  const placed = orders.filter(({ placedAt }) => placedAt >= since)
  const newest = placed.at(-1)
  const last = newest
    ? `, the newest ${newest.orderNumber} of ${new Date(newest.placedAt).toISOString()}`
    : ''
  const changed = orders.length - placed.length
  return `${formatCount(placed.length)} placed since then would go${last}; ${formatCount(changed)} changed since then`
}
