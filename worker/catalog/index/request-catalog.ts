import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { requestChangeFeed } from '../../platform/cache/request-change-feed.ts'
import { type Catalog, openCatalog } from './catalog.ts'

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
  return catalog
}
