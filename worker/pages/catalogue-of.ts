import type { Context } from 'hono'
import type { AppEnv } from '../env.ts'
import { type Catalogue, openCatalogue } from '../search/catalogue.ts'

/** The catalogue for this request; whatever it has to do later outlives the answer. */
export function catalogueOf(c: Context<AppEnv>): Promise<Catalogue> {
  return openCatalogue(c.env, Date.now(), (work) => c.executionCtx.waitUntil(work))
}
