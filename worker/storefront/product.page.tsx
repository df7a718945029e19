/** /p/{parentSku}/{slug}[/{childSku}]: one address per product; every other form redirects to it. */
import { type Context, Hono } from 'hono'
import type { Crumb } from '../../client/platform/ui/breadcrumbs.tsx'
import { lineLimit } from '../../schema/cart/order-size.ts'
import { priceByTire } from '../../schema/catalog/price/price.ts'
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
import { conditionLabel, formatLimits, sizeAndIndex } from '../../schema/catalog/sizes/tire-text.ts'
import { MAX_REVIEWS, REVIEWS_PER_PAGE } from '../../schema/content/reviews/review.ts'
import { RETURN_WINDOW_DAYS } from '../../schema/orders/status/order-format.ts'
import { brandHref, childHref, modelHref, paths, productHref } from '../../schema/paths.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { quoteDelivery } from '../cart/totals/quote-delivery.ts'
import { catalogVersion } from '../catalog/index/build/catalog-version.ts'
import { findOffersById } from '../catalog/product/product.sql.ts'
import { findOfferWithParts } from '../catalog/product/product-parts.sql.ts'
import { productData } from '../catalog/seo/product-data.ts'
import { StructuredData } from '../catalog/seo/structured-data.tsx'
import { installmentLimits, orderTires } from '../config.ts'
import type { AppEnv } from '../env.ts'
import { allowedStates, shopConfig } from '../platform/config.sql.ts'
import { contentPage } from '../platform/page/content-page.ts'
import { redact } from '../platform/security/log-redaction.ts'
import { ProductPage, type ProductPageProps } from './product-view.tsx'
import { findRelated, SHOWN_LINKS, stockChangedAt } from './related.sql.ts'

/** Days after the sale until the page of a sold product is 410. */
const SOLD_PAGE_DAYS = 90

export const productPages = new Hono<AppEnv>()
  .get('/p/:parentSku/:slug', (c) => {
    const { parentSku, slug } = c.req.param()
    const child = c.req.query('childSku') ?? null
    const query = child === null ? '' : `?childSku=${encodeURIComponent(child)}`
    return respond(c, { sku: parentSku, child, address: `/p/${parentSku}/${slug}${query}` })
  })
  .get('/p/:parentSku/:slug/:childSku', (c) => {
    const { parentSku, slug, childSku } = c.req.param()
    // A variant that is named twice needs a redirect; this address never equals the canonical one.
    const query = c.req.query('childSku') === undefined ? '' : '?childSku'
    return respond(c, {
      sku: parentSku,
      child: childSku,
      address: `/p/${parentSku}/${slug}/${childSku}${query}`,
    })
  })

interface ProductRequest {
  sku: string
  child: string | null
  /** The requested path with the variant of the query; other parameters are left out. */
  address: string
}

/** Returns the breadcrumbs: brand, model, then size and condition. */
function toBreadcrumbs({ tire, name }: Product): Crumb[] {
  if (!tire) return [{ label: 'Home', href: paths.home }, { label: name }]
  return [
    { label: tire.brand, href: brandHref(tire.brand) },
    { label: tire.model, href: modelHref(tire.brand, tire.model) },
    { label: `${sizeAndIndex(tire)}, ${conditionLabel(tire.condition).toLowerCase()}` },
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

async function respond(c: Context<AppEnv>, request: ProductRequest): Promise<Response> {
  const found = await findOfferWithParts(c.env.DB, request.sku)
  if (!found) return c.notFound()
  const { offer, parts } = found
  const { product } = offer
  if (!isViewable(product)) {
    console.warn(PRODUCT_NOT_FOUND, redact(product.sku), product.status, product.visibility)
    return c.notFound()
  }
  const canonical = canonicalAddress(c, offer, request.child ?? request.sku)
  if (request.address !== canonical) return c.redirect(canonical, 301)

  const now = Date.now()
  const chosen = request.child === null ? null : chooseVariant(offer, { sku: request.child }, now)
  const buyable = isBuyable(offer, parts, now)
  const unit = !buyable ? null : chosen?.ok ? chosen.variant : defaultVariant(offer)
  const isGone = unit === null && (await soldLongAgo(c, product, now))
  const view = c.req.query('view')
  // Only browsers without script use this parameter, and its text is arbitrary.
  if (view !== undefined) c.var.pageCache.skip()
  const reviewLimit = c.req.query('reviews') === String(MAX_REVIEWS) ? MAX_REVIEWS : REVIEWS_PER_PAGE
  const related = await findRelated(c.env.DB, product, { reviewLimit, sold: unit === null })
  const links = SHOWN_LINKS.flatMap((kind) => related.links[kind])
  const ids = [...related.otherSizes, ...related.sameSize, ...related.nearest, ...links]
  const [others, version, settings, zip] = await Promise.all([
    findOffersById(c.env.DB, [...new Set(ids)]),
    catalogVersion(c),
    shopConfig(c.env.DB),
    readZipQuote(c, offer, parts, unit, now),
  ])
  c.var.pageCache.tag([...stockPools(offer, parts), ...others.map((other) => other.product.stockSku)])
  const breadcrumbs = toBreadcrumbs(product)
  const { siteUrl } = c.get('config')
  return contentPage(c, {
    title: formatTitle(product),
    description: formatDescription(offer, unit, now),
    // A product that is gone must not be indexed.
    canonical: isGone ? null : productHref(product),
    breadcrumbs,
    kind: 'product',
    ...(product.tire ? { image: `/pictures/product/${product.sku}.png` } : {}),
    status: isGone ? 410 : 200,
    head: (
      <StructuredData
        data={productData({
          offer,
          siteUrl,
          now,
          rating: related.reviewCount > 0 ? { average: related.rating, count: related.reviewCount } : null,
          states: allowedStates(settings),
          returnDays: RETURN_WINDOW_DAYS,
        })}
      />
    ),
    body: (
      <ProductPage
        offer={offer}
        parts={parts}
        unit={unit}
        related={related}
        zip={zip}
        now={now}
        version={version}
        exact={chosen?.ok ? chosen.exact : true}
        childHref={(sku) => childHref(product, sku, c.get('config').childSku)}
        installments={installmentLimits(c.env)}
        lineLimit={lineLimit(orderTires(c.env))}
        view={view}
        path={canonical}
        findOffers={(wanted) => wanted.flatMap((id) => others.find((other) => other.product.id === id) ?? [])}
      />
    ),
  })
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
  c.header('Cache-Control', 'private, no-store')
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

async function soldLongAgo(c: Context<AppEnv>, { stockSku }: Product, now: number): Promise<boolean> {
  const changedAt = await stockChangedAt(c.env.DB, stockSku)
  return changedAt !== null && now - changedAt > SOLD_PAGE_DAYS * DAY_MS
}

function formatTitle({ tire, name }: Product): string {
  return tire
    ? `${tire.brand} ${tire.model} ${sizeAndIndex(tire)}, ${conditionLabel(tire.condition).toLowerCase()}`
    : name
}

function formatDescription({ product }: Offer, unit: Product | null, now: number): string {
  const { tire } = product
  const price = unit ? `${formatMoney(priceByTire(unit, now))} ${tire ? 'per tire' : 'each'}` : 'Sold'
  if (!tire) return `${product.name}. ${price}.`
  const limits = formatLimits(tire)
  const terms = unit ? `, free shipping, ${RETURN_WINDOW_DAYS} days to return` : ''
  return `${formatTitle(product)}: ${tire.treadDepth}/32 in of tread${limits ? `, ${limits}` : ''}. ${price}${terms}.`
}
