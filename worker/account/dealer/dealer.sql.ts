/** A dealer's company and documents. Every query names their owner. */
import { type DealerDocument, DOCUMENTS_MAX } from '../../../schema/account/dealer/dealer.ts'
import type { Company } from '../../../schema/identity/sign-in/company.ts'

/** Whether the customer of `?1` may keep so many more; asked by each statement of a batch before its documents are in. */
const roomFor = (more: string) =>
  `(SELECT count(*) FROM dealer_document WHERE customer_id = ?1) + ${more} <= ${DOCUMENTS_MAX}`

/** Writes nothing where `adding` documents more would be too many; for a batch, in front of `addDocuments`. */
export function setCompany(
  db: D1Database,
  customerId: number,
  company: Company,
  { adding, now }: { adding: number; now: number },
): D1PreparedStatement {
  const { companyName, companyEmail, ein } = company
  return db
    .prepare(
      `UPDATE customer SET company_name = ?2, company_email = ?3, ein = ?4, updated_at = ?5
       WHERE id = ?1 AND ${roomFor('?6')}`,
    )
    .bind(customerId, companyName, companyEmail, ein, now, adding)
}

/** Oldest first. */
export async function readDocuments(db: D1Database, customerId: number): Promise<DealerDocument[]> {
  const { results } = await db
    .prepare(
      'SELECT id, name, size, created_at AS createdAt FROM dealer_document WHERE customer_id = ?1 ORDER BY id',
    )
    .bind(customerId)
    .all<DealerDocument>()
  return results
}

interface NewDocument {
  fileKey: string
  name: string
  contentType: string
  size: number
}

/** All of them, or none where that would be too many; for a batch. */
export function addDocuments(
  db: D1Database,
  customerId: number,
  documents: readonly NewDocument[],
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO dealer_document (customer_id, file_key, name, content_type, size, created_at)
       SELECT ?1, value ->> '$.fileKey', value ->> '$.name', value ->> '$.contentType', value ->> '$.size', ?3
       FROM json_each(?2) WHERE ${roomFor('json_array_length(?2)')} ORDER BY key`,
    )
    .bind(customerId, JSON.stringify(documents), now)
}

/** What it takes to hand out a document; `null` when the customer has none of this id. */
export function findDocument(
  db: D1Database,
  customerId: number,
  id: number,
): Promise<{ fileKey: string; name: string; contentType: string } | null> {
  return db
    .prepare(
      `SELECT file_key AS fileKey, name, content_type AS contentType FROM dealer_document
       WHERE id = ?2 AND customer_id = ?1`,
    )
    .bind(customerId, id)
    .first<{ fileKey: string; name: string; contentType: string }>()
}

/** The key of the file that may go now; `null` when the customer has no such document. */
export async function removeDocument(db: D1Database, customerId: number, id: number): Promise<string | null> {
  const row = await db
    .prepare('DELETE FROM dealer_document WHERE id = ?2 AND customer_id = ?1 RETURNING file_key AS fileKey')
    .bind(customerId, id)
    .first<{ fileKey: string }>()
  return row?.fileKey ?? null
}

export async function documentKeys(db: D1Database, customerId: number): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT file_key AS fileKey FROM dealer_document WHERE customer_id = ?1')
    .bind(customerId)
    .all<{ fileKey: string }>()
  return results.map(({ fileKey }) => fileKey)
}
