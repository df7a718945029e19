/**
 * The delivery quote of a product page: the arrival day and the total with fees and tax at a ZIP code, computed by the
 * rule that cart and order use.
 */

import { type CartLine, parseQty } from '../../../schema/cart/cart.ts'
import { parseFormSelections } from '../../../schema/cart/cart-form.api.ts'
import { resolveGroupMembers, resolveItem } from '../../../schema/cart/cart-item.ts'
import { taxLabel } from '../../../schema/cart/totals/tax.ts'
import { computeTotals, type Totals } from '../../../schema/cart/totals/totals.ts'
import type { DeliveryQuote } from '../../../schema/catalog/delivery/delivery.api.ts'
import { isShipped, SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { EMPTY_PARTS } from '../../../schema/catalog/product/product-parts.ts'
import { COUNTRY } from '../../../schema/identity/location/delivery-area.ts'
import { arrivalDate, formatCutoff, formatDay } from '../../../schema/platform/shop-calendar.ts'
import { findOfferWithParts } from '../../catalog/product/product-parts.sql.ts'
import { locateZip } from '../../identity/location/locate-zip.ts'
import { knownClosedDays } from '../../platform/cache/change-feed.ts'
import { findTotalsContext } from './totals-context.sql.ts'

export type DeliveryResult =
  | { ok: true; quote: DeliveryQuote }
  /** `status` is the HTTP status of the reply; `message` is shown to the shopper. */
  | { ok: false; status: 400 | 404 | 422; message: string }

/** The unvalidated fields of the add-to-cart form: `sku`, `qty` and the fields that `parseFormSelections` reads. */
export type DeliveryFields = Readonly<Record<string, string>>

const UNKNOWN = 'Choose what to ship first.'

/** Quotes the delivery of a product selection to a ZIP code that a shopper typed. */
export async function quoteDelivery(
  db: D1Database,
  request: { zip: string; fields: DeliveryFields },
  now: number,
): Promise<DeliveryResult> {
  const [found, lines] = await Promise.all([
    locateZip(db, request.zip),
    resolveLines(db, request.fields, now),
  ])
  if (!found.ok) return found
  const { zip, place, region } = found
  if (lines.length === 0) return { ok: false, status: 404, message: UNKNOWN }

  const shipTo = { countryId: COUNTRY, regionId: region.id, regionCode: region.code, postcode: zip }
  const cart = { lines, coupon: null, shipTo, shippingMethod: null }
  const totals = computeTotals(cart, await findTotalsContext(db, cart))
  const shipped = lines.some(({ type }) => isShipped(type))
  return {
    ok: true,
    quote: {
      zip,
      place: `${place.city}, ${place.state}`,
      arrives: shipped ? formatDay(arrivalDate(now, knownClosedDays())) : null,
      leaves: shipped ? formatCutoff(now, knownClosedDays()) : null,
      sums: toSums(totals, shipped),
      total: totals.grandTotal,
    },
  }
}

function toSums(totals: Totals, shipped: boolean): DeliveryQuote['sums'] {
  return [
    { title: 'Price', amount: totals.subtotal },
    ...(shipped ? [{ title: 'Shipping', amount: totals.shipping }] : []),
    ...totals.fees.map(({ title, amount }) => ({ title, amount })),
    { title: taxLabel(totals.taxPercent, true), amount: totals.tax },
  ]
}

/** Returns the cart lines of the product selection, or no lines when the selection is unavailable. */
async function resolveLines(db: D1Database, fields: DeliveryFields, now: number): Promise<CartLine[]> {
  const sku = fields.sku?.trim() ?? ''
  const found = sku === '' || sku.length > SKU_MAX ? null : await findOfferWithParts(db, sku)
  if (!found) return []
  const { option, members } = parseFormSelections(fields)
  if (found.offer.product.type === 'grouped') {
    const wanted = resolveGroupMembers(found.parts, members)
    if (!wanted.ok) return []
    return wanted.members.flatMap(({ sku: member, qty }, index) => {
      const part = found.parts.associated.find((known) => known.sku === member)
      const own = part && { offer: part.offer, parts: EMPTY_PARTS }
      const resolved = resolveItem(own ?? null, { sku: member, parentSku: null, option: null }, now)
      return resolved.ok ? [{ ...resolved.item, itemId: index + 1, qty }] : []
    })
  }
  const qty = parseQty(fields.qty ?? '1')
  const resolved = resolveItem(found, { sku, parentSku: null, option }, now)
  return qty.ok && resolved.ok ? [{ ...resolved.item, itemId: 1, qty: qty.qty }] : []
}
