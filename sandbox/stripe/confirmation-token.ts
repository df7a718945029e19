import type Stripe from 'stripe'
import type { Moment } from './clock.ts'
import { badRequest, type Failure, isFailure } from './failure.ts'
import type { FormRecord } from './form.ts'
import { choiceOf, textOf } from './params.ts'
import type { CardMethod } from './payment-method.ts'
import { shippingOf } from './shipping.ts'

/** Seconds until a token expires: 12 hours. */
export const TOKEN_LIFETIME = 12 * 3600

/** Parameters of POST /v1/confirmation_tokens. */
export const TOKEN_PARAMS = [
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'return_url',
  'setup_future_usage',
  'shipping',
  'mandate_data',
  'client_context',
  'expand',
] as const

/** A token with the payment method that its use creates. */
export interface StoredToken {
  id: string
  token: Stripe.ConfirmationToken
  method: CardMethod
}

/** Creates a token for a card; the token itself does not contain the card's number. */
export function newToken(params: FormRecord, method: CardMethod, moment: Moment): StoredToken | Failure {
  const usage = choiceOf(params, 'setup_future_usage', ['on_session', 'off_session'])
  if (isFailure(usage)) return usage
  const { allow_redisplay, billing_details, card, type } = method
  const token: Stripe.ConfirmationToken = {
    id: moment.id('ctoken'),
    object: 'confirmation_token',
    created: moment.now,
    expires_at: moment.now + TOKEN_LIFETIME,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: {
      ...(allow_redisplay ? { allow_redisplay } : {}),
      billing_details,
      card,
      customer: null,
      customer_account: null,
      type,
    },
    return_url: textOf(params, 'return_url') ?? null,
    setup_future_usage: usage ?? null,
    setup_intent: null,
    shipping: shippingOf(params),
    use_stripe_sdk: true,
  }
  return { id: token.id, token, method }
}

/** Uses a token for an intent; a token is valid once and for twelve hours. */
export function spendToken(stored: StoredToken, intent: string, now: number): StoredToken | Failure {
  const { token } = stored
  if (token.payment_intent !== null && token.payment_intent !== intent) {
    return badRequest(
      `The ConfirmationToken ${token.id} was already used to confirm ${token.payment_intent}. Please create a new ConfirmationToken.`,
      { param: 'confirmation_token' },
    )
  }
  if (token.payment_intent === null && token.expires_at !== null && token.expires_at <= now) {
    return badRequest(
      `The ConfirmationToken ${token.id} has expired. Please create a new ConfirmationToken.`,
      {
        param: 'confirmation_token',
      },
    )
  }
  return { ...stored, token: { ...token, payment_intent: intent, expires_at: null } }
}
