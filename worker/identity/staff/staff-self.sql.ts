/** What staff change of their own account: passkeys, recovery codes, PIN and sessions (H14a). */
import { and, count, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import {
  staff,
  staffInvitation,
  staffPasskey,
  staffRecoveryCode,
  staffSession,
} from '../../../schema/identity/staff/staff.table.ts'
import { batchOf, connect, HAS_CHANGED } from '../../platform/drizzle.sql.ts'
import type { LogAct } from './person-act.sql.ts'

/** What /staff/me/ shows. Times are milliseconds. */
export interface OwnAccount {
  passkeys: { id: string; label: string; createdAt: number; usedAt: number | null }[]
  sessions: { id: string; device: string; place: string; createdAt: number; seenAt: number }[]
  codesLeft: number
  hasPin: boolean
}

/** Returns a person's passkeys, the oldest first, sessions, the latest first, and how many codes are left. */
export async function readOwnAccount(db: D1Database, staffId: number, now: number): Promise<OwnAccount> {
  const client = connect(db)
  const [passkeys, sessions, codes, people] = await client.batch([
    client
      .select({
        id: staffPasskey.id,
        label: staffPasskey.label,
        createdAt: staffPasskey.createdAt,
        usedAt: staffPasskey.usedAt,
      })
      .from(staffPasskey)
      .where(eq(staffPasskey.staffId, staffId))
      .orderBy(staffPasskey.createdAt),
    client
      .select({
        id: staffSession.id,
        device: staffSession.device,
        place: staffSession.place,
        createdAt: staffSession.createdAt,
        seenAt: staffSession.seenAt,
      })
      .from(staffSession)
      .where(and(eq(staffSession.staffId, staffId), gt(staffSession.expiresAt, now)))
      .orderBy(desc(staffSession.seenAt)),
    client.select({ left: count() }).from(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId)),
    client.select({ pinHash: staff.pinHash }).from(staff).where(eq(staff.id, staffId)),
  ])
  return { passkeys, sessions, codesLeft: codes[0]?.left ?? 0, hasPin: Boolean(people[0]?.pinHash) }
}

/** A passkey or a session of a person. */
interface OwnThing {
  id: string
  staffId: number
  log: LogAct
}

/** The label of a passkey for the audit log; null if there is none. */
const namedPasskey = (condition: SQL) =>
  sql`(select json_object('passkey', label) from ${staffPasskey} where ${condition})`

/** Renames a passkey of a person. */
export async function renamePasskey(
  db: D1Database,
  { id, staffId, label, log }: OwnThing & { label: string },
): Promise<void> {
  const isOwn = and(eq(staffPasskey.id, id), eq(staffPasskey.staffId, staffId)) ?? sql`false`
  const before = namedPasskey(isOwn)
  await batchOf(db, [
    log({
      kind: 'rename-passkey',
      person: staffId,
      before,
      after: { passkey: label },
      condition: sql`${before} is not null`,
    }),
    connect(db).update(staffPasskey).set({ label }).where(isOwn),
  ])
}

/** Removes a passkey of a person, but never the last one; returns whether it was removed. */
export async function removePasskey(db: D1Database, { id, staffId, log }: OwnThing): Promise<boolean> {
  const isNotLast = sql`(select count(*) from ${staffPasskey} as every where every.staff_id = ${staffId}) > 1`
  const isRemoved = and(eq(staffPasskey.id, id), eq(staffPasskey.staffId, staffId), isNotLast) ?? sql`false`
  const before = namedPasskey(isRemoved)
  const [, removed] = await batchOf(db, [
    log({
      kind: 'remove-passkey',
      person: staffId,
      before,
      after: { passkey: null },
      condition: sql`${before} is not null`,
    }),
    connect(db).delete(staffPasskey).where(isRemoved),
  ])
  return (removed?.meta.changes ?? 0) > 0
}

/** Ends one session of a person. */
export async function endOwnSession(db: D1Database, { id, staffId, log }: OwnThing): Promise<void> {
  await batchOf(db, [
    connect(db)
      .delete(staffSession)
      .where(and(eq(staffSession.id, id), eq(staffSession.staffId, staffId))),
    log({ kind: 'end-session', person: staffId, condition: HAS_CHANGED }),
  ])
}

/** Ends every session of a person except `except`. */
export async function endOtherSessions(
  db: D1Database,
  { staffId, except, log }: { staffId: number; except: string; log: LogAct },
): Promise<void> {
  await batchOf(db, [
    connect(db)
      .delete(staffSession)
      .where(and(eq(staffSession.staffId, staffId), ne(staffSession.id, except))),
    log({
      kind: 'end-sessions',
      person: staffId,
      condition: sql`exists (select 1 from ${staff} where ${staff.id} = ${staffId})`,
    }),
  ])
}

/** Replaces the recovery codes of a person; `ids` are their hashes. */
export async function replaceRecoveryCodes(
  db: D1Database,
  { staffId, ids, log }: { staffId: number; ids: readonly string[]; log: LogAct },
): Promise<void> {
  const client = connect(db)
  await batchOf(db, [
    client.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId)),
    client.insert(staffRecoveryCode).values(ids.map((id) => ({ id, staffId }))),
    log({ kind: 'codes', person: staffId, condition: HAS_CHANGED }),
  ])
}

/**
 * Uses a recovery code: deletes it and stores an invitation in its place. Returns false for a code that is used or made up, or of
 * a person who has left.
 */
export async function redeemRecoveryCode(
  db: D1Database,
  {
    code,
    invitation,
    now,
    expiresAt,
    log,
  }: { code: string; invitation: string; now: number; expiresAt: number; log: LogAct },
): Promise<boolean> {
  const client = connect(db)
  const person = sql`(select staff_id from ${staffRecoveryCode} where id = ${code})`
  const [added] = await batchOf(db, [
    client
      .insert(staffInvitation)
      .select(
        sql`select ${invitation}, ${staff.id}, ${now}, ${expiresAt} from ${staffRecoveryCode}
          join ${staff} on ${staff.id} = ${staffRecoveryCode.staffId}
          where ${staffRecoveryCode.id} = ${code} and ${staff.endedAt} is null`,
      )
      .onConflictDoUpdate({
        target: staffInvitation.staffId,
        set: { id: invitation, createdAt: now, expiresAt },
      }),
    log({ kind: 'code-used', person, condition: HAS_CHANGED }),
    client.delete(staffRecoveryCode).where(eq(staffRecoveryCode.id, code)),
  ])
  return (added?.meta.changes ?? 0) > 0
}

/** Stores the hash of a person's PIN. */
export async function setPin(
  db: D1Database,
  { staffId, pinHash, log }: { staffId: number; pinHash: string; log: LogAct },
): Promise<void> {
  await batchOf(db, [
    connect(db).update(staff).set({ pinHash, pinFailures: 0 }).where(eq(staff.id, staffId)),
    log({ kind: 'pin', person: staffId, condition: HAS_CHANGED }),
  ])
}
