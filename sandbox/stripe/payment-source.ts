import type Stripe from 'stripe'
import type { CallContext } from './call-context.ts'
import { spendToken } from './confirmation-token.ts'
import { badKey, badParam, type Failure, isFailure, noSuch } from './failure.ts'
import { type FormRecord, isRecord } from './form.ts'
import { textOf } from './params.ts'
import { type CardMethod, cardMethodFrom, cardMethodNamed } from './payment-method.ts'
import { find, save } from './store.ts'

/** The card of a confirmation, with the options of its source. */
export interface PaymentSource {
  method: CardMethod
  returnUrl: string | null
  fromToken: boolean
  spend?: () => void
}

/** Finds the card to charge: of a confirmation token, a payment method, raw data, or the intent. */
export function findPaymentSource(
  context: CallContext,
  intent: Stripe.PaymentIntent,
): PaymentSource | Failure {
  const tokenId = textOf(context.params, 'confirmation_token')
  if (tokenId !== undefined) {
    const stored = find(context.records, 'token', tokenId)
    if (!stored) return noSuch('confirmationtoken', tokenId, 'confirmation_token')
    const used = spendToken(stored, intent.id, context.moment.now)
    if (isFailure(used)) return used
    const usage = used.token.setup_future_usage
    if (usage !== null && usage !== intent.setup_future_usage) {
      return badParam(
        'setup_future_usage',
        'payment_intent_invalid_parameter',
        `The ConfirmationToken was made with setup_future_usage=${usage}, the PaymentIntent has ${intent.setup_future_usage ?? 'none'}.`,
      )
    }
    const spend = () => save(context.records, 'token', used)
    return { method: stored.method, returnUrl: stored.token.return_url, fromToken: true, spend }
  }
  const plain = { returnUrl: null, fromToken: context.key === 'publishable' }
  const data = context.params.payment_method_data
  if (isRecord(data)) {
    const method = rawMethod(context, data)
    return isFailure(method) ? method : { method, ...plain }
  }
  const onIntent = typeof intent.payment_method === 'string' ? intent.payment_method : undefined
  const named = textOf(context.params, 'payment_method') ?? onIntent
  if (named === undefined) {
    return badParam(
      'payment_method',
      'payment_intent_unexpected_state',
      'You cannot confirm this PaymentIntent because it is missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
    )
  }
  const method = methodByName(context, named)
  return isFailure(method) ? method : { method, ...plain }
}

/** Returns a ready-made `pm_card_…` or a saved payment method. */
export function methodByName(context: CallContext, name: string): CardMethod | Failure {
  return (
    cardMethodNamed(name, context.moment) ??
    find(context.records, 'method', name) ??
    noSuch('PaymentMethod', name, 'payment_method')
  )
}

/** Creates a payment method from card data; only the sandbox's own frame may send card numbers. */
export function rawMethod(context: CallContext, data: FormRecord): CardMethod | Failure {
  if (context.key === 'secret' && isRecord(data.card) && data.card.number !== undefined) {
    return badKey(
      403,
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.',
    )
  }
  return cardMethodFrom(data, 'payment_method_data', context.moment)
}
