/**
 * Prices of a product in API documents and in the render list (C10). Sales tax depends on the destination, so gross and
 * net prices are equal here.
 */
import * as v from 'valibot'
import { CURRENCY, toDollars } from '../../platform/money.ts'
import type { Product } from '../product/product.ts'
import { finalPrice, priceByTire } from './price.ts'

/** Formats a time in milliseconds as `2026-09-01 12:00:00`, in UTC. */
export function formatApiTimestamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns all price fields of a product in dollars; many prices have two names, because clients read both. */
export function toApiPrices(product: Product, now: number) {
  const price = toDollars(product.price)
  const final = toDollars(finalPrice(product, now))
  // Outside the dates of a special price, clients receive only the dates.
  const special = final < price ? final : null
  return {
    price,
    price_incl_tax: price,
    price_tax: 0,
    regular_price: price,
    final_price: final,
    final_price_incl_tax: final,
    final_price_tax: 0,
    special_price: special,
    special_price_incl_tax: special,
    special_price_tax: 0,
    special_from_date: product.specialFrom === null ? null : formatApiTimestamp(product.specialFrom),
    special_to_date: product.specialTo === null ? null : formatApiTimestamp(product.specialTo),
    original_price: price,
    original_price_incl_tax: price,
    original_final_price: final,
    original_final_price_incl_tax: final,
    original_special_price: special,
    original_special_price_incl_tax: special,
    price_by_tire: toDollars(priceByTire(product, now)),
  }
}

export const RENDER_LIST_MAX = 100

export const RENDER_MESSAGES = {
  skus: 'skus parameter is required',
  tooMany: `Ask for at most ${RENDER_LIST_MAX} skus at a time.`,
  currency: `Prices are in ${CURRENCY}.`,
  store: "The store that was requested wasn't found. Verify the store and try again.",
} as const

/** The id of the only store; a missing id and ids up to 0 also mean this store. */
const STORE_ID = 1

/** Parses a store id; `null` for an unknown store. */
export function readStoreId(text: string | undefined): number | null {
  const id = Number(text ?? STORE_ID)
  if (!Number.isInteger(id) || id <= 0) return STORE_ID
  return id === STORE_ID ? id : null
}

const PRICE_INFO = v.object({
  final_price: v.number(),
  regular_price: v.number(),
  special_price: v.nullable(v.number()),
  minimal_price: v.number(),
  max_price: v.number(),
  max_regular_price: v.number(),
  minimal_regular_price: v.number(),
})
type PriceInfo = v.InferOutput<typeof PRICE_INFO>

export const RENDER_ITEM = v.object({
  id: v.number(),
  sku: v.string(),
  name: v.string(),
  type: v.string(),
  url: v.string(),
  store_id: v.number(),
  currency_code: v.string(),
  /** Signature of the amounts. */
  sgn: v.string(),
  price_is_current: v.literal(true),
  price_refreshed_at: v.string(),
  price_info: v.object({
    ...PRICE_INFO.entries,
    extension_attributes: v.object({ tax_adjustments: PRICE_INFO }),
  }),
})
export type RenderItem = v.InferOutput<typeof RENDER_ITEM>

/**
 * Builds an entry of the render list; `units` are the available variants; without them the product itself is the only
 * unit.
 */
export function renderItem(
  product: Product,
  units: readonly Product[],
  more: { url: string; sgn: string; now: number; storeId: number },
): RenderItem {
  const { final_price, regular_price, special_price } = toApiPrices(product, more.now)
  const all = units.length > 0 ? units : [product]
  const finals = all.map((unit) => toDollars(finalPrice(unit, more.now)))
  const regulars = all.map((unit) => toDollars(unit.price))
  const info: PriceInfo = {
    final_price,
    regular_price,
    special_price,
    minimal_price: Math.min(...finals),
    max_price: Math.max(...finals),
    minimal_regular_price: Math.min(...regulars),
    max_regular_price: Math.max(...regulars),
  }
  return {
    id: product.id,
    sku: product.sku,
    name: product.name,
    type: product.type,
    url: more.url,
    store_id: more.storeId,
    currency_code: CURRENCY,
    sgn: more.sgn,
    price_is_current: true,
    price_refreshed_at: new Date(more.now).toISOString(),
    price_info: { ...info, extension_attributes: { tax_adjustments: info } },
  }
}
