/** The totals of the /api/cart calls in dollars, with every key that clients read (D8). */
import * as v from 'valibot'
import type { Cart, CartLine } from '../cart/cart.ts'
import { couponPercent } from '../cart/coupon/coupon.ts'
import { type LineTotals, TOTAL_SEGMENT, type Totals, totalSegments } from '../cart/totals/totals.ts'
import type { ZipCheck } from '../identity/location/delivery-area.ts'
import { CURRENCY, percentOf, toDollars } from '../platform/money.ts'

const API_TOTALS_ITEM = v.object({
  item_id: v.number(),
  qty: v.number(),
  name: v.string(),
  price: v.number(),
  price_incl_tax: v.number(),
  row_total: v.number(),
  row_total_incl_tax: v.number(),
  row_total_with_discount: v.number(),
  tax_amount: v.number(),
  tax_percent: v.number(),
  /** Positive. */
  discount_amount: v.number(),
  discount_percent: v.number(),
  /** JSON text of label and value. */
  options: v.string(),
})
type ApiTotalsItem = v.InferOutput<typeof API_TOTALS_ITEM>

/** `postcode` when the ZIP code is not in the state (D10). */
export const ZIP_WARNING = v.object({ error_fields: v.array(v.string()) })

export const API_TOTALS = v.object({
  grand_total: v.number(),
  subtotal: v.number(),
  /** Zero or negative. */
  discount_amount: v.number(),
  subtotal_with_discount: v.number(),
  shipping_amount: v.number(),
  shipping_discount_amount: v.number(),
  shipping_tax_amount: v.number(),
  shipping_incl_tax: v.number(),
  tax_amount: v.number(),
  subtotal_incl_tax: v.number(),
  base_currency_code: v.string(),
  quote_currency_code: v.string(),
  items_qty: v.number(),
  /** Only with a coupon: clients check for the key. */
  coupon_code: v.exactOptional(v.string()),
  items: v.array(API_TOTALS_ITEM),
  total_segments: v.array(TOTAL_SEGMENT),
  extension_attributes: v.exactOptional(ZIP_WARNING),
})
export type ApiTotals = v.InferOutput<typeof API_TOTALS>

/** Builds the totals. `zip` is the result of checking the ZIP code against the state. */
export function toApiTotals(cart: Pick<Cart, 'lines' | 'coupon'>, totals: Totals, zip: ZipCheck): ApiTotals {
  const { subtotal, discount, shipping, tax, couponCode } = totals
  return {
    grand_total: toDollars(totals.grandTotal),
    subtotal: toDollars(subtotal),
    discount_amount: toDollars(discount),
    subtotal_with_discount: toDollars(subtotal + discount),
    shipping_amount: toDollars(shipping),
    shipping_discount_amount: 0,
    shipping_tax_amount: 0,
    shipping_incl_tax: toDollars(shipping),
    tax_amount: toDollars(tax),
    subtotal_incl_tax: toDollars(subtotal + tax),
    base_currency_code: CURRENCY,
    quote_currency_code: CURRENCY,
    items_qty: cart.lines.reduce((sum, line) => sum + line.qty, 0),
    ...(couponCode ? { coupon_code: couponCode } : {}),
    items: cart.lines.flatMap((line) => {
      const row = totals.lines.find(({ itemId }) => itemId === line.itemId)
      return row ? [apiRow(line, row, couponPercent(cart.coupon))] : []
    }),
    total_segments: totalSegments(totals),
    ...(zip === 'invalid' ? { extension_attributes: { error_fields: ['postcode'] } } : {}),
  }
}

function apiRow(line: CartLine, row: LineTotals, discountPercent: number): ApiTotalsItem {
  const set = line.parentSku === null ? [] : [{ label: 'Set', value: setLabel(line.setqty) }]
  return {
    item_id: line.itemId,
    qty: line.qty,
    name: line.name,
    price: toDollars(line.unitPrice),
    price_incl_tax: toDollars(line.unitPrice + percentOf(line.unitPrice, row.taxPercent)),
    row_total: toDollars(row.rowTotal),
    row_total_incl_tax: toDollars(row.rowTotal + row.tax),
    row_total_with_discount: toDollars(row.rowTotal - row.discount),
    tax_amount: toDollars(row.tax),
    tax_percent: row.taxPercent,
    discount_amount: toDollars(row.discount),
    discount_percent: discountPercent,
    options: JSON.stringify([...set, ...line.choices]),
  }
}

function setLabel(setqty: number): string {
  return setqty === 1 ? 'Single' : setqty === 2 ? 'Pair' : `Set of ${setqty}`
}
