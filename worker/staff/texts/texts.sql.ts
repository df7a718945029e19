/** Texts of the shop for staff (H14l). */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { stockEvent } from '../../../schema/catalog/product/stock.table.ts'
import { cmsBlock, cmsPage } from '../../../schema/content/pages/cms.table.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import type { TextKind, TextValues } from '../../../schema/staff/texts/text-record.ts'
import { TEXTS_TAG } from '../../content/pages/cms.sql.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface StaffText extends TextValues {
  /** As in the audit log, such as `page/return-policy`. */
  id: string
  kind: TextKind
  identifier: string
  version: number
}

/** The largest number of pages, and of blocks; the shop shows no more blocks either. */
const MAX_ROWS = 500
/** The most former versions of a text that are read. */
const MAX_VERSIONS = 200

/** Returns all pages and then all blocks, also those that are hidden, by title. */
export async function readTexts(db: D1Database): Promise<StaffText[]> {
  const client = connect(db)
  const [pages, blocks] = await client.batch([
    client.select().from(cmsPage).orderBy(cmsPage.title, cmsPage.id).limit(MAX_ROWS),
    client.select().from(cmsBlock).orderBy(cmsBlock.title, cmsBlock.id).limit(MAX_ROWS),
  ])
  return [
    ...pages.map((row) => ({ ...row, id: `page/${row.identifier}`, kind: 'page' as const })),
    ...blocks.map((row) => ({
      ...{ ...row, id: `block/${row.identifier}`, kind: 'block' as const },
      ...{ metaDescription: '', updatedAt: 0 },
    })),
  ]
}

/** Returns the changes of a text with who made them, the newest first. */
export function readTextChanges(db: D1Database, id: string) {
  const t = auditLog
  return connect(db)
    .select({ id: t.id, at: t.at, version: t.version, before: t.before, after: t.after, by: staff.name })
    .from(t)
    .leftJoin(staff, eq(staff.id, t.staffId))
    .where(and(eq(t.record, 'text'), eq(t.recordId, id)))
    .orderBy(desc(t.version))
    .limit(MAX_VERSIONS)
}

/** Returns the statement that makes cached pages with texts, and cached redirects, stale. */
export function announceTexts(now: number): SQL {
  return sql`insert into ${stockEvent} (stock_sku, product_id, at) values (${TEXTS_TAG}, null, ${now})`
}
