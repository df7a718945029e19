/** Takes a deployed database back by D1's Time Travel, and has the carts write the orders again that it forgets. */
import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { formatQuantity } from '../../schema/platform/count.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import type { CloudflareApi } from '../deploy/cloudflare-api.ts'
import type { Lock } from '../deploy/lock.ts'
import { remoteD1 } from '../deploy/remote-d1.ts'
import { NotReady } from '../not-ready.ts'
import { afterRestoreStatements, readLaterOrders, recoverStatement } from './after-restore.ts'
import { afterChange, firstChange, isRefused } from './first-change.ts'
import { makeFolder } from './manifest.ts'
import { goBack, readBookmark } from './time-travel.ts'
import { writeWholeFile } from './whole-file.ts'

/** What a restore is: written before it, so that it can be finished and undone. */
const RECORD = v.object({
  database: v.string(),
  /** The time to which the database goes back, in milliseconds. */
  since: v.number(),
  startedAt: v.number(),
  bookmark: v.string(),
  /** The bookmark of the state just before. */
  undo: v.string(),
  orders: v.array(
    v.object({
      orderNumber: v.string(),
      quoteId: v.string(),
      status: v.string(),
      placedAt: v.number(),
      changedAt: v.number(),
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

export interface GoBackPorts {
  api: CloudflareApi
  databaseId: string
  log: (line: string) => void
  /** Asks a person; throws when the answer is no. */
  confirm: (what: string) => Promise<void>
  /** Returns the lock of deployments; `isForced` takes it from its owner. */
  openLock: (isForced: boolean) => Lock
  now: () => number
}

export interface Restore {
  /** The time to which the database goes back, in milliseconds. */
  since: number
  /** The state to restore; without one, the state at `since`. */
  bookmark?: string
  /** Name of the database. */
  database: string
  /** The record. */
  file: string
  /** Takes the lock of a deployment that does not run any more. */
  isUnlocked?: boolean
}

/**
 * Shows which orders would go, asks, records the restore, and restores while no deployment runs. Throws `Interrupted`
 * when the database is back or may be back.
 */
export async function restoreTo(restore: Restore, ports: GoBackPorts): Promise<RestoreRecord> {
  const { since, bookmark: wanted, database, isUnlocked = false } = restore
  const { api, databaseId, log, confirm, openLock } = ports
  const db = remoteD1(api, databaseId, { isIdempotent: true })
  const at = new Date(since).toISOString()
  const bookmark = wanted ?? (await readBookmark(api, databaseId, at))
  log(describeOrders(await readLaterOrders(db, since), since))
  await confirm(`${database} goes back to ${at}; what was written since is gone from it.`)
  const lock = openLock(isUnlocked)
  await lock.renew()
  try {
    return await goBackUnderLock({ ...restore, bookmark }, ports)
  } finally {
    await lock.release().catch(() => undefined)
  }
}

async function goBackUnderLock(
  { since, bookmark, database, file }: Restore & { bookmark: string },
  ports: GoBackPorts,
): Promise<RestoreRecord> {
  const { api, databaseId, log, openLock, now } = ports
  const undo = await readBookmark(api, databaseId)
  // Read again and last, because the shop goes on selling while a person thinks.
  const orders = await readLaterOrders(remoteD1(api, databaseId, { isIdempotent: true }), since)
  const record = { database, since, startedAt: now(), bookmark, undo, orders }
  writeRecord(file, record)
  log(`The record of this restore is ${file}`)
  const finish = `npm run restore -- --finish ${file}`
  const previous = await firstChange(
    () => goBack(api, databaseId, bookmark),
    `The database may be back already. If orders since then are gone, run: ${finish}`,
  ).catch((error: unknown) => {
    if (isRefused(error)) rmSync(file)
    throw error
  })
  return afterChange(async () => {
    const exact = { ...record, undo: previous ?? undo }
    writeRecord(file, exact)
    log(`To undo this: npm run restore -- --undo ${file}`)
    // The lock has gone back too: its row is missing, or it is that of an old deployment.
    await openLock(true).renew()
    await finishRestore(exact, ports)
    return exact
  }, `The database is back, the rest is missing. Run: ${finish}`)
}

/** Writes the record of a restore, whole or not at all. */
function writeRecord(file: string, record: RestoreRecord): void {
  makeFolder(dirname(file))
  writeWholeFile(file, `${JSON.stringify(record, null, 2)}\n`, 0o600)
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
  log(
    `${formatQuantity(count, 'order')}: their carts write them again within minutes, as long as there is stock`,
  )
  if (reversed.length > 0)
    log(
      `${formatQuantity(reversed.length, 'order')} had been canceled or refunded since and are not written again; restore them by hand:\n${reversed
        .map(({ orderNumber, status }) => `  ${orderNumber} ${status}`)
        .join('\n')}`,
    )
}

/** Reads the record of a restore of this database. Throws `NotReady` for any other file. */
export function readRecord(file: string, database: string): RestoreRecord {
  const text = (() => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      throw new NotReady(`${file} cannot be read`)
    }
  })()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RECORD), text)
  if (!parsed.success) throw new NotReady(`${file} is not the record of a restore`)
  const { output } = parsed
  if (output.database !== database)
    throw new NotReady(`${file} is the record of a restore of ${output.database}, not of ${database}`)
  return output
}

/** Describes what `finishRestore` does, for the person who is asked. */
export function describeFinish({ database, since, orders }: RestoreRecord): string {
  const count = orders.filter(({ isReversed }) => !isReversed).length
  return `${database} went back to ${new Date(since).toISOString()}: the carts of ${formatQuantity(count, 'order')} are asked to write them again, and pages and ids go on after the orders that are gone.`
}

/** Describes what `--recover` does, for the person who is asked. */
export function describeRecovery(orders: RestoreRecord['orders'], former: string): string {
  const count = orders.filter(({ isReversed }) => !isReversed).length
  return `The carts of ${formatQuantity(count, 'order')} of ${former} are asked to write them again.`
}

function describeOrders(orders: RestoreRecord['orders'], since: number): string {
  const placed = orders.filter(({ placedAt }) => placedAt >= since)
  const newest = placed.at(-1)
  const last = newest
    ? `, the newest ${newest.orderNumber} of ${new Date(newest.placedAt).toISOString()}`
    : ''
  const changed = orders.filter(({ placedAt, changedAt }) => placedAt < since && changedAt >= since).length
  return `${formatQuantity(placed.length, 'order')} placed since then would go${last}; ${formatQuantity(changed, 'order')} changed since then`
}
