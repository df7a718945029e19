/** What stands around a product: its photographs and reviews, the model in other sizes, the size in other models, links. */
import type { Product, Tire } from '../../schema/catalog/product/product.ts'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { ENABLED, LISTED } from '../catalog/index/listed-condition.sql.ts'
import { type ShownReview, toReview } from '../content/reviews/review.sql.ts'

/** Kinds of links that a page shows (`product_links`); `associated` are parts, not neighbors. */
export const SHOWN_LINKS = ['related', 'upsell', 'crosssell'] as const
export type ShownLink = (typeof SHOWN_LINKS)[number]

export interface Related {
  /** The cheapest of each other size of the model, nearest sizes first. */
  otherSizes: number[]
  /** All sizes of the model in stock but this one. */
  otherSizesTotal: number
  /** Of the same size, the same condition first. */
  sameSize: number[]
  /** Same rim, nearest width and sidewall: for a tire that is sold and a size of which little else is left. */
  nearest: number[]
  links: Record<ShownLink, number[]>
  photos: { src: string; label: string }[]
  /** Approved ones, newest first. */
  reviews: Omit<ShownReview, 'product'>[]
  /** Of all approved ones. */
  reviewCount: number
  rating: number
}

const FROM = `from product p join stock s on s.stock_sku = p.stock_sku where ${LISTED} and p.id <> ?`
const NOTHING = 'select 0 as id where 0'

type Row = Record<string, string | number | null>

/**
 * Everything around a product in one batch: `limit` ids for each group (per size group 4 products) and at most
 * `reviewLimit` reviews. `sold` also looks for the nearest sizes.
 */
export async function findRelated(
  db: D1Database,
  product: Product,
  { limit = 4, reviewLimit = 5, sold = false } = {},
): Promise<Related> {
  const { tire, id } = product
  const beside = tire
    ? tireNeighbors(db, product, limit, sold)
    : [NOTHING, NOTHING, NOTHING].map((sql) => db.prepare(sql))
  const [sizes, same, nearest, links, photos, reviews, rated] = await db.batch<Row>([
    ...beside,
    // A link may name a variant: then its parent's page is what can be opened.
    db
      .prepare(
        `select l.link_type as kind, coalesce(p.parent_id, p.id) as id from product_link l
         join product p on p.sku = l.linked_product_sku
         where l.product_id = ? and l.link_type <> 'associated' and ${ENABLED}
         group by l.link_type, coalesce(p.parent_id, p.id) order by min(l.position) limit 36`,
      )
      .bind(id),
    db
      .prepare('select image, label from product_media where product_id = ? order by position limit 12')
      .bind(id),
    db
      .prepare(
        `select id, title, text, rating, reviewer_name as reviewer, created_on as createdAt from review
         where product_id = ? and is_approved = 1 and text <> '' order by created_on desc, id desc limit ?`,
      )
      .bind(id, reviewLimit),
    db
      .prepare(
        `select count(*) as count, coalesce(avg(rating), 0) as rating from review
         where product_id = ? and is_approved = 1`,
      )
      .bind(id),
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

/** Other sizes of the model, other models of the size, and the nearest sizes on the same rim. */
function tireNeighbors(
  db: D1Database,
  { id, tire }: Product,
  limit: number,
  sold: boolean,
): D1PreparedStatement[] {
  if (!tire) return []
  const size = sizeSlug(tire.size)
  return [
    db
      .prepare(
        `select id, total from (
           select p.id, count(*) over () as total, p.rim, p.section, min(p.price_by_tire)
           ${FROM} and p.brand_slug = ? and p.model_slug = ? and p.size_slug <> ? group by p.size_slug)
         order by abs(rim - ?), abs(section - ?), id limit ?`,
      )
      .bind(id, optionSlug(tire.brand), optionSlug(tire.model), size, tire.rim, tire.section, limit),
    db
      .prepare(
        `select p.id ${FROM} and p.size_slug = ?
         order by p.condition <> ?, p.season <> ?, abs(p.tread_depth - ?), p.id limit ?`,
      )
      .bind(id, size, tire.condition, tire.season, tire.treadDepth, limit),
    // Only then: no index goes by rim.
    sold ? nearestSizes(db, id, tire, limit) : db.prepare(NOTHING),
  ]
}

function nearestSizes(db: D1Database, id: number, tire: Tire, limit: number): D1PreparedStatement {
  const size = sizeSlug(tire.size)
  return db
    .prepare(
      `select p.id ${FROM} and p.rim = ? and p.section between ? and ? and p.size_slug <> ?
         order by abs(p.section - ?), abs(p.aspect - ?), p.condition <> ?, p.id limit ?`,
    )
    .bind(
      id,
      tire.rim,
      tire.section - 10,
      tire.section + 10,
      size,
      tire.section,
      tire.aspect,
      tire.condition,
      limit,
    )
}

/** When the pool last changed; `null` when there is none. Ms since the epoch. */
export async function stockChangedAt(db: D1Database, stockSku: string): Promise<number | null> {
  const row = await db
    .prepare('select updated_at as at from stock where stock_sku = ?')
    .bind(stockSku)
    .first<{ at: number }>()
  return row?.at ?? null
}
