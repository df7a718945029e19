/** Sessions of customers. The key is a hash, so that a reader of the table cannot use a session. */
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import {
  customerSession,
  emailConfirmation,
  passwordReset,
} from '../../../schema/identity/session/session.table.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'

export type SessionKind = (typeof customerSession.$inferSelect)['kind']

/** A valid session with the customer's group. */
export interface SessionRow {
  id: string
  kind: SessionKind
  customerId: number
  groupId: number
  agent: string
  network: string
  /** Milliseconds since the epoch, like every time in this file. */
  createdAt: number
  seenAt: number
}

/** Returns the session of this key; `null` when it has ended. One read by primary key. */
export async function findSession(
  db: D1Database,
  id: string,
  kind: SessionKind,
  now: number,
): Promise<SessionRow | null> {
  const t = customerSession
  const row = await connect(db)
    .select({
      id: t.id,
      kind: t.kind,
      customerId: t.customerId,
      groupId: customer.groupId,
      agent: t.agent,
      network: t.network,
      createdAt: t.createdAt,
      seenAt: t.seenAt,
    })
    .from(t)
    .innerJoin(customer, eq(customer.id, t.customerId))
    .where(and(eq(t.id, id), eq(t.kind, kind), gt(t.expiresAt, now)))
    .get()
  return row ?? null
}

export type NewSession = Pick<SessionRow, 'id' | 'kind' | 'customerId' | 'agent' | 'network'> & {
  now: number
  expiresAt: number
}

/** Returns the statement that inserts a session. */
export function addSession(db: D1Database, { now, ...session }: NewSession): D1PreparedStatement {
  return toStatement(
    db,
    connect(db)
      .insert(customerSession)
      .values({ ...session, createdAt: now, seenAt: now }),
  )
}

/** Writes the last use of a session and extends it. */
export async function touchSession(
  db: D1Database,
  { id, network, now, expiresAt }: { id: string; network: string; now: number; expiresAt: number },
): Promise<void> {
  await connect(db)
    .update(customerSession)
    .set({ seenAt: now, expiresAt, network })
    .where(eq(customerSession.id, id))
}

export async function endSession(db: D1Database, id: string): Promise<void> {
  await connect(db).delete(customerSession).where(eq(customerSession.id, id))
}

/** Ends every session of a customer except `except`; for the batch that changes a password. */
export function endSessionsOf(
  db: D1Database,
  customerId: number,
  except: string | null = null,
): D1PreparedStatement {
  const t = customerSession
  const ended = and(eq(t.customerId, customerId), sql`${t.id} is not ${except}`)
  return toStatement(db, connect(db).delete(t).where(ended))
}

/** Deletes expired sessions and links. */
export async function deleteExpiredSessions(db: D1Database, now: number): Promise<void> {
  const client = connect(db)
  await client.batch([
    client.delete(customerSession).where(lte(customerSession.expiresAt, now)),
    client.delete(passwordReset).where(lte(passwordReset.expiresAt, now)),
    client.delete(emailConfirmation).where(lte(emailConfirmation.expiresAt, now)),
  ])
}
