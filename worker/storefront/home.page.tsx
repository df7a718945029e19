/** The home page and the page "not found". */

import type { Context } from 'hono'
import { paths } from '../../schema/paths.ts'
import { getCatalog } from '../catalog/index/request-catalog.ts'
import { notFoundPage } from '../catalog/landing/not-found.tsx'
import { REVIEWS_TAG } from '../content/reviews/model-changes.sql.ts'
import type { AppEnv } from '../env.ts'
import { contentPage } from '../platform/page/content-page.ts'
import { describeError } from '../platform/security/log-redaction.ts'
import { HomePage } from './home.tsx'
import { homeData, nextSteps } from './home-data.tsx'

/** Responds with the home page. */
export async function homePage(c: Context<AppEnv>): Promise<Response> {
  c.var.pageCache.tag([REVIEWS_TAG])
  const data = await homeData(c.env.DB, await getCatalog(c), Date.now())
  const newest = data.newest.then((tires) => {
    c.var.pageCache.tag(tires.stockSkus)
    return tires
  })
  return contentPage(c, {
    title: 'Treadline: used, new, retread and driven-once tires',
    description:
      'Tires measured in every groove, inspected twice and shipped free to 48 states. Find yours by size, brand or condition.',
    canonical: paths.home,
    kind: 'home',
    body: <HomePage data={{ ...data, newest }} />,
  })
}

/** Responds with the 404 page. If the catalog cannot be read, the page shows no finder and no sizes. */
export async function notFoundWithStock(c: Context<AppEnv>): Promise<Response> {
  const steps = await getCatalog(c)
    .then((catalog) => nextSteps(c.env.DB, catalog))
    .catch((error: unknown) => {
      console.error('The stock for the page not found could not be read', describeError(error))
      return null
    })
  return notFoundPage(c, steps)
}
