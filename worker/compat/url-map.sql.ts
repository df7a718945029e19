/** Resolves a path without a route: one read by primary key, and one by the index of product paths. */
import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { category } from '../../schema/catalog/landing/category.table.ts'
import { landing, urlMap } from '../../schema/catalog/landing/landing.table.ts'
import { product } from '../../schema/catalog/product/product.table.ts'
import { cmsPage } from '../../schema/content/pages/cms.table.ts'
import { config } from '../../schema/platform/config.table.ts'
import { connect } from '../platform/drizzle.sql.ts'

export type UrlTarget =
  | { type: 'product'; sku: string; slug: string; childSku: string | null }
  | { type: 'category'; urlKey: string }
  | { type: 'cms_page'; identifier: string }
  | { type: 'landing'; urlPath: string }
  | { type: 'redirect'; location: string; isPermanent: boolean }

/** Configuration path that turns the map off with the value `0`. */
const SWITCH_PATH = 'catalog/url_dispatcher'

const variant = alias(product, 'variant')

/**
 * Reads the target of a path without slashes at its ends in one batch; `null` without a mapping. A product is
 * found by its url_path, a variant by the url_path of its parent followed by the sku of the variant.
 */
export async function findUrlTarget(db: D1Database, path: string): Promise<UrlTarget | null> {
  const slash = path.lastIndexOf('/')
  const [parentPath, childSku] = slash < 0 ? ['', ''] : [path.slice(0, slash), path.slice(slash + 1)]
  const client = connect(db)
  const [[mapped], [found], [off]] = await client.batch([
    client
      .select({
        type: urlMap.type,
        location: urlMap.location,
        isPermanent: sql<string>`${urlMap.isPermanent}`.as('isPermanent'),
        urlKey: category.urlKey,
        identifier: cmsPage.identifier,
        urlPath: landing.urlPath,
      })
      .from(urlMap)
      .leftJoin(
        category,
        sql`${urlMap.type} = 'category' and ${category.id} = ${urlMap.targetId} and ${category.isActive} = 1`,
      )
      .leftJoin(
        cmsPage,
        sql`${urlMap.type} = 'cms_page' and ${cmsPage.id} = ${urlMap.targetId} and ${cmsPage.isActive} = 1`,
      )
      .leftJoin(
        landing,
        sql`${urlMap.type} = 'landing' and ${landing.id} = ${urlMap.targetId} and ${landing.hideLandingPage} = 0`,
      )
      .where(sql`${urlMap.url} in (${path}, lower(${path}))`)
      .orderBy(desc(sql`${urlMap.url} = ${path}`))
      .limit(1),
    client
      // Rows of a batch are objects, so two columns must not have the same name.
      .select({
        sku: product.sku,
        slug: product.urlKey,
        childSku: sql<string | null>`${variant.sku}`.as('child_sku'),
      })
      .from(product)
      .leftJoin(
        variant,
        and(eq(variant.parentId, product.id), eq(variant.sku, childSku), eq(product.urlPath, parentPath)),
      )
      .where(
        and(
          sql`${product.urlPath} in (${path}, ${parentPath}) and ${product.visibility} > 1 and ${product.status} in (0, 1)`,
          or(eq(product.urlPath, path), isNotNull(variant.sku)),
        ),
      )
      .orderBy(desc(sql`${product.urlPath} = ${path}`), product.id)
      .limit(1),
    client
      .select({ value: config.value })
      .from(config)
      .where(and(eq(config.path, SWITCH_PATH), eq(config.value, '0'))),
  ])
  if (off) return null
  return mappedTarget(mapped) ?? productTarget(found)
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
      return row.location
        ? { type: 'redirect', location: row.location, isPermanent: Number(row.isPermanent) === 1 }
        : null
    default:
      return null
  }
}

function productTarget(row: Row | undefined): UrlTarget | null {
  if (!row?.sku || !row.slug) return null
  return { type: 'product', sku: row.sku, slug: row.slug, childSku: row.childSku ?? null }
}
