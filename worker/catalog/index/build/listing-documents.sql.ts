/** Reads the products for the catalog's index from D1, page by page. */
import { sql } from 'drizzle-orm'
import { snowOption } from '../../../../schema/catalog/attributes/extra-attributes.ts'
import { category, productCategory } from '../../../../schema/catalog/landing/category.table.ts'
import {
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
  productMedia,
} from '../../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../../schema/catalog/product/stock.table.ts'
import { modelRating } from '../../../../schema/catalog/rating/model-rating.table.ts'
import { ratingRank, ratingValue, toModelRating } from '../../../../schema/catalog/rating/model-rating.ts'
import { listedSize } from '../../../../schema/catalog/sizes/tire-size.ts'
import { dotDate, sizeAndIndex } from '../../../../schema/catalog/sizes/tire-text.ts'
import { productHref } from '../../../../schema/paths.ts'
import { batchOf, toStatement } from '../../../platform/drizzle.sql.ts'
import { priceOfTire } from '../faceted-index.ts'
import { IS_OF_MODEL, IS_VIEWABLE } from '../listed-condition.sql.ts'
import type { CategoryFacts } from './build-index.ts'
import type { CatalogDocument, DocumentValue } from './index-columns.ts'

/** Rows of one page, which the isolate has in memory beside the index that it builds. */
const DOCUMENT_PAGE_SIZE = 2_000
const ID_PAGE_SIZE = 10_000

const { id, urlKey } = product

/** One look-up by key in each table. */
const HAS_ATTACHMENTS = sql.join(
  [bundleOption, customOption, downloadableLink, productLink, productMedia].map(
    (table) => sql`exists (select 1 from ${table} where ${table.productId} = ${id})`,
  ),
  sql` or `,
)

/** An extra attribute, so lists need no column of it (decision 297). */
const SNOW_MARKS = sql`json_extract(${product.extra}, '$.snow_marks')`

/** Prices of the sets that are variants of a product, such as `2:11550,4:22200`; null without variants. */
const SET_PRICES = sql`(select group_concat(c.setqty || ':' || c.final_price) from ${product} c
  where c.parent_id = ${id} and c.status in (0, 1) and c.setqty > 1)`

/** In the order of `DocumentRow`. */
export const DOCUMENT_FIELDS = sql.join(
  [
    ...[id, product.visibility, product.status, product.setqty, product.setsOffered, product.finalPrice],
    ...[product.treadDepth, product.createdAt, product.section, product.aspect, product.rim],
    ...[sql`coalesce(${stock.qty}, 0)`, sql`coalesce(${stock.manage}, 1)`],
    ...[product.conditionSlug, product.condition, product.brandSlug, product.brand],
    ...[product.modelSlug, product.model, product.sizeSlug, product.size],
    ...[product.construction, product.seasonSlug, product.season, product.dot, product.runFlat],
    ...[product.tireLoad, product.tireSpeed, product.speedRated],
    ...[product.tireLoadDual, product.loadRange, product.sku, product.parentSku, urlKey],
    HAS_ATTACHMENTS,
    ...[modelRating.reviews, modelRating.stars],
    SNOW_MARKS,
    SET_PRICES,
  ],
  sql`, `,
)

/** The tables of `DOCUMENT_FIELDS`, joined by key. */
export const DOCUMENT_TABLES = sql`${product} left join ${stock} on ${stock.stockSku} = ${product.stockSku}
  left join ${modelRating} on ${IS_OF_MODEL}`

export type DocumentRow = [
  ...numbers: [number, number, number, number, number, number, number | null, number],
  ...measures: [number | null, number | null, number | null, qty: number, manage: number],
  ...named: [string | null, string | null, string | null, string | null, string | null, string | null],
  ...size: [string | null, string | null],
  ...rest: [
    string | null,
    string | null,
    string | null,
    dot: string | null,
    number | null,
    number | null,
    string | null,
    number | null,
  ],
  ...address: [
    dual: number | null,
    loadRange: string | null,
    sku: string,
    parentSku: string | null,
    slug: string,
  ],
  hasAttachments: number,
  ...rating: [reviews: number | null, stars: number | null],
  snowMarks: string | null,
  setPrices: string | null,
]

/** Yields every product that may be listed, in the order of ids, page by page. */
export async function* listingDocuments(
  db: D1Database,
  pageSize = DOCUMENT_PAGE_SIZE,
): AsyncGenerator<CatalogDocument[], void> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const query = sql`select ${DOCUMENT_FIELDS} from ${DOCUMENT_TABLES}
      where ${IS_VIEWABLE} and ${id} > ${last} order by ${id} limit ${pageSize}`
    const rows = await toStatement(db, query).raw<DocumentRow>()
    if (rows.length > 0) yield rows.map(toDocument)
    if (rows.length < pageSize) return
    last = rows.at(-1)?.[0] ?? last
  }
}

/** Yields the ids of these products in the order of url_key, ties by id, page by page. */
export async function* listingUrlOrder(
  db: D1Database,
  pageSize = ID_PAGE_SIZE,
): AsyncGenerator<number[], void> {
  let last: [url: string, id: number] = ['', Number.MIN_SAFE_INTEGER]
  for (;;) {
    const query = sql`select ${id}, ${urlKey} from ${product}
      where ${IS_VIEWABLE} and (${urlKey}, ${id}) > (${last[0]}, ${last[1]})
      order by ${urlKey}, ${id} limit ${pageSize}`
    const rows = await toStatement(db, query).raw<[id: number, url: string]>()
    if (rows.length > 0) yield rows.map(([rowId]) => rowId)
    const [lastId, url] = rows.at(-1) ?? [0, '']
    if (rows.length < pageSize) return
    last = [url, lastId]
  }
}

/** Converts a row of `DOCUMENT_FIELDS`. */
export function toDocument(row: DocumentRow): CatalogDocument {
  const [id, visibility, status, setqty, setsOffered, finalPrice, treadDepth, createdAt, ...after] = row
  const [width, aspect, rim, qty, manage, conditionSlug, condition, brandSlug, brand, ...names] = after
  const [modelSlug, model, sizeSlug, size, rad, seasonSlug, season, dot, runFlat, load, ...rated] = names
  const [speed, mph, ...page] = rated
  const year = dotDate(dot)?.year ?? null
  const [tireLoadDual, loadRange, sku, parentSku, slug, hasAttachments, ...extra] = page
  const [reviews, stars, snowMarks, setPrices] = extra
  const rating = toModelRating(reviews, stars)
  return {
    id,
    visibility,
    status,
    setqty,
    setsOffered,
    finalPrice,
    pairPrice: pricePerTireInSet(setPrices, 2),
    fourPrice: pricePerTireInSet(setPrices, 4),
    treadDepth,
    createdAt,
    width: width ?? 0,
    aspect: aspect ?? 0,
    rim: rim ?? 0,
    qty,
    manage: manage !== 0,
    hasAttachments: hasAttachments === 1,
    ratingRank: ratingRank(rating),
    path: productHref({ sku, parentSku, slug }),
    marking:
      size === null || condition === null
        ? ''
        : sizeAndIndex({ size, tireLoad: load ?? 0, tireLoadDual, tireSpeed: speed ?? '', loadRange }),
    values: [
      value(conditionSlug, condition),
      value(brandSlug, brand),
      value(modelSlug, model),
      value(sizeSlug, size && listedSize(size)),
      value(rim, rim),
      value(rad?.toLowerCase() ?? null, rad),
      value(seasonSlug, season),
      value(year, year),
      value(runFlat, runFlat === 0 ? 'Not run flat' : 'Run flat'),
      value(load, load),
      value(speed?.toLowerCase() ?? null, speed),
      value(mph, mph),
      value(rating && ratingValue(rating), rating && ratingValue(rating)),
      value(snowOption(snowMarks), snowMarks),
      value(loadRange?.toLowerCase() ?? null, loadRange),
    ],
  }
}

/** Returns the price of one tire in the cheapest set of `setqty` tires, in cents; 0 when there is none. */
function pricePerTireInSet(setPrices: string | null, setqty: number): number {
  const prices = (setPrices?.split(',') ?? []).flatMap((each) => {
    const [tires, price] = each.split(':')
    return Number(tires) === setqty ? [priceOfTire(Number(price), setqty)] : []
  })
  return prices.length > 0 ? Math.min(...prices) : 0
}

function value(key: string | number | null, label: string | number | null): DocumentValue | null {
  return key === null ? null : { key: String(key), label: String(label ?? '') }
}

/** Reads the categories, each with its filter and with the products that merchants put into it. */
export async function readCategoryFacts(db: D1Database): Promise<CategoryFacts[]> {
  const { categoryId, productId, position } = productCategory
  const [categories, members] = await batchOf(db, [
    sql`select ${category.id} as id, ${category.categoryFilter} as filter from ${category}`,
    sql`select id, json_group_array(product) as products
      from (select ${categoryId} as id, ${productId} as product from ${productCategory}
        order by ${categoryId}, ${position}, ${productId})
      group by id`,
  ])
  const products = new Map((members?.results ?? []).map((row) => [row.id, String(row.products)]))
  return (categories?.results ?? []).map(({ id = 0, filter = null }) => ({
    id: Number(id),
    filter: filter === null ? null : (JSON.parse(String(filter)) as Record<string, string[]>),
    products: JSON.parse(products.get(id) ?? '[]') as number[],
  }))
}
