import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { pageCounts, skipPageCache } from '../../platform/cache/page-cache.ts'
import { type Catalogue, openCatalogue } from './catalogue.ts'

/** The catalogue for this request; whatever it has to do later outlives the answer. */
export async function getCatalogue(c: Context<AppEnv>): Promise<Catalogue> {
  const catalogue = await openCatalogue(c.env, Date.now(), (work) => c.executionCtx.waitUntil(work))
  pageCounts(c)
  // Under the new version's key, a page with the old version's counts would be kept for a day.
  if (!catalogue.settled) skipPageCache(c)
  return catalogue
}
