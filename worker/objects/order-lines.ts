/** A cart's lines against the catalogue, at the moment of the order: what a client asked for, and what it costs now. */
import {
  addLine,
  type Cart,
  type CartLine,
  findLine,
  removeLine,
  setLineQty,
} from '../../schema/domain/cart.ts'
import { productFacts, type ResolvedItem, resolveItem } from '../../schema/domain/cart-item.ts'
import type { OrderChange, OrderLine, RequestedLine } from '../../schema/domain/order.ts'
import type { Product, Stock } from '../../schema/domain/product.ts'
import { tiresFromPool, unitsForLine } from '../../schema/domain/stock.ts'
import { productTitle } from '../../schema/domain/tire-text.ts'
import type { Totals } from '../../schema/domain/totals.ts'
import { findOffer } from '../db/product.ts'

/**
 * Brings the cart in line with what the client sends: quantities as asked, lines it does not name removed, skus the
 * cart does not have added (wire.md §3). Nothing but sku, quantity and options is looked at. `null` when something
 * cannot be had: an order without it would be another one than was asked for.
 */
export async function syncLines(
  db: D1Database,
  cart: Cart,
  wanted: readonly RequestedLine[],
  now: number,
): Promise<Cart | null> {
  const asked = await Promise.all(
    wanted.map(async ({ sku, qty, option }) => {
      const isKnown = findLine(cart, { itemId: null, sku }) !== null
      const request = { sku, parentSku: null, option }
      const found = isKnown ? null : resolveItem(await findOffer(db, sku), request, now)
      return { sku: found?.ok ? found.item.sku : sku, qty, item: found?.ok ? found.item : null }
    }),
  )
  let next = cart
  for (const line of cart.lines) {
    if (asked.some(({ sku }) => sku === line.sku)) continue
    const change = removeLine(next, line.itemId, { now })
    if (change.ok) next = change.cart
  }
  for (const { sku, qty, item } of asked) {
    const known = findLine(next, { itemId: null, sku })
    if (known?.qty === qty) continue
    const change = known
      ? setLineQty(next, known.itemId, qty, { now })
      : item && addLine(next, item, qty, { now })
    if (!change?.ok) return null
    next = change.cart
  }
  return next
}

/**
 * The cart at today's prices, and what changed on the way. Lines that are no longer sold are taken out, prices are
 * set; quantities stay, for it is the shopper who gives up a tire.
 */
export function repriceLines(
  cart: Cart,
  catalogue: { products: ReadonlyMap<string, Product>; stock: ReadonlyMap<string, Stock> },
  now: number,
): { cart: Cart; changes: OrderChange[] } {
  const changes: OrderChange[] = []
  let next = cart
  for (const line of cart.lines) {
    const about = { itemId: line.itemId, sku: line.sku, name: line.name, before: line.unitPrice }
    const found = offeredNow(line, catalogue, now)
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

/** Lines whose pool has less than the cart takes from it. */
export function shortLines(
  lines: readonly Pick<CartLine, 'itemId' | 'sku' | 'name' | 'stockSku' | 'setqty' | 'qty' | 'unitPrice'>[],
  stock: ReadonlyMap<string, Stock>,
): OrderChange[] {
  return lines.flatMap((line) => {
    const pool = stock.get(line.stockSku) ?? { qty: 0, manage: true }
    if (!pool.manage || tiresFromPool(lines, line.stockSku) <= pool.qty) return []
    const { itemId, sku, name, unitPrice } = line
    const available = unitsForLine(line, lines, pool)
    return [{ itemId, sku, name, problem: 'stock', before: unitPrice, now: unitPrice, available }]
  })
}

/** The lines as the order keeps them. */
export function orderLines(
  lines: readonly CartLine[],
  totals: Totals,
  products: ReadonlyMap<string, Product>,
): OrderLine[] {
  return lines.map((line) => {
    const sums = totals.lines.find((part) => part.itemId === line.itemId)
    const { itemId, productId, sku, parentSku, type, name, qty, setqty, unitPrice, stockSku, option } = line
    return {
      ...{ itemId, productId, sku, parentSku, type, name, qty, setqty, unitPrice, stockSku, option },
      ...wordsOf(products.get(sku), name),
      rowTotal: sums?.rowTotal ?? unitPrice * qty,
      discount: sums?.discount ?? 0,
      tax: sums?.tax ?? 0,
      taxPercent: sums?.taxPercent ?? 0,
    }
  })
}

/** All skus that repricing these lines needs: their own and their parents'. */
export function skusOf(lines: readonly { sku: string; parentSku?: string | null }[]): string[] {
  return [...new Set(lines.flatMap(({ sku, parentSku }) => (parentSku ? [sku, parentSku] : [sku])))]
}

/** What the catalogue offers for a line today: the same answer as when it was put in, by the same rule. */
function offeredNow(
  line: CartLine,
  { products, stock }: { products: ReadonlyMap<string, Product>; stock: ReadonlyMap<string, Stock> },
  now: number,
): ResolvedItem {
  const unit = products.get(line.sku)
  const parent = unit?.parentSku ? products.get(unit.parentSku) : unit
  // A pool without a row gives nothing.
  const pool = stock.get(unit?.stockSku ?? '')
  const offer =
    unit && parent && pool ? { product: parent, stock: pool, variants: parent === unit ? [] : [unit] } : null
  return resolveItem(offer, { sku: line.sku, parentSku: line.parentSku, option: line.option }, now)
}

/** A line keeps its words: the catalogue may write other ones tomorrow. */
function wordsOf(product: Product | undefined, name: string): Pick<OrderLine, 'title' | 'facts'> {
  return product ? { title: productTitle(product), facts: productFacts(product) } : { title: name, facts: '' }
}
