/** Categories with their current numbers of products. */

import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { withProductCounts } from '../../../schema/compat/catalog/compat-entities.api.ts'
import type { Document } from '../../../schema/compat/catalog/search-match.ts'
import type { Catalog } from '../../catalog/index/catalog.ts'
import { wholeEntity } from './entity-documents.ts'

/** Level of the root category, which contains all products. */
const ROOT_LEVEL = 1
/** How long counts stay cached, as on pages (decision 138). */
const COUNTED_MS = 30_000

let counted: { version: string; until: number; documents: readonly Document[] } | null = null

export function isRootCategory({ level }: Document): boolean {
  return Number(level) <= ROOT_LEVEL
}

export async function categoriesWithCounts(
  db: D1Database,
  { version, listing }: Catalog,
  now: number,
): Promise<readonly Document[]> {
  if (counted?.version === version && now < counted.until) return counted.documents
  const documents = await wholeEntity(db, 'category', version, now)
  const found = await listing.count(
    documents.map((document) =>
      isRootCategory(document) ? EMPTY_QUERY : { ...EMPTY_QUERY, category: Number(document.id) },
    ),
  )
  const counts = new Map(documents.map(({ id }, at) => [Number(id), found[at] ?? 0]))
  counted = { version, until: now + COUNTED_MS, documents: withProductCounts(documents, counts) }
  return counted.documents
}
