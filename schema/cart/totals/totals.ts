/** Totals of a cart (D8), computed here for cart, checkout, order and mail. */
import * as v from 'valibot'
import type { LineComponent } from '../../catalog/product/line-component.ts'
import { allocate, CENTS, type Cents, toDollars } from '../../platform/money.ts'
import type { Cart, CartLine } from '../cart.ts'
import { couponDiscount, hasFreeShipping } from '../coupon/coupon.ts'
import { computeFees, FEE_AMOUNT, type FeeLine, type FeeRule } from './fee.ts'
import { isDestinationKnown, roundTaxPercent, type TaxPercentByClass, taxOn } from './tax.ts'

const LINE_TOTALS = v.object({
  itemId: v.number(),
  rowTotal: CENTS,
  /** Positive. */
  discount: CENTS,
  tax: CENTS,
  taxPercent: v.number(),
})
export type LineTotals = v.InferOutput<typeof LINE_TOTALS>

export const TOTALS = v.object({
  lines: v.array(LINE_TOTALS),
  subtotal: CENTS,
  /** Zero or negative. */
  discount: CENTS,
  shipping: CENTS,
  tax: CENTS,
  taxPercent: v.number(),
  fees: v.array(FEE_AMOUNT),
  grandTotal: CENTS,
  couponCode: v.nullable(v.string()),
  /** False until the region is known; tax and fees are zero until then. */
  placeKnown: v.boolean(),
})
export type Totals = v.InferOutput<typeof TOTALS>

/** The values beside the cart from which totals are computed; they depend on the destination. */
export interface TotalsContext {
  taxPercentByClass: TaxPercentByClass
  feeRules: readonly FeeRule[]
  /** Price of the chosen shipping method before a coupon. */
  shippingPrice: Cents
}

/** The context without a destination: no tax, no fees, free shipping. */
export const NO_DESTINATION_CONTEXT: TotalsContext = {
  taxPercentByClass: new Map(),
  feeRules: [],
  shippingPrice: 0,
}

/**
 * Computes the totals. The discount is allocated to the lines to the cent, each line is taxed after the discount, fees
 * are counted per tire, and the grand total is the sum of all parts.
 */
export function computeTotals(
  cart: Pick<Cart, 'lines' | 'coupon' | 'shipTo'>,
  context: TotalsContext,
): Totals {
  const placeKnown = isDestinationKnown(cart.shipTo)
  const rows = cart.lines.map((line) => line.unitPrice * line.qty)
  const subtotal = sum(rows)
  const tires = cart.lines.flatMap((line) => line.parts.flatMap((part) => feeLine(part, line.qty)))
  const discount = couponDiscount(cart.coupon, { subtotal, tires: sum(tires.map((line) => line.tires)) })
  const discounts = allocate(discount, rows)
  const lines = cart.lines.map((line, index): LineTotals => {
    const rowTotal = rows[index] ?? 0
    const lineDiscount = discounts[index] ?? 0
    const tax = placeKnown ? taxOnLine(line, rowTotal - lineDiscount, context.taxPercentByClass) : NO_TAX
    return { itemId: line.itemId, rowTotal, discount: lineDiscount, ...tax }
  })
  const fees = placeKnown ? computeFees(context.feeRules, tires) : []
  const shipping = hasFreeShipping(cart.coupon, subtotal) ? 0 : Math.max(0, context.shippingPrice)
  const tax = sum(lines.map((line) => line.tax))
  return {
    lines,
    subtotal,
    discount: discount === 0 ? 0 : -discount,
    shipping,
    tax,
    taxPercent: Math.max(0, ...lines.map((line) => line.taxPercent)),
    fees,
    grandTotal: subtotal - discount + shipping + tax + sum(fees.map((fee) => fee.amount)),
    couponCode: cart.coupon?.code ?? null,
    placeKnown,
  }
}

const NO_TAX = { tax: 0, taxPercent: 0 }

/** Returns the tax of one line: its discounted price is allocated to the tax classes of its parts. */
function taxOnLine({ parts }: Pick<CartLine, 'parts'>, net: Cents, percents: TaxPercentByClass) {
  const classes = [...new Set(parts.map((part) => part.taxClassId))]
  const weights = classes.map((id) =>
    sum(parts.map((part) => (part.taxClassId === id ? part.unitPrice * part.qty : 0))),
  )
  const nets = allocate(net, weights)
  const rates = classes.map((id) => percents.get(id) ?? 0)
  const tax = sum(nets.map((amount, index) => taxOn(amount, rates[index] ?? 0)))
  return { tax, taxPercent: Math.max(0, ...rates) }
}

/** Returns the tires of a part, from which fees are computed. */
function feeLine({ tire, qty, setqty, unitPrice }: LineComponent, units: number): FeeLine[] {
  return tire ? [{ ...tire, tires: units * qty * setqty, tirePrice: Math.round(unitPrice / setqty) }] : []
}

/** One entry of the API's `total_segments`; `value` in dollars, a percentage for `round_tax_percent`. */
export const TOTAL_SEGMENT = v.object({
  code: v.string(),
  title: v.string(),
  value: v.number(),
  area: v.exactOptional(v.literal('footer')),
})
type TotalSegment = v.InferOutput<typeof TOTAL_SEGMENT>

/** Returns the segments in the order in which clients show them, with the grand total last. */
export function totalSegments(totals: Totals): TotalSegment[] {
  const dollars = (code: string, title: string, cents: Cents): TotalSegment => ({
    code,
    title,
    value: toDollars(cents),
  })
  const coupon = totals.couponCode
  return [
    dollars('subtotal', 'Subtotal', totals.subtotal),
    dollars('shipping', 'Shipping', totals.shipping),
    ...(coupon ? [dollars('discount', `Discount (${coupon})`, totals.discount)] : []),
    ...totals.fees.map((fee) => dollars(fee.code, fee.title, fee.amount)),
    dollars('tax', 'Tax', totals.tax),
    { code: 'round_tax_percent', title: 'Tax percent', value: roundTaxPercent(totals.taxPercent) },
    { ...dollars('grand_total', 'Grand Total', totals.grandTotal), area: 'footer' },
  ]
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => total + amount, 0)
}
