/** Opens the documents of products for one request, with what all of them share. */
import type { Context } from 'hono'
import {
  attributeDocument,
  categoryDocuments,
} from '../../../../schema/compat/catalog/compat-entities.api.ts'
import type { ProductContext } from '../../../../schema/compat/catalog/compat-product.api.ts'
import { pictureHref } from '../../../catalog/images/picture-address.ts'
import type { AppEnv } from '../../../env.ts'
import type { ChangeFeed } from '../../../platform/cache/change-feed.ts'
import { requestChangeFeed } from '../../../platform/cache/request-change-feed.ts'
import { isRootCategory } from '../category-documents.ts'
import { readCatalogFacts } from '../entity.sql.ts'

/** Categories, attributes and smart filters of one version of the catalog. */
export interface DocumentFacts extends Pick<ProductContext, 'attributes' | 'categories' | 'smart'> {
  version: string
}

/** Where the documents of a request come from. */
export interface ProductSource {
  db: D1Database
  /** Read before any product, so a document contains at least the stock events of this feed. */
  feed: ChangeFeed
  /** A new object for each version of the catalog; documents in memory belong to one. */
  facts: DocumentFacts
  context: ProductContext
}

/** A value and not a promise: a canceled request would fail the others that wait for its read. */
let known: DocumentFacts | null = null

/** Opens the documents as they are at `now` (ms). A new isolate reads the feed and the facts in one trip. */
export async function openProducts(c: Context<AppEnv>, now: number): Promise<ProductSource> {
  const db = c.env.DB
  const [feed, found] = await Promise.all([requestChangeFeed(c), known ?? readFacts(db)])
  const facts = found.version === feed.catalog ? found : await readFacts(db)
  // Otherwise each request that still has the older feed would begin the documents in memory again.
  if (known?.version !== facts.version) known = facts
  const { attributes, categories, smart } = known
  return { db, feed, facts: known, context: { now, pictureHref, attributes, categories, smart } }
}

/** Reads the facts of the newest version in one trip. */
export async function readFacts(db: D1Database): Promise<DocumentFacts> {
  const { version, categories, smart, attributes, options } = await readCatalogFacts(db)
  return {
    version,
    smart,
    attributes: attributes.map((row) => attributeDocument(row, options)),
    categories: categoryDocuments(categories.filter(({ isActive }) => isActive)).map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      urlPath: String(row.url_path),
      isRoot: isRootCategory(row),
      filter: row.category_filter as Record<string, string[]> | null,
    })),
  }
}
