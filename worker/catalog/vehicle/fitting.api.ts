/** GET /api/ext/fitting?path=&query=&fit=: returns how many tires of a list fit the car with these axles. */
import { Hono } from 'hono'
import { listingHref, listingSearch, parseListingUrl } from '../../../schema/catalog/listing/listing-url.ts'
import { parseFitValue } from '../../../schema/catalog/vehicle/fit-value.ts'
import type { FittingList } from '../../../schema/catalog/vehicle/fitting.api.ts'
import { fittingQuery, withoutFit } from '../../../schema/catalog/vehicle/fitting-query.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { knownValues } from '../index/filter/filter-options.ts'
import { allLanding } from '../landing/landing.ts'
import { resolveLandingPath } from '../landing/landing-path.ts'
import { getListingContext } from '../landing/listing-context.ts'

/** Seconds for which a browser caches a reply; its counts change with the stock. */
const CACHE_SECONDS = 60
/** Front and rear. */
const MAX_AXLES = 2

export const extFittingApi = new Hono<AppEnv>().get('/fitting', async (c) => {
  const { path = '', query: search = '' } = c.req.query()
  const axles = (c.req.queries('fit') ?? [])
    .slice(0, MAX_AXLES)
    .flatMap((value) => parseFitValue(value) ?? [])
  const context = await getListingContext(c)
  const { catalog } = context
  const all = allLanding()
  const found =
    path === all.path ? { kind: 'landing' as const, landing: all } : await resolveLandingPath(path, context)
  if (found.kind !== 'landing' || axles.length === 0) return reply(c, 404, 'There’s no such list.')
  const { landing } = found
  const query = {
    ...parseListingUrl(landing.base, new URLSearchParams(search), knownValues(catalog.options)),
    ...(landing.category === undefined ? {} : { category: landing.category }),
  }
  const searchOf = (one: typeof query) => listingSearch({ ...one, start: 0 }, landing.base)
  const fitting = fittingQuery(query, landing.base, axles)
  const isNarrowed = fitting !== null && searchOf(fitting) === searchOf(query)
  const whole = isNarrowed ? withoutFit(query, landing.base) : query
  const [total = 0, count = 0] = await catalog.listing.count(fitting ? [whole, fitting] : [whole])
  const list: FittingList = {
    total,
    fitting: count,
    href: listingHref(landing.path, isNarrowed ? whole : (fitting ?? whole), landing.base),
    isNarrowed,
  }
  const response = reply(c, 200, list)
  response.headers.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  return response
})
