/**
 * The peer of the bench `pages`: the same list and product page from SQL in D1, rendered by React alone. It has no index
 * and no cache, so it is what the same components cost in a plain server-rendered shop.
 */
import { Hono } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import { lineLimit } from '../../schema/cart/order-size.ts'
import { parseListingUrl } from '../../schema/catalog/listing/listing-url.ts'
import { defaultVariant } from '../../schema/catalog/product/variant.ts'
import { REVIEWS_PER_PAGE } from '../../schema/content/reviews/review.ts'
import { childHref, productHref } from '../../schema/paths.ts'
import { readFilterOptions } from '../../worker/catalog/index/filter/filter-options.sql.ts'
import type { FilterOptions } from '../../worker/catalog/index/listing-engine.ts'
import { allLanding } from '../../worker/catalog/landing/landing.ts'
import { findOffer, findOffersById } from '../../worker/catalog/product/product.sql.ts'
import { cardElement, cardPieces } from '../../worker/catalog/product/product-card.tsx'
import { sizeRowElement } from '../../worker/catalog/product/product-sizes.tsx'
import { orderTires } from '../../worker/config.ts'
import type { AppEnv, Env } from '../../worker/env.ts'
import { clientAssets } from '../../worker/platform/http/client-assets.ts'
import { requireConfig } from '../../worker/platform/security/require-config.ts'
import { readProductData } from '../../worker/storefront/product-data.sql.ts'
import { plainListing, plainProduct } from './baseline-listing.tsx'
import { sqlListing } from './sql-listing.ts'
import { sqlNeighbors } from './sql-neighbors.ts'

const NEIGHBORS_MAX = 4

let options: FilterOptions | null = null

const peer = new Hono<AppEnv>()
  .use(requireConfig())
  .get('/__peer/t', async (c) => {
    options ??= await readFilterOptions(c.env.DB)
    const landing = allLanding()
    const query = parseListingUrl(landing.base, new URL(c.req.url).searchParams)
    const result = await sqlListing(c.env.DB, options).find(query, landing.facets)
    const offers = await findOffersById(c.env.DB, result.ids)
    const cards = cardPieces({ offers, now: Date.now(), version: 'bench', eager: true })
    const listing = { landing, query, result, options, cards, suggestions: [], pricePresets: [] }
    const page = {
      title: landing.title,
      description: landing.heading,
      canonical: landing.path,
      kind: 'listing',
    }
    return plainListing(page, listing, {
      assets: await clientAssets(c.env),
      siteUrl: c.get('config').siteUrl,
    })
  })
  .get('/__peer/p/:sku/:slug', async (c) => {
    const { sku } = c.req.param()
    const now = Date.now()
    const offer = await findOffer(c.env.DB, sku)
    if (!offer) return c.notFound()
    const neighbors = await sqlNeighbors(c.env.DB, offer.product, NEIGHBORS_MAX)
    const data = await readProductData(c.env.DB, sku, {
      reviews: { reviews: REVIEWS_PER_PAGE, stars: null },
      hasAttachments: true,
    })
    const offers = await findOffersById(c.env.DB, [...neighbors.otherSizes, ...neighbors.sameSize])
    const find = (ids: readonly number[]) => offers.filter((one) => ids.includes(one.product.id))
    if (!data) return c.notFound()
    const { product } = offer
    const path = productHref(product)
    const page = { title: product.name, description: product.name, canonical: path, kind: 'product' }
    const markup = {
      ...neighbors,
      otherSizes: find(neighbors.otherSizes).map((one) =>
        renderToStaticMarkup(sizeRowElement({ offer: one, now })),
      ),
      sameSize: find(neighbors.sameSize).map((one) => renderToStaticMarkup(cardElement({ offer: one, now }))),
      nearest: [],
    }
    const props = {
      ...{
        data,
        neighbors: markup,
        now,
        path,
        stars: null,
        unit: defaultVariant(offer),
        exact: true,
        view: undefined,
      },
      ...{ zip: { zip: '', quote: null, problem: null }, installments: [], version: 'bench' },
      done: { voted: null, reported: null, asked: false },
      lineLimit: lineLimit(orderTires(c.env)),
      childHref: (child: string) => childHref(product, child),
    }
    return plainProduct(page, props, { assets: await clientAssets(c.env), siteUrl: c.get('config').siteUrl })
  })

export function sqlPages(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response> {
  return peer.fetch(request, env, ctx)
}
