/** Accounts of staff in D1: people, invitations, passkeys and challenges (H14). Ids of links are hashes. */
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { AssignedRole } from '../../../schema/identity/staff/permissions.ts'
import {
  staff,
  staffChallenge,
  staffInvitation,
  staffPasskey,
  staffSession,
} from '../../../schema/identity/staff/staff.table.ts'
import { connect, HAS_CHANGED, toStatement } from '../../platform/drizzle.sql.ts'
import type { LogAct } from './person-act.sql.ts'
import { ASSIGNED_ROLE } from './staff-role.sql.ts'

export interface StaffAccount {
  id: number
  name: string
  email: string
  role: AssignedRole
}

const ACCOUNT = { id: staff.id, name: staff.name, email: staff.email, role: ASSIGNED_ROLE }

export interface Passkey {
  /** base64url. */
  id: string
  staffId: number
  /** COSE key. */
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
  label: string
}

/** Returns the person whom a link invites; `null` for a link that is used, expired or made up. */
export async function findInvited(db: D1Database, id: string, now: number): Promise<StaffAccount | null> {
  const row = await connect(db)
    .select(ACCOUNT)
    .from(staffInvitation)
    .innerJoin(staff, eq(staff.id, staffInvitation.staffId))
    .where(and(eq(staffInvitation.id, id), gt(staffInvitation.expiresAt, now), isNull(staff.endedAt)))
    .get()
  return row ?? null
}

/** Returns the passkeys of a person, the oldest first. */
export async function readPasskeys(db: D1Database, staffId: number): Promise<Passkey[]> {
  const rows = await connect(db)
    .select()
    .from(staffPasskey)
    .where(eq(staffPasskey.staffId, staffId))
    .orderBy(asc(staffPasskey.createdAt))
  return rows.map(toPasskey)
}

/** Returns a passkey with its owner; `null` when it is unknown or its owner has left. */
export async function findPasskey(
  db: D1Database,
  id: string,
): Promise<{ passkey: Passkey; owner: StaffAccount } | null> {
  const row = await connect(db)
    .select({ passkey: staffPasskey, owner: ACCOUNT })
    .from(staffPasskey)
    .innerJoin(staff, eq(staff.id, staffPasskey.staffId))
    .where(and(eq(staffPasskey.id, id), isNull(staff.endedAt)))
    .get()
  return row ? { passkey: toPasskey(row.passkey), owner: row.owner } : null
}

function toPasskey({ publicKey, ...row }: typeof staffPasskey.$inferSelect): Passkey {
  return { ...row, publicKey: Uint8Array.from(publicKey) }
}

/** Stores a challenge for five minutes; `staffId` is the person who adds a passkey, `null` at a sign-in. */
export async function addChallenge(
  db: D1Database,
  challenge: { id: string; staffId: number | null; expiresAt: number },
): Promise<void> {
  await connect(db).insert(staffChallenge).values(challenge)
}

/** Deletes a challenge and returns for whom it was; `null` when it is used, expired or made up. */
export async function consumeChallenge(
  db: D1Database,
  id: string,
  now: number,
): Promise<{ staffId: number | null } | null> {
  const row = await connect(db)
    .delete(staffChallenge)
    .where(and(eq(staffChallenge.id, id), gt(staffChallenge.expiresAt, now)))
    .returning({ staffId: staffChallenge.staffId })
    .get()
  return row ?? null
}

/**
 * Adds a passkey with a session that it opens, and deletes the invitation, if it is still there; false when another request has
 * used the invitation first. `invitation` is `null` for a person who is signed in.
 */
export async function addPasskey(
  db: D1Database,
  added: {
    passkey: Passkey
    invitation: string | null
    session: NewStaffSession | null
    now: number
    log: LogAct
  },
): Promise<boolean> {
  const { passkey, invitation, session, now, log } = added
  const client = connect(db)
  const guard =
    invitation === null ? [] : [client.delete(staffInvitation).where(eq(staffInvitation.id, invitation))]
  const isFree = invitation === null ? sql`1` : HAS_CHANGED
  const { id, staffId, publicKey, counter, transports, label } = passkey
  const results = await db.batch([
    ...guard.map((query) => toStatement(db, query)),
    toStatement(
      db,
      sql`insert into ${staffPasskey} (id, staff_id, public_key, counter, transports, label, created_at, used_at)
        select ${id}, ${staffId}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}, ${label}, ${now}, ${now} where ${isFree}`,
    ),
    ...(session ? [insertStaffSession(db, session, HAS_CHANGED)] : []),
    toStatement(
      db,
      log({ kind: 'passkey', person: staffId, after: { passkey: label }, condition: HAS_CHANGED }),
    ),
  ])
  return results[guard.length]?.meta.changes === 1
}

/** Records the use of a passkey with the counter of its signature. */
export async function recordPasskeyUse(
  db: D1Database,
  { id, counter, session, now }: { id: string; counter: number; session: NewStaffSession; now: number },
): Promise<void> {
  const client = connect(db)
  const use = client.update(staffPasskey).set({ counter, usedAt: now }).where(eq(staffPasskey.id, id))
  // A passkey proves who it is, so the PIN may be tried again.
  const unlock = client.update(staff).set({ pinFailures: 0 }).where(eq(staff.id, session.staffId))
  await db.batch([
    toStatement(db, use),
    insertStaffSession(db, session, HAS_CHANGED),
    toStatement(db, unlock),
  ])
}

/** A new session; times are milliseconds. */
export interface NewStaffSession {
  /** SHA-256 of the cookie, in hex. */
  id: string
  staffId: number
  device: string
  place: string
  now: number
  expiresAt: number
  /** The shared phone of a session that a PIN opens, which no passkey has verified. */
  phoneId?: string | null
}

/** Returns the statement that adds a session if `condition` holds. */
export function insertStaffSession(
  db: D1Database,
  { id, staffId, device, place, now, expiresAt, phoneId = null }: NewStaffSession,
  condition: ReturnType<typeof sql>,
): D1PreparedStatement {
  return toStatement(
    db,
    sql`insert into ${staffSession} (id, staff_id, device, place, created_at, seen_at, expires_at, verified_at, phone_id)
      select ${id}, ${staffId}, ${device}, ${place}, ${now}, ${now}, ${expiresAt}, ${phoneId === null ? now : 0}, ${phoneId} where ${condition}`,
  )
}

export interface StaffSessionRow extends StaffAccount {
  sessionId: string
  seenAt: number
  expiresAt: number
  verifiedAt: number
  phoneId: string | null
}

/** Returns a session with its person and their role of now; `null` when it has ended or the person has left. */
export async function findStaffSession(
  db: D1Database,
  id: string,
  now: number,
): Promise<StaffSessionRow | null> {
  const t = staffSession
  const row = await connect(db)
    .select({
      ...ACCOUNT,
      sessionId: t.id,
      seenAt: t.seenAt,
      expiresAt: t.expiresAt,
      verifiedAt: t.verifiedAt,
      phoneId: t.phoneId,
    })
    .from(t)
    .innerJoin(staff, eq(staff.id, t.staffId))
    .where(and(eq(t.id, id), gt(t.expiresAt, now), isNull(staff.endedAt)))
    .get()
  return row ?? null
}

/** Writes the last use of a session. */
export async function touchStaffSession(db: D1Database, id: string, now: number): Promise<void> {
  await connect(db).update(staffSession).set({ seenAt: now }).where(eq(staffSession.id, id))
}

/** Writes that a passkey was used in a session now, with the counter of its signature. */
export async function recordVerification(
  db: D1Database,
  {
    sessionId,
    passkeyId,
    counter,
    now,
  }: { sessionId: string; passkeyId: string; counter: number; now: number },
): Promise<void> {
  const client = connect(db)
  await client.batch([
    client.update(staffSession).set({ verifiedAt: now }).where(eq(staffSession.id, sessionId)),
    client.update(staffPasskey).set({ counter, usedAt: now }).where(eq(staffPasskey.id, passkeyId)),
  ])
}

/** Ends a session. */
export async function endStaffSession(db: D1Database, id: string): Promise<void> {
  await connect(db).delete(staffSession).where(eq(staffSession.id, id))
}

/** Deletes expired sessions, invitations and challenges. */
export async function deleteExpiredStaffRows(db: D1Database, now: number): Promise<void> {
  const client = connect(db)
  await client.batch([
    client.delete(staffSession).where(lte(staffSession.expiresAt, now)),
    client.delete(staffInvitation).where(lte(staffInvitation.expiresAt, now)),
    client.delete(staffChallenge).where(lte(staffChallenge.expiresAt, now)),
  ])
}
