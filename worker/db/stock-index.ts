/** What is in stock by size and by brand, with counts and the cheapest tire: the indices of the shop. */
import type { BrandLine, SizeLine } from '../search/listing-engine.ts'
import { LISTED } from './listing-conditions.ts'

const FROM = `from product p join stock s on s.stock_sku = p.stock_sku where ${LISTED}`

/** Every size in stock, by rim, width and sidewall. */
export async function stockedSizes(db: D1Database): Promise<SizeLine[]> {
  const { results } = await db
    .prepare(
      `select p.size_slug as slug, p.size as label, p.section as width, p.aspect, p.rim, count(*) as count,
         min(p.price_by_tire) as minPriceByTire
       ${FROM} and p.size_slug is not null group by p.size_slug order by p.rim, p.section, p.aspect`,
    )
    .all<SizeLine>()
  return results
}

/** Every brand in stock, by name. */
export async function stockedBrands(db: D1Database): Promise<BrandLine[]> {
  const { results } = await db
    .prepare(
      `select p.brand_slug as slug, p.brand as label, count(*) as count, min(p.price_by_tire) as minPriceByTire
       ${FROM} and p.brand_slug is not null group by p.brand_slug order by p.brand`,
    )
    .all<BrandLine>()
  return results
}
