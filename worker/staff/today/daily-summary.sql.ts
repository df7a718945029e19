/** The people who get the daily summary (H14j). Days are dates in Chicago, such as `2026-11-27`. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { ASSIGNED_ROLE } from '../../identity/staff/staff-role.sql.ts'
import { batchOf, connect } from '../../platform/drizzle.sql.ts'

/** Adds the daily summaries to the outbox, in one transaction with their day, so that a repeated run adds none. */
export function addDailySummaries(db: D1Database, day: string, now: number): Promise<D1Result[]> {
  const isDue = sql`morning_mail = 1 and ended_at is null and morning_mailed_on <> ${day}`
  return batchOf(db, [
    sql`insert into ${outbox} (kind, payload, created_at, next_at)
      select 'staff-morning', json_object('staffId', id, 'day', ${day}), ${now}, ${now} from ${staff} where ${isDue} returning id`,
    sql`update ${staff} set morning_mailed_on = ${day} where ${isDue}`,
  ])
}

/** Returns a person who wants the daily summary, with their current role; `null` for others. */
export async function findSummaryReader(db: D1Database, staffId: number) {
  const row = await connect(db)
    .select({ name: staff.name, email: staff.email, role: ASSIGNED_ROLE })
    .from(staff)
    .where(and(eq(staff.id, staffId), eq(staff.dailySummary, 1), isNull(staff.endedAt)))
    .get()
  return row ?? null
}

/** Switches the daily summary on or off. `mailedOn` is the day whose summary is not sent anymore. */
export async function setDailySummary(
  db: D1Database,
  { staffId, isOn, mailedOn }: { staffId: number; isOn: boolean; mailedOn: string },
): Promise<void> {
  const values = { dailySummary: Number(isOn), dailySummaryOn: mailedOn }
  await connect(db).update(staff).set(values).where(eq(staff.id, staffId))
}

/** Checks whether a person gets the daily summary. */
export async function hasDailySummary(db: D1Database, staffId: number): Promise<boolean> {
  return (await findSummaryReader(db, staffId)) !== null
}
