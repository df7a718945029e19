/** Texts of the shop. */
import { and, eq } from 'drizzle-orm'
import { cmsBlock, cmsHierarchy, cmsPage } from '../../../schema/content/pages/cms.table.ts'
import type { HierarchyNode } from '../../../schema/content/pages/cms.ts'
import { TEXT_TAG } from '../../platform/cache/page-cache.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface CmsPage {
  identifier: string
  title: string
  metaDescription: string
  /** Markdown without HTML. */
  content: string
  /** Milliseconds. */
  updatedAt: number
}

export interface CmsText {
  page: CmsPage
  /** Content of every active block by identifier. */
  blocks: ReadonlyMap<string, string>
  hierarchy: readonly HierarchyNode[]
}

/** The tag of pages that show texts, and of redirects; an event has it in place of a pool. */
export const TEXTS_TAG = `${TEXT_TAG}pages`

/** The largest number of rows that are read of each table. */
const MAX_ROWS = 500

/** Returns the active page of an identifier with the blocks that it may include and the hierarchy; `null` without one. */
export async function findCmsText(db: D1Database, identifier: string): Promise<CmsText | null> {
  const client = connect(db)
  const [pages, blocks, hierarchy] = await client.batch([
    client
      .select()
      .from(cmsPage)
      .where(and(eq(cmsPage.identifier, identifier), eq(cmsPage.isActive, true)))
      .limit(1),
    client
      .select({ identifier: cmsBlock.identifier, content: cmsBlock.content })
      .from(cmsBlock)
      .where(eq(cmsBlock.isActive, true))
      .limit(MAX_ROWS),
    client
      .select({
        id: cmsHierarchy.id,
        parentId: cmsHierarchy.parentId,
        label: cmsHierarchy.label,
        level: cmsHierarchy.level,
        position: cmsHierarchy.position,
        pageId: cmsHierarchy.pageId,
        page: cmsPage.identifier,
      })
      .from(cmsHierarchy)
      .leftJoin(cmsPage, and(eq(cmsPage.id, cmsHierarchy.pageId), eq(cmsPage.isActive, true)))
      .limit(MAX_ROWS),
  ])
  const [page] = pages
  if (!page) return null
  return {
    page,
    blocks: new Map(blocks.map((block) => [block.identifier, block.content])),
    // Removes inactive pages, which would otherwise look like headings.
    hierarchy: hierarchy.filter((node) => node.pageId === null || node.page !== null),
  }
}

/** The key by which a client of the API requests a text. */
export type CmsKey = { id: number } | { identifier: string }

type PageRow = CmsPage & { id: number }
type BlockRow = { id: number; identifier: string; title: string; content: string }

/** Returns an active page or block with the content of the blocks that it may include; `null` without one. */
export async function findCmsEntry(
  db: D1Database,
  type: 'Page' | 'Block',
  key: CmsKey,
): Promise<{ row: PageRow | BlockRow; blocks: ReadonlyMap<string, string> } | null> {
  if ('id' in key && !Number.isSafeInteger(key.id)) return null
  const client = connect(db)
  const table = type === 'Page' ? cmsPage : cmsBlock
  const hasKey = 'id' in key ? eq(table.id, key.id) : eq(table.identifier, key.identifier)
  const [rows, blocks] = await client.batch([
    client
      .select()
      .from(table)
      .where(and(hasKey, eq(table.isActive, true)))
      .limit(1),
    client
      .select({ identifier: cmsBlock.identifier, content: cmsBlock.content })
      .from(cmsBlock)
      .where(eq(cmsBlock.isActive, true))
      .limit(MAX_ROWS),
  ])
  const [row] = rows
  return row ? { row, blocks: new Map(blocks.map((block) => [block.identifier, block.content])) } : null
}
