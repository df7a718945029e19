/** Shared phones of the yard and the PINs that people use on them (H14a). Times are milliseconds. */
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { staff, staffPhone } from '../../../schema/identity/staff/staff.table.ts'
import { batchOf, connect, toStatement } from '../../platform/drizzle.sql.ts'
import type { LogAct } from './person-act.sql.ts'
import { insertStaffSession, type NewStaffSession } from './staff-account.sql.ts'
import { WORKS_IN_YARD } from './staff-role.sql.ts'

/** A PIN that was wrong this often stays locked until its owner signs in with a passkey. */
export const PIN_FAILURES_MAX = 5

export interface SharedPhone {
  id: string
  label: string
  createdAt: number
  enrolledBy: string
}

/** Returns the enrolled phones, the oldest first. */
export async function readPhones(db: D1Database): Promise<SharedPhone[]> {
  return connect(db)
    .select({
      id: staffPhone.id,
      label: staffPhone.label,
      createdAt: staffPhone.createdAt,
      enrolledBy: staff.name,
    })
    .from(staffPhone)
    .innerJoin(staff, eq(staff.id, staffPhone.enrolledBy))
    .orderBy(asc(staffPhone.createdAt))
}

/** Returns the label of an enrolled phone; `null` for every other device. */
export async function findPhone(db: D1Database, id: string): Promise<{ label: string } | null> {
  const row = await connect(db)
    .select({ label: staffPhone.label })
    .from(staffPhone)
    .where(eq(staffPhone.id, id))
    .get()
  return row ?? null
}

/** Enrolls a phone; `id` is the hash of its cookie. */
export async function addPhone(
  db: D1Database,
  { log, ...phone }: { id: string; label: string; enrolledBy: number; createdAt: number; log: LogAct },
): Promise<void> {
  const act = { kind: 'phone', person: phone.enrolledBy, after: { phone: phone.label } } as const
  await batchOf(db, [connect(db).insert(staffPhone).values(phone), log({ ...act, condition: sql`true` })])
}

/** Removes a phone with the sessions on it. */
export async function removePhone(
  db: D1Database,
  { id, staffId, log }: { id: string; staffId: number; log: LogAct },
): Promise<void> {
  const named = sql`(select json_object('phone', label) from ${staffPhone} where id = ${id})`
  await batchOf(db, [
    log({
      kind: 'remove-phone',
      person: staffId,
      before: named,
      after: { phone: null },
      condition: sql`${named} is not null`,
    }),
    connect(db).delete(staffPhone).where(eq(staffPhone.id, id)),
  ])
}

/** People who may use a shared phone: whose role works in the yard, and who have chosen a PIN. */
const MAY_USE = and(isNull(staff.endedAt), isNotNull(staff.pinHash), WORKS_IN_YARD)

/** Returns who may sign in on a shared phone, by name. */
export async function readPinPeople(db: D1Database): Promise<{ id: number; name: string }[]> {
  return connect(db)
    .select({ id: staff.id, name: staff.name })
    .from(staff)
    .where(MAY_USE)
    .orderBy(asc(staff.name))
}

/**
 * Counts an attempt before the PIN is compared, so that parallel attempts count too. Returns the hash of the PIN; `null` when the
 * person has none or it is locked.
 */
export async function beginPinAttempt(db: D1Database, staffId: number): Promise<string | null> {
  const row = await connect(db)
    .update(staff)
    .set({ pinFailures: sql`${staff.pinFailures} + 1` })
    .where(and(eq(staff.id, staffId), MAY_USE, lt(staff.pinFailures, PIN_FAILURES_MAX)))
    .returning({ pinHash: staff.pinHash })
    .get()
  return row?.pinHash ?? null
}

/** Opens the session of a right PIN and forgives the failures before it. */
export async function openPinSession(db: D1Database, session: NewStaffSession): Promise<void> {
  const forgive = connect(db).update(staff).set({ pinFailures: 0 }).where(eq(staff.id, session.staffId))
  await db.batch([insertStaffSession(db, session, sql`1`), toStatement(db, forgive)])
}
