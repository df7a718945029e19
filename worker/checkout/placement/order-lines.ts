/** A cart's lines against the catalog, at the moment of the order: what a client asked for, and what it costs now. */
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
import { NEW_PRODUCTS } from '../../../schema/orders/limits/order-limits.ts'
import type { OrderChange, OrderLine, RequestedLine } from '../../../schema/orders/order.ts'
import { findProducts, findStock } from '../../catalog/product/product.sql.ts'
import { findWhole, readPartsOf } from '../../catalog/product/product-parts.sql.ts'

/** What repricing needs of the catalog, read at the moment of the order. */
export interface OrderCatalog {
  products: ReadonlyMap<string, Product>
  stock: ReadonlyMap<string, Stock>
  /** By the id of the product that was asked for, so the parent's of a variant. */
  parts: ReadonlyMap<number, Parts>
}

/** Everything about these lines: products and parents, what they are made of, and every pool they could take from. */
export async function readOrderCatalog(db: D1Database, lines: readonly CartLine[]): Promise<OrderCatalog> {
  const products = await findProducts(db, skusOf(lines))
  const whole = [...products.values()].filter(({ parentSku }) => parentSku === null)
  const parts = await readPartsOf(
    db,
    whole.map(({ id }) => id),
  )
  const linked = [...parts.values()].flatMap(({ bundle }) => bundle.flatMap((place) => place.links))
  const pools = [...products.values(), ...linked.map(({ offer }) => offer.product)]
  const stock = await findStock(db, [...new Set(pools.map((product) => product.stockSku))])
  return { products, stock, parts }
}

/**
 * Brings the cart in line with what the client sends: quantities as asked, lines it does not name removed, things the
 * cart does not have added. Nothing but sku, quantity and options is looked at. `null` when something
 * cannot be had: an order without it would be another one than was asked for.
 */
export async function syncLines(
  db: D1Database,
  cart: Cart,
  wanted: readonly RequestedLine[],
  now: number,
): Promise<Cart | null> {
  const asked = await Promise.all(
    wanted.map(async (line) => {
      const { sku, option, qty } = line
      const known = findRequestedLine(cart, line)
      if (known) return { qty, item: known }
      const found = resolveItem(await findWhole(db, sku), { sku, parentSku: null, option }, now)
      return { qty, item: found.ok ? found.item : null }
    }),
  )
  let next = cart
  for (const line of cart.lines) {
    if (asked.some(({ item }) => item && isSameItem(item, line))) continue
    const change = removeLine(next, line.itemId, { now })
    if (change.ok) next = change.cart
  }
  for (const { qty, item } of mergeRequests(asked)) {
    if (!item) return null
    const known = next.lines.find((line) => isSameItem(line, item))
    if (known?.qty === qty) continue
    const change = known ? setLineQty(next, known.itemId, qty, { now }) : addUnits(next, item, qty, { now })
    if (!change.ok) return null
    next = change.cart
  }
  return next
}

interface AskedItem {
  qty: number
  item: NewLine | null
}

/** One row for each item, with all that was asked of it. */
function mergeRequests(asked: readonly AskedItem[]): AskedItem[] {
  const rows: AskedItem[] = []
  for (const { qty, item } of asked) {
    const known = rows.find((row) => item && row.item && isSameItem(row.item, item))
    if (known) known.qty += qty
    else rows.push({ qty, item })
  }
  return rows
}

/**
 * True when an order names more products beside those of its cart than a client that was offline may have: what an order
 * holds is what its cart holds, in quantities that are sold online.
 */
export function namesTooMuch(cart: Cart, wanted: readonly RequestedLine[]): boolean {
  return wanted.filter((line) => findRequestedLine(cart, line) === null).length > NEW_PRODUCTS
}

/** The line of the cart that a client means: by its id if the sku fits, else by sku and what was chosen. */
function findRequestedLine(cart: Cart, wanted: RequestedLine): CartLine | null {
  const { itemId, sku } = wanted
  const byId = cart.lines.find((line) => line.itemId === itemId && [line.sku, line.parentSku].includes(sku))
  return byId ?? cart.lines.find((line) => isSameItem(line, wanted)) ?? null
}

/**
 * The cart at today's prices, and what changed on the way. Lines that are no longer sold are taken out, prices are
 * set; quantities stay, for it is the shopper who gives up a tire.
 */
export function repriceLines(
  cart: Cart,
  catalog: OrderCatalog,
  now: number,
): { cart: Cart; changes: OrderChange[] } {
  const changes: OrderChange[] = []
  let next = cart
  for (const line of cart.lines) {
    const about = { itemId: line.itemId, sku: line.sku, name: line.name, before: line.unitPrice }
    const found = offeredNow(line, catalog, now)
    if (!found.ok) {
      changes.push({ ...about, problem: 'gone', now: null, available: 0 })
      const change = removeLine(next, line.itemId, { now })
      if (change.ok) next = change.cart
      continue
    }
    const { item } = found
    if (item.unitPrice !== line.unitPrice) {
      changes.push({ ...about, problem: 'price', now: item.unitPrice, available: null })
    }
    if (JSON.stringify({ ...line, ...item }) !== JSON.stringify(line)) {
      const change = setLineQty(next, line.itemId, line.qty, { now, item })
      if (change.ok) next = change.cart
    }
  }
  return { cart: next, changes }
}

/** Lines of which one of the pools has less than the cart takes from it. */
export function findStockShortages(
  lines: readonly Pick<CartLine, 'itemId' | 'sku' | 'name' | 'parts' | 'qty' | 'unitPrice'>[],
  pools: Pools,
): OrderChange[] {
  const isShort = (stockSku: string) => {
    const pool = pools.get(stockSku) ?? { qty: 0, manage: true }
    return pool.manage && tiresFromPool(lines, stockSku) > pool.qty
  }
  return lines.flatMap((line): OrderChange[] => {
    if (!line.parts.some(({ stockSku }) => isShort(stockSku))) return []
    const { itemId, sku, name, unitPrice } = line
    const available = unitsForLine(line, lines, pools)
    return [{ itemId, sku, name, problem: 'stock', before: unitPrice, now: unitPrice, available }]
  })
}

/** The pools that these lines take from. */
export function toStockSkus(lines: readonly Pick<CartLine, 'parts'>[]): string[] {
  return [...new Set(lines.flatMap(({ parts }) => parts.map(({ stockSku }) => stockSku)))]
}

/** The lines as the order keeps them. */
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

/** All skus that repricing these lines needs: their own and their parents'. */
function skusOf(lines: readonly { sku: string; parentSku?: string | null }[]): string[] {
  return [...new Set(lines.flatMap(({ sku, parentSku }) => (parentSku ? [sku, parentSku] : [sku])))]
}

/** What the catalog offers for a line today: the same answer as when it was put in, by the same rule. */
function offeredNow(line: CartLine, { products, stock, parts }: OrderCatalog, now: number): ResolvedItem {
  const unit = products.get(line.sku)
  const parent = unit?.parentSku ? products.get(unit.parentSku) : unit
  // A pool without a row gives nothing.
  const pool = stock.get(unit?.stockSku ?? '')
  if (!unit || !parent || !pool) return cartError('unknown-product')
  const offer = { product: parent, stock: pool, variants: parent === unit ? [] : [unit] }
  const found = { offer, parts: parts.get(parent.id) ?? EMPTY_PARTS }
  return resolveItem(found, { sku: line.sku, parentSku: line.parentSku, option: line.option }, now)
}

/** A line keeps its words: the catalog may write other ones tomorrow. */
function toLineText(product: Product | undefined, name: string): Pick<OrderLine, 'title' | 'facts'> {
  return product ? { title: productTitle(product), facts: productFacts(product) } : { title: name, facts: '' }
}
