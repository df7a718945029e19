/** /p/{parentSku}/{slug}[/{childSku}]: one address per product; every other form redirects to it. */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import type { Crumb } from '../../client/platform/ui/breadcrumbs.tsx'
import { lineLimit } from '../../schema/cart/order-size.ts'
import {
  isShipped,
  isViewable,
  type Offer,
  PRODUCT_NOT_FOUND,
  type Product,
} from '../../schema/catalog/product/product.ts'
import type { Parts } from '../../schema/catalog/product/product-parts.ts'
import { initialFormValues, isBuyable } from '../../schema/catalog/product/product-selection.ts'
import { chooseVariant, defaultVariant } from '../../schema/catalog/product/variant.ts'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { conditionLabel, formatLimits, sizeAndIndex } from '../../schema/catalog/sizes/tire-text.ts'
import { MAX_REVIEWS, REVIEWS_PER_PAGE } from '../../schema/content/reviews/review.ts'
import { brandHref, childHref, modelHref, optionSlug, paths, productHref } from '../../schema/paths.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { RETURN_PROMISE, RETURN_WINDOW_DAYS } from '../../schema/platform/return-terms.ts'
import { quoteDelivery } from '../cart/totals/quote-delivery.ts'
import { catalogVersion } from '../catalog/index/build/catalog-version.ts'
import type { KnownProduct, KnownTire } from '../catalog/index/product/known-product.ts'
import { NO_NEIGHBORS } from '../catalog/index/product/neighbors.ts'
import { openRequestCatalog } from '../catalog/index/request-catalog.ts'
import { type CardQuery, startCards } from '../catalog/listing/product-card-cache.tsx'
import { productData } from '../catalog/seo/product-data.ts'
import { StructuredData } from '../catalog/seo/structured-data.tsx'
import { installmentLimits, orderTires } from '../config.ts'
import type { AppEnv } from '../env.ts'
import { tagsOfList } from '../platform/cache/list-tag.ts'
import { requestChangeFeed } from '../platform/cache/request-change-feed.ts'
import { contentPage } from '../platform/page/content-page.ts'
import { Deferred, startDeferred } from '../platform/page/deferred.tsx'
import { describeError, redact } from '../platform/security/log-redaction.ts'
import { type ProductData, type ReviewChoice, readProductData } from './product-data.sql.ts'
import { type NeighborCards, ProductPage, type ProductPageProps } from './product-view.tsx'

/** Days after the sale until the page of a sold product is 410. */
const SOLD_PAGE_DAYS = 90

export const productPages = new Hono<AppEnv>()
  .get('/p/:parentSku/:slug', (c) => {
    const { parentSku, slug } = c.req.param()
    const child = c.req.query('childSku') ?? null
    const query = child === null ? '' : `?childSku=${encodeURIComponent(child)}`
    const path = `/p/${parentSku}/${slug}`
    return respond(c, { sku: parentSku, child, path, address: `${path}${query}` })
  })
  .get('/p/:parentSku/:slug/:childSku', (c) => {
    const { parentSku, slug, childSku } = c.req.param()
    // A variant that is named twice needs a redirect; this address never equals the canonical one.
    const query = c.req.query('childSku') === undefined ? '' : '?childSku'
    const path = `/p/${parentSku}/${slug}`
    return respond(c, { sku: parentSku, child: childSku, path, address: `${path}/${childSku}${query}` })
  })

interface ProductRequest {
  sku: string
  child: string | null
  /** The requested path without the variant. */
  path: string
  /** The requested path with the variant of the query; other parameters are left out. */
  address: string
}

/** Largest number of related products of each kind. */
const NEIGHBORS_MAX = 4

/** The part of a product that the head of its page shows; the index has it, too. */
type NamedProduct = KnownTire | { name: string }

function toNamedProduct({ tire, name }: Product): NamedProduct {
  return tire ? { ...tire, marking: sizeAndIndex(tire) } : { name }
}

/** Returns the breadcrumbs: brand, model, then size and condition. */
function toBreadcrumbs(product: NamedProduct): Crumb[] {
  if ('name' in product) return [{ label: 'Home', href: paths.home }, { label: product.name }]
  const { brand, model, marking, condition } = product
  return [
    { label: brand, href: brandHref(brand) },
    { label: model, href: modelHref(brand, model) },
    { label: `${marking}, ${conditionLabel(condition).toLowerCase()}` },
  ].filter(({ label }) => label !== '')
}

/**
 * Returns the canonical address of a product or variant. A variant has the address of its parent with its sku in the
 * path or in the query, by configuration.
 */
function canonicalAddress(c: Context<AppEnv>, { product, variants }: Offer, requested: string): string {
  const child = variants.find(({ sku }) => sku === requested)
  return child ? childHref(product, child.sku, c.get('config').childSku) : productHref(product)
}

/**
 * Responds with a product page. For a tire that the index has in stock at this address, status and head are sent
 * before the database is read; for any other address the database decides.
 */
async function respond(c: Context<AppEnv>, request: ProductRequest): Promise<Response> {
  const now = Date.now()
  const known = await findKnownProduct(c, request)
  const loading = loadProduct(c, request.sku, known, now)
  // Only browsers without script use these parameters, and their text is arbitrary.
  if (c.req.query('view') !== undefined) c.var.pageCache.skip()
  if (['voted', 'reported', 'asked'].some((name) => c.req.query(name) !== undefined))
    c.header('Cache-Control', 'private, no-store')
  if (c.req.query('zip') !== undefined) c.header('Cache-Control', 'private, no-store')
  if (known?.tire && known.isInStock && request.child === null) {
    const body = startDeferred(
      loading.then((data) => {
        if (!data || data.offer.product.sku !== request.sku)
          throw new Error('A product of the index is not in the database')
        return renderProduct(c, data, request, now)
      }),
    )
    return sendProduct(c, known.tire, { canonical: request.address, body })
  }
  const data = await loading
  if (!data) return c.notFound()
  const { offer, parts } = data
  const { product } = offer
  if (!isViewable(product)) {
    console.warn(PRODUCT_NOT_FOUND, redact(product.sku), product.status, product.visibility)
    return c.notFound()
  }
  const canonical = canonicalAddress(c, offer, request.child ?? request.sku)
  if (request.address !== canonical) return c.redirect(canonical, 301)
  const isSold = !isBuyable(offer, parts, now)
  const isGone = isSold && data.stockChangedAt !== null && now - data.stockChangedAt > SOLD_PAGE_DAYS * DAY_MS
  return sendProduct(c, toNamedProduct(product), {
    // A product that is gone must not be indexed.
    canonical: isGone ? null : productHref(product),
    status: isGone ? 410 : 200,
    isSold,
    body: await renderProduct(c, data, request, now),
  })
}

/** Returns what the index knows of the product at the address; `null` while there is no index of this version. */
async function findKnownProduct(c: Context<AppEnv>, { path }: ProductRequest): Promise<KnownProduct | null> {
  const catalog = await openRequestCatalog(c).catch((error: unknown) => {
    console.warn('A product page is made without the index', describeError(error))
    return null
  })
  if (!catalog?.isCurrent) {
    // The page lacks its related products, so the next request makes it again.
    c.var.pageCache.skip()
    return null
  }
  return (await requestChangeFeed(c)).isOutage ? null : catalog.findProduct(path)
}

interface ProductBody {
  /** Path of the canonical address; `null` for a page that search engines must not index. */
  canonical: string | null
  status?: 200 | 410
  isSold?: boolean
  body: ReactNode | Promise<ReactNode>
}

function sendProduct(
  c: Context<AppEnv>,
  product: NamedProduct,
  { canonical, status = 200, isSold = false, body }: ProductBody,
): Promise<Response> {
  return contentPage(c, {
    title: formatTitle(product),
    description: formatDescription(product, isSold),
    canonical,
    breadcrumbs: toBreadcrumbs(product),
    kind: 'product',
    ...('name' in product ? {} : { image: `/pictures/product/${c.req.param('parentSku')}.png` }),
    status,
    body: <Deferred of={body}>{(content) => content}</Deferred>,
  })
}

type LoadedProduct = ProductData & { neighbors: NeighborCards }

/** Returns which reviews the address asks for: the first ones, up to `MAX_REVIEWS`, or those with some number of stars. */
function readReviewChoice(c: Context<AppEnv>): ReviewChoice {
  const stars = /^[1-5]$/.test(c.req.query('stars') ?? '') ? Number(c.req.query('stars')) : null
  const isMany = stars !== null || c.req.query('reviews') === String(MAX_REVIEWS)
  return { reviews: isMany ? MAX_REVIEWS : REVIEWS_PER_PAGE, stars }
}

/** Reads the product and, at the same time, those cards of its neighbors that are not in memory. */
async function loadProduct(
  c: Context<AppEnv>,
  sku: string,
  known: KnownProduct | null,
  now: number,
): Promise<LoadedProduct | null> {
  const ids = known?.neighbors(NEIGHBORS_MAX) ?? NO_NEIGHBORS
  const cardsOf = async (query: CardQuery) => (await startCards(c, query, now)).cards
  const [data, otherSizes, sameSize, nearest] = await Promise.all([
    readProductData(c.env.DB, sku, {
      reviews: readReviewChoice(c),
      hasAttachments: known?.hasAttachments ?? true,
    }),
    cardsOf({ ids: ids.otherSizes, shape: 'row' }),
    cardsOf({ ids: ids.sameSize }),
    cardsOf({ ids: ids.nearest }),
  ])
  return (
    data && {
      ...data,
      neighbors: { otherSizes: otherSizes.filter((row) => row !== ''), sameSize, nearest },
    }
  )
}

/** Renders the content of the page and notes the stock pools that it shows. */
async function renderProduct(
  c: Context<AppEnv>,
  data: LoadedProduct,
  request: ProductRequest,
  now: number,
): Promise<ReactNode> {
  const { offer, parts, links, neighbors } = data
  const { product } = offer
  const chosen = request.child === null ? null : chooseVariant(offer, { sku: request.child }, now)
  const buyable = isBuyable(offer, parts, now)
  tagNeighbors(c, product, neighbors, buyable)
  const unit = !buyable ? null : chosen?.ok ? chosen.variant : defaultVariant(offer)
  const linked = Object.values(links).flat()
  c.var.pageCache.tag([...stockPools(offer, parts), ...linked.map((other) => other.product.stockSku)])
  return (
    <>
      <StructuredData
        data={productData({
          offer,
          siteUrl: c.get('config').siteUrl,
          now,
          rating: data.summary.count > 0 ? data.summary : null,
          states: data.states,
          returnDays: RETURN_WINDOW_DAYS,
        })}
      />
      <ProductPage
        data={data}
        unit={unit}
        neighbors={neighbors}
        zip={await readZipQuote(c, offer, parts, unit, now)}
        now={now}
        version={await catalogVersion(c)}
        exact={chosen?.ok ? chosen.exact : true}
        childHref={(sku) => childHref(product, sku, c.get('config').childSku)}
        installments={installmentLimits(c.env)}
        lineLimit={lineLimit(orderTires(c.env))}
        view={c.req.query('view')}
        stars={readReviewChoice(c).stars}
        path={canonicalAddress(c, offer, request.child ?? request.sku)}
        done={{
          voted: Number(c.req.query('voted')) || null,
          reported: Number(c.req.query('reported')) || null,
          asked: c.req.query('asked') === '1',
        }}
      />
    </>
  )
}

/**
 * Tags the page with the lists of its neighbors that have room for a new tire. A full one needs no new tire: the page
 * becomes stale when one of its tires is sold or changed.
 */
function tagNeighbors(
  c: Context<AppEnv>,
  { tire }: Product,
  { sameSize, otherSizes, nearest }: NeighborCards,
  isBuyable: boolean,
): void {
  if (!tire) return
  if (sameSize.length < NEIGHBORS_MAX) c.var.pageCache.tag(tagsOfList({ size: [sizeSlug(tire.size)] }))
  if (otherSizes.length < NEIGHBORS_MAX) c.var.pageCache.tag(tagsOfList({ model: [optionSlug(tire.model)] }))
  // Only the page of a sold tire shows the nearest sizes.
  if (!isBuyable && nearest.length < NEIGHBORS_MAX)
    c.var.pageCache.tag(tagsOfList({ rim: [String(tire.rim)] }))
}

/**
 * Returns the delivery quote for the ZIP code in the address, which the delivery form sends without script. Such a
 * page is for one shopper and not cached.
 */
async function readZipQuote(
  c: Context<AppEnv>,
  { product }: Offer,
  parts: Parts,
  unit: Product | null,
  now: number,
): Promise<ProductPageProps['zip']> {
  const typed = c.req.query('zip')?.slice(0, 20)
  if (typed === undefined) return { zip: '', quote: null, problem: null }
  if (!unit || !isShipped(product.type)) return { zip: typed, quote: null, problem: null }
  const fields = initialFormValues(parts, unit, now)
  const result = await quoteDelivery(c.env.DB, { zip: typed, fields }, now)
  return result.ok
    ? { zip: typed, quote: result.quote, problem: null }
    : { zip: typed, quote: null, problem: result.message }
}

/** Returns the stock pools that the page shows: the pools of the product and its parts. */
function stockPools(offer: Offer, { bundle, associated }: Parts): string[] {
  const parts = [...bundle.flatMap(({ links }) => links), ...associated]
  return [offer, ...parts.map((part) => part.offer)].map(({ product }) => product.stockSku)
}

function formatTitle(product: NamedProduct): string {
  if ('name' in product) return product.name
  const { brand, model, marking, condition } = product
  return `${brand} ${model} ${marking}, ${conditionLabel(condition).toLowerCase()}`
}

/** Returns the description for search engines; the price is in the structured data, because it changes. */
function formatDescription(product: NamedProduct, isSold: boolean): string {
  const terms = isSold ? 'Sold.' : `Free shipping, ${RETURN_PROMISE}.`
  if ('name' in product) return isSold ? `${product.name}. Sold.` : `${product.name}.`
  const limits = formatLimits(product)
  return `${formatTitle(product)}: ${product.treadDepth}/32 in of tread${limits ? `, ${limits}` : ''}. ${terms}`
}
