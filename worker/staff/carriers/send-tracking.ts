/**
 * Gives parcels the tracking numbers of a file, and sends them (H14o). What is left to do is read from the parcels, so a run that is
 * killed or repeated sends each parcel once: a request sends the first ones, the queue the others.
 */
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import {
  evaluateTracking,
  type TrackingOutcome,
  type TrackingRow,
} from '../../../schema/staff/carriers/tracking-file.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { parcelId } from '../../../schema/staff/packing/parcel-record.ts'
import type { Env, TrackingMessage } from '../../env.ts'
import type { LifecycleEnv } from '../../orders/life/order-lifecycle.ts'
import { findRunner } from '../bulk/bulk-job.sql.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toRunner } from '../changes/staff-actor.ts'
import { readPackedOrder } from '../packing/packing-order.sql.ts'
import { sendParcel } from '../packing/send-parcel.ts'
import { findTrackingFile, readTrackingFacts, type TrackingFile } from './tracking-file.sql.ts'

/** Parcels of one run: each needs about 25 of the 1,000 statements that a request may make. */
const PARCELS_PER_RUN = 20

/** What a run needs of the Worker's bindings. */
export type TrackingEnv = LifecycleEnv & { REBUILD: Pick<Env['REBUILD'], 'send'> }

export interface TrackingLine {
  row: TrackingRow
  outcome: TrackingOutcome
}

/** Returns the rows of a file with what the shop says to each now. */
export async function evaluateFile(
  db: D1Database,
  { rows }: Pick<TrackingFile, 'rows'>,
): Promise<TrackingLine[]> {
  const outcomes = evaluateTracking(rows, await readTrackingFacts(db, rows))
  return rows.map((row, at) => ({ row, outcome: outcomes[at] ?? { state: 'refused', problem: 'order' } }))
}

interface Press {
  file: TrackingFile
  /** Names the press; a repeated one changes nothing more. */
  key: string
}

/** Returns the name of the changes of a press, which are undone as one while the parcels are in the yard. */
export function trackingBatch(key: string): string {
  return `tracking ${key}`
}

type ReadyRow = TrackingRow & { parcel: number }

async function readyRows(db: D1Database, file: TrackingFile): Promise<ReadyRow[]> {
  const lines = await evaluateFile(db, file)
  return lines.flatMap(({ row, outcome }) =>
    outcome.state === 'ready' ? { ...row, parcel: outcome.parcel } : [],
  )
}

async function label(
  db: D1Database,
  actor: Actor,
  row: ReadyRow,
  { key, now }: { key: string; now: number },
) {
  const { orderNumber, parcel, carrier, trackingNumber, weight } = row
  const id = parcelId(orderNumber, parcel)
  const patch = { carrier, trackingNumber, ...(weight === null ? {} : { weight }) }
  const change = { record: 'parcel' as const, id, patch, version: null, batch: trackingBatch(key) }
  return applyChange(db, actor, { ...change, key: `${key}-${id}-label` }, now)
}

/** Gives the parcels their numbers and sends none; returns how many have theirs now. `now` is in milliseconds. */
export async function saveTracking(
  db: D1Database,
  actor: Actor,
  { file, key }: Press,
  now: number,
): Promise<number> {
  let saved = 0
  for (const row of await readyRows(db, file)) if ((await label(db, actor, row, { key, now })).ok) saved += 1
  return saved
}

/**
 * Sends the next parcels of a file and leaves the others to the queue; the first `refused` parcels that wait were refused before, and
 * aren’t tried again. `now` is in milliseconds.
 */
export async function sendTracking(
  env: TrackingEnv,
  actor: Actor,
  { file, key, refused = 0 }: Press & { refused?: number },
  now: number,
): Promise<{ sent: number; refused: number; left: number }> {
  const waiting = (await readyRows(env.DB, file)).slice(refused)
  const rows = waiting.slice(0, PARCELS_PER_RUN)
  let sent = 0
  for (const row of rows) {
    const { orderNumber, parcel } = row
    if (!(await label(env.DB, actor, row, { key, now })).ok) continue
    const packed = await readPackedOrder(env.DB, orderNumber)
    const request = packed && { packed, parcel, key: `${key}-${parcelId(orderNumber, parcel)}-send` }
    if (request && (await sendParcel(env, actor, request, now)) === null) sent += 1
  }
  const refusedNow = rows.length - sent
  const left = waiting.length - rows.length
  if (left > 0) await env.REBUILD.send({ tracking: file.id, refused: refused + refusedNow })
  return { sent, refused: refusedNow, left }
}

/** Sends further parcels of a file for the person who pressed, with the permissions that they have now. */
export async function continueTracking(
  env: TrackingEnv,
  { tracking: id, refused }: TrackingMessage,
  now: number,
): Promise<void> {
  const file = await findTrackingFile(env.DB, id)
  if (!file || file.sentKey === null || file.sentBy === null) return
  const { sentKey: key, sentBy: staffId, session } = file
  const runner = await findRunner(env.DB, staffId)
  if (!runner || !hasPermission(runner.role, 'orders.send')) return
  const actor = toRunner(runner, { staffId, session, source: 'import' })
  await sendTracking(env, actor, { file, key, refused }, now)
}
