/** The steps of a sale, one per phase. Each takes an attempt as it was written down and gives what is certain next. */
import {
  type OrderDraft,
  type OrderRefused,
  orderRefusal,
  type PaymentAction,
  SAVED_CARD_MISSING_MESSAGE,
} from '../../../schema/orders/order.ts'
import { CASH_METHOD, DECLINE_MESSAGES, isSavedCardToken } from '../../../schema/orders/payment.ts'
import { paymentCancelHref, paymentReturnHref } from '../../../schema/paths.ts'
import { parseConfig } from '../../config.ts'
import type { Gateway, PaymentResult, ReturnUrls } from '../../orders/payments/gateway.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { describeError, redact } from '../../platform/security/log-redaction.ts'
import { giveBack, lateOf } from './late-money.ts'
import { type Attempt, holdEnd, writeAttempt } from './order-attempt.sql.ts'
import type { JournalContext } from './order-journal-context.ts'
import { blockLateReservation, confirmOrder, releaseOrder, reserveOrder } from './order-placement.sql.ts'
import {
  approvedAmountChanged,
  declinedFor,
  evaluatePayment,
  handleOf,
  matchPaymentToOrder,
  stillAsking,
} from './payment-verdict.ts'

/** Tries of one D1 batch within one run; after them the alarm goes on. */
const TRIES = 3

export type Step =
  | { attempt: Attempt }
  /** The attempt stays open; what the shopper reads meanwhile. `placed`: the order stands, only D1 lags behind. */
  | { outcome: OrderRefused | 'placed' }

/** Does the next step of an open attempt. */
export async function nextStep(ctx: JournalContext, attempt: Attempt, resumed: boolean): Promise<Step> {
  switch (attempt.phase) {
    case 'drafted':
      return hold(ctx, attempt, resumed)
    case 'held':
      return ask(ctx, attempt)
    case 'charging':
      return charge(ctx, attempt)
    case 'accepted':
      return finish(ctx, attempt)
    default:
      return release(ctx, attempt)
  }
}

/** Step 2: stock, coupon and order in one batch. */
async function hold(ctx: JournalContext, attempt: Attempt, resumed: boolean): Promise<Step> {
  const { draft, couponLimits } = attempt
  // Doubt: a batch of ours may still be on its way, so "not there" is no proof that it will not be.
  let doubt = resumed
  if (!isOver(ctx, attempt)) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const result = await reserveOrder(ctx.env.DB, draft, couponLimits, attempt.actors ?? [])
      if (result === 'held') return { attempt: { ...attempt, phase: 'held' } }
      if (result === 'unclear') {
        doubt = true
        continue
      }
      const refusal = REFUSAL_OF_HOLD[result]
      return doubt ? fence(ctx, attempt, orderRefusal(refusal)) : released(attempt, orderRefusal(refusal))
    }
  }
  return fence(ctx, attempt, orderRefusal('payment-unavailable'))
}

const REFUSAL_OF_HOLD = {
  'out-of-stock': 'out-of-stock',
  coupon: 'coupon-changed',
  'too-many': 'too-many-orders',
  'cart-taken': 'payment-unavailable',
} as const

/** Settles the doubt: either the order is there, or it can no longer come. */
async function fence(ctx: JournalContext, attempt: Attempt, refusal: OrderRefused): Promise<Step> {
  try {
    const status = await blockLateReservation(ctx.env.DB, attempt.draft)
    if (status !== 'pending_payment') return released(attempt, refusal)
    return { attempt: { ...attempt, phase: 'held' } }
  } catch {
    return { outcome: orderRefusal('payment-unavailable') }
  }
}

/** Step 3, first half: a payment that takes no money yet. Cash and a total of zero need none. */
async function ask(ctx: JournalContext, attempt: Attempt): Promise<Step> {
  const { draft, orderNumber, confirmationToken } = attempt
  if (isOver(ctx, attempt)) return refusing(attempt)
  if (draft.paymentMethod === CASH_METHOD || draft.totals.grandTotal === 0) {
    return { attempt: { ...attempt, phase: 'accepted' } }
  }
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  if (!gateway) return refusing(attempt)
  const taken = gateway.needsToken ? null : confirmationToken
  const made = await gateway.begin(draft, taken, wayBack(ctx, draft))
  // An approval that the browser brought and the provider does not know for this cart is the shopper's to get, not our failure.
  const notApproved =
    taken === null ? undefined : orderRefusal('payment-canceled', { message: DECLINE_MESSAGES.provider })
  // Nothing is in play yet: whatever went wrong here took no money, and the shopper may try again at once.
  if (made.kind === 'declined') return refusing(attempt, declinedFor(made.reason))
  if (made.kind !== 'payment') {
    if (made.kind === 'rejected' && made.isOutdated) return refusing(attempt, approvedAmountChanged())
    console.error('no payment was begun', orderNumber, redact(made.detail))
    return refusing(attempt, made.kind === 'rejected' ? notApproved : undefined)
  }
  const { ref: intentId, redirectUrl = null, state } = made.payment
  const is = matchPaymentToOrder(attempt, made.payment)
  if (is !== 'ours') {
    const refusal = is === 'another-sum' ? approvedAmountChanged() : notApproved
    return refusing({ ...attempt, intentId }, refusal)
  }
  const begun: Attempt = { ...attempt, phase: 'charging', intentId, redirectUrl }
  // The shopper was told meanwhile that there will be no order.
  if (isOver(ctx, attempt)) return refusing(begun)
  return state === 'action' && redirectUrl ? waitFor(ctx, begun, { redirectUrl }) : { attempt: begun }
}

/** Step 3, second half: the money is taken, or what became of it is looked up. */
async function charge(ctx: JournalContext, attempt: Attempt): Promise<Step> {
  const gateway = getGateway(ctx.env, attempt.draft.paymentMethod)
  const { intentId } = attempt
  if (!gateway || !intentId) return { outcome: orderRefusal('payment-unavailable') }
  let current = attempt
  let answer: Answer
  // What is approved on the provider's own page is ours to take only after a look says that it was.
  if (attempt.confirmed || attempt.redirectUrl) {
    answer = { result: await gateway.read(attempt.draft, handleOf(attempt, intentId)), rejected: false }
  } else {
    if (isOver(ctx, attempt)) return refusing(attempt, orderRefusal('payment-expired'))
    current = asked(attempt)
    answer = await take(ctx, gateway, current, intentId)
  }
  if (
    evaluatePayment(attempt, answer.result).kind === 'uncharged' &&
    !answer.rejected &&
    !isOver(ctx, attempt)
  ) {
    // The call never arrived, or a crash came before it. With the same key it does nothing twice.
    current = asked(attempt)
    answer = await take(ctx, gateway, current, intentId)
  }
  const verdict = evaluatePayment(attempt, answer.result)
  switch (verdict.kind) {
    case 'accepted': {
      const { chargeRef } = verdict
      return { attempt: { ...current, confirmed: true, phase: 'accepted', waiting: false, chargeRef } }
    }
    case 'refused':
      return refusing(current, verdict.refusal)
    case 'action':
      if (isOver(ctx, attempt)) return refusing(current, orderRefusal('payment-expired'))
      return waitFor(ctx, current, verdict.action)
    case 'uncharged':
      if (answer.rejected) return refusing(current, rejectedMeans(attempt))
      return refusing(current, orderRefusal(isOver(ctx, attempt) ? 'payment-expired' : 'payment-unavailable'))
    case 'wrong-money':
      return refusing({ ...current, chargeRef: verdict.chargeRef })
    default:
      return { outcome: stillAsking(ctx, writeAttempt(ctx, current)) }
  }
}

/** From here on money may have moved, and what became of it is asked for within seconds, whoever goes on. */
function asked(attempt: Attempt): Attempt {
  return { ...attempt, confirmed: true, waiting: false, wakes: attempt.waiting ? 0 : attempt.wakes }
}

/** The attempt stays open for the shopper, and tells what to do and how long the tires are kept. */
function waitFor(ctx: JournalContext, attempt: Attempt, action: PaymentAction): Step {
  writeAttempt(ctx, { ...attempt, waiting: true })
  return { outcome: orderRefusal('payment-action', { action, holdUntil: attempt.holdUntil }) }
}

interface Answer {
  result: PaymentResult
  /** The provider does not take this token, now or later. */
  rejected: boolean
}

async function take(
  ctx: JournalContext,
  gateway: Gateway,
  attempt: Attempt,
  intentId: string,
): Promise<Answer> {
  // Kept before the call leaves: the platform holds the request back until this write is durable.
  writeAttempt(ctx, attempt)
  const handle = handleOf(attempt, intentId)
  const result = await gateway.pay(attempt.draft, handle)
  const rejected = result.kind === 'rejected'
  // Refused as a request, or no answer: the payment itself knows what happened.
  return rejected || result.kind === 'unclear'
    ? { result: await gateway.read(attempt.draft, handle), rejected }
    : { result, rejected }
}

/** A kept card that is gone, and one that was never this customer's, are told alike. */
function rejectedMeans({ confirmationToken: token }: Attempt): OrderRefused {
  return orderRefusal(
    'payment-details',
    token && isSavedCardToken(token) ? { message: SAVED_CARD_MISSING_MESSAGE } : {},
  )
}

/** The provider's page leads back to the shop's own door for it. */
function wayBack(ctx: JournalContext, { paymentMethod, orderNumber }: OrderDraft): ReturnUrls {
  const parsed = parseConfig(ctx.env)
  const siteUrl = parsed.ok ? parsed.config.siteUrl : ''
  return {
    returnUrl: `${siteUrl}${paymentReturnHref(paymentMethod, orderNumber)}`,
    cancelUrl: `${siteUrl}${paymentCancelHref(paymentMethod, orderNumber)}`,
  }
}

/** Step 4: the order stands. The batch may be repeated; the mail goes out once. */
async function finish(ctx: JournalContext, attempt: Attempt): Promise<Step> {
  const { orderNumber, draft, intentId, chargeRef } = attempt
  const status = draft.paymentMethod === CASH_METHOD ? 'processing' : 'paid'
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const order = { orderNumber, status, paymentRef: chargeRef ?? intentId, now: ctx.now() } as const
      const mails = await confirmOrder(ctx.env.DB, order)
      for (const outboxId of mails) await ctx.env.OUTBOX.send({ outboxId }).catch(() => undefined)
      return { attempt: { ...attempt, phase: 'done' } }
    } catch (error) {
      console.error('an order that stands is not written down yet', orderNumber, describeError(error))
    }
  }
  return { outcome: 'placed' }
}

/** The order falls: first its intent can no longer be paid, then stock and coupon go back. */
async function release(ctx: JournalContext, attempt: Attempt): Promise<Step> {
  const refusal = attempt.refusal ?? orderRefusal('payment-unavailable')
  const ended = await endPayment(ctx, attempt)
  if (typeof ended === 'object') {
    const { chargeRef } = ended
    return { attempt: { ...attempt, phase: 'accepted', refusal: null, waiting: false, chargeRef } }
  }
  if (ended === 'open') {
    // A bank that said no said that nothing was charged; of everything else nobody knows yet.
    return { outcome: refusal.code === 'payment-declined' ? refusal : stillAsking(ctx, attempt) }
  }
  try {
    const { draft, intentId: paymentRef } = attempt
    await releaseOrder(ctx.env.DB, { draft, reason: refusal.code, paymentRef, now: ctx.now() })
    return released({ ...attempt, late: lateOf(ctx, attempt) }, refusal)
  } catch (error) {
    console.error('an order that falls still holds its stock', attempt.orderNumber, describeError(error))
    return { outcome: refusal }
  }
}

/** `{ chargeRef }`: it is paid after all, in full and for this order. */
async function endPayment(
  ctx: JournalContext,
  attempt: Attempt,
): Promise<'ended' | 'open' | { chargeRef: string | null }> {
  const { intentId, draft, confirmed } = attempt
  if (!intentId) return 'ended'
  const unknown = confirmed ? 'open' : 'ended'
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  if (!gateway) return unknown
  const result = await gateway.end(draft, handleOf(attempt, intentId))
  if (result.kind !== 'payment') return unknown
  if (result.payment.state === 'ended') return 'ended'
  if (result.payment.state !== 'paid') return unknown
  const verdict = evaluatePayment(attempt, result)
  if (verdict.kind === 'accepted') return { chargeRef: verdict.chargeRef }
  return (await giveBack(ctx, gateway, attempt, result.payment)) ? 'ended' : 'open'
}

function refusing(attempt: Attempt, refusal = orderRefusal('payment-unavailable')): Step {
  return { attempt: { ...attempt, phase: 'refusing', waiting: false, refusal } }
}

function released(attempt: Attempt, refusal: OrderRefused): Step {
  return { attempt: { ...attempt, phase: 'released', waiting: false, refusal } }
}

function isOver(ctx: JournalContext, attempt: Attempt): boolean {
  return ctx.now() >= holdEnd(ctx, attempt)
}
