/** A dealer's company and papers. Every question names whose they are. */
import { type Company, type DealerDocument, DOCUMENTS_MAX } from '../../schema/domain/dealer.ts'

export function setCompany(
  db: D1Database,
  customerId: number,
  company: Company,
  now: number,
): D1PreparedStatement {
  const { companyName, companyEmail, ein } = company
  return db
    .prepare(
      'UPDATE customer SET company_name = ?2, company_email = ?3, ein = ?4, updated_at = ?5 WHERE id = ?1',
    )
    .bind(customerId, companyName, companyEmail, ein, now)
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
  customerId: number
  fileKey: string
  name: string
  contentType: string
  size: number
  now: number
}

/** Writes nothing when the customer keeps as many as can be kept; for a batch. */
export function addDocument(db: D1Database, document: NewDocument): D1PreparedStatement {
  const { customerId, fileKey, name, contentType, size, now } = document
  return db
    .prepare(
      `INSERT INTO dealer_document (customer_id, file_key, name, content_type, size, created_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6
       WHERE (SELECT count(*) FROM dealer_document WHERE customer_id = ?1) < ${DOCUMENTS_MAX}`,
    )
    .bind(customerId, fileKey, name, contentType, size, now)
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
