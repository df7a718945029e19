/** Compares a cart's lines with the request and with the catalog at the moment of the order. */
import {
  addUnits,
  type Cart,
  type CartLine,
  isSameItem,
  type NewLine,
  removeLine,
  setLineQty,
} from '../../../schema/cart/cart.ts'
import { cartError } from '../../../schema/cart/cart-error.ts'
import { productFacts } from '../../../schema/cart/cart-format.ts'
import { type ResolvedItem, resolveItem } from '../../../schema/cart/cart-item.ts'
import type { Totals } from '../../../schema/cart/totals/totals.ts'
import type { Product, Stock } from '../../../schema/catalog/product/product.ts'
import { EMPTY_PARTS, type Parts } from '../../../schema/catalog/product/product-parts.ts'
import { type Pools, tiresFromPool, unitsForLine } from '../../../schema/catalog/product/stock.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import { MAX_ADDED_PRODUCTS } from '../../../schema/orders/limits/order-limits.ts'
import type { LineProblem, OrderLine, RequestedLine } from '../../../schema/orders/order.ts'
import { stockedProductsRead } from '../../catalog/product/product.sql.ts'
import { findOfferWithParts, partsOfSkusRead } from '../../catalog/product/product-parts.sql.ts'
import { combineReads, noRead, type Read, runRead } from '../../platform/drizzle.sql.ts'

/** The part of the catalog that repricing needs, read at the moment of the order. */
export interface OrderCatalog {
  products: ReadonlyMap<string, Product>
  stock: Pools
  /** Returns the parts of a product; for a variant of its parent. */
  partsOf(productId: number): Parts
}

/**
 * Reads the products of these lines with their parents and parts, and every stock pool that they could use. Parts are read
 * only if a line has some; `completeCatalog` reads them where a product got parts after it was added to the cart.
 */
export function orderCatalogRead(lines: readonly CartLine[]) {
  const skus = toSkus(lines)
  const partsOf: Read<OrderCatalog['partsOf'] | null> = lines.some(hasParts)
    ? partsOfSkusRead(skus)
    : noRead(null)
  return combineReads({ stocked: stockedProductsRead(skus), partsOf }, (read) => ({ ...read, skus }))
}

function hasParts({ type, parts, choices }: CartLine): boolean {
  return !['simple', 'configurable'].includes(type) || parts.length > 1 || choices.length > 0
}

type CatalogRead = ReturnType<typeof orderCatalogRead> extends Read<infer Value> ? Value : never

/** Returns the catalog of an order with the parts of its products. */
export async function completeCatalog(
  db: D1Database,
  { stocked, partsOf: known, skus }: CatalogRead,
): Promise<OrderCatalog> {
  const { products, stock } = stocked
  const partsOf = known ?? (stocked.hasParts ? await runRead(db, partsOfSkusRead(skus)) : () => EMPTY_PARTS)
  const bundles = [...products.values()].flatMap(({ id }) => partsOf(id).bundle)
  const linked = bundles.flatMap(({ links }) => links.map(({ offer }) => offer))
  const pools = linked.map((offer): [string, Stock] => [offer.product.stockSku, offer.stock])
  return { products, partsOf, stock: new Map([...pools, ...stock]) }
}

/**
 * Changes the cart to the lines that the client sends: sets their quantities, adds missing lines and removes all other
 * lines. Only sku, quantity and options of a requested line are read. Returns `null` when a line is not available,
 * because an order without it would differ from the request.
 */
export async function syncLines(
  db: D1Database,
  cart: Cart,
  wanted: readonly RequestedLine[],
  now: number,
): Promise<Cart | null> {
  const requests = await Promise.all(
    wanted.map(async (line) => {
      const { sku, option, qty } = line
      const known = findRequestedLine(cart, line)
      if (known) return { qty, item: known }
      const found = resolveItem(await findOfferWithParts(db, sku), { sku, parentSku: null, option }, now)
      return { qty, item: found.ok ? found.item : null }
    }),
  )
  let next = cart
  for (const line of cart.lines) {
    if (requests.some(({ item }) => item && isSameItem(item, line))) continue
    const change = removeLine(next, line.itemId, { now })
    if (change.ok) next = change.cart
  }
  const rows = mergeRequests(requests)
  for (const { qty, item } of rows) {
    if (!item) return null
    const known = next.lines.find((line) => isSameItem(line, item))
    if (known?.qty === qty) continue
    const change = known ? setLineQty(next, known.itemId, qty, { now }) : addUnits(next, item, qty, { now })
    if (!change.ok) return null
    next = change.cart
  }
  // A service such as mounting has followed the tires, and may have ended with them.
  const isAsRequested = rows.every(
    ({ qty, item }) => item && next.lines.some((line) => isSameItem(line, item) && line.qty === qty),
  )
  return isAsRequested ? next : null
}

interface RequestedItem {
  qty: number
  item: NewLine | null
}

/** Returns one row per item with its total quantity. */
function mergeRequests(requests: readonly RequestedItem[]): RequestedItem[] {
  const rows: RequestedItem[] = []
  for (const { qty, item } of requests) {
    const known = rows.find((row) => item && row.item && isSameItem(row.item, item))
    if (known) known.qty += qty
    else rows.push({ qty, item })
  }
  return rows
}

/**
 * Checks whether a request names more products outside its cart than a client may have added while it was offline. An
 * order contains the lines of its cart, in quantities that are sold online.
 */
export function hasTooManyNewProducts(cart: Cart, wanted: readonly RequestedLine[]): boolean {
  return wanted.filter((line) => findRequestedLine(cart, line) === null).length > MAX_ADDED_PRODUCTS
}

/** Finds the requested line in the cart: by its id if the sku matches, else by sku and options. */
function findRequestedLine(cart: Cart, wanted: RequestedLine): CartLine | null {
  const { itemId, sku } = wanted
  const byId = cart.lines.find((line) => line.itemId === itemId && [line.sku, line.parentSku].includes(sku))
  return byId ?? cart.lines.find((line) => isSameItem(line, wanted)) ?? null
}

/**
 * Returns the cart at today's prices and its changes. Lines that are no longer sold are removed and prices are updated.
 * Quantities stay, because only the shopper decides to buy fewer tires.
 */
export function repriceLines(
  cart: Cart,
  catalog: OrderCatalog,
  now: number,
): { cart: Cart; changes: LineProblem[] } {
  const changes: LineProblem[] = []
  let next = cart
  for (const line of cart.lines) {
    const base = { itemId: line.itemId, sku: line.sku, name: line.name, before: line.unitPrice }
    const found = resolveCurrentItem(line, catalog, now)
    if (!found.ok) {
      changes.push({ ...base, problem: 'gone', now: null, available: 0 })
      const change = removeLine(next, line.itemId, { now })
      if (change.ok) next = change.cart
      continue
    }
    const { item } = found
    if (item.unitPrice !== line.unitPrice) {
      changes.push({ ...base, problem: 'price', now: item.unitPrice, available: null })
    }
    if (JSON.stringify({ ...line, ...item }) !== JSON.stringify(line)) {
      const change = setLineQty(next, line.itemId, line.qty, { now, item })
      if (change.ok) next = change.cart
    }
  }
  return { cart: next, changes }
}

/** Returns the lines with a stock pool that has less stock than the cart needs from it. */
export function findStockShortages(
  lines: readonly Pick<CartLine, 'itemId' | 'sku' | 'name' | 'parts' | 'qty' | 'unitPrice'>[],
  pools: Pools,
): LineProblem[] {
  const isShort = (stockSku: string) => {
    const pool = pools.get(stockSku) ?? { qty: 0, manage: true }
    return pool.manage && tiresFromPool(lines, stockSku) > pool.qty
  }
  return lines.flatMap((line): LineProblem[] => {
    if (!line.parts.some(({ stockSku }) => isShort(stockSku))) return []
    const { itemId, sku, name, unitPrice } = line
    const available = unitsForLine(line, lines, pools)
    return [{ itemId, sku, name, problem: 'stock', before: unitPrice, now: unitPrice, available }]
  })
}

/** Returns the SKUs of the stock pools that these lines use. */
export function toStockSkus(lines: readonly Pick<CartLine, 'parts'>[]): string[] {
  return [...new Set(lines.flatMap(({ parts }) => parts.map(({ stockSku }) => stockSku)))]
}

/** Returns the lines with the amounts and the text that the order stores. */
export function orderLines(
  lines: readonly CartLine[],
  totals: Totals,
  products: ReadonlyMap<string, Product>,
): OrderLine[] {
  return lines.map((line) => {
    const sums = totals.lines.find((part) => part.itemId === line.itemId)
    const { sku, name, qty, unitPrice } = line
    return {
      ...line,
      ...toLineText(products.get(sku), name),
      rowTotal: sums?.rowTotal ?? unitPrice * qty,
      discount: sums?.discount ?? 0,
      tax: sums?.tax ?? 0,
      taxPercent: sums?.taxPercent ?? 0,
    }
  })
}

/** Returns the SKUs that repricing these lines needs: their own and those of their parents. */
function toSkus(lines: readonly { sku: string; parentSku?: string | null }[]): string[] {
  return [...new Set(lines.flatMap(({ sku, parentSku }) => (parentSku ? [sku, parentSku] : [sku])))]
}

/** Resolves a line against today's catalog by the rule that also resolves an added item. */
function resolveCurrentItem(
  line: CartLine,
  { products, stock, partsOf }: OrderCatalog,
  now: number,
): ResolvedItem {
  const unit = products.get(line.sku)
  const parent = unit?.parentSku ? products.get(unit.parentSku) : unit
  // A pool without a row has no stock.
  const pool = stock.get(unit?.stockSku ?? '')
  if (!unit || !parent || !pool) return cartError('unknown-product')
  const offer = { product: parent, stock: pool, variants: parent === unit ? [] : [unit] }
  const found = { offer, parts: partsOf(parent.id) }
  return resolveItem(found, { sku: line.sku, parentSku: line.parentSku, option: line.option }, now)
}

/** Returns the text that the order line stores, because the text of the catalog may change later. */
function toLineText(product: Product | undefined, name: string): Pick<OrderLine, 'title' | 'facts'> {
  return product ? { title: productTitle(product), facts: productFacts(product) } : { title: name, facts: '' }
}
