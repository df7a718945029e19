/** Products beside a product: the same model in other sizes, the same size in other models. */
import type { Product } from '../../schema/domain/product.ts'
import { sizeSlug } from '../../schema/domain/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { LISTED } from './listing-conditions.ts'

export interface Related {
  /** The cheapest of each other size of the model, nearest sizes first. */
  otherSizes: number[]
  /** All sizes of the model in stock but this one. */
  otherSizesTotal: number
  /** Of the same size, the same condition first. */
  sameSize: number[]
}

const FROM = `from product p join stock s on s.stock_sku = p.stock_sku where ${LISTED} and p.id <> ?`

/** Ids for the two groups of a product page, `limit` each (spec §2: per size group 4 products). One batch. */
export async function findRelated(db: D1Database, product: Product, limit = 4): Promise<Related> {
  const { tire, id } = product
  if (!tire) return { otherSizes: [], otherSizesTotal: 0, sameSize: [] }
  const size = sizeSlug(tire.size)
  const [sizes, same] = await db.batch<{ id: number; total: number }>([
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
  ])
  return {
    otherSizes: (sizes?.results ?? []).map((row) => row.id),
    otherSizesTotal: sizes?.results[0]?.total ?? 0,
    sameSize: (same?.results ?? []).map((row) => row.id),
  }
}

/** When the pool last changed; `null` when there is none. Ms since the epoch. */
export async function stockChangedAt(db: D1Database, stockSku: string): Promise<number | null> {
  const row = await db
    .prepare('select updated_at as at from stock where stock_sku = ?')
    .bind(stockSku)
    .first<{ at: number }>()
  return row?.at ?? null
}
