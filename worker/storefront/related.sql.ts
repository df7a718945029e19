/** Reads the surroundings of a product: photographs, reviews, the model in other sizes, the size in other models, links. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { product, productLink, productMedia } from '../../schema/catalog/product/product.table.ts'
import type { Product, Tire } from '../../schema/catalog/product/product.ts'
import { stock } from '../../schema/catalog/product/stock.table.ts'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { IS_ENABLED, IS_LISTED } from '../catalog/index/listed-condition.sql.ts'
import { reviewsOfProduct, type ShownReview, toReview } from '../content/reviews/review.sql.ts'
import { batchOf, connect } from '../platform/drizzle.sql.ts'

/** Kinds of links that a page shows (`product_links`); `associated` links are parts of the product. */
export const SHOWN_LINKS = ['related', 'upsell', 'crosssell'] as const
export type ShownLink = (typeof SHOWN_LINKS)[number]

export interface Related {
  /** The cheapest product of each other size of the model, nearest sizes first. */
  otherSizes: number[]
  /** Number of other sizes of the model in stock. */
  otherSizesTotal: number
  /** Products of the same size, the same condition first. */
  sameSize: number[]
  /** Products with the same rim and the nearest width and sidewall; only for a sold tire. */
  nearest: number[]
  links: Record<ShownLink, number[]>
  photos: { src: string; label: string }[]
  /** Approved reviews, newest first. */
  reviews: Omit<ShownReview, 'product'>[]
  /** Number and average rating of all approved reviews. */
  reviewCount: number
  rating: number
}

/** Replaces a query whose result is known to be empty, so that the results of a batch keep their positions. */
const EMPTY_RESULT = sql`select 0 as id where 0`

type Row = Record<string, string | number | null>

/**
 * Reads related products in one batch: at most `limit` ids for each group and `reviewLimit` reviews. `sold` also
 * reads the nearest sizes.
 */
export async function findRelated(
  db: D1Database,
  forProduct: Product,
  { limit = 4, reviewLimit = 5, sold = false } = {},
): Promise<Related> {
  const { tire, id } = forProduct
  const neighbors = tire ? tireNeighbors(id, tire, limit, sold) : [EMPTY_RESULT, EMPTY_RESULT, EMPTY_RESULT]
  const { linkType, linkedSku, position } = productLink
  const page = sql`coalesce(${product.parentId}, ${product.id})`
  const reviewQueries = reviewsOfProduct(id, reviewLimit)
  const [sizes, same, nearest, links, photos, reviews, rated] = await batchOf(db, [
    ...neighbors,
    // A link may name a variant, which has no page of its own; then the parent is returned.
    sql`select ${linkType} as kind, ${page} as id from ${productLink} join ${product} on ${product.sku} = ${linkedSku}
      where ${productLink.productId} = ${id} and ${linkType} <> 'associated' and ${IS_ENABLED}
      group by ${linkType}, ${page} order by min(${position}) limit 36`,
    sql`select ${productMedia.image} as image, ${productMedia.label} as label from ${productMedia}
      where ${productMedia.productId} = ${id} order by ${productMedia.position} limit 12`,
    reviewQueries.shown,
    reviewQueries.rated,
  ])
  const ids = (rows: D1Result<Row> | undefined) => (rows?.results ?? []).map((row) => Number(row.id))
  const linked = (kind: ShownLink) =>
    (links?.results ?? [])
      .filter((row) => row.kind === kind)
      .map((row) => Number(row.id))
      .slice(0, limit)
  return {
    otherSizes: ids(sizes),
    otherSizesTotal: Number(sizes?.results[0]?.total ?? 0),
    sameSize: ids(same),
    nearest: ids(nearest),
    links: { related: linked('related'), upsell: linked('upsell'), crosssell: linked('crosssell') },
    photos: (photos?.results ?? []).map(({ image, label }) => ({ src: String(image), label: String(label) })),
    reviews: (reviews?.results ?? []).map(toReview),
    reviewCount: Number(rated?.results[0]?.count ?? 0),
    rating: Number(rated?.results[0]?.rating ?? 0),
  }
}

/** Returns the queries for other sizes of the model, other models of the size, and the nearest sizes on the same rim. */
function tireNeighbors(id: number, tire: Tire, limit: number, sold: boolean): SQL[] {
  const { rim, section, aspect, condition, season, treadDepth, brandSlug, modelSlug } = product
  const size = sizeSlug(tire.size)
  const listed = sql`from ${product} join ${stock} on ${stock.stockSku} = ${product.stockSku}
    where ${IS_LISTED} and ${product.id} <> ${id}`
  const nearest = sql`select ${product.id} as id ${listed} and ${rim} = ${tire.rim}
      and ${section} between ${tire.section - 10} and ${tire.section + 10} and ${product.sizeSlug} <> ${size}
    order by abs(${section} - ${tire.section}), abs(${aspect} - ${tire.aspect}), ${condition} <> ${tire.condition},
      ${product.id} limit ${limit}`
  return [
    // With a bare `min()` SQLite returns the other columns from the row with the lowest price of each size.
    sql`select id, total from (
        select ${product.id} as id, count(*) over () as total, ${rim} as rim, ${section} as section, min(${product.priceByTire})
        ${listed} and ${brandSlug} = ${optionSlug(tire.brand)} and ${modelSlug} = ${optionSlug(tire.model)}
          and ${product.sizeSlug} <> ${size} group by ${product.sizeSlug})
      order by abs(rim - ${tire.rim}), abs(section - ${tire.section}), id limit ${limit}`,
    sql`select ${product.id} as id ${listed} and ${product.sizeSlug} = ${size}
      order by ${condition} <> ${tire.condition}, ${season} <> ${tire.season},
        abs(${treadDepth} - ${tire.treadDepth}), ${product.id} limit ${limit}`,
    // No index has the rim, so this query runs only for a sold tire.
    sold ? nearest : EMPTY_RESULT,
  ]
}

/** Returns the time of the last change of a stock pool, in milliseconds since the epoch; `null` for an unknown pool. */
export async function stockChangedAt(db: D1Database, stockSku: string): Promise<number | null> {
  const row = await connect(db)
    .select({ at: stock.updatedAt })
    .from(stock)
    .where(eq(stock.stockSku, stockSku))
    .get()
  return row?.at ?? null
}
