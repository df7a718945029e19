/** Makes the prices of price plans (H14), once a day, as a change of many units that can be undone. Times are milliseconds. */
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { BulkEntry } from '../../../schema/staff/bulk/bulk.table.ts'
import type { ExportedUnit } from '../../../schema/staff/csv/unit-columns.ts'
import { isPlanDue, needsOwner, plannedPrice } from '../../../schema/staff/plans/price-plan.ts'
import { parseUnitFilter } from '../../../schema/staff/unit-list/unit-filter.ts'
import { addEntries, addJob } from '../bulk/bulk-job.sql.ts'
import { type BulkStores, REQUEST_MS, runBulkJob } from '../bulk/run-bulk.ts'
import { readExportedUnits } from '../csv/exported-units.sql.ts'
import { readUnitQuestion } from '../unit-list/unit-question.ts'
import { countStock, type PlanRow, readActivePlans, setPlanState } from './price-plan.sql.ts'

/** Units that are read at once. */
const ROWS = 1_000

export interface PlannedChange {
  unit: ExportedUnit
  entry: BulkEntry
  /** Cents. */
  specialPrice: number
}

/** Returns what a plan would change at `now`. */
export async function readPlannedChanges(
  db: D1Database,
  plan: Pick<PlanRow, 'filter' | 'steps' | 'beginsOn' | 'endsOn' | 'season'>,
  now: number,
): Promise<PlannedChange[]> {
  const { question } = await readUnitQuestion(db, parseUnitFilter(new URLSearchParams(plan.filter)), now)
  const changes: PlannedChange[] = []
  for (let after = 0; ; ) {
    const units = await readExportedUnits(db, question, { after, limit: ROWS })
    for (const unit of units) {
      const special = unit.state === 'live' ? plannedPrice(plan, unit, now) : null
      if (!special) continue
      const entry: BulkEntry = [unit.sku, unit.version, unit.price, { ...special }]
      changes.push({ unit, entry, specialPrice: special.specialPrice })
    }
    if (units.length < ROWS) return changes
    after = units.at(-1)?.id ?? 0
  }
}

/** Makes the prices of all plans that are due; a plan that became too large waits for the owner. */
export async function runPricePlans(stores: BulkStores, now: number): Promise<void> {
  const plans = (await readActivePlans(stores.DB)).filter((plan) => isPlanDue(plan, now))
  for (const plan of plans) await runPlan(stores, plan, now)
}

async function runPlan(stores: BulkStores, plan: PlanRow, now: number): Promise<void> {
  const { DB } = stores
  const changes = await readPlannedChanges(DB, plan, now)
  if (changes.length === 0) return
  if (plan.approvedBy === null && needsOwner(plan, { units: changes.length, stock: await countStock(DB) })) {
    await setPlanState(DB, { id: plan.id, to: 'waiting' })
    return
  }
  const difference = changes.reduce(
    (sum, { unit, specialPrice }) => sum + specialPrice - (unit.specialPrice ?? unit.price),
    0,
  )
  const key = `plan-${plan.id}-${shopDay(now)}`
  const job = {
    ...{
      key,
      state: 'running' as const,
      source: 'plan' as const,
      act: { kind: 'plan' as const },
      why: plan.name,
    },
    ...{ staffId: null, session: null, filter: plan.filter, planId: plan.id, createdAt: now },
    summary: { outcomes: { change: changes.length }, difference, belowCost: 0, refused: [] },
  }
  const entries = addEntries(
    key,
    changes.map(({ entry }) => entry),
  )
  await runBulkJob(stores, await addJob(DB, job, entries), REQUEST_MS)
}
