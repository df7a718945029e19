import type Stripe from 'stripe'
import type { Moment } from './clock.ts'
import { badParam, type Failure, isFailure } from './failure.ts'
import type { FormRecord } from './form.ts'
import {
  amountOf,
  choiceOf,
  flagOf,
  listOf,
  recordOf,
  requiredText,
  textOf,
  textsOf,
  unknownParam,
} from './params.ts'
import { shippingOf } from './shipping.ts'

/** Parameters of a confirmation, which create and confirm have in common. */
export const CONFIRM_PARAMS = [
  'confirmation_token',
  'error_on_requires_action',
  'expand',
  'mandate_data',
  'off_session',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'payment_method_types',
  'radar_options',
  'receipt_email',
  'return_url',
  'setup_future_usage',
  'shipping',
  'use_stripe_sdk',
] as const

const CREATE_PARAMS = [
  ...CONFIRM_PARAMS,
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'confirmation_method',
  'currency',
  'customer',
  'description',
  'metadata',
  'payment_details',
  'statement_descriptor',
  'statement_descriptor_suffix',
]

const CONFIRM_ONLY = [
  'confirmation_token',
  'error_on_requires_action',
  'off_session',
  'return_url',
  'use_stripe_sdk',
]

/** The smallest charge in US dollars, in cents (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const SMALLEST = 50

/** Creates an unconfirmed intent from the parameters of POST /v1/payment_intents. */
export function newIntent(params: FormRecord, moment: Moment): Stripe.PaymentIntent | Failure {
  const unknown = unknownParam(params, CREATE_PARAMS)
  if (unknown) return unknown
  const amount = amountOf(params, 'amount')
  if (amount === undefined) return badParam('amount', 'parameter_missing', 'Missing required param: amount.')
  if (isFailure(amount)) return amount
  const currency = requiredText(params, 'currency')
  if (isFailure(currency)) return currency
  if (currency.toLowerCase() !== 'usd') {
    return badParam('currency', undefined, `Invalid currency: ${currency}. This sandbox supports: usd`)
  }
  if (amount < SMALLEST) return badParam('amount', 'amount_too_small', 'Amount must be at least $0.50 usd')
  const captureMethod = choiceOf(params, 'capture_method', ['automatic', 'automatic_async', 'manual'])
  if (isFailure(captureMethod)) return captureMethod
  const confirm = flagOf(params, 'confirm')
  if (isFailure(confirm)) return confirm
  const misplaced = confirm ? undefined : CONFIRM_ONLY.find((name) => params[name] !== undefined)
  if (misplaced) {
    return badParam(
      misplaced,
      undefined,
      `You cannot provide a ${misplaced} when \`confirm\` is not set to \`true\`.`,
    )
  }
  const methods = paymentMethods(params)
  if (isFailure(methods)) return methods
  const receipt = textOf(params, 'receipt_email')
  if (receipt !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(receipt)) {
    return badParam('receipt_email', 'email_invalid', `Invalid email address: ${receipt}`)
  }
  const usage = choiceOf(params, 'setup_future_usage', ['on_session', 'off_session'])
  if (isFailure(usage)) return usage
  const id = moment.id('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: methods.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: captureMethod ?? 'automatic_async',
    client_secret: `${id}_secret_${moment.secret()}`,
    confirmation_method: 'automatic',
    created: moment.now,
    currency: 'usd',
    customer: textOf(params, 'customer') ?? null,
    customer_account: null,
    description: textOf(params, 'description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: textsOf(params, 'metadata'),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { request_three_d_secure: 'automatic' },
    } as Stripe.PaymentIntent.PaymentMethodOptions,
    payment_method_types: methods.types,
    payment_record: null,
    processing: null,
    receipt_email: receipt ?? null,
    review: null,
    setup_future_usage: usage ?? null,
    shipping: shippingOf(params),
    source: null,
    statement_descriptor: textOf(params, 'statement_descriptor') ?? null,
    statement_descriptor_suffix: textOf(params, 'statement_descriptor_suffix') ?? null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

interface PaymentMethods {
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null
  types: string[]
}

function paymentMethods(params: FormRecord): PaymentMethods | Failure {
  const types = listOf(params, 'payment_method_types')
  const automatic = recordOf(params, 'automatic_payment_methods')
  const enabled = flagOf(automatic, 'enabled')
  if (isFailure(enabled)) return enabled
  const redirects = choiceOf(automatic, 'allow_redirects', ['always', 'never'])
  if (isFailure(redirects)) return redirects
  if (types.length > 0 && enabled) {
    return badParam(
      'payment_method_types',
      undefined,
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    )
  }
  const other = types.find((type) => type !== 'card')
  if (other !== undefined) {
    const message = `The payment method type "${other}" is invalid. This sandbox supports: card.`
    return badParam('payment_method_types', 'payment_intent_invalid_parameter', message)
  }
  if (types.length > 0) return { automatic: null, types }
  return { automatic: { allow_redirects: redirects ?? 'always', enabled: true }, types: ['card'] }
}

/** Returns the parts of an intent that a page may see with the client secret: no metadata, no charge. */
export function publishableView(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  const { latest_charge, metadata, customer, application, on_behalf_of, review, ...visible } = intent
  return visible
}
