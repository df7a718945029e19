/** The index /sitemap.xml and its sitemaps at /sitemaps/: products by id, landings, pages (sitemaps.org). */
import { type Context, Hono } from 'hono'
import { CHOICE_FILTERS, type ChoiceFilter, EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { landingHref, paths, productHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { withEdgeCache } from '../../platform/cache/edge-cache.ts'
import { getCatalog } from '../index/request-catalog.ts'
import { landingPaths, lastProductId, productsInRange, textPaths } from '../landing/site-index.sql.ts'
import { shardNumber, shardNumbers, shardRange } from './shards.ts'
import { element, xmlResponse } from './xml.ts'

const HOUR = 3600
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

interface Entry {
  path: string
  /** Milliseconds since the epoch; `null` when unknown. */
  changedAt: number | null
}

export const sitemaps = new Hono<AppEnv>()
  .get('/sitemap.xml', (c) => withEdgeCache(c, HOUR, () => sitemapIndex(c)))
  .get('/sitemaps/:file', async (c) => {
    const readEntries = await findEntries(c, c.req.param('file'))
    return readEntries ? withEdgeCache(c, HOUR, async () => urlSet(c, await readEntries())) : c.notFound()
  })

async function sitemapIndex(c: Context<AppEnv>): Promise<Response> {
  const { siteUrl } = c.get('config')
  const shards = shardNumbers(await lastProductId(c.env.DB)).map((number) => `products-${number}`)
  const lines = ['pages', 'landings', ...shards].map(
    (name) => `<sitemap>${element('loc', `${siteUrl}/sitemaps/${name}.xml`)}</sitemap>`,
  )
  return xmlResponse(
    `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACE}>${lines.join('\n')}</sitemapindex>\n`,
  )
}

/** Returns the function that reads the entries of a sitemap; `null` when there is no such sitemap. */
async function findEntries(c: Context<AppEnv>, file: string): Promise<(() => Promise<Entry[]>) | null> {
  if (file === 'pages.xml') return () => pageEntries(c)
  if (file === 'landings.xml') return () => landingEntries(c)
  const number = shardNumber(file, 'products')
  if (number === null || !shardNumbers(await lastProductId(c.env.DB)).includes(number)) return null
  return async () => {
    const products = await productsInRange(c.env.DB, ...shardRange(number))
    return products.map(({ sku, slug, changedAt }) => ({
      path: productHref({ sku, parentSku: null, slug }),
      changedAt,
    }))
  }
}

const FIXED_PATHS = [
  paths.home,
  paths.sizes,
  paths.reviews,
  paths.contacts,
  paths.about,
  paths.delivery,
  paths.privacyPolicy,
  paths.terms,
  paths.returns,
  paths.auctionPolicy,
  paths.statePrivacyPolicy,
  paths.cookieNotice,
]

async function pageEntries(c: Context<AppEnv>): Promise<Entry[]> {
  const [texts, stores] = await Promise.all([textPaths(c.env.DB), allStores(c.env.DB)])
  const fixedTexts = new Set(FIXED_PATHS.map((path) => `/i${path.replace(/\/$/, '')}`))
  // A text with a fixed path must not appear a second time at /i/.
  return [
    ...[...FIXED_PATHS, ...stores.map(({ path }) => path)].map((path) => ({ path, changedAt: null })),
    ...texts.filter(({ path }) => !fixedTexts.has(path)),
  ]
}

/** Returns the landings with tires in stock; empty landings are for shoppers, not for search engines. */
async function landingEntries(c: Context<AppEnv>): Promise<Entry[]> {
  const [landings, { listing }] = await Promise.all([landingPaths(c.env.DB), getCatalog(c)])
  const { buckets } = await listing.find({ ...EMPTY_QUERY, size: 0 }, CHOICE_FILTERS)
  const stocked = new Map<string, Set<string>>(
    CHOICE_FILTERS.map((filter: ChoiceFilter) => [
      filter,
      new Set(buckets[filter]?.filter(({ count }) => count > 0).map(({ key }) => key)),
    ]),
  )
  return landings
    .filter(({ filters }) =>
      Object.entries(filters).every(([filter, values]) =>
        values.some((value) => stocked.get(filter)?.has(value) ?? true),
      ),
    )
    .map(({ path }) => ({ path: landingHref(path), changedAt: null }))
}

function urlSet(c: Context<AppEnv>, entries: readonly Entry[]): Response {
  const { siteUrl } = c.get('config')
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt === null ? '' : element('lastmod', new Date(changedAt).toISOString())
    return `<url>${element('loc', `${siteUrl}${path}`)}${changed}</url>`
  })
  return xmlResponse(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>${lines.join('\n')}</urlset>\n`,
  )
}
