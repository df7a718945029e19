/** Reads everything that a product page shows in one batch: the offer with its parts, its surroundings, its reviews. */
import { and, asc, eq, inArray, min, ne, type SQL, sql } from 'drizzle-orm'
import { product, productLink, productMedia } from '../../schema/catalog/product/product.table.ts'
import { isViewable, type Offer } from '../../schema/catalog/product/product.ts'
import type { OfferWithParts } from '../../schema/catalog/product/product-parts.ts'
import { stock } from '../../schema/catalog/product/stock.table.ts'
import { IS_ENABLED } from '../catalog/index/listed-condition.sql.ts'
import { offerId, offerStatement, toOffers } from '../catalog/product/product.sql.ts'
import { offeredPartStatements, toParts } from '../catalog/product/product-parts.sql.ts'
import { reviewStatements, type ShownReview } from '../content/reviews/review.sql.ts'
import { allowedStates, configStatement, toSettings } from '../platform/config.sql.ts'
import { connect, inList } from '../platform/drizzle.sql.ts'

/** Kinds of links that a page shows (`product_links`); `associated` links are parts of the product. */
const SHOWN_LINKS = ['related', 'upsell', 'crosssell'] as const
export type ShownLink = (typeof SHOWN_LINKS)[number]

/** Largest number of linked products of one kind. */
const LINKS_MAX = 4

export interface ProductData extends OfferWithParts {
  links: Record<ShownLink, Offer[]>
  photos: { src: string; label: string }[]
  /** Approved reviews, newest first. */
  reviews: Omit<ShownReview, 'product'>[]
  /** Number and average rating of all approved reviews. */
  reviewCount: number
  rating: number
  /** Time of the last change of the stock pool, in milliseconds; `null` for a product without a pool. */
  stockChangedAt: number | null
  /** Codes of the states to which the shop delivers. */
  states: Set<string>
  /** Returns the offers of these ids in their order, without hidden products. */
  findOffers: (ids: readonly number[]) => Offer[]
}

/**
 * Reads the page of a sku, for the sku of a variant that of its parent, with at most `reviewLimit` reviews.
 * `neighborIds` are further products whose offers the page shows. `null` for an unknown sku.
 */
export async function readProductData(
  db: D1Database,
  sku: string,
  { neighborIds, reviewLimit }: { neighborIds: readonly number[]; reviewLimit: number },
): Promise<ProductData | null> {
  const client = connect(db)
  const id = offerId(sku)
  const links = linkStatement(client, id)
  const ids = sql`(select value from ${inList(neighborIds)} union select ${id} union select id from ${links})`
  const [rows, linked, photos, [pool], reviews, [rated], settings, ...parts] = await client.batch([
    offerStatement(client, ids),
    links,
    client
      .select({ src: productMedia.image, label: productMedia.label })
      .from(productMedia)
      .where(eq(productMedia.productId, id))
      .orderBy(asc(productMedia.position))
      .limit(12),
    client
      .select({ changedAt: stock.updatedAt })
      .from(stock)
      .where(inArray(stock.stockSku, sql`(select stock_sku from product where id = ${id})`)),
    ...reviewStatements(client, id, reviewLimit),
    configStatement(client),
    ...offeredPartStatements(client, id),
  ])
  const offers = toOffers(rows)
  const offer = offers.find(({ product: own, variants }) => [own, ...variants].some((one) => one.sku === sku))
  if (!offer) return null
  const byId = new Map(offers.filter((one) => isViewable(one.product)).map((one) => [one.product.id, one]))
  const findOffers = (wanted: readonly number[]) => wanted.flatMap((one) => byId.get(one) ?? [])
  const linksOf = (kind: ShownLink) =>
    findOffers(linked.filter((link) => link.kind === kind).map((link) => link.id)).slice(0, LINKS_MAX)
  return {
    offer,
    parts: toParts(parts, offer.product.id),
    links: { related: linksOf('related'), upsell: linksOf('upsell'), crosssell: linksOf('crosssell') },
    photos,
    reviews,
    reviewCount: rated?.count ?? 0,
    rating: rated?.rating ?? 0,
    stockChangedAt: pool?.changedAt ?? null,
    states: allowedStates(toSettings(settings)),
    findOffers,
  }
}

/** Returns the statement of linked products. A link may name a variant, which has no page; then the parent is returned. */
function linkStatement(client: ReturnType<typeof connect>, id: SQL) {
  const page = sql<number>`coalesce(${product.parentId}, ${product.id})`
  const { linkType, linkedSku, position } = productLink
  return client
    .select({ kind: linkType, id: page.as('id') })
    .from(productLink)
    .innerJoin(product, eq(product.sku, linkedSku))
    .where(and(eq(productLink.productId, id), ne(linkType, 'associated'), IS_ENABLED))
    .groupBy(linkType, page)
    .orderBy(min(position))
    .limit(36)
}
