/**
 * Prices of a product on the wire: in documents, and in the render list that clients refresh them from (wire.md §6).
 * Sales tax depends on where the parcel goes, so before a place is known gross and net are the same amount.
 */
import { CURRENCY, toDollars } from '../domain/money.ts'
import { finalPrice, priceByTire } from '../domain/price.ts'
import type { Product } from '../domain/product.ts'

/** `2026-09-01 12:00:00`, in UTC. */
export function wireMoment(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** The price fields of spec §3 with their twins, in dollars. */
export function wirePrices(product: Product, now: number) {
  const price = toDollars(product.price)
  const final = toDollars(finalPrice(product, now))
  // A special price counts while it runs; before and after, its dates alone are told.
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
    special_from_date: product.specialFrom === null ? null : wireMoment(product.specialFrom),
    special_to_date: product.specialTo === null ? null : wireMoment(product.specialTo),
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

/** Style C and A texts (wire.md §0, §6). */
export const RENDER_TEXTS = {
  skus: 'skus parameter is required',
  tooMany: `Ask for at most ${RENDER_LIST_MAX} skus at a time.`,
  currency: `Prices are in ${CURRENCY}.`,
  store: "The store that was requested wasn't found. Verify the store and try again.",
} as const

/** Store that the shop is; a missing one and everything up to 0 mean it too (wire.md §6). */
const STORE_ID = 1

/** `null` for another store than ours. */
export function readStoreId(given: string | undefined): number | null {
  const id = Number(given ?? STORE_ID)
  if (!Number.isInteger(id) || id <= 0) return STORE_ID
  return id === STORE_ID ? id : null
}

export interface RenderItem {
  id: number
  sku: string
  name: string
  type: string
  url: string
  store_id: number
  currency_code: string
  /** Signature of the amounts. */
  sgn: string
  price_is_current: true
  price_refreshed_at: string
  price_info: PriceInfo & { extension_attributes: { tax_adjustments: PriceInfo } }
}

export interface PriceInfo {
  final_price: number
  regular_price: number
  special_price: number | null
  minimal_price: number
  max_price: number
  max_regular_price: number
  minimal_regular_price: number
}

/** `units` are what may be chosen of the product: its variants, or the product alone. */
export function renderItem(
  product: Product,
  units: readonly Product[],
  more: { url: string; sgn: string; now: number; storeId: number },
): RenderItem {
  const { final_price, regular_price, special_price } = wirePrices(product, more.now)
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
