import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { pageCounts, skipPageCache } from '../../platform/cache/page-cache.ts'
import { type Catalog, openCatalog } from './catalog.ts'

/** The catalog for this request; whatever it has to do later outlives the answer. */
export async function getCatalog(c: Context<AppEnv>): Promise<Catalog> {
  const catalog = await openCatalog(c.env, Date.now(), (work) => c.executionCtx.waitUntil(work))
  pageCounts(c)
  // Under the new version's key, a page with the old version's counts would be kept for a day.
  if (!catalog.settled) skipPageCache(c)
  return catalog
}
