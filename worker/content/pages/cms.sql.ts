/** Texts of the shop. */
import { and, eq } from 'drizzle-orm'
import { cmsBlock, cmsHierarchy, cmsPage } from '../../../schema/content/pages/cms.table.ts'
import type { HierarchyNode } from '../../../schema/content/pages/cms.ts'
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

/** CMS blocks and pages are capped at 500 each. */
const MAX = 500

/** The active page under `identifier` with the blocks it may include and the order of pages; `null` when there is none. */
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
      .limit(MAX),
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
      .limit(MAX),
  ])
  const [page] = pages
  if (!page) return null
  return {
    page,
    blocks: new Map(blocks.map((block) => [block.identifier, block.content])),
    // A page that is switched off is no heading either.
    hierarchy: hierarchy.filter((node) => node.pageId === null || node.page !== null),
  }
}

/** How a client of the wire names a text. */
export type CmsKey = { id: number } | { identifier: string }

type PageRow = CmsPage & { id: number }
type BlockRow = { id: number; identifier: string; title: string; content: string }

/** One active page or block, with the content of every block that it may include; `null` when there is none. */
export async function findCmsEntry(
  db: D1Database,
  type: 'Page' | 'Block',
  key: CmsKey,
): Promise<{ row: PageRow | BlockRow; blocks: ReadonlyMap<string, string> } | null> {
  if ('id' in key && !Number.isSafeInteger(key.id)) return null
  const client = connect(db)
  const table = type === 'Page' ? cmsPage : cmsBlock
  const named = 'id' in key ? eq(table.id, key.id) : eq(table.identifier, key.identifier)
  const [rows, blocks] = await client.batch([
    client
      .select()
      .from(table)
      .where(and(named, eq(table.isActive, true)))
      .limit(1),
    client
      .select({ identifier: cmsBlock.identifier, content: cmsBlock.content })
      .from(cmsBlock)
      .where(eq(cmsBlock.isActive, true))
      .limit(MAX),
  ])
  const [row] = rows
  return row ? { row, blocks: new Map(blocks.map((block) => [block.identifier, block.content])) } : null
}
