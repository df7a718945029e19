import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { DECLINE_MESSAGES } from '../../../../schema/orders/payment.ts'
import { declineMessageFrom } from './stripe-elements.ts'

const AUTHENTICATION = 'payment_intent_authentication_failure'

test('[E8] a failed authentication of the bank has the same message on every path', () => {
  const failed = {
    type: 'card_error',
    code: AUTHENTICATION,
    message: 'The words of the provider',
  } as StripeError
  expect(declineMessageFrom({ error: failed })).toBe(DECLINE_MESSAGES.authentication)
  // The provider notified the shop, which canceled the payment before the page read it.
  const canceled = { status: 'canceled', last_payment_error: { code: AUTHENTICATION } } as PaymentIntent
  expect(declineMessageFrom({ paymentIntent: canceled })).toBe(DECLINE_MESSAGES.authentication)
  // Canceled before the provider stored the reason, or while its script was authenticating.
  const silent = { status: 'canceled', last_payment_error: null } as PaymentIntent
  expect(declineMessageFrom({ paymentIntent: silent })).toBe(DECLINE_MESSAGES.authentication)
  const late = {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    payment_intent: silent,
  }
  expect(declineMessageFrom({ error: late as StripeError })).toBe(DECLINE_MESSAGES.authentication)
})

test('[E8] other refusals have the provider’s message, and a confirmed payment has none', () => {
  const error = { type: 'api_connection_error', message: 'No connection.' } as StripeError
  expect(declineMessageFrom({ error })).toBe('No connection.')
  for (const status of ['requires_confirmation', 'requires_capture', 'succeeded'] as const) {
    expect(declineMessageFrom({ paymentIntent: { status } as PaymentIntent })).toBeNull()
  }
})
