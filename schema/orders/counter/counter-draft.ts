/** A sale at the counter or by phone before it is paid (H14p). Its tires are held while it is open. */
import type { AppliedCoupon, CartLine } from '../../cart/cart.ts'
import { computeTotals, type Totals, type TotalsContext } from '../../cart/totals/totals.ts'
import { totalStockDemand } from '../../catalog/product/line-component.ts'
import type { ShipTo } from '../../identity/location/address.ts'
import type { AddressDetails } from '../../identity/location/address-details.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/duration.ts'
import type { Cents } from '../../platform/money.ts'
import type { OrderLine } from '../order.ts'

/**
 * open     its tires are held for it
 * ordered  its order has its tires, paid or in payment
 * ended    its time is over, or staff ended it; it holds nothing
 */
export type CounterState = 'open' | 'ordered' | 'ended'
/** The buyer takes the tires along, or they are sent; `difference` pays for an edit of another order and hands nothing over. */
export type CounterWay = 'pickup' | 'delivery' | 'difference'

/** Most tires of one sale. */
export const COUNTER_TIRES_MAX = 12
/** How long a new sale holds its tires, and the longest time from its beginning. */
export const HOLD_MS = 15 * MINUTE_MS
export const HOLD_MAX_MS = DAY_MS

/** A line with the texts that its order stores. Its price stays as it was when the line was added. */
export interface CounterLine extends CartLine {
  title: string
  facts: string
}

export interface CounterDiscount {
  /** Of all lines. */
  percent: number
  why: string
}

/** Names and address may be empty while the buyer takes the tires along. */
export interface CounterBuyer extends AddressDetails {
  email: string
  /** Their account; absent for a guest. */
  customerId?: number
  /** The order that a buyer without an email address was found by: their store credit is under its number. */
  receipt?: string
}

/** Returns the name that the store credit of a buyer is under (H14u); empty for a buyer whom nothing names. */
export function creditHolder(buyer: Pick<CounterBuyer, 'email' | 'receipt'> | null): string {
  return buyer?.email || buyer?.receipt || ''
}

/** The case of a return whose value pays for other tires. */
export interface CounterExchange {
  orderNumber: string
  number: number
}

/** What staff wrote down about the money. A number of a card is never among it. */
export interface CounterPayment {
  /** Cash that the buyer gave; `null` for a card. */
  given: Cents | null
  /** The card's last four digits and the number of the terminal's slip; empty for cash. */
  lastFour: string
  slip: string
  staffId: number
  /** The part that store credit paid. */
  credit?: Cents
}

/** The sku of a line that is no product, such as mounting or a disposal fee. */
export const CUSTOM_SKU = 'SERVICE'

/** Returns the tires by stock pool that these lines need. */
export function counterDemand(lines: readonly CounterLine[]): Record<string, number> {
  return Object.fromEntries(totalStockDemand(lines.filter(({ sku }) => sku !== CUSTOM_SKU)))
}

/** Makes a line that is no product, with the tax class of its price; 0 is not taxed. */
export function customLine(line: {
  itemId: number
  title: string
  price: Cents
  taxClassId: number
}): CounterLine {
  const { itemId, title, price: unitPrice, taxClassId } = line
  const part = { sku: CUSTOM_SKU, qty: 1, setqty: 1, unitPrice, stockSku: '', taxClassId, tire: null }
  return {
    itemId,
    sku: CUSTOM_SKU,
    parentSku: null,
    productId: 0,
    type: 'virtual',
    name: title,
    qty: 1,
    setqty: 1,
    unitPrice,
    parts: [part],
    choices: [],
    option: null,
    title,
    facts: '',
  }
}

/** The name of a discount in totals, where a coupon of the shop has its code. */
const DISCOUNT_CODE = 'COUNTER'

function toCoupon(discount: CounterDiscount | null): AppliedCoupon | null {
  return discount && { code: DISCOUNT_CODE, kind: 'percent', value: discount.percent, minSubtotal: 0 }
}

/** Computes the totals by the rule of the checkout; a discount counts as a coupon of its percentage. */
export function counterTotals(
  { lines, discount }: { lines: readonly CounterLine[]; discount: CounterDiscount | null },
  shipTo: ShipTo | null,
  context: TotalsContext,
): Totals {
  return computeTotals({ lines: [...lines], coupon: toCoupon(discount), shipTo }, context)
}

/** Returns the lines as their order stores them. */
export function counterOrderLines(lines: readonly CounterLine[], totals: Totals): OrderLine[] {
  return lines.map((line) => {
    const sums = totals.lines.find(({ itemId }) => itemId === line.itemId)
    const { rowTotal = line.unitPrice * line.qty, discount = 0, tax = 0, taxPercent = 0 } = sums ?? {}
    return { ...line, rowTotal, discount, tax, taxPercent }
  })
}
