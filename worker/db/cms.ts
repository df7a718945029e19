/** Texts of the shop. */
import { and, eq } from 'drizzle-orm'
import { cmsPage } from '../../schema/tables/cms.ts'
import { connect } from './client.ts'

export interface CmsPage {
  identifier: string
  title: string
  metaDescription: string
  /** Markdown without HTML. */
  content: string
  /** Milliseconds. */
  updatedAt: number
}

/** The active page under `identifier`; `null` when there is none. */
export async function findCmsPage(db: D1Database, identifier: string): Promise<CmsPage | null> {
  const rows = await connect(db)
    .select()
    .from(cmsPage)
    .where(and(eq(cmsPage.identifier, identifier), eq(cmsPage.isActive, true)))
    .limit(1)
  return rows[0] ?? null
}
