import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { tagsOfList } from '../../platform/cache/list-tag.ts'
import { requestChangeFeed } from '../../platform/cache/request-change-feed.ts'
import { type Catalog, openCatalog } from './catalog.ts'
import type { ListingEngine } from './listing-engine.ts'

/** Opens the catalog for this request; its background work may finish after the response. */
export async function openRequestCatalog(c: Context<AppEnv>): Promise<Catalog> {
  const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
  return openCatalog(c.env, Date.now(), waitUntil, await requestChangeFeed(c))
}

/** Opens the catalog for a page that shows counts or lowest prices, and notes this for the page cache. */
export async function getCatalog(c: Context<AppEnv>): Promise<Catalog> {
  const catalog = await openRequestCatalog(c)
  c.var.pageCache.count()
  // Otherwise counts of the old version would be cached under the key of the new version for a day.
  if (!catalog.isCurrent) c.var.pageCache.skip()
  const { listing } = catalog
  const find: ListingEngine['find'] = (query, facets, priced) => {
    // A product that the list will have makes the page stale; other counts are limited by their age.
    if (query.size > 0) c.var.pageCache.tag(tagsOfList(query.choices))
    return listing.find(query, facets, priced)
  }
  return { ...catalog, listing: { ...listing, find } }
}
