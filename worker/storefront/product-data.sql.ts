/** Reads what a product page shows beside its neighbors: the offer, its reviews, its parts, links and photographs. */
import { and, asc, eq, inArray, min, ne, type SQL, sql } from 'drizzle-orm'
import type { TireService } from '../../schema/cart/extras/tire-services.ts'
import { product, productLink, productMedia } from '../../schema/catalog/product/product.table.ts'
import { isViewable, type Offer } from '../../schema/catalog/product/product.ts'
import { EMPTY_PARTS, type OfferWithParts } from '../../schema/catalog/product/product-parts.ts'
import { stock } from '../../schema/catalog/product/stock.table.ts'
import { QUESTIONS_PER_PAGE } from '../../schema/content/reviews/review.ts'
import { findTireService } from '../cart/extras/cart-extra.sql.ts'
import { IS_ENABLED } from '../catalog/index/listed-condition.sql.ts'
import { offerId, offerStatement, toOffers } from '../catalog/product/product.sql.ts'
import { offeredPartStatements, toParts } from '../catalog/product/product-parts.sql.ts'
import {
  type AnsweredQuestion,
  type ProductReview,
  type ReviewSummary,
  reviewStatements,
} from '../content/reviews/product-reviews.sql.ts'
import { type Store, toStores } from '../identity/location/physical-stores.ts'
import { allowedStates, configStatement, toSettings } from '../platform/config.sql.ts'
import { connect } from '../platform/drizzle.sql.ts'

/** Kinds of links that a page shows (`product_links`); `associated` links are parts of the product. */
const SHOWN_LINKS = ['related', 'upsell', 'crosssell'] as const
export type ShownLink = (typeof SHOWN_LINKS)[number]

/** Largest number of linked products of one kind. */
const LINKS_MAX = 4

export interface ProductData extends OfferWithParts {
  links: Record<ShownLink, Offer[]>
  photos: { src: string; label: string }[]
  /** Approved reviews of the model, the most helpful first. */
  reviews: ProductReview[]
  /** All approved reviews of the model. */
  summary: ReviewSummary
  /** Answered questions about the model, the newest answers first. */
  questions: AnsweredQuestion[]
  /** Time of the last change of the stock pool, in milliseconds; `null` for a product without a pool. */
  stockChangedAt: number | null
  /** Codes of the states to which the shop delivers. */
  states: Set<string>
  /** The service that the product is, with the tires that one unit is for and the stores; `null` for another product. */
  service: { kind: TireService; tires: number; stores: Store[] } | null
}

/** Which reviews a page shows. */
export interface ReviewChoice {
  /** At most this many. */
  reviews: number
  /** Only those with this number of stars; `null` for all. */
  stars: number | null
}

/** What only some products have: parts, custom options, files, links, photographs. */
type Attachments = Pick<ProductData, 'parts' | 'links' | 'photos'>

const NO_ATTACHMENTS: Attachments = {
  parts: EMPTY_PARTS,
  links: { related: [], upsell: [], crosssell: [] },
  photos: [],
}

/**
 * Reads the page of a sku, for the sku of a variant that of its parent, with the reviews that `reviews` chooses. The
 * attachments are read at the same time where the product may have any. `null` for an unknown sku.
 */
export async function readProductData(
  db: D1Database,
  sku: string,
  { reviews: shown, hasAttachments }: { reviews: ReviewChoice; hasAttachments: boolean },
): Promise<ProductData | null> {
  const client = connect(db)
  const id = offerId(sku)
  const [[rows, [pool], reviews, [summary], questions, settings], attachments] = await Promise.all([
    client.batch([
      offerStatement(client, id),
      client
        .select({ changedAt: stock.updatedAt })
        .from(stock)
        .where(inArray(stock.stockSku, sql`(select stock_sku from product where id = ${id})`)),
      ...reviewStatements(client, id, { ...shown, questions: QUESTIONS_PER_PAGE }),
      configStatement(client),
    ]),
    hasAttachments ? readAttachments(client, id) : NO_ATTACHMENTS,
  ])
  const [offer] = toOffers(rows)
  if (!offer || !summary) return null
  const config = toSettings(settings)
  const { product: found } = offer
  // Only a virtual product can be a service, so that most pages read no further row.
  const service = found.type === 'virtual' ? await findTireService(db, found.sku) : null
  return {
    offer,
    ...attachments,
    reviews,
    summary,
    questions,
    stockChangedAt: pool?.changedAt ?? null,
    states: allowedStates(config),
    service: service && { ...service, stores: toStores(config) },
  }
}

async function readAttachments(client: ReturnType<typeof connect>, id: SQL): Promise<Attachments> {
  const links = linkStatement(client, id)
  const [linked, rows, photos, ids, ...parts] = await client.batch([
    links,
    offerStatement(client, sql`(select id from ${links})`),
    client
      .select({ src: productMedia.image, label: productMedia.label })
      .from(productMedia)
      .where(eq(productMedia.productId, id))
      .orderBy(asc(productMedia.position))
      .limit(12),
    client.select({ id: product.id }).from(product).where(eq(product.id, id)),
    ...offeredPartStatements(client, id),
  ])
  const offers = toOffers(rows).filter((one) => isViewable(one.product))
  const byId = new Map(offers.map((one) => [one.product.id, one]))
  const linksOf = (kind: ShownLink) =>
    linked.flatMap((link) => (link.kind === kind ? (byId.get(link.id) ?? []) : [])).slice(0, LINKS_MAX)
  return {
    parts: toParts(parts, ids[0]?.id ?? 0),
    links: { related: linksOf('related'), upsell: linksOf('upsell'), crosssell: linksOf('crosssell') },
    photos,
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
