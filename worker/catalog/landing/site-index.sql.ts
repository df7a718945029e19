/** What the shop has, in ranges of ids: for sitemaps and feeds, which are cut into shards by them. */
import { LISTED } from '../index/listed-condition.sql.ts'

export interface SiteProduct {
  id: number
  sku: string
  slug: string
  /** Milliseconds since the epoch: the product or its stock, whichever changed last. */
  changedAt: number
}

/** The highest product id; 0 when there is none. */
export async function lastProductId(db: D1Database): Promise<number> {
  const row = await db.prepare('select max(id) as id from product').first<{ id: number | null }>()
  return row?.id ?? 0
}

/** What may be listed and has an id in `from` to `to`, both inclusive, by id. */
export async function productsInRange(db: D1Database, from: number, to: number): Promise<SiteProduct[]> {
  const { results } = await db
    .prepare(
      `select p.id, p.sku, p.url_key as slug, max(p.updated_at, s.updated_at) as changedAt
       from product p join stock s on s.stock_sku = p.stock_sku
       where p.id between ? and ? and ${LISTED}
       order by p.id`,
    )
    .bind(from, to)
    .all<SiteProduct>()
  return results
}

/** Paths of the landings that are shown, without slashes at their ends, with what they list. */
export async function landingPaths(
  db: D1Database,
): Promise<{ path: string; filters: Record<string, string[]> }[]> {
  const { results } = await db
    .prepare(`select l.url_path as path, l.filters from landing l where not exists (select 1 from landing h
         where h.hide_landing_page = 1 and (h.url_path = l.url_path or l.url_path like h.url_path || '/%')) order by l.id`)
    .all<{ path: string; filters: string }>()
  return results.map(({ path, filters }) => ({ path, filters: JSON.parse(filters) }))
}

/** Texts and categories that are shown, with the moment a text was last changed. */
export async function textPaths(db: D1Database): Promise<{ path: string; changedAt: number | null }[]> {
  const [pages, categories] = await db.batch<{ path: string; changedAt: number | null }>([
    db.prepare(
      `select identifier as path, updated_at as changedAt from cms_page where is_active = 1 order by id`,
    ),
    db.prepare(`select url_key as path, null as changedAt from category where is_active = 1 and level > 1`),
  ])
  return [
    ...(pages?.results ?? []).map((row) => ({ ...row, path: `/i/${row.path}` })),
    ...(categories?.results ?? []).map((row) => ({ ...row, path: `/c/${row.path}` })),
  ]
}
