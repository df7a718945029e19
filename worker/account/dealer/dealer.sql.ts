/** A dealer's company and documents. Every query contains the customer's id. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { dealerApplication, dealerDocument } from '../../../schema/account/account.table.ts'
import { type DealerDocument, DOCUMENTS_MAX } from '../../../schema/account/dealer/dealer.ts'
import type { DealerApplication } from '../../../schema/account/dealer/dealer-application.ts'
import type { Company } from '../../../schema/identity/sign-in/company.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

/** Returns the condition that the customer may store `more` documents; each statement of a batch checks it before the insert. */
function hasRoom(customerId: number, more: number): SQL {
  return sql`(select count(*) from ${dealerDocument} where ${dealerDocument.customerId} = ${customerId})
    + ${more} <= ${DOCUMENTS_MAX}`
}

/** Writes the company, unless `adding` more documents would be too many; for a batch, before `addDocuments`. */
export function setCompany(
  db: D1Database,
  customerId: number,
  company: Company,
  { adding, now }: { adding: number; now: number },
): D1PreparedStatement {
  const { companyName, companyEmail, ein } = company
  return toStatement(
    db,
    connect(db)
      .update(customer)
      .set({ companyName, companyEmail, ein, updatedAt: now })
      .where(and(eq(customer.id, customerId), hasRoom(customerId, adding))),
  )
}

/** Lets the application wait for an answer, as `setCompany` writes the company. A dealer stays one; for a batch. */
export function apply(
  db: D1Database,
  customerId: number,
  { adding, now }: { adding: number; now: number },
): D1PreparedStatement {
  const values = { customerId, state: sql`'waiting'`, appliedAt: now }
  const source = sql`from (select 1) where ${hasRoom(customerId, adding)}`
  return toStatement(
    db,
    sql`${insertFrom(dealerApplication, values, source)} on conflict (customer_id) do update
      set state = iif(state = 'approved', state, 'waiting'), applied_at = excluded.applied_at, version = version + 1`,
  )
}

/** Returns the application of a customer; `null` without one. */
export async function findApplication(db: D1Database, customerId: number): Promise<DealerApplication | null> {
  const { state, reason, certificateUntil, appliedAt } = dealerApplication
  const row = await connect(db)
    .select({ state, reason, certificateUntil, appliedAt })
    .from(dealerApplication)
    .where(eq(dealerApplication.customerId, customerId))
    .get()
  return row ?? null
}

/** Returns the documents of a customer, oldest first. */
export function readDocuments(db: D1Database, customerId: number): Promise<DealerDocument[]> {
  const { id, name, size, createdAt } = dealerDocument
  return connect(db)
    .select({ id, name, size, createdAt })
    .from(dealerDocument)
    .where(eq(dealerDocument.customerId, customerId))
    .orderBy(id)
}

interface NewDocument {
  fileKey: string
  name: string
  contentType: string
  size: number
}

/** Inserts all documents, or none when they would be too many; for a batch. */
export function addDocuments(
  db: D1Database,
  customerId: number,
  documents: readonly NewDocument[],
  now: number,
): D1PreparedStatement {
  const values = {
    customerId,
    fileKey: sql`value ->> '$.fileKey'`,
    name: sql`value ->> '$.name'`,
    contentType: sql`value ->> '$.contentType'`,
    size: sql`value ->> '$.size'`,
    createdAt: now,
  }
  const source = sql`from json_each(${JSON.stringify(documents)})
    where ${hasRoom(customerId, documents.length)} order by key`
  return toStatement(db, insertFrom(dealerDocument, values, source))
}

/** Returns the file of a document; `null` when the customer has no such document. */
export async function findDocument(
  db: D1Database,
  customerId: number,
  id: number,
): Promise<{ fileKey: string; name: string; contentType: string } | null> {
  const { fileKey, name, contentType } = dealerDocument
  const row = await connect(db)
    .select({ fileKey, name, contentType })
    .from(dealerDocument)
    .where(isOwn(customerId, id))
    .get()
  return row ?? null
}

/** Deletes a document and returns the key of its file; `null` when the customer has no such document. */
export async function removeDocument(db: D1Database, customerId: number, id: number): Promise<string | null> {
  const { fileKey } = dealerDocument
  const row = await connect(db)
    .delete(dealerDocument)
    .where(isOwn(customerId, id))
    .returning({ fileKey })
    .get()
  return row?.fileKey ?? null
}

/** Returns the keys of a customer's files. */
export async function documentKeys(db: D1Database, customerId: number): Promise<string[]> {
  const rows = await connect(db)
    .select({ fileKey: dealerDocument.fileKey })
    .from(dealerDocument)
    .where(eq(dealerDocument.customerId, customerId))
  return rows.map(({ fileKey }) => fileKey)
}

function isOwn(customerId: number, id: number): SQL | undefined {
  return and(eq(dealerDocument.id, id), eq(dealerDocument.customerId, customerId))
}
