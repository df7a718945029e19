/**
 * The journal of a sale (design.md §6). An attempt goes through the phases of journal-rows.ts; each step is safe to
 * repeat and is written down before the next one begins, so that a crash anywhere leaves a row that says what is
 * certain. Whoever comes next – the shopper again, the alarm, a webhook – goes on from there.
 *
 * Two rules keep money and stock together. The order falls only after its intent can no longer be paid; and it stands
 * only after the provider itself, asked by us, says that it is paid.
 *
 * The calls of one cart run one after the other (`inLane`), for a step awaits D1 and Stripe and the platform lets other
 * calls in meanwhile.
 */
import { closeCart, removeCoupon } from '../../../schema/cart/cart.ts'
import type { OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import {
  alreadyOrdered,
  isPlaced,
  type Order,
  type OrderPlaced,
  type OrderRefused,
  orderRefusal,
  type PaymentEvent,
  type PlaceOrderOutcome,
  type PlaceOrderRequest,
} from '../../../schema/orders/order.ts'
import { isSavedCardToken } from '../../../schema/orders/payment.ts'
import { findStock } from '../../catalog/product/product.sql.ts'
import { readActiveOrder, readOrderOfQuote } from '../../orders/order.sql.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { lookForLateMoney } from './late-money.ts'
import {
  type Attempt,
  endHold,
  lastAttempt,
  lateAttempts,
  newAttempt,
  openAttempt,
  openAttemptNumber,
  readAttempt,
  underAlarm,
  writeAttempt,
} from './order-attempt.sql.ts'
import { isSameOrder } from './order-digest.ts'
import { draftOrder } from './order-draft.ts'
import type { JournalContext } from './order-journal-context.ts'
import { nextStep } from './order-journal-steps.ts'
import { findStockShortages, poolsOf } from './order-lines.ts'
import { declinedFor, stillAsking } from './payment-verdict.ts'

/** Milliseconds after which a shopper reads how far it came; the work goes on. */
const ANSWER_MS = 10_000
/** An attempt that is found without its process so long after the press, and that asked for nothing yet, is given up. */
const DEAD_MS = 90_000

interface Lane {
  /** Ends when everything that was let in before has ended; never rejects. */
  tail: Promise<unknown>
  placing: number
  /** Runs by the hash of their request, so that twins share one. */
  twins: Map<string, Promise<PlaceOrderOutcome>>
}

// Lives and dies with the object in memory; what must outlive it is in the rows.
const lanes = new WeakMap<DurableObjectStorage, Lane>()

function laneOf(ctx: JournalContext): Lane {
  const lane = lanes.get(ctx.storage) ?? { tail: Promise.resolve(), placing: 0, twins: new Map() }
  lanes.set(ctx.storage, lane)
  return lane
}

/** One after the other, each under an alarm. */
function inLane<T>(ctx: JournalContext, work: () => Promise<T>): Promise<T> {
  const lane = laneOf(ctx)
  const run = lane.tail.then(() => underAlarm(ctx, work))
  lane.tail = run.then(
    () => undefined,
    () => undefined,
  )
  return run
}

/** The answer of `work`, or after ANSWER_MS that of `late`, which then speaks for a work that goes on. */
function inTime<T>(work: Promise<T>, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), ANSWER_MS)
  })
  return Promise.race([work, patience]).finally(() => clearTimeout(timer))
}

/** True while the cart is frozen. Synchronous, so that the answer cannot be stale when it is used. */
export function isOrderInProgress(ctx: JournalContext): boolean {
  return laneOf(ctx).placing > 0 || openAttemptNumber(ctx) !== null
}

/**
 * Places the order of this cart, or says why not. Sent again – at once, later, after a crash – the same request gives
 * the same order. After the shopper's bank has asked (`payment-action`), the same request again carries on.
 */
export async function placeOrder(
  ctx: JournalContext,
  request: PlaceOrderRequest,
  actors: readonly OrderActor[] = [],
): Promise<PlaceOrderOutcome> {
  const lane = laneOf(ctx)
  // Frozen from here on, before the first await, until the work has ended.
  lane.placing += 1
  const press = { isOver: false, actors }
  const run = placeOnce(ctx, lane, request, press).finally(() => {
    lane.placing -= 1
  })
  return inTime(run, () => {
    press.isOver = true
    return soFar(ctx)
  })
}

/** One press of the button: who pressed it, and whether they were told meanwhile that there will be no order. */
interface Press {
  actors: readonly OrderActor[]
  isOver: boolean
}

async function placeOnce(
  ctx: JournalContext,
  lane: Lane,
  request: PlaceOrderRequest,
  press: Press,
): Promise<PlaceOrderOutcome> {
  try {
    const fingerprint = await hashOf(request)
    const twin = lane.twins.get(fingerprint)
    if (twin) return await twin
    const run = inLane(ctx, () => placeInTurn(ctx, request, fingerprint, press))
    lane.twins.set(fingerprint, run)
    try {
      return await run
    } finally {
      lane.twins.delete(fingerprint)
    }
  } catch (error) {
    // D1 did not answer while nothing had been begun, or a step threw: the rows know how far it came.
    console.error('placing an order failed', describeError(error))
    const open = openAttempt(ctx)
    return open?.confirmed ? stillAsking(ctx, open) : orderRefusal('payment-unavailable')
  }
}

/** What is certain while the work goes on. What asked for no money yet never will, so that the answer stays true. */
function soFar(ctx: JournalContext): PlaceOrderOutcome {
  const open = openAttempt(ctx)
  if (open?.phase === 'accepted') return placedOf(open)
  if (open?.confirmed) return stillAsking(ctx, open)
  if (open) endHold(ctx, open)
  return orderRefusal('payment-unavailable')
}

/** Carries on an attempt that was left open, and looks for money of those that fell; does nothing when there is neither. */
export async function resumeOrder(ctx: JournalContext): Promise<void> {
  await inLane(ctx, async () => {
    const open = openAttempt(ctx)
    try {
      if (open) {
        const found = { ...open, wakes: open.wakes + 1 }
        await drive(ctx, isDead(ctx, open) ? endHold(ctx, found) : writeAttempt(ctx, found), true)
      }
    } finally {
      // Whatever became of that one: a look that is due and stays undone would ring the alarm at once, again and again.
      await lookForAll(ctx)
    }
  })
}

async function lookForAll(ctx: JournalContext): Promise<void> {
  for (const attempt of lateAttempts(ctx)) {
    if (!attempt.late || attempt.late.at > ctx.now()) continue
    await lookForLateMoney(ctx, attempt).catch((error: unknown) =>
      console.error('a look for late money', attempt.orderNumber, describeError(error)),
    )
  }
}

/** Nobody hears any more what an attempt without its process would say; a page to pay on would be shown to no one. */
function isDead(ctx: JournalContext, attempt: Attempt): boolean {
  const { confirmed, waiting, draft, confirmationToken } = attempt
  if (confirmed || waiting) return false
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  const needsPage = gateway !== null && !gateway.needsToken && confirmationToken === null
  return needsPage || ctx.now() - draft.placedAt > DEAD_MS
}

/** The provider says that a payment changed. Its word is a reason to look, and what we find is what counts. */
export async function paymentChanged(ctx: JournalContext, event: PaymentEvent): Promise<void> {
  await inLane(ctx, async () => {
    const attempt = readAttempt(ctx, event.orderNumber)
    if (!attempt || !isOf(attempt, event.paymentRef)) return
    if (attempt.phase === 'released') await lookForLateMoney(ctx, attempt)
    else if (attempt.phase !== 'done') await drive(ctx, writeAttempt(ctx, { ...attempt, wakes: 0 }), true)
  })
}

/**
 * The shopper is back from the provider's page. `token` is what the provider gave along, where it is another than the
 * name of the payment. Whether it was approved is asked of the provider, never read from the address.
 */
export async function returnFromProvider(
  ctx: JournalContext,
  back: { orderNumber: string; token: string | null },
): Promise<PlaceOrderOutcome> {
  const run = inLane(ctx, async () => {
    const attempt = readAttempt(ctx, back.orderNumber)
    if (!attempt) return orderRefusal('cart-unknown')
    const isOpen = openAttemptNumber(ctx) === attempt.orderNumber
    if (!isOpen) return drive(ctx, attempt, true)
    const brought = back.token !== null && back.token !== attempt.intentId && !attempt.confirmed
    const known = { ...attempt, wakes: 0, ...(brought ? { confirmationToken: back.token } : {}) }
    return drive(ctx, writeAttempt(ctx, known), true)
  })
  return inTime<PlaceOrderOutcome>(run, () => {
    const open = openAttempt(ctx)
    return open ? stillAsking(ctx, open) : orderRefusal('payment-unavailable')
  })
}

/**
 * Lets go of an attempt that waits for the shopper's bank, because the shopper went back to the cart. True when the
 * cart is free afterwards; false when it was paid meanwhile or nobody can tell yet.
 */
export async function cancelPendingOrder(ctx: JournalContext): Promise<boolean> {
  const run = inLane(ctx, async () => {
    const open = openAttempt(ctx)
    if (open?.waiting) await drive(ctx, giveUp(ctx, open), true)
    return openAttemptNumber(ctx) === null && ctx.readCart()?.orderNumber === null
  })
  return inTime(run, () => false)
}

async function placeInTurn(
  ctx: JournalContext,
  request: PlaceOrderRequest,
  fingerprint: string,
  press: Press,
): Promise<PlaceOrderOutcome> {
  const open = openAttempt(ctx)
  if (open) {
    // A new request while the bank waits for the shopper: another card or another address. The old one falls first.
    const resumed = open.waiting && open.fingerprint !== fingerprint ? giveUp(ctx, open) : open
    const outcome = await drive(ctx, resumed, true)
    const same = open.fingerprint === fingerprint
    if (outcome.ok && !isSameOrder(open.draft.payloadHash, request)) return alreadyOrdered(open.orderNumber)
    if (outcome.ok || same || openAttemptNumber(ctx) !== null) return outcome
  }
  const cart = ctx.readCart()
  if (!cart) return orderRefusal('cart-unknown')
  if (cart.orderNumber !== null) {
    const known = readAttempt(ctx, cart.orderNumber)
    if (known && !isSameOrder(known.draft.payloadHash, request)) return alreadyOrdered(cart.orderNumber)
    return placedBefore(ctx, cart.orderNumber, cart.quoteId)
  }
  const last = lastAttempt(ctx)
  const token = request.confirmationToken
  const spent = token !== null && !isSavedCardToken(token) && last?.fingerprint === fingerprint
  if (spent && last.refusal?.code === 'payment-declined') {
    // This card was tried and refused; its token is spent. Asking again would only ask the bank again.
    return last.refusal
  }
  const drafted = await draftOrder(ctx, request)
  if (!drafted.ok) return drafted.refusal
  // The shopper was told meanwhile that there will be no order.
  if (press.isOver) return orderRefusal('payment-unavailable')
  const { draft, couponLimits } = drafted
  const { confirmationToken } = request
  const attempt = writeAttempt(
    ctx,
    newAttempt(draft, { fingerprint, couponLimits, confirmationToken, actors: press.actors }),
  )
  return drive(ctx, attempt, false)
}

/** Takes an attempt as far as it goes now. `resumed`: an earlier run may have left a request on its way. */
async function drive(ctx: JournalContext, from: Attempt, resumed: boolean): Promise<PlaceOrderOutcome> {
  let attempt = from
  for (;;) {
    if (attempt.phase === 'done') return placedOf(attempt)
    if (attempt.phase === 'released') return settle(ctx, attempt)
    const step = await nextStep(ctx, attempt, resumed)
    if ('outcome' in step) return step.outcome === 'placed' ? placedOf(attempt) : step.outcome
    attempt = step.attempt
    if (attempt.phase === 'accepted') closeFor(ctx, attempt)
    writeAttempt(ctx, attempt)
  }
}

/** The cart belongs to its order from the moment that the order stands. */
function closeFor(ctx: JournalContext, attempt: Attempt): void {
  const cart = ctx.readCart()
  if (cart && cart.orderNumber === null) {
    ctx.saveCart(closeCart(cart, attempt.orderNumber, { now: ctx.now() }))
  }
}

/** What the shopper reads after a release: for stock, which lines; for a coupon, a cart without it. */
async function settle(ctx: JournalContext, attempt: Attempt): Promise<OrderRefused> {
  const refusal = attempt.refusal ?? orderRefusal('payment-unavailable')
  const cart = ctx.readCart()
  if (refusal.code === 'coupon-changed' && cart?.coupon) ctx.saveCart(removeCoupon(cart, { now: ctx.now() }))
  if (refusal.code !== 'out-of-stock') return refusal
  const { lines } = attempt.draft
  const stock = await findStock(ctx.env.DB, poolsOf(lines)).catch(() => null)
  return stock ? { ...refusal, changes: findStockShortages(lines, stock) } : refusal
}

function giveUp(ctx: JournalContext, attempt: Attempt): Attempt {
  const refusal = attempt.redirectUrl ? orderRefusal('payment-canceled') : declinedFor('authentication')
  return writeAttempt(ctx, { ...attempt, phase: 'refusing', waiting: false, refusal })
}

function isOf({ intentId, chargeRef }: Attempt, paymentRef: string): boolean {
  return paymentRef === intentId || paymentRef === chargeRef
}

async function placedBefore(
  ctx: JournalContext,
  orderNumber: string,
  quoteId: string,
): Promise<PlaceOrderOutcome> {
  const attempt = readAttempt(ctx, orderNumber)
  if (attempt) return placedOf(attempt)
  const order =
    (await readOrderOfQuote(ctx.env.DB, orderNumber, quoteId)) ?? (await readActiveOrder(ctx.env.DB, quoteId))
  return order && isPlaced(order.status) ? placedFrom(order) : orderRefusal('cart-unknown')
}

function placedOf({ draft }: Attempt): OrderPlaced {
  return placedFrom(draft)
}

function placedFrom(
  order: Pick<Order, 'orderNumber' | 'placedAt' | 'totals' | 'lines' | 'couponCode'>,
): OrderPlaced {
  const { orderNumber, placedAt, totals, lines, couponCode } = order
  return { ok: true, orderNumber, placedAt, totals, products: lines, couponCode }
}

async function hashOf(request: PlaceOrderRequest): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(request))
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
