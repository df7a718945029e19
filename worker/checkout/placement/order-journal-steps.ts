/**
 * The steps of placing an order, one per phase. Each step takes the stored attempt and returns its next certain state.
 */
import { payLinkReturns } from '../../../schema/orders/counter/pay-link.ts'
import { amountDue, toChargedOrder } from '../../../schema/orders/credit/charged-order.ts'
import {
  type OrderDraft,
  type OrderRefused,
  orderRefusal,
  type PaymentAction,
  SAVED_CARD_MISSING_MESSAGE,
} from '../../../schema/orders/order.ts'
import {
  CASH_METHOD,
  DECLINE_MESSAGES,
  isPaidAtCounter,
  isSavedCardToken,
} from '../../../schema/orders/payment.ts'
import { paymentCancelHref, paymentReturnHref } from '../../../schema/paths.ts'
import { parseConfig } from '../../config.ts'
import type { Gateway, PaymentResult, ReturnUrls } from '../../orders/payments/gateway.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { enqueueOutboxIds } from '../../platform/mail/outbox.sql.ts'
import { describeError, redact } from '../../platform/security/log-redaction.ts'
import { refundLatePayment, scheduleLateCheck } from './late-payment.ts'
import { type Attempt, reservationEnd, writeAttempt } from './order-attempt.sql.ts'
import type { JournalContext } from './order-journal-context.ts'
import { blockLateReservation, confirmOrder, releaseOrder, reserveOrder } from './order-placement.sql.ts'
import {
  approvedAmountChanged,
  evaluatePayment,
  matchPaymentToOrder,
  paymentDeclined,
  paymentPending,
  toPaymentHandle,
} from './payment-evaluation.ts'

/** How often one run sends a D1 batch; after that the alarm continues. */
const MAX_BATCH_TRIES = 3

export type StepResult =
  | { attempt: Attempt }
  /** The answer to the shopper while the attempt stays open. `placed`: the order is certain, D1 is not updated yet. */
  | { outcome: OrderRefused | 'placed' }

/** Runs the next step of an open attempt. */
export async function runNextStep(
  ctx: JournalContext,
  attempt: Attempt,
  resumed: boolean,
): Promise<StepResult> {
  switch (attempt.phase) {
    case 'drafted':
      return reserve(ctx, attempt, resumed)
    case 'held':
      return beginPayment(ctx, attempt)
    case 'charging':
      return charge(ctx, attempt)
    case 'accepted':
      return confirm(ctx, attempt)
    default:
      return endPaymentAndRelease(ctx, attempt)
  }
}

/** Step 2: reserves stock and coupon and writes the order, in one batch. */
async function reserve(ctx: JournalContext, attempt: Attempt, resumed: boolean): Promise<StepResult> {
  const { draft, couponLimits } = attempt
  // A batch of an earlier run may still be in flight, so an order that is missing now may still appear.
  let isUncertain = resumed
  if (!isReservationOver(ctx, attempt)) {
    for (let tries = 0; tries < MAX_BATCH_TRIES; tries += 1) {
      const result = await reserveOrder(ctx.env.DB, draft, couponLimits, attempt.actors ?? [])
      if (result === 'held') return { attempt: { ...attempt, phase: 'held' } }
      if (result === 'unclear') {
        isUncertain = true
        continue
      }
      const refusal = orderRefusal(RESERVATION_REFUSALS[result])
      return isUncertain ? blockLateCommit(ctx, attempt, refusal) : toReleased(attempt, refusal)
    }
  }
  return blockLateCommit(ctx, attempt, orderRefusal('payment-unavailable'))
}

export const RESERVATION_REFUSALS = {
  'out-of-stock': 'out-of-stock',
  coupon: 'coupon-changed',
  'too-many': 'too-many-orders',
  'cart-taken': 'payment-unavailable',
  // Only the counter and its links take credit, and their pages say more.
  credit: 'payment-unavailable',
} as const

/** Makes an uncertain batch certain: afterwards either the order exists, or the batch can no longer be committed. */
async function blockLateCommit(
  ctx: JournalContext,
  attempt: Attempt,
  refusal: OrderRefused,
): Promise<StepResult> {
  try {
    const status = await blockLateReservation(ctx.env.DB, attempt.draft)
    if (status !== 'pending_payment') return toReleased(attempt, refusal)
    return { attempt: { ...attempt, phase: 'held' } }
  } catch {
    return { outcome: orderRefusal('payment-unavailable') }
  }
}

/** Step 3, first half: begins a payment without charging it. Cash and a total of zero need no payment. */
async function beginPayment(ctx: JournalContext, attempt: Attempt): Promise<StepResult> {
  const { draft, orderNumber, confirmationToken } = attempt
  if (isReservationOver(ctx, attempt)) return toRefusing(attempt)
  const needsNoProvider = draft.paymentMethod === CASH_METHOD || isPaidAtCounter(draft.paymentMethod)
  if (needsNoProvider || amountDue(draft) === 0) {
    return { attempt: { ...attempt, phase: 'accepted' } }
  }
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  if (!gateway) return toRefusing(attempt)
  const approved = gateway.needsToken ? null : confirmationToken
  const result = await gateway.begin(toChargedOrder(draft), approved, getReturnUrls(ctx, draft))
  // The provider does not know this approval for this cart: the shopper has to approve again.
  const notApproved =
    approved === null ? undefined : orderRefusal('payment-canceled', { message: DECLINE_MESSAGES.provider })
  // No money was requested yet: after every failure here the shopper may try again at once.
  if (result.kind === 'declined') return toRefusing(attempt, paymentDeclined(result.reason))
  if (result.kind !== 'payment') {
    if (result.kind === 'rejected' && result.isOutdated) return toRefusing(attempt, approvedAmountChanged())
    console.error('no payment was begun', orderNumber, redact(result.detail))
    return toRefusing(attempt, result.kind === 'rejected' ? notApproved : undefined)
  }
  const { paymentId: intentId, redirectUrl = null, state } = result.payment
  const match = matchPaymentToOrder(attempt, result.payment)
  if (match !== 'ours') {
    const refusal = match === 'another-sum' ? approvedAmountChanged() : notApproved
    return toRefusing({ ...attempt, intentId }, refusal)
  }
  const begun: Attempt = { ...attempt, phase: 'charging', intentId, redirectUrl }
  // The shopper got the answer meanwhile that the order is not placed.
  if (isReservationOver(ctx, attempt)) return toRefusing(begun)
  return state === 'action' && redirectUrl ? awaitShopper(ctx, begun, { redirectUrl }) : { attempt: begun }
}

/** Step 3, second half: charges the payment, or reads the result of an earlier charge. */
async function charge(ctx: JournalContext, attempt: Attempt): Promise<StepResult> {
  const gateway = getGateway(ctx.env, attempt.draft.paymentMethod)
  const { intentId } = attempt
  if (!gateway || !intentId) return { outcome: orderRefusal('payment-unavailable') }
  let current = attempt
  let answer: Answer
  // A payment that the shopper approves on the provider's page is charged only after the provider reports the approval.
  if (attempt.confirmed || attempt.redirectUrl) {
    answer = {
      result: await gateway.read(toChargedOrder(attempt.draft), toPaymentHandle(attempt, intentId)),
      rejected: false,
    }
  } else {
    if (isReservationOver(ctx, attempt)) return toRefusing(attempt, orderRefusal('payment-expired'))
    current = toPaymentRequested(attempt)
    answer = await pay(ctx, gateway, current, intentId)
  }
  if (
    evaluatePayment(attempt, answer.result).kind === 'uncharged' &&
    !answer.rejected &&
    !isReservationOver(ctx, attempt)
  ) {
    // The call never arrived, or a crash came before it. A repeated call with the same key charges the money once.
    current = toPaymentRequested(attempt)
    answer = await pay(ctx, gateway, current, intentId)
  }
  const evaluation = evaluatePayment(attempt, answer.result)
  switch (evaluation.kind) {
    case 'accepted': {
      const { chargeRef } = evaluation
      return { attempt: { ...current, confirmed: true, phase: 'accepted', waiting: false, chargeRef } }
    }
    case 'refused':
      return toRefusing(current, evaluation.refusal)
    case 'action':
      if (isReservationOver(ctx, attempt)) return toRefusing(current, orderRefusal('payment-expired'))
      return awaitShopper(ctx, current, evaluation.action)
    case 'uncharged':
      if (answer.rejected) return toRefusing(current, rejectionRefusal(attempt))
      return toRefusing(
        current,
        orderRefusal(isReservationOver(ctx, attempt) ? 'payment-expired' : 'payment-unavailable'),
      )
    case 'wrong-money':
      return toRefusing({ ...current, chargeRef: evaluation.chargeRef })
    default:
      return { outcome: paymentPending(ctx, writeAttempt(ctx, current)) }
  }
}

/** Marks that money may have moved: from here on the shop reads the payment at the provider within seconds. */
function toPaymentRequested(attempt: Attempt): Attempt {
  return { ...attempt, confirmed: true, waiting: false, wakes: attempt.waiting ? 0 : attempt.wakes }
}

/** Leaves the attempt open for the shopper; the answer has the action and the end of the reservation. */
function awaitShopper(ctx: JournalContext, attempt: Attempt, action: PaymentAction): StepResult {
  writeAttempt(ctx, { ...attempt, waiting: true })
  return { outcome: orderRefusal('payment-action', { action, holdUntil: attempt.holdUntil }) }
}

interface Answer {
  result: PaymentResult
  /** The provider accepts this token neither now nor later. */
  rejected: boolean
}

async function pay(
  ctx: JournalContext,
  gateway: Gateway,
  attempt: Attempt,
  intentId: string,
): Promise<Answer> {
  // Stored before the call: the platform delays the request until this write is durable.
  writeAttempt(ctx, attempt)
  const handle = toPaymentHandle(attempt, intentId)
  const charged = toChargedOrder(attempt.draft)
  const result = await gateway.pay(charged, handle)
  const rejected = result.kind === 'rejected'
  // The request was refused or not answered: only the payment itself shows whether the money moved.
  return rejected || result.kind === 'unclear'
    ? { result: await gateway.read(charged, handle), rejected }
    : { result, rejected }
}

/** Returns the same refusal for a deleted saved card and for a saved card of another customer. */
function rejectionRefusal({ confirmationToken }: Attempt): OrderRefused {
  return orderRefusal(
    'payment-details',
    confirmationToken && isSavedCardToken(confirmationToken) ? { message: SAVED_CARD_MISSING_MESSAGE } : {},
  )
}

/** Returns the URLs of the shop to which the provider's page redirects the shopper. */
function getReturnUrls(ctx: JournalContext, { paymentMethod, orderNumber, payLink }: OrderDraft): ReturnUrls {
  const parsed = parseConfig(ctx.env)
  const siteUrl = parsed.ok ? parsed.config.siteUrl : ''
  if (payLink) {
    const { back, cancel } = payLinkReturns(payLink, orderNumber)
    return { returnUrl: `${siteUrl}${back}`, cancelUrl: `${siteUrl}${cancel}` }
  }
  return {
    returnUrl: `${siteUrl}${paymentReturnHref(paymentMethod, orderNumber)}`,
    cancelUrl: `${siteUrl}${paymentCancelHref(paymentMethod, orderNumber)}`,
  }
}

/** Step 4: confirms the order. The batch may be repeated; the mail is sent once. */
async function confirm(ctx: JournalContext, attempt: Attempt): Promise<StepResult> {
  const { orderNumber, draft, intentId, chargeRef } = attempt
  for (let tries = 0; tries < MAX_BATCH_TRIES; tries += 1) {
    try {
      const mails = await confirmOrder(ctx.env.DB, draft, {
        paymentId: chargeRef ?? intentId,
        now: ctx.now(),
      })
      // Not awaited: the rows are in D1, so a lost message only delays the mails until cron finds them.
      void enqueueOutboxIds(ctx.env.OUTBOX, mails)
      return { attempt: { ...attempt, phase: 'done' } }
    } catch (error) {
      console.error('an order could not be confirmed yet', orderNumber, describeError(error))
    }
  }
  return { outcome: 'placed' }
}

/** Cancels the order: first its payment is ended, then stock and coupon are released. */
async function endPaymentAndRelease(ctx: JournalContext, attempt: Attempt): Promise<StepResult> {
  const refusal = attempt.refusal ?? orderRefusal('payment-unavailable')
  const ended = await endPayment(ctx, attempt)
  if (typeof ended === 'object') {
    const { chargeRef } = ended
    return { attempt: { ...attempt, phase: 'accepted', refusal: null, waiting: false, chargeRef } }
  }
  if (ended === 'open') {
    // After a decline the bank has charged nothing; after every other failure the charge is still unknown.
    return { outcome: refusal.code === 'payment-declined' ? refusal : paymentPending(ctx, attempt) }
  }
  try {
    const { draft, intentId: paymentId } = attempt
    await releaseOrder(ctx.env.DB, { draft, reason: refusal.code, paymentId, now: ctx.now() })
    return toReleased({ ...attempt, late: scheduleLateCheck(ctx, attempt) }, refusal)
  } catch (error) {
    console.error('a canceled order still reserves its stock', attempt.orderNumber, describeError(error))
    return { outcome: refusal }
  }
}

/** Ends the payment. `{ chargeRef }`: the payment was made after all, in full and for this order. */
async function endPayment(
  ctx: JournalContext,
  attempt: Attempt,
): Promise<'ended' | 'open' | { chargeRef: string | null }> {
  const { intentId, draft, confirmed } = attempt
  if (!intentId) return 'ended'
  const unknown = confirmed ? 'open' : 'ended'
  const gateway = getGateway(ctx.env, draft.paymentMethod)
  if (!gateway) return unknown
  const result = await gateway.end(toChargedOrder(draft), toPaymentHandle(attempt, intentId))
  if (result.kind !== 'payment') return unknown
  if (result.payment.state === 'ended') return 'ended'
  if (result.payment.state !== 'paid') return unknown
  const evaluation = evaluatePayment(attempt, result)
  if (evaluation.kind === 'accepted') return { chargeRef: evaluation.chargeRef }
  return (await refundLatePayment(ctx, gateway, attempt, result.payment)) ? 'ended' : 'open'
}

function toRefusing(attempt: Attempt, refusal = orderRefusal('payment-unavailable')): StepResult {
  return { attempt: { ...attempt, phase: 'refusing', waiting: false, refusal } }
}

function toReleased(attempt: Attempt, refusal: OrderRefused): StepResult {
  return { attempt: { ...attempt, phase: 'released', waiting: false, refusal } }
}

function isReservationOver(ctx: JournalContext, attempt: Attempt): boolean {
  return ctx.now() >= reservationEnd(ctx, attempt)
}
