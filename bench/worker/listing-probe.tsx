/** Renders a listing of 50 tires from data that is loaded once, by the shop or by React alone. */
import { type Context, Hono } from 'hono'
import { type ListingResult, PAGE_SIZE } from '../../schema/catalog/listing/listing.ts'
import { parseListingUrl } from '../../schema/catalog/listing/listing-url.ts'
import type { Offer } from '../../schema/catalog/product/product.ts'
import { openCatalog } from '../../worker/catalog/index/catalog.ts'
import { allLanding } from '../../worker/catalog/landing/landing.ts'
import { countPricePresets } from '../../worker/catalog/listing/filter-range.tsx'
import { type ListingProps, ListingView } from '../../worker/catalog/listing/listing-view.tsx'
import { findOffersById } from '../../worker/catalog/product/product.sql.ts'
import { cardPieces } from '../../worker/catalog/product/product-card.tsx'
import type { AppEnv, Env } from '../../worker/env.ts'
import { pageLayout } from '../../worker/layout/document.tsx'
import { clientAssets } from '../../worker/platform/http/client-assets.ts'
import { type ContentPage, contentPage } from '../../worker/platform/page/content-page.ts'
import { requireConfig } from '../../worker/platform/security/require-config.ts'
import { plainListing } from './baseline-listing.tsx'

interface Loaded {
  page: Omit<ContentPage, 'body'>
  listing: ListingProps
}

let loaded: Loaded | null = null

async function load(env: Env, waitUntil: (work: Promise<unknown>) => void): Promise<Loaded> {
  const landing = allLanding()
  const { options, listing } = await openCatalog(env, Date.now(), waitUntil)
  const query = parseListingUrl(landing.base, new URLSearchParams())
  const result: ListingResult = await listing.find(query, landing.facets)
  const marks = await countPricePresets(listing, query)
  const offers: Offer[] = await findOffersById(env.DB, result.ids)
  if (offers.length !== PAGE_SIZE) throw new Error(`The listing has ${offers.length} tires, not ${PAGE_SIZE}`)
  const cards = cardPieces({ offers, now: Date.now(), version: 'bench', eager: true })
  return {
    page: {
      title: landing.title,
      description: landing.heading,
      canonical: landing.path,
      breadcrumbs: landing.crumbs,
      kind: 'listing',
    },
    listing: { landing, query, result, options, cards, suggestions: [], pricePresets: marks },
  }
}

async function data({ env, executionCtx }: Context<AppEnv>): Promise<Loaded> {
  loaded ??= await load(env, (work) => executionCtx.waitUntil(work))
  return loaded
}

const probe = new Hono<AppEnv>()
  .use(pageLayout())
  .use(requireConfig())
  .get('/__listing/ours', async (c) => {
    const { page, listing } = await data(c)
    return contentPage(c, { ...page, body: <ListingView {...listing} /> })
  })
  .get('/__listing/plain', async (c) => {
    const { page, listing } = await data(c)
    const assets = await clientAssets(c.env)
    return plainListing(page, listing, { assets, siteUrl: c.get('config').siteUrl })
  })

export function listingProbe(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
): Response | Promise<Response> {
  return probe.fetch(request, env, ctx)
}
