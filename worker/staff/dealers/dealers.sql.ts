/** Applications of dealers for staff (H14k). */
import { asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { dealerApplication, dealerDocument } from '../../../schema/account/account.table.ts'
import type { DealerApplication } from '../../../schema/account/dealer/dealer-application.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface DealerLine extends DealerApplication {
  customerId: number
  firstname: string
  lastname: string
  email: string
  companyName: string | null
  companyEmail: string | null
  ein: string | null
  answeredAt: number | null
  version: number
  documents: { id: number; name: string; size: number; createdAt: number }[]
}

/**
 * Returns applications with their documents: those that wait for staff, the oldest first (new ones, and dealers whose certificate has
 * expired on `today`), or those that were answered, the newest answer first.
 */
export async function readApplications(
  db: D1Database,
  { isWaiting, today, limit }: { isWaiting: boolean; today: string; limit: number },
): Promise<DealerLine[]> {
  const client = connect(db)
  const t = dealerApplication
  const waits = or(
    eq(t.state, 'waiting'),
    sql`(${t.state} = 'approved' and ${t.certificateUntil} < ${today})`,
  )
  const { firstname, lastname, email, companyName, companyEmail, ein } = customer
  const rows = await client
    .select({
      ...{ customerId: t.customerId, firstname, lastname, email, companyName, companyEmail, ein },
      ...{ state: t.state, reason: t.reason, certificateUntil: t.certificateUntil },
      ...{ appliedAt: t.appliedAt, answeredAt: t.answeredAt, version: t.version },
    })
    .from(t)
    .innerJoin(customer, eq(customer.id, t.customerId))
    .where(isWaiting ? waits : sql`not (${waits})`)
    .orderBy(...(isWaiting ? [asc(t.appliedAt)] : [desc(t.answeredAt)]))
    .limit(limit)
  if (rows.length === 0) return []
  const { id, customerId, name, size, createdAt } = dealerDocument
  const documents = await client
    .select({ id, customerId, name, size, createdAt })
    .from(dealerDocument)
    .where(
      inArray(
        customerId,
        rows.map((row) => row.customerId),
      ),
    )
    .orderBy(id)
  return rows.map((row) => ({
    ...row,
    documents: documents.filter((document) => document.customerId === row.customerId),
  }))
}

/** Returns the file of a document; `null` without one. */
export async function findDealerFile(
  db: D1Database,
  id: number,
): Promise<{ fileKey: string; name: string; contentType: string } | null> {
  const { fileKey, name, contentType } = dealerDocument
  const query = connect(db).select({ fileKey, name, contentType }).from(dealerDocument)
  return (await query.where(eq(dealerDocument.id, id)).get()) ?? null
}
