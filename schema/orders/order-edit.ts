/**
 * Edits of the lines of a placed order (H14o): a line is removed, or its unit is swapped for another. The edited order costs what a
 * fresh order of its lines would cost, to the cent.
 */
import type { AppliedCoupon, CartLine } from '../cart/cart.ts'
import { computeTotals, type Totals, type TotalsContext } from '../cart/totals/totals.ts'
import { tiresPerUnit, totalStockDemand } from '../catalog/product/line-component.ts'
import type { ShipTo } from '../identity/location/address.ts'
import type { Cents } from '../platform/money.ts'
import type { Order, OrderLine } from './order.ts'

export type LineEditKind = 'remove' | 'swap'
/**
 * waiting  its difference is to be paid; the old order stands and the new unit is held
 * done     the order has its new lines
 * ended    it was not paid, or the order no longer allowed it; the old order stands
 */
export type EditState = 'waiting' | 'done' | 'ended'

/** A unit that can take the place of a line, with the texts that its order stores. */
export type ReplacementUnit = Omit<CartLine, 'itemId' | 'qty'> & Pick<OrderLine, 'title' | 'facts'>

export type LineEdit =
  | { kind: 'remove'; itemId: number }
  | { kind: 'swap'; itemId: number; unit: ReplacementUnit }

/** The order after an edit. */
export interface EditedOrder {
  lines: OrderLine[]
  totals: Totals
  /** Tires by stock pool that go back on sale; below zero, that the order takes. */
  restock: Record<string, number>
}

export interface PlannedEdit extends EditedOrder {
  before: OrderLine
  /** Above zero the buyer pays it, below zero it is refunded. */
  difference: Cents
}

/** What totals depend on beside the lines: the terms of the coupon, the destination and its rates. */
export interface EditTerms {
  coupon: AppliedCoupon | null
  shipTo: ShipTo | null
  context: TotalsContext
}

export const EDIT_MESSAGES = {
  'no-line': 'This line is no longer in the order.',
  'last-line': 'It’s the only line. Cancel the order instead.',
  service: 'A service goes with the tires. Edit the tires, or refund it.',
  'follows-tires':
    'This order has mounting or a road hazard plan for each tire, so the number of its tires can’t change. Swap the tire, or refund it.',
  kind: 'Only tires and other single products can be edited.',
  same: 'It’s the same unit.',
  terms:
    'Prices can’t be worked out again: a tax, fee or coupon has changed since this order. Refund the amount, or cancel the order and let the customer order again.',
  dearer:
    'Without this line the order would cost more, because its coupon no longer applies. Nothing was changed.',
} as const
export type EditProblem = keyof typeof EDIT_MESSAGES

export type EditPlan = { ok: true; plan: PlannedEdit } | { ok: false; problem: EditProblem }

const refuse = (problem: EditProblem): EditPlan => ({ ok: false, problem })
/** Lines whose stock is the only thing that was given for them. */
const EDITABLE_TYPES: readonly string[] = ['simple', 'configurable']

/** Returns the order after the edit. An order that would cost something else today without the edit is not edited. */
export function planLineEdit(
  order: Pick<Order, 'lines' | 'totals'>,
  edit: LineEdit,
  terms: EditTerms,
): EditPlan {
  const before = order.lines.find(({ itemId }) => itemId === edit.itemId)
  if (!before) return refuse('no-line')
  if (before.service) return refuse('service')
  if (!EDITABLE_TYPES.includes(before.type)) return refuse('kind')
  if (order.lines.filter(({ service }) => !service).length === 1 && edit.kind === 'remove')
    return refuse('last-line')
  const next = editedLines(order.lines, before, edit)
  if (typeof next === 'string') return refuse(next)
  if (order.lines.some(({ service }) => service) && countTires(next) !== countTires(order.lines))
    return refuse('follows-tires')
  if (!isSameTotal(freshTotals(order.lines, terms), order.totals)) return refuse('terms')
  const totals = freshTotals(next, terms)
  const difference = totals.grandTotal - order.totals.grandTotal
  if (edit.kind === 'remove' && difference > 0) return refuse('dearer')
  const lines = next.map((line) => withSums(line, totals))
  return { ok: true, plan: { before, lines, totals, difference, restock: restockOf(order.lines, lines) } }
}

function editedLines(
  lines: readonly OrderLine[],
  before: OrderLine,
  edit: LineEdit,
): OrderLine[] | EditProblem {
  if (edit.kind === 'remove') return lines.filter((line) => line !== before)
  if (!EDITABLE_TYPES.includes(edit.unit.type)) return 'kind'
  if (lines.some(({ sku }) => sku === edit.unit.sku)) return 'same'
  const { itemId, qty, rowTotal, discount, tax, taxPercent } = before
  const swapped: OrderLine = { ...edit.unit, itemId, qty, rowTotal, discount, tax, taxPercent }
  return lines.map((line) => (line === before ? swapped : line))
}

/** Returns what a fresh order of these lines costs. */
function freshTotals(lines: readonly OrderLine[], { coupon, shipTo, context }: EditTerms): Totals {
  return computeTotals({ lines: [...lines], coupon, shipTo }, context)
}

function isSameTotal(fresh: Totals, stored: Totals): boolean {
  const sums = ({ subtotal, discount, shipping, tax, fees, grandTotal }: Totals) =>
    JSON.stringify([subtotal, discount, shipping, tax, fees.map(({ amount }) => amount), grandTotal])
  return sums(fresh) === sums(stored)
}

function withSums(line: OrderLine, totals: Totals): OrderLine {
  const sums = totals.lines.find(({ itemId }) => itemId === line.itemId)
  const { rowTotal = line.rowTotal, discount = 0, tax = 0, taxPercent = 0 } = sums ?? {}
  return { ...line, rowTotal, discount, tax, taxPercent }
}

function countTires(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.qty * tiresPerUnit(line), 0)
}

function restockOf(before: readonly OrderLine[], after: readonly OrderLine[]): Record<string, number> {
  const [freed, taken] = [totalStockDemand(before), totalStockDemand(after)]
  const pools = [...new Set([...freed.keys(), ...taken.keys()])]
  return Object.fromEntries(
    pools
      .map((pool) => [pool, (freed.get(pool) ?? 0) - (taken.get(pool) ?? 0)] as const)
      .filter(([, tires]) => tires !== 0),
  )
}

/** Returns the totals of the sale that takes the difference of an edit: each sum of it, so that taxes are recorded as taxes. */
export function differenceTotals(before: Totals, after: Totals): Totals {
  const [subtotal, discount, shipping, tax] = (['subtotal', 'discount', 'shipping', 'tax'] as const).map(
    (name) => after[name] - before[name],
  ) as [Cents, Cents, Cents, Cents]
  const codes = [...new Set([...before.fees, ...after.fees].map(({ code }) => code))]
  const feeOf = ({ fees }: Totals, code: string) => fees.find((fee) => fee.code === code)
  const fees = codes.flatMap((code) => {
    const known = feeOf(after, code) ?? feeOf(before, code)
    const amount = (feeOf(after, code)?.amount ?? 0) - (feeOf(before, code)?.amount ?? 0)
    return known && amount !== 0 ? [{ ...known, amount }] : []
  })
  const { taxPercent } = after
  return {
    lines: [{ itemId: 1, rowTotal: subtotal, discount: -discount, tax, taxPercent }],
    ...{ subtotal, discount, shipping, tax, taxPercent, fees },
    grandTotal: after.grandTotal - before.grandTotal,
    couponCode: null,
    placeKnown: true,
  }
}
