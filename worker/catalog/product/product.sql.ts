/**
 * Reads products and their stock by key. Functions that return several offers leave out products that must
 * not be shown; for a single product the caller checks status, visibility and stock, and has a message for
 * each.
 */
import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import {
  bundleOption,
  customOption,
  downloadableLink,
  product,
  productLink,
} from '../../../schema/catalog/product/product.table.ts'
import {
  isViewable,
  type Offer,
  type Product,
  type Stock,
  type Tire,
} from '../../../schema/catalog/product/product.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { modelRating } from '../../../schema/catalog/rating/model-rating.table.ts'
import { toModelRating } from '../../../schema/catalog/rating/model-rating.ts'
import { connect, inList, listPlaceholder, prepareQueries, type Read } from '../../platform/drizzle.sql.ts'
import { IS_OF_MODEL } from '../index/listed-condition.sql.ts'

type Row = typeof product.$inferSelect

const NO_STOCK: Stock = { qty: 0, manage: true }

/** Returns the products of these skus; unknown skus are absent from the map. */
export async function findProducts(db: D1Database, skus: readonly string[]): Promise<Map<string, Product>> {
  const rows = await connect(db)
    .select()
    .from(product)
    .where(inArray(product.sku, inList(skus)))
  return new Map(rows.map((row) => [row.sku, toProduct(row)]))
}

/**
 * Returns a product with its stock and variants; for the sku of a variant, the offer of its parent. `null`
 * when there is no such product.
 */
export async function findOffer(db: D1Database, sku: string): Promise<Offer | null> {
  const [offer] = toOffers(await offerStatement(connect(db), offerId(sku)))
  return offer ?? null
}

/** Returns the id of the product with this sku, of a variant that of its parent, as a subquery. */
export function offerId(sku: string): SQL {
  return sql`(select coalesce(parent_id, id) from product where sku = ${sku})`
}

/** Returns the offers of these product ids in the order of `ids`, without unknown and hidden products. */
export async function findOffersById(db: D1Database, ids: readonly number[]): Promise<Offer[]> {
  const byId = new Map((await readViewable(db, inList(ids))).map((offer) => [offer.product.id, offer]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Returns the offers of these skus in the order of `skus`, without unknown skus; a product is returned once
 * even if `skus` names several of its variants.
 */
export async function findOffersBySku(db: D1Database, skus: readonly string[]): Promise<Offer[]> {
  const ids = sql`(select coalesce(parent_id, id) from product where sku in ${inList(skus)})`
  const bySku = new Map<string, Offer>()
  for (const offer of await readViewable(db, ids)) {
    for (const { sku } of [offer.product, ...offer.variants]) bySku.set(sku, offer)
  }
  return [...new Set(skus.flatMap((sku) => bySku.get(sku) ?? []))]
}

/** Products by sku, and the stock pools that they use; a pool without a row is absent. */
export interface StockedProducts {
  products: ReadonlyMap<string, Product>
  stock: ReadonlyMap<string, Stock>
  /** Whether one of the products has parts (product-parts.sql.ts). */
  hasParts: boolean
}

/** Whether a product has parts of any kind: four lookups by the product's id. */
const HAS_PARTS = sql<number>`(
  exists (select 1 from ${bundleOption} where ${bundleOption.productId} = ${product.id})
  or exists (select 1 from ${customOption} where ${customOption.productId} = ${product.id})
  or exists (select 1 from ${downloadableLink} where ${downloadableLink.productId} = ${product.id})
  or exists (select 1 from ${productLink} where ${productLink.productId} = ${product.id}
    and ${productLink.linkType} = 'associated'))`.as('has_parts')

const queryStocked = prepareQueries((client) => [
  client
    .select({ product, qty: stock.qty, manage: stock.manage, hasParts: HAS_PARTS })
    .from(product)
    .leftJoin(stock, eq(stock.stockSku, product.stockSku))
    .where(inArray(product.sku, listPlaceholder('skus'))),
])

/** Reads the products of these skus with their pools. */
export function stockedProductsRead(skus: readonly string[]): Read<StockedProducts> {
  return queryStocked({ skus: JSON.stringify(skus) }, ([rows]) => {
    const stock = new Map<string, Stock>()
    for (const { product: row, qty, manage } of rows)
      if (qty !== null && manage !== null) stock.set(row.stockSku, { qty, manage })
    const products = new Map(rows.map((row) => [row.product.sku, toProduct(row.product)]))
    return { products, stock, hasParts: rows.some(({ hasParts }) => hasParts === 1) }
  })
}

/** Returns the pools of these stock skus; a sku without a row is absent, and nothing can be sold from it. */
export async function findStock(db: D1Database, stockSkus: readonly string[]): Promise<Map<string, Stock>> {
  const rows = await connect(db)
    .select()
    .from(stock)
    .where(inArray(stock.stockSku, inList(stockSkus)))
  return new Map(rows.map(({ stockSku, qty, manage }) => [stockSku, { qty, manage }]))
}

/** Whether a product has a required custom option: one lookup in the index by product. */
const HAS_REQUIRED_OPTION = sql<number>`exists (select 1 from ${customOption}
  where ${customOption.productId} = ${product.id} and ${customOption.required} = 1)`

async function readViewable(db: D1Database, ids: SQL): Promise<Offer[]> {
  return toOffers(await offerStatement(connect(db), ids)).filter((offer) => isViewable(offer.product))
}

/** Returns the statement that reads the rows of `toOffers`: products with their variants and their stock. */
export function offerStatement(client: ReturnType<typeof connect>, ids: SQL) {
  return client
    .select({
      product,
      qty: stock.qty,
      manage: stock.manage,
      mustAsk: HAS_REQUIRED_OPTION,
      reviews: modelRating.reviews,
      stars: modelRating.stars,
    })
    .from(product)
    .leftJoin(stock, sql`${stock.stockSku} = ${product.stockSku}`)
    .leftJoin(modelRating, IS_OF_MODEL)
    .where(or(inArray(product.id, ids), inArray(product.parentId, ids)))
    .orderBy(product.setqty, product.id)
}

interface OfferRow {
  product: Row
  qty: number | null
  manage: boolean | null
  mustAsk?: number
  reviews?: number | null
  stars?: number | null
}

/** Converts the rows of products and their variants to offers. */
export function toOffers(rows: readonly OfferRow[]): Offer[] {
  const variants = new Map<number, Product[]>()
  for (const { product: row } of rows) {
    if (row.parentId === null) continue
    variants.set(row.parentId, [...(variants.get(row.parentId) ?? []), toProduct(row)])
  }
  return rows
    .filter(({ product: row }) => row.parentId === null)
    .map((row) => toOffer(row, variants.get(row.product.id)))
}

/** Converts a product row and its pool to an offer; a row without a pool has no stock. */
export function toOffer(row: OfferRow, variants: Product[] = []): Offer {
  const { qty, manage, mustAsk, reviews = null, stars = null } = row
  const pool = qty === null || manage === null ? NO_STOCK : { qty, manage }
  const rating = toModelRating(reviews, stars)
  const offer = { product: toProduct(row.product), stock: pool, variants, ...(rating ? { rating } : {}) }
  return mustAsk ? { ...offer, mustAsk: true } : offer
}

/** Converts a product row to the product of the rules; other queries that select the whole row use it too. */
export function toProduct(row: Row): Product {
  return {
    id: row.id,
    sku: row.sku,
    parentSku: row.parentSku,
    type: row.type,
    kind: row.kind,
    name: row.name,
    slug: row.urlKey,
    status: row.status,
    visibility: row.visibility,
    taxClassId: row.taxClassId,
    price: row.price,
    specialPrice: row.specialPrice,
    specialFrom: row.specialFrom,
    specialTo: row.specialTo,
    setqty: row.setqty,
    sets: row.sets,
    stockSku: row.stockSku,
    createdAt: row.createdAt,
    partNumber: row.partNumber,
    priceGrade: row.priceGrade,
    features: row.features,
    extra: row.extra,
    tire: toTire(row),
    passport: row.passport,
    photo: row.photo,
  }
}

/** Returns the tire of a row with a size and a condition, else `null`; other missing values get a default. */
function toTire(row: Row): Tire | null {
  const { size, condition } = row
  if (size === null || condition === null) return null
  return {
    brand: row.brand ?? '',
    model: row.model ?? '',
    size,
    section: row.section ?? 0,
    aspect: row.aspect ?? 0,
    construction: row.construction ?? 'R',
    rim: row.rim ?? 0,
    season: row.season ?? 'All seasons',
    condition,
    subCondition: row.subCondition,
    treadDepth: row.treadDepth ?? 0,
    treadNew: row.treadNew ?? 0,
    runFlat: row.runFlat ?? false,
    tireLoad: row.tireLoad ?? 0,
    ...(row.tireLoadDual === null ? {} : { tireLoadDual: row.tireLoadDual }),
    ...(row.loadRange === null ? {} : { loadRange: row.loadRange }),
    tireSpeed: row.tireSpeed ?? '',
    speedRated: row.speedRated ?? 0,
    pattern: row.pattern ?? 'touring',
    dot: row.dot,
  }
}

export interface LowPool {
  stockSku: string
  qty: number
  lowMark: number
  name: string | null
}

/** Returns those of the pools that are at their low mark or below it, by name of their product. */
export function readLowPools(db: D1Database, stockSkus: readonly string[]): Promise<LowPool[]> {
  return connect(db).all<LowPool>(sql`
    select s.stock_sku as stockSku, s.qty, s.low_mark as lowMark, (select p.name from ${product} p where p.stock_sku = s.stock_sku
      order by p.parent_id is not null, p.id limit 1) as name
    from ${stock} s where s.stock_sku in ${inList(stockSkus)} and s.qty <= s.low_mark order by name, s.stock_sku`)
}
