/** /p/{parentSku}/{slug}[/{childSku}]: one address per product; every other form leads there. */
import { type Context, Hono } from 'hono'
import type { Crumb } from '../../client/platform/ui/breadcrumbs.tsx'
import { lineLimit } from '../../schema/cart/order-size.ts'
import { priceByTire } from '../../schema/catalog/price/price.ts'
import {
  isShipped,
  isViewable,
  NO_PRODUCT,
  type Offer,
  type Product,
} from '../../schema/catalog/product/product.ts'
import type { Parts } from '../../schema/catalog/product/product-parts.ts'
import { defaultChoice, isBuyable } from '../../schema/catalog/product/product-selection.ts'
import { chooseVariant, defaultVariant } from '../../schema/catalog/product/variant.ts'
import { conditionLabel, formatLimits, sizeAndIndex } from '../../schema/catalog/sizes/tire-text.ts'
import { MAX_REVIEWS, REVIEWS_PER_PAGE } from '../../schema/content/reviews/review.ts'
import { RETURN_WINDOW_DAYS } from '../../schema/orders/status/order-format.ts'
import { brandHref, childHref, modelHref, paths, productHref } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { quoteDelivery } from '../cart/totals/quote-delivery.ts'
import { catalogVersion } from '../catalog/index/build/catalog-version.ts'
import { findOffersById } from '../catalog/product/product.sql.ts'
import { findWhole } from '../catalog/product/product-parts.sql.ts'
import { productData } from '../catalog/seo/product-data.ts'
import { StructuredData } from '../catalog/seo/structured-data.tsx'
import { installmentLimits, orderTires } from '../config.ts'
import type { AppEnv } from '../env.ts'
import { allowedStates, shopConfig } from '../platform/config.sql.ts'
import { contentPage } from '../platform/page/content-page.ts'
import { redact } from '../platform/security/log-redaction.ts'
import { ProductPage, type ProductPageProps } from './product-view.tsx'
import { findRelated, SHOWN_LINKS, stockChangedAt } from './related.sql.ts'

/** A sold product's page stays this long, then it is gone. */
const SOLD_PAGE_DAYS = 90

export const productPages = new Hono<AppEnv>()
  .get('/p/:parentSku/:slug', (c) => {
    const { parentSku, slug } = c.req.param()
    const child = c.req.query('childSku') ?? null
    const query = child === null ? '' : `?childSku=${encodeURIComponent(child)}`
    return answer(c, { sku: parentSku, child, address: `/p/${parentSku}/${slug}${query}` })
  })
  .get('/p/:parentSku/:slug/:childSku', (c) => {
    const { parentSku, slug, childSku } = c.req.param()
    // Named twice, it is named wrongly.
    const query = c.req.query('childSku') === undefined ? '' : '?childSku'
    return answer(c, {
      sku: parentSku,
      child: childSku,
      address: `/p/${parentSku}/${slug}/${childSku}${query}`,
    })
  })

interface Asked {
  sku: string
  child: string | null
  /** As it was asked, of whose query only the variant counts. */
  address: string
}

/** Brand, then model, then name. */
function crumbsOf({ tire, name }: Product): Crumb[] {
  if (!tire) return [{ label: 'Home', href: paths.home }, { label: name }]
  return [
    { label: tire.brand, href: brandHref(tire.brand) },
    { label: tire.model, href: modelHref(tire.brand, tire.model) },
    { label: `${sizeAndIndex(tire)}, ${conditionLabel(tire.condition).toLowerCase()}` },
  ].filter(({ label }) => label !== '')
}

/**
 * The one address of what was asked. A variant, which has visibility 1, is found at its parent's; the
 * configuration says whether by path or by query.
 */
function addressOf(c: Context<AppEnv>, { product, variants }: Offer, asked: string): string {
  const child = variants.find(({ sku }) => sku === asked)
  return child ? childHref(product, child.sku, c.get('config').childSku) : productHref(product)
}

async function answer(c: Context<AppEnv>, asked: Asked): Promise<Response> {
  const found = await findWhole(c.env.DB, asked.sku)
  if (!found) return c.notFound()
  const { offer, parts } = found
  const { product } = offer
  if (!isViewable(product)) {
    console.warn(NO_PRODUCT, redact(product.sku), product.status, product.visibility)
    return c.notFound()
  }
  const right = addressOf(c, offer, asked.child ?? asked.sku)
  if (asked.address !== right) return c.redirect(right, 301)

  const now = Date.now()
  const chosen = asked.child === null ? null : chooseVariant(offer, { sku: asked.child }, now)
  const buyable = isBuyable(offer, parts, now)
  const unit = !buyable ? null : chosen?.ok ? chosen.variant : defaultVariant(offer)
  const gone = unit === null && (await soldLongAgo(c, product, now))
  const view = c.req.query('view')
  // Only browsers without script ask so, and any text may stand there.
  if (view !== undefined) c.var.pageCache.skip()
  const reviewLimit = c.req.query('reviews') === String(MAX_REVIEWS) ? MAX_REVIEWS : REVIEWS_PER_PAGE
  const related = await findRelated(c.env.DB, product, { reviewLimit, sold: unit === null })
  const links = SHOWN_LINKS.flatMap((kind) => related.links[kind])
  const ids = [...related.otherSizes, ...related.sameSize, ...related.nearest, ...links]
  const [others, version, settings, zip] = await Promise.all([
    findOffersById(c.env.DB, [...new Set(ids)]),
    catalogVersion(c),
    shopConfig(c.env.DB),
    zipAnswer(c, offer, parts, unit, now),
  ])
  c.var.pageCache.tag([...poolsOf(offer, parts), ...others.map((other) => other.product.stockSku)])
  const crumbs = crumbsOf(product)
  const { siteUrl } = c.get('config')
  return contentPage(c, {
    title: titleOf(product),
    description: descriptionOf(offer, unit, now),
    // What is gone for good is nobody's to keep.
    canonical: gone ? null : productHref(product),
    breadcrumbs: crumbs,
    kind: 'product',
    ...(product.tire ? { image: `/pictures/product/${product.sku}.png` } : {}),
    status: gone ? 410 : 200,
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
        overTime={installmentLimits(c.env)}
        lineLimit={lineLimit(orderTires(c.env))}
        view={view}
        path={right}
        of={(wanted) => wanted.flatMap((id) => others.find((other) => other.product.id === id) ?? [])}
      />
    ),
  })
}

/** A ZIP code in the address is the plain form of the delivery island; such a page belongs to one shopper and is not cached. */
async function zipAnswer(
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
  const fields = defaultChoice(parts, unit, now)
  const result = await quoteDelivery(c.env.DB, { zip: typed, fields }, now)
  return result.ok
    ? { zip: typed, quote: result.quote, problem: null }
    : { zip: typed, quote: null, problem: result.message }
}

/** The pools that the page speaks of: the product's own and those of its parts. */
function poolsOf(offer: Offer, { bundle, associated }: Parts): string[] {
  const parts = [...bundle.flatMap(({ links }) => links), ...associated]
  return [offer, ...parts.map((part) => part.offer)].map(({ product }) => product.stockSku)
}

async function soldLongAgo(c: Context<AppEnv>, { stockSku }: Product, now: number): Promise<boolean> {
  const at = await stockChangedAt(c.env.DB, stockSku)
  return at !== null && now - at > SOLD_PAGE_DAYS * 86_400_000
}

function titleOf({ tire, name }: Product): string {
  return tire
    ? `${tire.brand} ${tire.model} ${sizeAndIndex(tire)}, ${conditionLabel(tire.condition).toLowerCase()}`
    : name
}

function descriptionOf({ product }: Offer, unit: Product | null, now: number): string {
  const { tire } = product
  const price = unit ? `${formatMoney(priceByTire(unit, now))} ${tire ? 'per tire' : 'each'}` : 'Sold'
  if (!tire) return `${product.name}. ${price}.`
  const limits = formatLimits(tire)
  const terms = unit ? `, free shipping, ${RETURN_WINDOW_DAYS} days to return` : ''
  return `${titleOf(product)}: ${tire.treadDepth}/32 in of tread${limits ? `, ${limits}` : ''}. ${price}${terms}.`
}
