import type Stripe from 'stripe'
import { addressOf } from './address.ts'
import {
  CARD_DETAIL_ERRORS,
  cardByName,
  cardByNumber,
  LIVE_CARD_IN_TEST_MODE,
  passesLuhn,
  type TestCard,
} from './cards.ts'
import type { Moment } from './clock.ts'
import { badParam, cardRefused, type Failure, isFailure } from './failure.ts'
import type { FormRecord } from './form.ts'
import { choiceOf, recordOf, textOf, unknownParam } from './params.ts'

/** A payment method that always has a card. */
export type CardMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card }

const KNOWN = ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay', 'radar_options']

/** Creates a payment method from `payment_method_data` (type, card, billing_details). */
export function cardMethodFrom(data: FormRecord, param: string, moment: Moment): CardMethod | Failure {
  const unknown = unknownParam(data, KNOWN)
  if (unknown) return unknown
  const type = choiceOf(data, 'type', ['card'])
  if (isFailure(type)) return type
  if (type === undefined) {
    return badParam(`${param}[type]`, 'parameter_missing', `Missing required param: ${param}[type].`)
  }
  const details = cardDetails(recordOf(data, 'card'), moment.now)
  if (isFailure(details)) return details
  return cardMethod(details.card, details.month, details.year, recordOf(data, 'billing_details'), moment)
}

/** Creates a payment method from a `pm_card_…` name; returns undefined when the name is unknown. */
export function cardMethodNamed(name: string, moment: Moment): CardMethod | undefined {
  const card = cardByName(name)
  const nextYear = new Date(moment.now * 1000).getUTCFullYear() + 1
  return card && cardMethod(card, 12, nextYear, {}, moment)
}

interface CardDetails {
  card: TestCard
  month: number
  year: number
}

/** Validates number, date and code as Stripe does before it contacts a bank. */
function cardDetails(fields: FormRecord, now: number): CardDetails | Failure {
  const number = (textOf(fields, 'number') ?? '').replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) return refusedDetail('invalid_number', 'number')
  if (!passesLuhn(number)) return refusedDetail('incorrect_number', 'number')
  const month = Number(textOf(fields, 'exp_month'))
  if (!Number.isInteger(month) || month < 1 || month > 12)
    return refusedDetail('invalid_expiry_month', 'exp_month')
  const yearField = Number(textOf(fields, 'exp_year'))
  const year = yearField < 100 ? 2000 + yearField : yearField
  const today = new Date(now * 1000)
  const thisYear = today.getUTCFullYear()
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    return refusedDetail('invalid_expiry_year', 'exp_year')
  }
  if (year === thisYear && month < today.getUTCMonth() + 1)
    return refusedDetail('invalid_expiry_month', 'exp_month')
  const card = cardByNumber(number)
  if (!card) return cardRefused(LIVE_CARD_IN_TEST_MODE)
  const code = textOf(fields, 'cvc')
  const digits = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (code !== undefined && !digits.test(code)) return refusedDetail('invalid_cvc', 'cvc')
  return { card, month, year }
}

function refusedDetail(code: keyof typeof CARD_DETAIL_ERRORS, param: string): Failure {
  return cardRefused({ code, param, message: CARD_DETAIL_ERRORS[code] })
}

function cardMethod(
  card: TestCard,
  month: number,
  year: number,
  billing: FormRecord,
  moment: Moment,
): CardMethod {
  return {
    id: moment.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(billing),
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.outcome === 'approve' ? 'pass' : 'unchecked',
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: month,
      exp_year: year,
      fingerprint: card.fingerprint,
      funding: card.names.includes('pm_card_visa_debit') ? 'debit' : 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: moment.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

function billingDetails(fields: FormRecord): Stripe.PaymentMethod.BillingDetails {
  return {
    address: addressOf(fields),
    email: textOf(fields, 'email') ?? null,
    name: textOf(fields, 'name') ?? null,
    phone: textOf(fields, 'phone') ?? null,
    tax_id: null,
  }
}
