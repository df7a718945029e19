import { expect, test } from 'vitest'
import {
  CARD_METHOD,
  canQueueOffline,
  chargeTimingMessage,
  DECLINE_MESSAGES,
  declineReason,
  formatReservation,
  getAmountLimits,
  isExpired,
  isSavedCardToken,
  paymentMethodsFor,
  paymentName,
  paymentTitle,
  placeOrderLabel,
  usableCards,
} from './payment.ts'

const ALL = ['stripe', 'paypal_express', 'afterpay', 'affirm']
const codes = (cart: { allVirtual?: boolean; offered?: string[]; total?: number | null }) =>
  paymentMethodsFor({
    allVirtual: cart.allVirtual ?? false,
    offered: new Set(cart.offered ?? ALL),
    total: cart.total ?? null,
  }).map((method) => method.code)

test('[E12] cash on delivery is hidden when nothing is shipped', () => {
  expect(codes({})).toEqual([...ALL, 'cashondelivery'])
  expect(codes({ allVirtual: true })).toEqual(ALL)
})

test('a provider without keys or with other limits is absent', () => {
  expect(codes({ offered: ['stripe'] })).toEqual(['stripe', 'cashondelivery'])
  expect(codes({ total: 4_999 })).toEqual(['stripe', 'paypal_express', 'afterpay', 'cashondelivery'])
  expect(codes({ total: 5_000 })).toContain('affirm')
  expect(codes({ total: 400_001 })).not.toContain('afterpay')
  expect(codes({ total: 49 })).toEqual(['paypal_express', 'cashondelivery'])
  expect(codes({ total: 0 })).toEqual([...ALL, 'cashondelivery'])
})

test('[E3] exactly one of the available methods is the default', () => {
  for (const allVirtual of [true, false]) {
    for (const offered of [ALL, ['afterpay', 'affirm'], []]) {
      const methods = paymentMethodsFor({ allVirtual, offered: new Set(offered), total: 54_550 })
      expect(methods.filter((method) => method.default)).toHaveLength(Math.min(1, methods.length))
    }
  }
})

test('[E14] an order can be queued offline only without a provider', () => {
  expect(canQueueOffline({ paymentMethod: 'cashondelivery', grandTotal: 25_400 })).toBe(true)
  expect(canQueueOffline({ paymentMethod: 'stripe', grandTotal: 0 })).toBe(true)
  for (const paymentMethod of ['stripe', 'paypal_express', 'afterpay', 'affirm']) {
    expect(canQueueOffline({ paymentMethod, grandTotal: 25_400 }), paymentMethod).toBe(false)
  }
})

test('the message of a refused card does not reveal which detail was wrong', () => {
  const hints = ['insufficient_funds', 'lost_card', 'incorrect_cvc', 'stolen_card', 'expired_card', null]
  const messages = hints.map((hint) => DECLINE_MESSAGES[declineReason(hint ?? 'card_declined', hint)])
  expect(new Set(messages).size).toBe(1)
})

test('a failed authentication and a busy network have messages of their own', () => {
  expect(declineReason('payment_intent_authentication_failure', null)).toBe('authentication')
  expect(declineReason('card_declined', 'authentication_required')).toBe('authentication')
  expect(declineReason('processing_error', 'processing_error')).toBe('busy')
})

test('[E8] a card is valid until the end of its month', () => {
  const may = new Date(2026, 4, 31, 23, 59)
  expect(['04/2026', '05/2026', '06/2026', '12/2025', '01/2027'].map((card) => isExpired(card, may))).toEqual(
    [true, false, false, true, false],
  )
})

test('[E9] [E10] [E11] the note about the charge is true for each payment method, because it stays without script', () => {
  expect(chargeTimingMessage(25_400)).toBe(
    'You won’t be charged until you place the order or approve the payment.',
  )
  expect(chargeTimingMessage(0)).toBe('You won’t be charged now.')
})

test('[E3] without card payment, the first available method is the default', () => {
  const methods = paymentMethodsFor({ allVirtual: false, offered: new Set(['affirm']), total: null })
  expect(methods).toEqual([
    { code: 'affirm', title: 'Affirm', default: true },
    { code: 'cashondelivery', title: 'Cash on delivery', default: false },
  ])
})

test('a provider’s lowest and highest totals are accepted', () => {
  expect(getAmountLimits(CARD_METHOD)).toEqual({ min: 50, max: 99_999_999 })
  expect(getAmountLimits('cashondelivery')).toBeNull()
  for (const code of ALL) {
    const { min = 0, max = 0 } = getAmountLimits(code) ?? {}
    const accepted = [min - 1, min, max, max + 1].map((total) => codes({ total }).includes(code))
    // A total of zero leaves no method out.
    expect(accepted, code).toEqual([min === 1, true, true, false])
  }
})

test('a payment method has a title; the title of an unknown method is its code', () => {
  expect(['paypal_express', 'cashondelivery', 'shells'].map(paymentTitle)).toEqual([
    'PayPal',
    'Cash on delivery',
    'shells',
  ])
  expect(['stripe', 'paypal_express'].map(paymentName)).toEqual(['Card', 'PayPal'])
})

test('[E9] the remaining time of the reservation is shown in minutes', () => {
  expect([null, 2, 1, 0, -1].map(formatReservation)).toEqual([
    'We’ll hold the tires for you for 15 minutes.',
    'We’ll hold the tires for you for 2 more minutes.',
    'We’ll hold the tires for you for one more minute.',
    'We’re no longer holding the tires for you.',
    'We’re no longer holding the tires for you.',
  ])
})

test('[E8] a saved card is distinguished from a token', () => {
  expect(['pm_1', 'ctoken_pm_1', 'pm'].map(isSavedCardToken)).toEqual([true, false, false])
  expect(isExpired('', new Date(2026, 0, 1))).toBe(true)
})

test('either code reports a busy network', () => {
  expect(declineReason('processing_error', null)).toBe('busy')
  expect(declineReason('card_declined', 'try_again_later')).toBe('busy')
  expect(declineReason(null, null)).toBe('declined')
})

test('[E8] saved cards that have expired are not offered, and none are when the provider does not answer', () => {
  const now = new Date(2026, 4, 15)
  const cards = [{ expires: '04/2026' }, { expires: '05/2026' }]
  expect(usableCards(cards, now)).toEqual([{ expires: '05/2026' }])
  expect(usableCards(null, now)).toEqual([])
})

test('[H13h] the button names the provider to whose page the shopper leaves', () => {
  const labels = [...ALL, 'cashondelivery'].map((code) => placeOrderLabel(code, 10_000))
  expect(labels).toEqual([
    'Place order',
    'Continue to PayPal',
    'Continue to Afterpay',
    'Continue to Affirm',
    'Place order',
  ])
  // Nothing is left to pay, so no provider is visited.
  expect(placeOrderLabel('paypal_express', 0)).toBe('Place order')
})
