/** /p/{parentSku}/{slug}[/{childSku}]: one address per product; every other form leads there. */
import { type Context, Hono } from 'hono'
import type { Crumb } from '../../client/ui/breadcrumbs.tsx'
import { VIEWS } from '../../schema/domain/look.ts'
import { formatMoney } from '../../schema/domain/money.ts'
import { priceByTire } from '../../schema/domain/price.ts'
import { hasPage, type Offer, type Product, STATUS_DISABLED } from '../../schema/domain/product.ts'
import { conditionLabel, limitsText, sizeAndIndex } from '../../schema/domain/tire-text.ts'
import { chooseVariant, shownVariant } from '../../schema/domain/variant.ts'
import { brandHref, optionSlug, paths, productHref } from '../../schema/paths.ts'
import { findOffer, findOffersById } from '../db/product.ts'
import { findRelated, stockChangedAt } from '../db/related.ts'
import type { AppEnv } from '../env.ts'
import { pageShows } from '../http/page-cache.ts'
import { catalogueVersion } from './catalogue-version.ts'
import { contentPage } from './document.tsx'
import { ProductData } from './product-data.tsx'
import { ProductPage } from './product-view.tsx'

/** design.md §7.12: a sold product's page stays this long, then it is gone. */
const SOLD_PAGE_DAYS = 90

export const productPages = new Hono<AppEnv>()
  .get('/p/:parentSku/:slug', (c) =>
    answer(c, c.req.param('parentSku'), c.req.param('slug'), c.req.query('childSku') ?? null),
  )
  .get('/p/:parentSku/:slug/:childSku', (c) =>
    answer(c, c.req.param('parentSku'), c.req.param('slug'), c.req.param('childSku')),
  )

/** Brand, then model, then name (spec §2). */
function crumbsOf({ tire, name }: Product): Crumb[] {
  if (!tire) return [{ label: 'Home', href: paths.home }, { label: name }]
  return [
    { label: tire.brand, href: brandHref(tire.brand) },
    { label: tire.model, href: `${brandHref(tire.brand)}?model=${optionSlug(tire.model)}` },
    { label: `${sizeAndIndex(tire)}, ${conditionLabel(tire.condition).toLowerCase()}` },
  ]
}

/** Where the page of what was asked is. A variant is found at its parent's address (spec §2, visibility 1). */
function addressOf({ product, variants }: Offer, asked: string, childSku: string | null): string {
  const child = variants.find(({ sku }) => sku === (childSku ?? asked))
  return productHref(child ? { ...product, sku: child.sku, parentSku: product.sku } : product)
}

async function answer(
  c: Context<AppEnv>,
  parentSku: string,
  slug: string,
  childSku: string | null,
): Promise<Response> {
  const offer = await findOffer(c.env.DB, parentSku)
  if (!offer) return c.notFound()
  const { product } = offer
  // Status 2 and above is an error to open, and so is what is sold only with something else (spec §4).
  if (product.status >= STATUS_DISABLED || product.visibility === 1 || !hasPage(product.type)) {
    return c.notFound()
  }
  const right = addressOf(offer, parentSku, childSku)
  const given = childSku === null ? `/p/${parentSku}/${slug}` : `/p/${parentSku}/${slug}/${childSku}`
  if (given !== right || c.req.query('childSku') !== undefined) return c.redirect(right, 301)

  const now = Date.now()
  const chosen = childSku === null ? null : chooseVariant(offer, { sku: childSku }, now)
  const unit = chosen?.ok ? chosen.variant : shownVariant(offer)
  const gone = unit === null && (await soldLongAgo(c, product, now))
  const related = await findRelated(c.env.DB, product)
  const [others, version] = await Promise.all([
    findOffersById(c.env.DB, [...related.otherSizes, ...related.sameSize]),
    catalogueVersion(c),
  ])
  const of = (ids: readonly number[]) => others.filter((other) => ids.includes(other.product.id))
  pageShows(
    c,
    [offer, ...others].map((shown) => shown.product.stockSku),
  )
  const crumbs = crumbsOf(product)
  const view = VIEWS.find((known) => known === c.req.query('view')) ?? 'three-quarter'
  return contentPage(c, {
    title: titleOf(product),
    description: descriptionOf(offer, unit, now),
    canonical: productHref(product),
    breadcrumbs: crumbs,
    kind: 'product',
    status: gone ? 410 : 200,
    head: (
      <ProductData offer={offer} unit={unit} crumbs={crumbs} siteUrl={c.get('config').siteUrl} now={now} />
    ),
    body: (
      <ProductPage
        {...{ offer, unit, view, now, version }}
        otherSizes={of(related.otherSizes)}
        otherSizesTotal={related.otherSizesTotal}
        sameSize={of(related.sameSize)}
      />
    ),
  })
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
  const limits = limitsText(tire)
  return `${titleOf(product)}: ${tire.treadDepth}/32 in of tread${limits ? `, ${limits}` : ''}. ${price}, free shipping, 90 days to return.`
}
