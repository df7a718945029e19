/** The documents of categories with their current numbers of products. */

import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { withProductCounts } from '../../../schema/compat/catalog/compat-entities.api.ts'
import type { Document } from '../../../schema/compat/catalog/search-match.ts'
import type { Catalog } from '../../catalog/index/catalog.ts'
import { readEntity } from './entity-documents.ts'

/** Level of the root category, which contains all products. */
const ROOT_LEVEL = 1
/** How long counts stay cached, as on pages (decision 138). */
const COUNTS_TTL_MS = 30_000

let cached: { version: string; until: number; documents: readonly Document[] } | null = null

export function isRootCategory({ level }: Document): boolean {
  return Number(level) <= ROOT_LEVEL
}

/** Returns the documents of all categories with the numbers of their products. */
export async function categoriesWithCounts(
  db: D1Database,
  { version, listing }: Catalog,
  now: number,
): Promise<readonly Document[]> {
  if (cached?.version === version && now < cached.until) return cached.documents
  const documents = await readEntity(db, 'category', version, now)
  const found = await listing.count(
    documents.map((document) =>
      isRootCategory(document) ? EMPTY_QUERY : { ...EMPTY_QUERY, category: Number(document.id) },
    ),
  )
  const counts = new Map(documents.map(({ id }, index) => [Number(id), found[index] ?? 0]))
  cached = { version, until: now + COUNTS_TTL_MS, documents: withProductCounts(documents, counts) }
  return cached.documents
}
