/** Resolves a path without a route: one read by primary key, one by the index of product paths. */
import { OPENABLE } from '../catalog/index/listed-condition.sql.ts'
export type UrlTarget =
  | { type: 'product'; sku: string; slug: string; childSku: string | null }
  | { type: 'category'; urlKey: string }
  | { type: 'cms_page'; identifier: string }
  | { type: 'landing'; urlPath: string }
  | { type: 'redirect'; location: string }

/** Configuration row that turns the map off with `0`. */
const SWITCH = 'catalog/url_dispatcher'

/**
 * Reads the target of a path without slashes at its ends in one batch; `null` when nothing is mapped. A product is found by
 * its url_path, a variant by its sku as one more part.
 */
export async function findUrl(db: D1Database, path: string): Promise<UrlTarget | null> {
  const cut = path.lastIndexOf('/')
  const [above, last] = cut < 0 ? ['', ''] : [path.slice(0, cut), path.slice(cut + 1)]
  const [mapped, products, off] = await db.batch<Record<string, string | null>>([
    db
      .prepare(
        `select m.type, m.location, c.url_key as urlKey, p.identifier, l.url_path as urlPath
         from url_map m
         left join category c on m.type = 'category' and c.id = m.target_id and c.is_active = 1
         left join cms_page p on m.type = 'cms_page' and p.id = m.target_id and p.is_active = 1
         left join landing l on m.type = 'landing' and l.id = m.target_id and l.hide_landing_page = 0
         where m.url in (?1, lower(?1)) order by m.url = ?1 desc limit 1`,
      )
      .bind(path),
    db
      .prepare(
        `select p.sku, p.url_key as slug, v.sku as childSku from product p
         left join product v on v.parent_id = p.id and v.sku = ?3 and p.url_path = ?2
         where p.url_path in (?1, ?2) and ${OPENABLE}
           and (p.url_path = ?1 or v.sku is not null)
         order by p.url_path = ?1 desc, p.id limit 1`,
      )
      .bind(path, above, last),
    db.prepare(`select value from config where path = '${SWITCH}' and value = '0'`),
  ])
  if (off?.results.length) return null
  return mappedTarget(mapped?.results[0]) ?? productTarget(products?.results[0])
}

type Row = Record<string, string | null>

function mappedTarget(row: Row | undefined): UrlTarget | null {
  switch (row?.type) {
    case 'category':
      return row.urlKey ? { type: 'category', urlKey: row.urlKey } : null
    case 'cms_page':
      return row.identifier ? { type: 'cms_page', identifier: row.identifier } : null
    case 'landing':
      return row.urlPath ? { type: 'landing', urlPath: row.urlPath } : null
    case 'redirect':
      return row.location ? { type: 'redirect', location: row.location } : null
    default:
      return null
  }
}

function productTarget(row: Row | undefined): UrlTarget | null {
  if (!row?.sku || !row.slug) return null
  return { type: 'product', sku: row.sku, slug: row.slug, childSku: row.childSku ?? null }
}
