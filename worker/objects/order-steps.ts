/** The steps of a sale, one per phase. Each takes an attempt as it was written down and gives what is certain next. */
import type Stripe from 'stripe'
import { type OrderRefused, refused } from '../../schema/domain/order.ts'
import { CASH_METHOD } from '../../schema/domain/payment.ts'
import { parseConfig } from '../config.ts'
import { readStatus } from '../db/order.ts'
import { fenceOrder, finishOrder, holdOrder, logOrderEvent, releaseOrder } from '../db/sale.ts'
import {
  type CardResult,
  cancelPayment,
  cardClient,
  confirmPayment,
  createPayment,
  refundPayment,
  retrievePayment,
} from '../gateways/card.ts'
import type { JournalContext } from './journal-context.ts'
import { type Attempt, writeAttempt } from './journal-rows.ts'
import { belongs, judge } from './order-payment.ts'

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
      const result = await holdOrder(ctx.env.DB, draft, couponLimits)
      if (result === 'held') return { attempt: { ...attempt, phase: 'held' } }
      if (result === 'unclear') {
        doubt = true
        continue
      }
      const refusal =
        result === 'out-of-stock'
          ? 'out-of-stock'
          : result === 'coupon'
            ? 'coupon-changed'
            : 'payment-unavailable'
      return doubt ? fence(ctx, attempt, refused(refusal)) : released(attempt, refused(refusal))
    }
  }
  return fence(ctx, attempt, refused('payment-unavailable'))
}

/** Settles the doubt: either the order is there, or it can no longer come. */
async function fence(ctx: JournalContext, attempt: Attempt, refusal: OrderRefused): Promise<Step> {
  try {
    const status = await fenceOrder(ctx.env.DB, attempt.draft)
    if (status !== 'pending_payment') return released(attempt, refusal)
    return { attempt: { ...attempt, phase: 'held' } }
  } catch {
    return { outcome: refused('payment-unavailable') }
  }
}

/** Step 3, first half: an intent that nobody can pay yet. Cash and a total of zero need none. */
async function ask(ctx: JournalContext, attempt: Attempt): Promise<Step> {
  const { paymentMethod, totals, email } = attempt.draft
  if (paymentMethod === CASH_METHOD || totals.grandTotal === 0) {
    return { attempt: { ...attempt, phase: 'accepted' } }
  }
  const stripe = cardOf(ctx)
  if (!stripe || isOver(ctx, attempt)) return refusing(attempt)
  const { orderNumber } = attempt
  const made = await createPayment(stripe, { orderNumber, amount: totals.grandTotal, email })
  // No card is in play yet: whatever went wrong here took no money, and the shopper may try again at once.
  if (made.kind !== 'payment') {
    console.error('no payment intent', orderNumber, made.kind === 'declined' ? made.reason : made.detail)
    return refusing(attempt)
  }
  const intentId = made.payment.id
  if (!belongs(attempt, made.payment)) return refusing({ ...attempt, intentId })
  return { attempt: { ...attempt, phase: 'charging', intentId } }
}

/** Step 3, second half: the card is charged, or what became of it is looked up. */
async function charge(ctx: JournalContext, attempt: Attempt): Promise<Step> {
  const stripe = cardOf(ctx)
  const { intentId } = attempt
  if (!stripe || !intentId) return { outcome: refused('payment-unavailable') }
  let answer: Answer
  if (attempt.confirmed) {
    answer = { result: await retrievePayment(stripe, intentId), rejected: false }
  } else {
    if (isOver(ctx, attempt)) return refusing(attempt)
    answer = await confirm(ctx, stripe, attempt, intentId)
  }
  if (judge(attempt, answer.result).kind === 'uncharged' && !answer.rejected && !isOver(ctx, attempt)) {
    // The call never arrived, or a crash came before it. With the same key it does nothing twice.
    answer = await confirm(ctx, stripe, attempt, intentId)
  }
  const verdict = judge(attempt, answer.result)
  const confirmed: Attempt = { ...attempt, confirmed: true }
  switch (verdict.kind) {
    case 'accepted':
      return { attempt: { ...confirmed, phase: 'accepted', waiting: false } }
    case 'refused':
      return refusing(confirmed, verdict.refusal)
    case 'action': {
      if (isOver(ctx, attempt)) return refusing(confirmed)
      writeAttempt(ctx, { ...confirmed, waiting: true })
      return { outcome: refused('payment-action', { clientSecret: verdict.clientSecret }) }
    }
    case 'uncharged':
      return refusing(confirmed, refused(answer.rejected ? 'payment-details' : 'payment-unavailable'))
    case 'wrong-money':
      return refusing(confirmed)
    default:
      writeAttempt(ctx, confirmed)
      return { outcome: refused('payment-unavailable') }
  }
}

interface Answer {
  result: CardResult
  /** Stripe does not take this token, now or later. */
  rejected: boolean
}

async function confirm(
  ctx: JournalContext,
  stripe: Stripe,
  attempt: Attempt,
  intentId: string,
): Promise<Answer> {
  // Kept before the call leaves: the platform holds the request back until this write is durable.
  writeAttempt(ctx, { ...attempt, confirmed: true })
  const { orderNumber, confirmationToken } = attempt
  const result = await confirmPayment(stripe, {
    orderNumber,
    intentId,
    confirmationToken: confirmationToken ?? '',
  })
  const rejected = result.kind === 'rejected'
  // Refused as a request, or no answer: the intent itself knows what happened.
  return rejected || result.kind === 'unclear'
    ? { result: await retrievePayment(stripe, intentId), rejected }
    : { result, rejected }
}

/** Step 4: the order stands. The batch may be repeated; the mail goes out once. */
async function finish(ctx: JournalContext, attempt: Attempt): Promise<Step> {
  const { orderNumber, draft, intentId } = attempt
  const status = draft.paymentMethod === CASH_METHOD ? 'processing' : 'paid'
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const order = { orderNumber, status, paymentRef: intentId, now: ctx.now() } as const
      const mails = await finishOrder(ctx.env.DB, order)
      for (const outboxId of mails) await ctx.env.OUTBOX.send({ outboxId }).catch(() => undefined)
      return { attempt: { ...attempt, phase: 'done' } }
    } catch (error) {
      console.error('an order that stands is not written down yet', orderNumber, error)
    }
  }
  return { outcome: 'placed' }
}

/** The order falls: first its intent can no longer be paid, then stock and coupon go back. */
async function release(ctx: JournalContext, attempt: Attempt): Promise<Step> {
  const refusal = attempt.refusal ?? refused('payment-unavailable')
  const ended = await endPayment(ctx, attempt)
  if (ended === 'paid') return { attempt: { ...attempt, phase: 'accepted', refusal: null, waiting: false } }
  if (ended === 'open') return { outcome: refusal }
  try {
    const { draft, intentId: paymentRef } = attempt
    await releaseOrder(ctx.env.DB, { draft, reason: refusal.code, paymentRef, now: ctx.now() })
    return released(attempt, refusal)
  } catch (error) {
    console.error('an order that falls still holds its stock', attempt.orderNumber, error)
    return { outcome: refusal }
  }
}

async function endPayment(ctx: JournalContext, attempt: Attempt): Promise<'ended' | 'paid' | 'open'> {
  const { intentId, orderNumber, confirmed } = attempt
  if (!intentId) return 'ended'
  const stripe = cardOf(ctx)
  if (!stripe) return confirmed ? 'open' : 'ended'
  const result = await cancelPayment(stripe, intentId)
  if (result.kind !== 'payment') return confirmed ? 'open' : 'ended'
  if (result.payment.status === 'canceled') return 'ended'
  if (result.payment.status !== 'succeeded') return confirmed ? 'open' : 'ended'
  if (judge(attempt, result).kind === 'accepted') return 'paid'
  return (await giveBack(ctx, stripe, orderNumber, intentId)) ? 'ended' : 'open'
}

/** Money for an order that has fallen goes back. It cannot come, for its intent was ended; should it, this is why. */
export async function lateMoney(ctx: JournalContext, attempt: Attempt): Promise<void> {
  const stripe = cardOf(ctx)
  if (!stripe || !attempt.intentId) return
  const result = await retrievePayment(stripe, attempt.intentId)
  if (result.kind !== 'payment' || result.payment.status !== 'succeeded') return
  if ((await readStatus(ctx.env.DB, attempt.orderNumber)) !== 'canceled') return
  await giveBack(ctx, stripe, attempt.orderNumber, attempt.intentId)
}

async function giveBack(
  ctx: JournalContext,
  stripe: Stripe,
  orderNumber: string,
  intentId: string,
): Promise<boolean> {
  if ((await refundPayment(stripe, { orderNumber, intentId })) !== 'refunded') return false
  const event = { orderNumber, kind: 'refunded', detail: intentId, now: ctx.now() }
  await logOrderEvent(ctx.env.DB, event).catch(() => undefined)
  return true
}

function refusing(attempt: Attempt, refusal = refused('payment-unavailable')): Step {
  return { attempt: { ...attempt, phase: 'refusing', waiting: false, refusal } }
}

function released(attempt: Attempt, refusal: OrderRefused): Step {
  return { attempt: { ...attempt, phase: 'released', waiting: false, refusal } }
}

function isOver(ctx: JournalContext, attempt: Attempt): boolean {
  return ctx.now() >= attempt.holdUntil
}

function cardOf(ctx: JournalContext): Stripe | null {
  const parsed = parseConfig(ctx.env)
  return parsed.ok && parsed.config.card ? cardClient(parsed.config.card) : null
}
