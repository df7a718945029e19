import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { requestChangeFeed } from '../../platform/cache/request-change-feed.ts'
import { type Catalog, openCatalog } from './catalog.ts'

/** The catalog for this request; whatever it has to do later outlives the answer. */
export async function getCatalog(c: Context<AppEnv>): Promise<Catalog> {
  const later = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
  const catalog = await openCatalog(c.env, Date.now(), later, await requestChangeFeed(c))
  c.var.pageCache.count()
  // Under the new version's key, a page with the old version's counts would be cached for a day.
  if (!catalog.settled) c.var.pageCache.skip()
  return catalog
}
