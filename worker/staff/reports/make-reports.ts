/**
 * The nightly roll-up (H14s): the first hourly run after midnight writes down the day before, days that a failed run missed, and
 * days whose orders changed since, and makes the reports of them. Only searches without result are read as they are counted.
 */
import { inParts } from '../../../schema/platform/parts.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { makeDemandRows } from '../../../schema/staff/reports/demand-rows.ts'
import { lastDays } from '../../../schema/staff/reports/report-days.ts'
import { batchOf } from '../../platform/drizzle.sql.ts'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'
import { deleteOldDays, markDays, readChangedOrders, readRolledUp, rollUp } from './day-rollup.sql.ts'
import { readDemandFacts, replaceRows } from './report-rows.sql.ts'

/** Days that reports look back. */
const DAYS = 365
/** Days that one batch rolls up: a shop's first run has a year of them. */
const DAYS_AT_ONCE = 61

/** Rolls up the days that are missing or changed, and makes the reports; nothing to do when yesterday is rolled up. */
export async function makeReports(db: D1Database, now: number): Promise<void> {
  const days = lastDays(now, DAYS)
  const [yesterday] = days
  const { days: done, known, newest } = await readRolledUp(db)
  if (!yesterday || done.has(yesterday.day)) return
  const changed = new Set((await readChangedOrders(db, known)).map(shopDay))
  const earlier = days.slice(1).filter(({ day }) => !done.has(day) || changed.has(day))
  const mark = { eventId: newest, now }
  for (const part of inParts(earlier, DAYS_AT_ONCE))
    await batchOf(db, [...rollUp(part), markDays(part, mark)])
  // Yesterday's mark comes with the rows: a run that fails before them is repeated.
  await batchOf(db, rollUp([yesterday]))
  const { leastMargin } = await readIntakeSettings(db)
  const demand = makeDemandRows(await readDemandFacts(db, days, leastMargin))
  await batchOf(db, [
    ...replaceRows(days, demand, now),
    markDays([yesterday], mark),
    ...deleteOldDays(days.at(-1)?.day ?? ''),
  ])
}
