import { expect, test } from 'vitest'
import { DECLINE_MESSAGES, declineReason, paymentMethodsFor } from './payment.ts'

const codes = (cart: { allVirtual: boolean; cardOffered: boolean }) =>
  paymentMethodsFor(cart).map((method) => method.code)

test('[E12] cash on delivery is hidden when nothing is sent by parcel', () => {
  expect(codes({ allVirtual: false, cardOffered: true })).toEqual(['stripe', 'cashondelivery'])
  expect(codes({ allVirtual: true, cardOffered: true })).toEqual(['stripe'])
})

test('[E3] there is always exactly one default among the methods that are there', () => {
  for (const allVirtual of [true, false]) {
    for (const cardOffered of [true, false]) {
      const methods = paymentMethodsFor({ allVirtual, cardOffered })
      expect(methods.filter((method) => method.default)).toHaveLength(Math.min(1, methods.length))
    }
  }
})

test('a refused card gives no hint about which of its details was wrong', () => {
  const hints = ['insufficient_funds', 'lost_card', 'incorrect_cvc', 'stolen_card', 'expired_card', null]
  const words = hints.map((hint) => DECLINE_MESSAGES[declineReason(hint ?? 'card_declined', hint)])
  expect(new Set(words).size).toBe(1)
})

test('a failed bank check and a busy network are named, for they ask for something else', () => {
  expect(declineReason('payment_intent_authentication_failure', null)).toBe('authentication')
  expect(declineReason('card_declined', 'authentication_required')).toBe('authentication')
  expect(declineReason('processing_error', 'processing_error')).toBe('busy')
})
