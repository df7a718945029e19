/**
 * Cases of returned and claimed tires (H13d): states, what can be returned, and what is refunded. A piece is what a
 * buyer can send back alone: a tire of a pair or a set, one unit of a bundle.
 */
import { tiresPerUnit } from '../../catalog/product/line-component.ts'
import { isShipped } from '../../catalog/product/product.ts'
import type { Cents } from '../../platform/money.ts'
import { CLAIM_MS, GUARANTEE_MS, RETURN_WINDOW_MS } from '../../platform/return-terms.ts'
import { type OrderLifecycle, type OrderRefund, refundableAmount } from '../life/order-lifecycle.ts'
import type { Order, OrderLine } from '../order.ts'

export const RETURN_REASONS = ['fit', 'mind', 'damaged', 'wrong', 'defect'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]
export const RETURN_OUTCOMES = ['refund', 'exchange'] as const
export type ReturnOutcome = (typeof RETURN_OUTCOMES)[number]
export const RETURN_WAYS = ['label', 'store'] as const
export type ReturnWay = (typeof RETURN_WAYS)[number]

/**
 * requested  waits for the shop's answer
 * approved   the buyer has the label, or brings the tires; expires if they do not arrive
 * received   the tires are here; the refund may have begun
 */
export const RETURN_STATES = [
  'requested',
  'approved',
  'received',
  'refunded',
  'exchanged',
  'refused',
  'canceled',
  'expired',
] as const
export type ReturnState = (typeof RETURN_STATES)[number]

const NEXT: Readonly<Record<ReturnState, readonly ReturnState[]>> = {
  requested: ['approved', 'refused', 'canceled'],
  // The refund need not wait for the tires.
  approved: ['received', 'refunded', 'refused', 'canceled', 'expired'],
  received: ['refunded', 'exchanged', 'refused'],
  refunded: [],
  exchanged: [],
  refused: [],
  canceled: [],
  expired: [],
}

/** Returns whether a case can go from one state to another. */
export function canReturnBecome(from: ReturnState, to: ReturnState): boolean {
  return NEXT[from].includes(to)
}

/** Returns whether a case still waits for the buyer or the shop. */
export function isReturnOpen(state: ReturnState): boolean {
  return NEXT[state].length > 0
}

/** Pieces of one line of the order. */
export interface ReturnedLine {
  itemId: number
  pieces: number
}

export interface ReturnEvent {
  kind: ReturnState
  by: string
  /** The shop's words to the buyer; empty without. */
  text: string
  at: number
}

export interface ReturnCase {
  id: number
  /** Position among the order's cases, from 1. */
  number: number
  state: ReturnState
  reason: ReturnReason
  lines: ReturnedLine[]
  mounted: boolean
  outcome: ReturnOutcome
  way: ReturnWay
  note: string
  /** What the buyer gets back with a refund, in cents. */
  amount: Cents
  /** Whether the received tires went back on sale. */
  restock: boolean
  /** The carrier's page with the prepaid label; `null` before the approval and for a drop-off. */
  labelHref: string | null
  /** The parcel with the replacement; `null` before the exchange and without a parcel. */
  carrier: string | null
  trackingNumber: string | null
  /** When the case got its state. */
  stateAt: number
  createdAt: number
  /** Oldest first. */
  events: ReturnEvent[]
  photos: { id: number; contentType: string }[]
}

/** Returns the number that the buyer writes on the parcel: `TL-7K3M9QXA-R1`. */
export function returnReference(orderNumber: string, number: number): string {
  return `${orderNumber}-R${number}`
}

type PieceLine = Pick<OrderLine, 'itemId' | 'type' | 'qty' | 'parts'>

/** Returns the pieces of a line; 0 for a line that was not shipped, such as a plan or a download. */
export function piecesOf({ type, qty, parts }: PieceLine): number {
  if (!isShipped(type)) return 0
  const [only] = parts
  return parts.length === 1 && only ? qty * only.qty * only.setqty : qty
}

/** Returns the pieces of each line that no case holds. A refunded case holds its pieces for ever. */
export function returnablePieces(
  lines: readonly PieceLine[],
  cases: readonly Pick<ReturnCase, 'state' | 'lines'>[],
): Map<number, number> {
  const held = heldPieces(cases)
  return new Map(lines.map((line) => [line.itemId, piecesOf(line) - (held.get(line.itemId) ?? 0)]))
}

/** Returns how many tires of an order its buyer has, without those of open and refunded cases. */
export function unreturnedTires(lines: readonly PieceLine[], cases: readonly HeldCase[]): number {
  return tiresOf(lines, returnablePieces(lines, cases))
}

/** Returns how many tires these pieces of the lines are. */
function tiresOf(lines: readonly PieceLine[], pieces: ReadonlyMap<number, number>): number {
  return lines.reduce((sum, line) => {
    const all = piecesOf(line)
    const some = Math.min(all, pieces.get(line.itemId) ?? 0)
    return all === 0 ? sum : sum + (tiresPerUnit(line) * line.qty * some) / all
  }, 0)
}

/** Adds the pieces of all cases that hold them: after an exchange the buyer has tires again. */
function heldPieces(cases: readonly HeldCase[]): Map<number, number> {
  const held = new Map<number, number>()
  for (const { state, lines } of cases) {
    if (!isReturnOpen(state) && state !== 'refunded') continue
    for (const { itemId, pieces } of lines) held.set(itemId, (held.get(itemId) ?? 0) + pieces)
  }
  return held
}

type HeldCase = Pick<ReturnCase, 'state' | 'lines'>

type PricedOrder = Pick<Order, 'totals'> & {
  lines: readonly Pick<
    OrderLine,
    'itemId' | 'type' | 'qty' | 'parts' | 'rowTotal' | 'discount' | 'tax' | 'service'
  >[]
}

/**
 * Returns what the pieces of these cases cost with tax, tire fees and their share of the plan, and of the mounting while it
 * was not done, rounded down. The shipping is added when everything that was shipped came back, so that an order of such lines
 * is worth its total.
 */
function caseValue(
  { lines, totals }: PricedOrder,
  cases: readonly (HeldCase & { mounted: boolean })[],
): Cents {
  const pieces = heldPieces(cases)
  const fees = totals.fees.reduce((sum, { amount }) => sum + amount, 0)
  const allTires = lines.reduce((sum, line) => sum + tiresPerUnit(line) * line.qty, 0)
  const share = (amount: Cents, tires: number) =>
    allTires === 0 ? 0 : Math.floor((amount * tires) / allTires)
  const tires = tiresOf(lines, pieces)
  const unmounted = tiresOf(lines, heldPieces(cases.filter(({ mounted }) => !mounted)))
  let goods = 0
  let isWhole = true
  for (const line of lines) {
    const all = piecesOf(line)
    const back = Math.min(all, pieces.get(line.itemId) ?? 0)
    if (back < all) isWhole = false
    if (all > 0) goods += Math.floor((paidFor(line) * back) / all)
    if (line.service) goods += share(paidFor(line), line.service === 'mounting' ? unmounted : tires)
  }
  const paid = lines.reduce((sum, line) => sum + paidFor(line), 0)
  const shipping = isWhole ? Math.max(0, totals.grandTotal - paid - fees) : 0
  return Math.min(totals.grandTotal, goods + shipping + share(fees, tires))
}

function paidFor({ rowTotal, discount, tax }: PricedOrder['lines'][number]): Cents {
  return rowTotal - discount + tax
}

/**
 * Returns what a new case for these pieces is worth, in cents: never more than what is left of the payment after all
 * refunds and after what other open cases were promised.
 */
export function promisedRefund(
  order: PricedOrder,
  life: OrderLifecycle,
  cases: readonly Pick<ReturnCase, 'state' | 'lines' | 'amount' | 'mounted'>[],
  next: Pick<ReturnCase, 'lines' | 'mounted'>,
): Cents {
  const promised = cases.reduce((sum, { state, amount }) => sum + (isReturnOpen(state) ? amount : 0), 0)
  const left = refundableAmount(life) - promised
  const value = caseValue(order, [...cases, { ...next, state: 'requested' }]) - caseValue(order, cases)
  return Math.max(0, Math.min(left, value))
}

/** Returns what is refunded now for a received case: what was promised, or what is left of the payment. */
export function payableRefund({ amount }: Pick<ReturnCase, 'amount'>, life: OrderLifecycle): Cents {
  return Math.max(0, Math.min(amount, refundableAmount(life)))
}

/** Returns how the ids of a case's refunds begin (`refundOrder`); the rest counts the refunds that the provider has refused. */
export function returnRefundPrefix(number: number): string {
  return `return-${number}-`
}

/** Returns the refunds of a case: at most one that the provider has not refused. */
export function refundsOf(
  { number }: Pick<ReturnCase, 'number'>,
  { refunds }: Pick<OrderLifecycle, 'refunds'>,
): OrderRefund[] {
  return refunds.filter(({ key }) => key.includes(`:refund:${returnRefundPrefix(number)}`))
}

/** Returns what a case gets its buyer in money, in cents: its own refund, once there is one, or what can be refunded. */
export function shownRefund(
  found: Pick<ReturnCase, 'number' | 'state' | 'amount'>,
  life: OrderLifecycle,
): Cents {
  const own = refundsOf(found, life).find(({ status }) => status !== 'refused')
  if (own) return own.amount
  if (isReturnOpen(found.state)) return payableRefund(found, life)
  return found.state === 'refunded' ? 0 : found.amount
}

/** Returns the part of a case's refund that is store credit (H14u), in cents. */
export function creditOfCase(
  found: Pick<ReturnCase, 'number'>,
  life: Pick<OrderLifecycle, 'refunds'>,
): Cents {
  return refundsOf(found, life).find(({ status }) => status !== 'refused')?.credit ?? 0
}

export interface ReturnDeadlines {
  /** Reports of damage, in milliseconds since the epoch. */
  damage: number
  /** Refund or exchange of tires that were not mounted. */
  window: number
  /** Money-back guarantee, and warranty against defects. */
  guarantee: number
}

/** Returns the ends of the periods, which begin with the delivery. */
export function returnDeadlines(deliveredAt: number): ReturnDeadlines {
  return {
    damage: deliveredAt + CLAIM_MS,
    window: deliveredAt + RETURN_WINDOW_MS,
    guarantee: deliveredAt + GUARANTEE_MS,
  }
}

/** Most cases of an order, so that its page and the reads of its cases stay small. */
export const RETURN_CASES_MAX = 20

/**
 * Why no case can be opened: nothing was delivered, the order was canceled or refunded, the guarantee has ended, nothing is
 * left to return, or the order has as many cases as it can have.
 */
export type ReturnBarrier = 'not-delivered' | 'over' | 'too-late' | 'nothing-left' | 'too-many'

/** Returns what prevents a new case; `null` if the buyer can open one. `deliveredAt` is `null` before the delivery. */
export function returnBarrier(
  about: {
    lines: readonly PieceLine[]
    cases: readonly Pick<ReturnCase, 'state' | 'lines'>[]
    life: Pick<OrderLifecycle, 'status' | 'wasCanceled'>
  },
  { deliveredAt, now }: { deliveredAt: number | null; now: number },
): ReturnBarrier | null {
  const { lines, cases, life } = about
  if (life.wasCanceled || life.status === 'canceled' || life.status === 'refunded') return 'over'
  if (deliveredAt === null) return 'not-delivered'
  if (now > returnDeadlines(deliveredAt).guarantee) return 'too-late'
  const left = [...returnablePieces(lines, cases).values()]
  if (!left.some((pieces) => pieces > 0)) return 'nothing-left'
  return cases.length < RETURN_CASES_MAX ? null : 'too-many'
}

/** Returns whether a reason is the shop's to mend: the same tire can be sent again. */
export function isShopsFault(reason: ReturnReason): boolean {
  return reason !== 'fit' && reason !== 'mind'
}

/** Returns the first state: a plain return with a drop-off needs no answer and no label. */
export function initialState({ reason, way }: Pick<ReturnCase, 'reason' | 'way'>): ReturnState {
  return way === 'store' && !isShopsFault(reason) ? 'approved' : 'requested'
}
