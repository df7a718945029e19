/**
 * The journal that places an order. An attempt goes through the phases of order-attempt.sql.ts. Each step is safe to
 * repeat and is stored before the next one begins, so a crash at any moment leaves a row with everything that is
 * certain. The next call (from the shopper, the alarm or a webhook) continues from that row.
 *
 * Two rules keep money and stock consistent. An order is canceled only after its payment can no longer be made. An
 * order is confirmed only after the provider has answered a query of the shop that the payment is made.
 *
 * The calls of one cart run one after the other (`withLock`), because a step awaits D1 and the provider, and the
 * platform starts other calls during an await.
 */
import { type Cart, closeCart, emptyCart, removeCoupon } from '../../../schema/cart/cart.ts'
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
import { draftAgreedSale } from '../agreed/agreed-sale.ts'
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
import { hashJson, isSameOrder } from './order-digest.ts'
import { draftOrder } from './order-draft.ts'
import type { JournalContext } from './order-journal-context.ts'
import { runNextStep } from './order-journal-steps.ts'
import { findStockShortages, toStockSkus } from './order-lines.ts'
import { paymentDeclined, paymentPending } from './payment-evaluation.ts'

/** Milliseconds after which the shopper gets an answer from the stored state; the work goes on. */
const ANSWER_MS = 10_000
/** Milliseconds after which an attempt is canceled whose process is gone and that has requested no money. */
const ORPHANED_MS = 90_000

interface Mutex {
  /** Resolves when all earlier work has ended; never rejects. */
  tail: Promise<unknown>
  placing: number
  /** The running orders by the hash of their request, so that duplicate requests share one run. */
  duplicates: Map<string, Promise<PlaceOrderOutcome>>
}

// In memory for the lifetime of the object; state that must survive the object is stored in rows.
const mutexes = new WeakMap<DurableObjectStorage, Mutex>()

function getMutex(ctx: Pick<JournalContext, 'storage'>): Mutex {
  const mutex = mutexes.get(ctx.storage) ?? { tail: Promise.resolve(), placing: 0, duplicates: new Map() }
  mutexes.set(ctx.storage, mutex)
  return mutex
}

/** Runs `work` after all earlier work of this cart has ended. */
function withLock<T>(ctx: JournalContext, work: () => Promise<T>): Promise<T> {
  const mutex = getMutex(ctx)
  const run = mutex.tail.then(work)
  mutex.tail = run.then(
    () => undefined,
    () => undefined,
  )
  return run
}

/** Returns the result of `work`, or after ANSWER_MS the result of `late` while `work` goes on. */
function withDeadline<T>(work: Promise<T>, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), ANSWER_MS)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Checks whether the cart is frozen. Synchronous, so that the result cannot be stale when it is used. */
export function isOrderInProgress(ctx: Pick<JournalContext, 'storage'>): boolean {
  return getMutex(ctx).placing > 0 || openAttemptNumber(ctx) !== null
}

/**
 * Places the order of this cart or returns the reason for the refusal. The same request returns the same order when it
 * is repeated at once, later or after a crash. After a `payment-action`, the repeated request continues the payment.
 */
export async function placeOrderOfCart(
  ctx: JournalContext,
  request: PlaceOrderRequest,
  actors: readonly OrderActor[] = [],
): Promise<PlaceOrderOutcome> {
  const mutex = getMutex(ctx)
  // Set before the first await: from here on the cart accepts no changes until the work has ended.
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

/** One request to place an order. */
interface Submission {
  /** The actors whose limits the order counts towards. */
  actors: readonly OrderActor[]
  /** True after the deadline: the shopper was answered, so no new attempt may begin. */
  isOver: boolean
}

async function placeOnce(
  ctx: JournalContext,
  mutex: Mutex,
  request: PlaceOrderRequest,
  submission: Submission,
): Promise<PlaceOrderOutcome> {
  try {
    const fingerprint = hashJson(request)
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
    // D1 did not answer before the first step, or a step threw: the rows show the last certain phase.
    console.error('placing an order failed', describeError(error))
    const open = openAttempt(ctx)
    return open?.confirmed ? paymentPending(ctx, open) : orderRefusal('payment-unavailable')
  }
}

/**
 * Returns the outcome that is certain while the work goes on. An attempt that has requested no money is ended here, so
 * the refusal stays true.
 */
function currentOutcome(ctx: JournalContext): PlaceOrderOutcome {
  const open = openAttempt(ctx)
  if (open?.phase === 'accepted') return toOrderPlaced(open.draft)
  if (open?.confirmed) return paymentPending(ctx, open)
  if (open) endReservation(ctx, open)
  return orderRefusal('payment-unavailable')
}

/** Runs `work` like `withLock`, under an alarm that continues the journal after a crash. */
export function withLockAndAlarm<T>(ctx: JournalContext, work: () => Promise<T>): Promise<T> {
  return withLock(ctx, () => withAlarm(ctx, work))
}

/** Continues the open attempt, and checks canceled attempts for late payments. */
export async function resumeOrder(ctx: JournalContext): Promise<void> {
  await withLockAndAlarm(ctx, async () => {
    const open = openAttempt(ctx)
    try {
      if (open) {
        const found = { ...open, wakes: open.wakes + 1 }
        await runSteps(
          ctx,
          isOrphaned(ctx, open) ? endReservation(ctx, found) : writeAttempt(ctx, found),
          true,
        )
      }
    } finally {
      // Also after a failure: a check that is due but not done would fire the alarm again at once.
      await checkLatePayments(ctx)
    }
  })
}

async function checkLatePayments(ctx: JournalContext): Promise<void> {
  for (const attempt of lateAttempts(ctx)) {
    if (!attempt.late || attempt.late.at > ctx.now()) continue
    await checkLatePayment(ctx, attempt).catch((error: unknown) =>
      console.error('a check for a late payment failed', attempt.orderNumber, describeError(error)),
    )
  }
}

/**
 * Checks whether the process of an attempt is gone before money was requested: at once if the shopper would have to
 * visit a provider's page, which nobody would see, else after `ORPHANED_MS`.
 */
function isOrphaned(ctx: JournalContext, attempt: Attempt): boolean {
  const { confirmed, waiting, draft, confirmationToken } = attempt
  if (confirmed || waiting) return false
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  const needsPage = gateway !== null && !gateway.needsToken && confirmationToken === null
  return needsPage || ctx.now() - draft.placedAt > ORPHANED_MS
}

/** Handles a provider's event that a payment changed: reads the payment at the provider and trusts only that answer. */
export async function paymentChanged(ctx: JournalContext, event: PaymentEvent): Promise<void> {
  await withLockAndAlarm(ctx, async () => {
    const attempt = readAttempt(ctx, event.orderNumber)
    if (!attempt || !belongsToPayment(attempt, event.paymentId)) return
    if (attempt.phase === 'released') await checkLatePayment(ctx, attempt)
    else if (attempt.phase !== 'done') await runSteps(ctx, writeAttempt(ctx, { ...attempt, wakes: 0 }), true)
  })
}

/**
 * Continues the order of a shopper who is back from the provider's page. `token` is the provider's token from the URL,
 * where it differs from the id of the payment. Whether the payment was approved is read from the provider, never from
 * the URL.
 */
export async function returnFromProvider(
  ctx: JournalContext,
  returned: { orderNumber: string; token: string | null },
): Promise<PlaceOrderOutcome> {
  const run = withLockAndAlarm(ctx, async () => {
    const attempt = readAttempt(ctx, returned.orderNumber)
    if (!attempt) return orderRefusal('cart-unknown')
    const isOpen = openAttemptNumber(ctx) === attempt.orderNumber
    if (!isOpen) return runSteps(ctx, attempt, true)
    const { token } = returned
    const hasNewToken = token !== null && token !== attempt.intentId && !attempt.confirmed
    const updated = { ...attempt, wakes: 0, ...(hasNewToken ? { confirmationToken: token } : {}) }
    return runSteps(ctx, writeAttempt(ctx, updated), true)
  })
  return withDeadline<PlaceOrderOutcome>(run, () => {
    const open = openAttempt(ctx)
    return open ? paymentPending(ctx, open) : orderRefusal('payment-unavailable')
  })
}

/**
 * Cancels an attempt that waits for the shopper's bank, because the shopper went back to the cart. Returns true when
 * the cart accepts changes afterwards, false when the order was paid meanwhile or the payment is still unknown.
 */
export async function cancelAwaitingOrder(ctx: JournalContext): Promise<boolean> {
  const run = withLockAndAlarm(ctx, async () => {
    const open = openAttempt(ctx)
    if (open?.waiting) await runSteps(ctx, markRefused(ctx, open), true)
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
    const isSame = open.fingerprint === fingerprint
    // A request with another card or address while the bank waits for the shopper: the old attempt is canceled first.
    const outcome = await withAlarm(ctx, () =>
      runSteps(ctx, open.waiting && !isSame ? markRefused(ctx, open) : open, true),
    )
    if (outcome.ok && !isSameOrder(open.draft.payloadHash, request)) return alreadyOrdered(open.orderNumber)
    if (outcome.ok || isSame || openAttemptNumber(ctx) !== null) return outcome
  }
  const cart = ctx.readCart() ?? openAgreedCart(ctx, request)
  if (!cart) return orderRefusal('cart-unknown')
  if (cart.orderNumber !== null) {
    const known = readAttempt(ctx, cart.orderNumber)
    if (known && !isSameOrder(known.draft.payloadHash, request)) return alreadyOrdered(cart.orderNumber)
    return readPlacedOrder(ctx, cart.orderNumber, cart.quoteId)
  }
  const { confirmationToken } = request
  const isOneTime = confirmationToken !== null && !isSavedCardToken(confirmationToken)
  const last = isOneTime ? lastAttempt(ctx) : null
  // The bank declined this card and its one-time token is used up, so the same refusal is returned.
  if (last?.fingerprint === fingerprint && last.refusal?.code === 'payment-declined') return last.refusal
  // Without an alarm: a crash here loses nothing, because no attempt exists yet.
  const drafted = request.agreed
    ? await draftAgreedSale(ctx, request, request.agreed)
    : await draftOrder(ctx, request)
  if (!drafted.ok) return drafted.refusal
  const { draft, couponLimits } = drafted
  return withAlarm(ctx, async () => {
    // The shopper got the answer meanwhile that the order is not placed.
    if (submission.isOver) return orderRefusal('payment-unavailable')
    const { actors } = submission
    const attempt = newAttempt(draft, { fingerprint, couponLimits, confirmationToken, actors })
    return runSteps(ctx, writeAttempt(ctx, attempt), false)
  })
}

/** Opens the cart of a sale that staff agreed; it stays empty, because the order has the agreed lines. */
function openAgreedCart(ctx: JournalContext, { agreed }: PlaceOrderRequest): Cart | null {
  if (!agreed) return null
  const cart = emptyCart(agreed.quoteId, { now: ctx.now() })
  ctx.saveCart(cart)
  return cart
}

/** Runs the steps of an attempt as far as possible. `resumed`: a request of an earlier run may still be in flight. */
async function runSteps(ctx: JournalContext, from: Attempt, resumed: boolean): Promise<PlaceOrderOutcome> {
  let attempt = from
  for (;;) {
    if (attempt.phase === 'done') return toOrderPlaced(attempt.draft)
    if (attempt.phase === 'released') return finalRefusal(ctx, attempt)
    const step = await runNextStep(ctx, attempt, resumed)
    if ('outcome' in step) return step.outcome === 'placed' ? toOrderPlaced(attempt.draft) : step.outcome
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

/**
 * Returns the refusal of a canceled attempt. For stock it names the lines; an invalid coupon is removed from the cart.
 */
async function finalRefusal(ctx: JournalContext, attempt: Attempt): Promise<OrderRefused> {
  const refusal = attempt.refusal ?? orderRefusal('payment-unavailable')
  const cart = ctx.readCart()
  if (refusal.code === 'coupon-changed' && cart?.coupon) ctx.saveCart(removeCoupon(cart, { now: ctx.now() }))
  if (refusal.code !== 'out-of-stock') return refusal
  const { lines } = attempt.draft
  const stock = await findStock(ctx.env.DB, toStockSkus(lines)).catch(() => null)
  return stock ? { ...refusal, changes: findStockShortages(lines, stock) } : refusal
}

function markRefused(ctx: JournalContext, attempt: Attempt): Attempt {
  const refusal = attempt.redirectUrl ? orderRefusal('payment-canceled') : paymentDeclined('authentication')
  return writeAttempt(ctx, { ...attempt, phase: 'refusing', waiting: false, refusal })
}

function belongsToPayment({ intentId, chargeRef }: Attempt, paymentId: string): boolean {
  return paymentId === intentId || paymentId === chargeRef
}

async function readPlacedOrder(
  ctx: JournalContext,
  orderNumber: string,
  quoteId: string,
): Promise<PlaceOrderOutcome> {
  const attempt = readAttempt(ctx, orderNumber)
  if (attempt) return toOrderPlaced(attempt.draft)
  const order =
    (await readOrderOfQuote(ctx.env.DB, orderNumber, quoteId)) ?? (await readActiveOrder(ctx.env.DB, quoteId))
  return order && isPlaced(order.status) ? toOrderPlaced(order) : orderRefusal('cart-unknown')
}

function toOrderPlaced(
  order: Pick<Order, 'orderNumber' | 'placedAt' | 'totals' | 'lines' | 'couponCode'>,
): OrderPlaced {
  const { orderNumber, placedAt, totals, lines, couponCode } = order
  return { ok: true, orderNumber, placedAt, totals, products: lines, couponCode }
}
