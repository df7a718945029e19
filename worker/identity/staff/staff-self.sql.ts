/** What staff change of their own account: passkeys, recovery codes, PIN and sessions (H14a). */
import { and, count, desc, eq, gt, ne, sql } from 'drizzle-orm'
import {
  staff,
  staffInvitation,
  staffPasskey,
  staffRecoveryCode,
  staffSession,
} from '../../../schema/identity/staff/staff.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

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

/** Renames a passkey of a person. */
export async function renamePasskey(
  db: D1Database,
  { id, staffId, label }: { id: string; staffId: number; label: string },
): Promise<void> {
  await connect(db)
    .update(staffPasskey)
    .set({ label })
    .where(and(eq(staffPasskey.id, id), eq(staffPasskey.staffId, staffId)))
}

/** Removes a passkey of a person, but never the last one; returns whether it was removed. */
export async function removePasskey(db: D1Database, id: string, staffId: number): Promise<boolean> {
  const isNotLast = sql`(select count(*) from ${staffPasskey} as every where every.staff_id = ${staffId}) > 1`
  const { meta } = await connect(db)
    .delete(staffPasskey)
    .where(and(eq(staffPasskey.id, id), eq(staffPasskey.staffId, staffId), isNotLast))
  return meta.changes > 0
}

/** Ends one session of a person. */
export async function endOwnSession(db: D1Database, id: string, staffId: number): Promise<void> {
  await connect(db)
    .delete(staffSession)
    .where(and(eq(staffSession.id, id), eq(staffSession.staffId, staffId)))
}

/** Ends every session of a person except `except`. */
export async function endOtherSessions(db: D1Database, staffId: number, except: string): Promise<void> {
  await connect(db)
    .delete(staffSession)
    .where(and(eq(staffSession.staffId, staffId), ne(staffSession.id, except)))
}

/** Replaces the recovery codes of a person; `ids` are their hashes. */
export async function replaceRecoveryCodes(
  db: D1Database,
  staffId: number,
  ids: readonly string[],
): Promise<void> {
  const client = connect(db)
  await client.batch([
    client.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId)),
    client.insert(staffRecoveryCode).values(ids.map((id) => ({ id, staffId }))),
  ])
}

/**
 * Uses a recovery code: deletes it and stores an invitation in its place. Returns false for a code that is used or made up, or of
 * a person who has left.
 */
export async function redeemRecoveryCode(
  db: D1Database,
  { code, invitation, now, expiresAt }: { code: string; invitation: string; now: number; expiresAt: number },
): Promise<boolean> {
  const client = connect(db)
  const [added] = await client.batch([
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
      })
      .returning({ id: staffInvitation.id }),
    client.delete(staffRecoveryCode).where(eq(staffRecoveryCode.id, code)),
  ])
  return added.length > 0
}

/** Stores the hash of a person's PIN. */
export async function setPin(db: D1Database, staffId: number, pinHash: string): Promise<void> {
  await connect(db).update(staff).set({ pinHash, pinFailures: 0 }).where(eq(staff.id, staffId))
}
