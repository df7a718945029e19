/**
 * The journal of placing an order. An attempt goes through the phases of order-attempt.sql.ts; each step is safe to
 * repeat and is stored before the next one begins, so that a crash anywhere leaves a row that says what is certain. The
 * next call – of the shopper, the alarm or a webhook – continues from there.
 *
 * Two rules keep money and stock together. An order is canceled only after its payment can no longer be made; and it is
 * confirmed only after the provider itself, asked by the shop, says that it is paid.
 *
 * The calls of one cart run one after the other (`withLock`), because a step awaits D1 and the provider, and the platform
 * lets other calls in meanwhile.
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
import { checkLatePayment } from './late-payment.ts'
import {
  type Attempt,
  endReservation,
  lastAttempt,
  lateAttempts,
  newAttempt,
  openAttempt,
  openAttemptNumber,
  readAttempt,
  withAlarm,
  writeAttempt,
} from './order-attempt.sql.ts'
import { hashOf, isSameOrder } from './order-digest.ts'
import { draftOrder } from './order-draft.ts'
import type { JournalContext } from './order-journal-context.ts'
import { advanceAttempt } from './order-journal-steps.ts'
import { findStockShortages, toStockSkus } from './order-lines.ts'
import { paymentDeclined, paymentPending } from './payment-evaluation.ts'

/** Milliseconds after which the shopper is answered with what is certain; the work goes on. */
const ANSWER_MS = 10_000
/** An attempt whose process is gone and that has asked for no money is canceled after so long. */
const ORPHANED_MS = 90_000

interface Mutex {
  /** Ends when everything that was let in before has ended; never rejects. */
  tail: Promise<unknown>
  placing: number
  /** Runs by the hash of their request, so that duplicate requests share one. */
  duplicates: Map<string, Promise<PlaceOrderOutcome>>
}

// In memory as long as the object; what must outlive it is stored in rows.
const mutexes = new WeakMap<DurableObjectStorage, Mutex>()

function mutexOf(ctx: JournalContext): Mutex {
  const mutex = mutexes.get(ctx.storage) ?? { tail: Promise.resolve(), placing: 0, duplicates: new Map() }
  mutexes.set(ctx.storage, mutex)
  return mutex
}

/** Runs works one after the other, each under an alarm. */
function withLock<T>(ctx: JournalContext, work: () => Promise<T>): Promise<T> {
  const mutex = mutexOf(ctx)
  const run = mutex.tail.then(() => withAlarm(ctx, work))
  mutex.tail = run.then(
    () => undefined,
    () => undefined,
  )
  return run
}

/** Returns the result of `work`, or after ANSWER_MS that of `late`, while `work` goes on. */
function withDeadline<T>(work: Promise<T>, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), ANSWER_MS)
  })
  return Promise.race([work, patience]).finally(() => clearTimeout(timer))
}

/** True while the cart is frozen. Synchronous, so that the answer cannot be stale when it is used. */
export function isOrderInProgress(ctx: JournalContext): boolean {
  return mutexOf(ctx).placing > 0 || openAttemptNumber(ctx) !== null
}

/**
 * Places the order of this cart, or says why not. Sent again – at once, later, after a crash – the same request gives
 * the same order. After the shopper's bank has asked (`payment-action`), the same request again carries on.
 */
export async function placeOrderOfCart(
  ctx: JournalContext,
  request: PlaceOrderRequest,
  actors: readonly OrderActor[] = [],
): Promise<PlaceOrderOutcome> {
  const mutex = mutexOf(ctx)
  // From here on, before the first await, the cart takes no changes until the work has ended.
  mutex.placing += 1
  const submission = { isOver: false, actors }
  const run = placeOnce(ctx, mutex, request, submission).finally(() => {
    mutex.placing -= 1
  })
  return withDeadline(run, () => {
    submission.isOver = true
    return currentOutcome(ctx)
  })
}

/** One request to order: whom it is counted for, and whether it was answered meanwhile that there will be no order. */
interface Submission {
  actors: readonly OrderActor[]
  isOver: boolean
}

async function placeOnce(
  ctx: JournalContext,
  mutex: Mutex,
  request: PlaceOrderRequest,
  submission: Submission,
): Promise<PlaceOrderOutcome> {
  try {
    const fingerprint = hashOf(request)
    const duplicate = mutex.duplicates.get(fingerprint)
    if (duplicate) return await duplicate
    const run = withLock(ctx, () => placeLocked(ctx, request, fingerprint, submission))
    mutex.duplicates.set(fingerprint, run)
    try {
      return await run
    } finally {
      mutex.duplicates.delete(fingerprint)
    }
  } catch (error) {
    // D1 did not answer before anything began, or a step threw: the rows say how far it came.
    console.error('placing an order failed', describeError(error))
    const open = openAttempt(ctx)
    return open?.confirmed ? paymentPending(ctx, open) : orderRefusal('payment-unavailable')
  }
}

/** Returns what is certain while the work goes on. An attempt that has asked for no money never will, so the answer stays true. */
function currentOutcome(ctx: JournalContext): PlaceOrderOutcome {
  const open = openAttempt(ctx)
  if (open?.phase === 'accepted') return attemptToPlaced(open)
  if (open?.confirmed) return paymentPending(ctx, open)
  if (open) endReservation(ctx, open)
  return orderRefusal('payment-unavailable')
}

/** Continues an attempt that was left open, and checks canceled ones for late payments. */
export async function resumeOrder(ctx: JournalContext): Promise<void> {
  await withLock(ctx, async () => {
    const open = openAttempt(ctx)
    try {
      if (open) {
        const found = { ...open, wakes: open.wakes + 1 }
        await advance(
          ctx,
          isOrphaned(ctx, open) ? endReservation(ctx, found) : writeAttempt(ctx, found),
          true,
        )
      }
    } finally {
      // Also after a failure: a check that is due and not done would set off the alarm again at once.
      await checkLatePayments(ctx)
    }
  })
}

async function checkLatePayments(ctx: JournalContext): Promise<void> {
  for (const attempt of lateAttempts(ctx)) {
    if (!attempt.late || attempt.late.at > ctx.now()) continue
    await checkLatePayment(ctx, attempt).catch((error: unknown) =>
      console.error('a check for a late payment', attempt.orderNumber, describeError(error)),
    )
  }
}

/** Whether nobody waits for the answer of an attempt any more, so that a payment page would be shown to no one. */
function isOrphaned(ctx: JournalContext, attempt: Attempt): boolean {
  const { confirmed, waiting, draft, confirmationToken } = attempt
  if (confirmed || waiting) return false
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  const needsPage = gateway !== null && !gateway.needsToken && confirmationToken === null
  return needsPage || ctx.now() - draft.placedAt > ORPHANED_MS
}

/** Handles the notice of a provider that a payment changed: the provider is asked, and only its answer counts. */
export async function paymentChanged(ctx: JournalContext, event: PaymentEvent): Promise<void> {
  await withLock(ctx, async () => {
    const attempt = readAttempt(ctx, event.orderNumber)
    if (!attempt || !belongsToPayment(attempt, event.paymentRef)) return
    if (attempt.phase === 'released') await checkLatePayment(ctx, attempt)
    else if (attempt.phase !== 'done') await advance(ctx, writeAttempt(ctx, { ...attempt, wakes: 0 }), true)
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
  const run = withLock(ctx, async () => {
    const attempt = readAttempt(ctx, back.orderNumber)
    if (!attempt) return orderRefusal('cart-unknown')
    const isOpen = openAttemptNumber(ctx) === attempt.orderNumber
    if (!isOpen) return advance(ctx, attempt, true)
    const hasNewToken = back.token !== null && back.token !== attempt.intentId && !attempt.confirmed
    const known = { ...attempt, wakes: 0, ...(hasNewToken ? { confirmationToken: back.token } : {}) }
    return advance(ctx, writeAttempt(ctx, known), true)
  })
  return withDeadline<PlaceOrderOutcome>(run, () => {
    const open = openAttempt(ctx)
    return open ? paymentPending(ctx, open) : orderRefusal('payment-unavailable')
  })
}

/**
 * Cancels an attempt that waits for the shopper's bank, because the shopper went back to the cart. True when the cart
 * takes changes afterwards; false when it was paid meanwhile or that is still unknown.
 */
export async function cancelPendingOrder(ctx: JournalContext): Promise<boolean> {
  const run = withLock(ctx, async () => {
    const open = openAttempt(ctx)
    if (open?.waiting) await advance(ctx, cancelAttempt(ctx, open), true)
    return openAttemptNumber(ctx) === null && ctx.readCart()?.orderNumber === null
  })
  return withDeadline(run, () => false)
}

async function placeLocked(
  ctx: JournalContext,
  request: PlaceOrderRequest,
  fingerprint: string,
  submission: Submission,
): Promise<PlaceOrderOutcome> {
  const open = openAttempt(ctx)
  if (open) {
    // A new request while the bank waits for the shopper, with another card or address: the old attempt is canceled first.
    const resumed = open.waiting && open.fingerprint !== fingerprint ? cancelAttempt(ctx, open) : open
    const outcome = await advance(ctx, resumed, true)
    const same = open.fingerprint === fingerprint
    if (outcome.ok && !isSameOrder(open.draft.payloadHash, request)) return alreadyOrdered(open.orderNumber)
    if (outcome.ok || same || openAttemptNumber(ctx) !== null) return outcome
  }
  const cart = ctx.readCart()
  if (!cart) return orderRefusal('cart-unknown')
  if (cart.orderNumber !== null) {
    const known = readAttempt(ctx, cart.orderNumber)
    if (known && !isSameOrder(known.draft.payloadHash, request)) return alreadyOrdered(cart.orderNumber)
    return readPlacedOrder(ctx, cart.orderNumber, cart.quoteId)
  }
  const last = lastAttempt(ctx)
  const token = request.confirmationToken
  const spent = token !== null && !isSavedCardToken(token) && last?.fingerprint === fingerprint
  if (spent && last.refusal?.code === 'payment-declined') {
    // This card was declined and its token is used up; another try would only ask the bank again.
    return last.refusal
  }
  const drafted = await draftOrder(ctx, request)
  if (!drafted.ok) return drafted.refusal
  // The shopper has read meanwhile that there will be no order.
  if (submission.isOver) return orderRefusal('payment-unavailable')
  const { draft, couponLimits } = drafted
  const { confirmationToken } = request
  const attempt = writeAttempt(
    ctx,
    newAttempt(draft, { fingerprint, couponLimits, confirmationToken, actors: submission.actors }),
  )
  return advance(ctx, attempt, false)
}

/** Advances an attempt as far as possible. `resumed`: an earlier run may have left a request on its way. */
async function advance(ctx: JournalContext, from: Attempt, resumed: boolean): Promise<PlaceOrderOutcome> {
  let attempt = from
  for (;;) {
    if (attempt.phase === 'done') return attemptToPlaced(attempt)
    if (attempt.phase === 'released') return finalRefusal(ctx, attempt)
    const step = await advanceAttempt(ctx, attempt, resumed)
    if ('outcome' in step) return step.outcome === 'placed' ? attemptToPlaced(attempt) : step.outcome
    attempt = step.attempt
    if (attempt.phase === 'accepted') closeCartFor(ctx, attempt)
    writeAttempt(ctx, attempt)
  }
}

/** Closes the cart as soon as its order is certain. */
function closeCartFor(ctx: JournalContext, attempt: Attempt): void {
  const cart = ctx.readCart()
  if (cart && cart.orderNumber === null) {
    ctx.saveCart(closeCart(cart, attempt.orderNumber, { now: ctx.now() }))
  }
}

/** Returns what the shopper reads after a cancellation: for stock, which lines; for a coupon, a cart without it. */
async function finalRefusal(ctx: JournalContext, attempt: Attempt): Promise<OrderRefused> {
  const refusal = attempt.refusal ?? orderRefusal('payment-unavailable')
  const cart = ctx.readCart()
  if (refusal.code === 'coupon-changed' && cart?.coupon) ctx.saveCart(removeCoupon(cart, { now: ctx.now() }))
  if (refusal.code !== 'out-of-stock') return refusal
  const { lines } = attempt.draft
  const stock = await findStock(ctx.env.DB, toStockSkus(lines)).catch(() => null)
  return stock ? { ...refusal, changes: findStockShortages(lines, stock) } : refusal
}

function cancelAttempt(ctx: JournalContext, attempt: Attempt): Attempt {
  const refusal = attempt.redirectUrl ? orderRefusal('payment-canceled') : paymentDeclined('authentication')
  return writeAttempt(ctx, { ...attempt, phase: 'refusing', waiting: false, refusal })
}

function belongsToPayment({ intentId, chargeRef }: Attempt, paymentRef: string): boolean {
  return paymentRef === intentId || paymentRef === chargeRef
}

async function readPlacedOrder(
  ctx: JournalContext,
  orderNumber: string,
  quoteId: string,
): Promise<PlaceOrderOutcome> {
  const attempt = readAttempt(ctx, orderNumber)
  if (attempt) return attemptToPlaced(attempt)
  const order =
    (await readOrderOfQuote(ctx.env.DB, orderNumber, quoteId)) ?? (await readActiveOrder(ctx.env.DB, quoteId))
  return order && isPlaced(order.status) ? toOrderPlaced(order) : orderRefusal('cart-unknown')
}

function attemptToPlaced({ draft }: Attempt): OrderPlaced {
  return toOrderPlaced(draft)
}

function toOrderPlaced(
  order: Pick<Order, 'orderNumber' | 'placedAt' | 'totals' | 'lines' | 'couponCode'>,
): OrderPlaced {
  const { orderNumber, placedAt, totals, lines, couponCode } = order
  return { ok: true, orderNumber, placedAt, totals, products: lines, couponCode }
}
