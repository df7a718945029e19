/**
 * Runs changes of many units part by part (H14): a request runs the first parts, the queue the others. Each part is written with the
 * number of the next one, so a run that is killed, repeated or stopped changes every unit once.
 */
import * as v from 'valibot'
import { maxBulkUnits } from '../../../schema/identity/staff/permissions.ts'
import type { BulkEntry, SkippedUnit } from '../../../schema/staff/bulk/bulk.table.ts'
import { type BulkAct, toBulkPatch } from '../../../schema/staff/bulk/bulk-act.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { missingPermission } from '../../../schema/staff/csv/added-permissions.ts'
import type { AddedUnit } from '../../../schema/staff/csv/new-unit.ts'
import { isRecalled } from '../../../schema/staff/safety/recall-record.ts'
import { UNIT_PATCH, type UnitPatch, type UnitValues } from '../../../schema/staff/units/unit-record.ts'
import { readCatalogState } from '../../catalog/index/build/listing-snapshot.sql.ts'
import { isIndexStale } from '../../catalog/index/build/rebuild.ts'
import type { Env } from '../../env.ts'
import { applyMany, type ManyChange, type ManyResult } from '../changes/apply-many.ts'
import { readAuditRows } from '../changes/audit-log.sql.ts'
import { toRunner } from '../changes/staff-actor.ts'
import { undoRows } from '../changes/undo-change.ts'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'
import { matchRecalls } from '../safety/match-recalls.ts'
import { readOpenRecalls } from '../safety/recall-matches.sql.ts'
import type { NewUnit } from '../units/create-unit.sql.ts'
import { type CreateUnitResult, createUnits } from '../units/create-unit.ts'
import {
  findJob,
  findRunner,
  findStuckJobs,
  finishPart,
  isAddedPart,
  isPartTaken,
  type Job,
  readPart,
  setJobState,
} from './bulk-job.sql.ts'

/** What a run needs of the Worker's bindings. */
export type BulkStores = Pick<Env, 'DB' | 'REBUILD'>

/** How long a request runs parts before it leaves the others to the queue. */
export const REQUEST_MS = 1_500
/** How long one message of the queue runs parts; then the next message goes on, so that a build of the index can come between. */
export const MESSAGE_MS = 10_000

/** Changes of a plan are made by nobody; a plan never prices below cost. */
const PLAN: Actor = {
  staffId: null,
  name: 'Price plan',
  session: null,
  source: 'plan',
  may: (permission) => permission !== 'price.below-cost',
  maxPriceChange: null,
}

/**
 * Runs the parts of a job that are left, for `milliseconds` at most, and leaves the others to the queue. `clock` returns the time
 * in milliseconds.
 */
export async function runBulkJob(
  stores: BulkStores,
  id: number,
  milliseconds: number,
  clock: () => number = Date.now,
): Promise<void> {
  const until = clock() + milliseconds
  let job = await findJob(stores.DB, { id })
  while (job?.state === 'running') {
    if (clock() >= until) {
      await stores.REBUILD.send({ bulk: id })
      return
    }
    if (!(await runPart(stores.DB, job, clock()))) return
    job = await findJob(stores.DB, { id })
  }
  // Units that were lost or scrap when a recall was saved may be on sale now.
  if (job?.state === 'done' && job.act.kind !== 'price' && job.act.kind !== 'bin')
    await matchRecalls(stores.DB, {}, clock())
  // Many changes at once are more than an index is given one by one.
  if (job?.state === 'done' && isIndexStale(await readCatalogState(stores.DB)))
    await stores.REBUILD.send({ rebuild: 'catalogue' })
}

/** Sends the jobs to the queue whose run was killed. */
export async function resumeBulkJobs({ DB, REBUILD }: BulkStores, now: number): Promise<void> {
  for (const bulk of await findStuckJobs(DB, now)) await REBUILD.send({ bulk })
}

/** Runs the next part; returns false when another run has it, or nobody may run it. */
async function runPart(db: D1Database, job: Job, now: number): Promise<boolean> {
  const { id, nextPart: n } = job
  const [entries, actor] = await Promise.all([readPart(db, id, n), findActor(db, job)])
  if (!actor || entries === null) {
    await setJobState(db, { id, from: ['running'], to: entries === null ? 'done' : 'stopped', now })
    return false
  }
  try {
    await (isAddedPart(job, n)
      ? addPart(db, actor, { job, added: entries as AddedUnit[] }, now)
      : job.act.kind === 'undo'
        ? undoPart(db, actor, { job, ids: entries as number[] }, now)
        : changePart(db, actor, { job, entries: entries as BulkEntry[] }, now))
    return true
  } catch (error) {
    if (isPartTaken(error)) return false
    throw error
  }
}

/** Returns who runs a job, with the permissions of now; `null` when they may not any more. */
async function findActor(db: D1Database, { staffId, session, source, units }: Job): Promise<Actor | null> {
  if (source === 'plan' && staffId === null) return PLAN
  const runner = staffId === null ? null : await findRunner(db, staffId)
  const max = runner && maxBulkUnits(runner.role)
  if (!runner || (max !== null && units > max)) return null
  return toRunner(runner, { staffId, session, source })
}

async function changePart(
  db: D1Database,
  actor: Actor,
  { job, entries }: { job: Job; entries: readonly BulkEntry[] },
  now: number,
): Promise<void> {
  const { key, why, nextPart: n } = job
  const changes = entries.map((entry) => toChange(job, entry))
  const also = (results: readonly ManyResult[]) => {
    const skipped = results.flatMap((result): SkippedUnit[] =>
      result.ok ? [] : [{ sku: result.id, problem: result.problem }],
    )
    const changed = results.filter((result) => result.ok && result.isChanged).length
    return finishPart(job, { n, changed, skipped, now })
  }
  await applyMany(db, actor, { record: 'unit', changes, batch: key, why, also }, now)
}

/** Adds the units of a file that the role of now may add. One that an open recall names is never on sale. */
async function addPart(
  db: D1Database,
  actor: Actor,
  { job, added }: { job: Job; added: readonly AddedUnit[] },
  now: number,
): Promise<void> {
  const { maxAge } = await readIntakeSettings(db)
  const isAllowed = ({ product, unit }: AddedUnit) => {
    const facts = { price: product.price, cost: unit.cost, lotId: unit.lotId, dot: product.tire?.dot ?? null }
    return actor.may('import') && !missingPermission(facts, { may: actor.may, maxAge, now })
  }
  const allowed = added.filter(isAllowed)
  const refused = added.filter((one) => !allowed.includes(one))
  const finish = (results: readonly CreateUnitResult[]) => {
    const skipped = [
      ...refused.map(({ product: { sku } }): SkippedUnit => ({ sku, problem: 'permission' })),
      ...results.flatMap((result, at): SkippedUnit[] =>
        result.ok ? [] : [{ sku: allowed[at]?.product.sku ?? '', problem: result.problem }],
      ),
    ]
    return finishPart(job, { n: job.nextPart, changed: added.length - skipped.length, skipped, now })
  }
  const recalls = (await readOpenRecalls(db, null)).flatMap(({ products }) => products)
  const units = allowed.map(({ product, unit, tires }): NewUnit => {
    const state = product.tire && isRecalled(product.tire, recalls) ? ('recalled' as const) : unit.state
    return {
      product: { ...product, createdAt: now },
      unit: { ...unit, state, takenBy: actor.staffId, takenAt: now },
      ...{ tires, photos: [], key: `${job.key}-${product.sku}`, batch: job.key },
    }
  })
  await createUnits(db, actor, { units, also: finish }, now)
  for (const { product, unit } of units)
    if (unit.state === 'recalled') await matchRecalls(db, { sku: product.sku }, now)
}

function toChange({ key, act }: Job, [sku, version, price, own]: BulkEntry): ManyChange {
  const patch: UnitPatch = own ? v.parse(UNIT_PATCH, own) : act.kind === 'bin' ? { bin: act.bin } : {}
  return {
    ...{ id: sku, patch, version, key: `${key}-${sku}` },
    adjust(values) {
      const stored = values as unknown as UnitValues
      // An import with the command line changes a price without a new version.
      if (stored.price !== price) return 'conflict'
      return own ? patch : toBulkPatch(act as BulkAct, stored)
    },
  }
}

async function undoPart(
  db: D1Database,
  actor: Actor,
  { job, ids }: { job: Job; ids: readonly number[] },
  now: number,
): Promise<void> {
  const rows = await readAuditRows(db, ids)
  const undone = job.undoes === null ? null : await findJob(db, { id: job.undoes })
  const request = {
    ...{ rows, batch: undone?.key ?? '', key: job.key },
    also: ({ undone: changed, unchanged }: { undone: number; unchanged: readonly string[] }) =>
      finishPart(job, {
        ...{ n: job.nextPart, changed, now },
        skipped: unchanged.map((sku): SkippedUnit => ({ sku, problem: 'changed-since' })),
      }),
  }
  await undoRows(db, actor, request, now)
}
