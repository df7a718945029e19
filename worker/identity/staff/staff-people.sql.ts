/** The people of the back office and what the owner changes of them (H14a). Times are milliseconds. */
import { and, asc, eq, gt, isNull, max, type SQL, sql } from 'drizzle-orm'
import { type AssignedRole, roleLabel } from '../../../schema/identity/staff/permissions.ts'
import {
  staff,
  staffInvitation,
  staffPasskey,
  staffRecoveryCode,
  staffSession,
} from '../../../schema/identity/staff/staff.table.ts'
import { batchOf, connect, HAS_CHANGED, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import type { LogAct } from './person-act.sql.ts'
import type { StaffAccount } from './staff-account.sql.ts'
import { ASSIGNED_ROLE, isRoleAsSeen, roleId } from './staff-role.sql.ts'

export interface Person extends StaffAccount {
  endedAt: number | null
  hasPasskey: boolean
  /** The last use of any of their sessions. */
  seenAt: number | null
  /** When an unused invitation expires. */
  invitedUntil: number | null
}

const HAS_PASSKEY = sql<number>`exists (select 1 from ${staffPasskey} where ${staffPasskey.staffId} = ${staff.id})`

/** Returns everybody, staff of today first, by name. */
export async function readPeople(db: D1Database, now: number): Promise<Person[]> {
  const rows = await connect(db)
    .select({
      id: staff.id,
      name: staff.name,
      email: staff.email,
      role: ASSIGNED_ROLE,
      endedAt: staff.endedAt,
      hasPasskey: HAS_PASSKEY.mapWith(Boolean),
      seenAt: max(staffSession.seenAt),
      invitedUntil: staffInvitation.expiresAt,
    })
    .from(staff)
    .leftJoin(staffSession, eq(staffSession.staffId, staff.id))
    .leftJoin(staffInvitation, and(eq(staffInvitation.staffId, staff.id), gt(staffInvitation.expiresAt, now)))
    .groupBy(staff.id)
    .orderBy(sql`${staff.endedAt} is not null`, asc(staff.name))
  return rows
}

/** Returns a person by their id, also one who has left. */
export async function findPerson(db: D1Database, id: number): Promise<StaffAccount | null> {
  const row = await connect(db)
    .select({ id: staff.id, name: staff.name, email: staff.email, role: ASSIGNED_ROLE })
    .from(staff)
    .where(eq(staff.id, id))
    .get()
  return row ?? null
}

interface NewInvitation {
  name: string
  email: string
  role: AssignedRole
  /** SHA-256 of the token, in hex, and the name that its mail derives the token from. */
  link: { id: string; name: string }
  now: number
  expiresAt: number
  log: LogAct
}

/**
 * Invites a person with the mail that has the link, or a person who has left; the results are for `enqueueOutbox`. `null` when
 * somebody with this address is staff today. Passkeys of the past do not come back.
 */
export async function invitePerson(db: D1Database, invited: NewInvitation): Promise<D1Result[] | null> {
  const { name, email, role, link, now, expiresAt, log } = invited
  const isFree = sql`(not exists (select 1 from staff where email = ${email} and ended_at is null) and ${isRoleAsSeen(role)})`
  const person = sql`(select id from staff where email = ${email})`
  const results = await db.batch([
    toStatement(db, sql`delete from ${staffPasskey} where staff_id = ${person} and ${isFree}`),
    toStatement(
      db,
      sql`insert into ${staff} (name, email, role, created_at) select ${name}, ${email}, ${roleId(role)}, ${now} where ${isFree}
        on conflict (email) do update set name = ${name}, role = ${roleId(role)}, created_at = ${now}, ended_at = null,
        pin_hash = null, pin_failures = 0`,
    ),
    toStatement(
      db,
      sql`insert into ${staffInvitation} (id, staff_id, created_at, expires_at)
        select ${link.id}, ${person}, ${now}, ${expiresAt} where changes() > 0`,
    ),
    toStatement(
      db,
      log({ kind: 'invite', person, after: { role: loggedRole(role) }, condition: HAS_CHANGED }),
    ),
    addOutbox(db, { kind: 'staff-invitation', payload: { name: link.name }, now }, 'ifChanged'),
  ])
  return results[2]?.meta.changes === 1 ? results : null
}

/** Checks whether somebody with this address is staff today. */
export async function isStaffEmail(db: D1Database, email: string): Promise<boolean> {
  const rows = await connect(db).all(sql`select 1 from ${staff} where email = ${email} and ended_at is null`)
  return rows.length > 0
}

/** Gives staff of today a new link, which replaces an unused one; the results are for `enqueueOutbox`. */
export async function renewInvitation(
  db: D1Database,
  {
    staffId,
    link,
    now,
    expiresAt,
    log,
  }: { staffId: number } & Pick<NewInvitation, 'link' | 'now' | 'expiresAt' | 'log'>,
): Promise<D1Result[]> {
  return db.batch([
    toStatement(db, sql`delete from ${staffInvitation} where staff_id = ${staffId}`),
    toStatement(
      db,
      sql`insert into ${staffInvitation} (id, staff_id, created_at, expires_at)
        select ${link.id}, id, ${now}, ${expiresAt} from ${staff} where id = ${staffId} and ended_at is null`,
    ),
    toStatement(db, log({ kind: 'invite-again', person: staffId, condition: HAS_CHANGED })),
    addOutbox(db, { kind: 'staff-invitation', payload: { name: link.name }, now }, 'ifChanged'),
  ])
}

/** True for staff who are not the last owner with a passkey. */
const isNotLastOwner = (id: number) => sql`(${staff.role} <> 'owner' or exists (select 1 from staff as other
  where other.role = 'owner' and other.ended_at is null and other.id <> ${id}
  and exists (select 1 from staff_passkey where staff_id = other.id)))`

/** What the audit log has of a role: a built-in one by its key, a custom one by the name that it had then. */
const loggedRole = (role: AssignedRole) => (typeof role === 'string' ? role : roleLabel(role))

/** Changes the role of a person from the next request on; false for the last owner, and for a role that was changed since it was read. */
export async function setRole(
  db: D1Database,
  { id, from, to, log }: { id: number; from: AssignedRole; to: AssignedRole; log: LogAct },
): Promise<boolean> {
  const isAllowed = to === 'owner' ? sql`1` : isNotLastOwner(id)
  const change = connect(db)
    .update(staff)
    .set({ role: roleId(to) })
    .where(
      and(eq(staff.id, id), isNull(staff.endedAt), eq(staff.role, roleId(from)), isAllowed, isRoleAsSeen(to)),
    )
  const act = {
    kind: 'role',
    person: id,
    before: { role: loggedRole(from) },
    after: { role: loggedRole(to) },
  } as const
  const [changed] = await batchOf(db, [change, log({ ...act, condition: HAS_CHANGED })])
  return (changed?.meta.changes ?? 0) > 0
}

/**
 * Ends the access of a person at once: sessions, links, codes, the daily summary, and what the statements `endings` end of a person whose
 * access has ended; false for the last owner.
 */
export async function endAccess(
  db: D1Database,
  { id, now, log, endings }: { id: number; now: number; log: LogAct; endings: readonly SQL[] },
): Promise<boolean> {
  const client = connect(db)
  const hasEnded = sql`exists (select 1 from ${staff} where ${staff.id} = ${id} and ${staff.endedAt} is not null)`
  const [ended] = await batchOf(db, [
    client
      .update(staff)
      .set({ endedAt: now, pinHash: null, dailySummary: 0 })
      .where(and(eq(staff.id, id), isNull(staff.endedAt), isNotLastOwner(id))),
    log({ kind: 'end', person: id, condition: HAS_CHANGED }),
    client.delete(staffSession).where(and(eq(staffSession.staffId, id), hasEnded)),
    client.delete(staffInvitation).where(and(eq(staffInvitation.staffId, id), hasEnded)),
    client.delete(staffRecoveryCode).where(and(eq(staffRecoveryCode.staffId, id), hasEnded)),
    ...endings,
  ])
  return (ended?.meta.changes ?? 0) > 0
}
