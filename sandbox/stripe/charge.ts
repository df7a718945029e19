import type Stripe from 'stripe'
import type { Decline } from './cards.ts'
import type { Moment } from './clock.ts'
import type { CardMethod } from './payment-method.ts'

/** Returns the charge of one attempt: paid, only authorized (manual capture) or refused. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  method: CardMethod,
  refusal: Decline | null,
  authenticated: boolean,
  moment: Moment,
): Stripe.Charge {
  const captured = refusal === null && intent.capture_method !== 'manual'
  return {
    id: moment.id('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: captured ? moment.id('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'TREADLINE',
    captured,
    created: moment.now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(refusal),
    paid: refusal === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method, authenticated), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: chargeShipping(intent.shipping),
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: refusal === null ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

function outcomeOf(refusal: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: refusal ? '01' : null,
    network_status: refusal ? 'declined_by_network' : 'approved_by_network',
    reason: refusal?.decline_code ?? null,
    risk_level: 'normal',
    seller_message: refusal
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: refusal ? 'issuer_declined' : 'authorized',
  }
}

function chargeShipping(shipping: Stripe.PaymentIntent.Shipping | null): Stripe.Charge.Shipping | null {
  const { address, name, phone } = shipping ?? {}
  return address ? { address, ...(name ? { name } : {}), phone: phone ?? null } : null
}

function cardDetails(
  intent: Stripe.PaymentIntent,
  method: CardMethod,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand,
    checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint: fingerprint ?? null,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: null,
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}
