import { expect, test } from 'vitest'
import { installmentLimitsFor, paymentMethodDetail } from './payment-format.ts'

test('[E10] [E11] only the configured installment methods are offered beside a price', () => {
  expect(installmentLimitsFor(new Set(['stripe', 'cashondelivery', 'paypal_express']))).toEqual([])
  expect(installmentLimitsFor(new Set(['affirm', 'afterpay']))).toEqual([
    { min: 100, max: 400_000, words: '4 interest-free payments of {part} with Afterpay' },
    { min: 5_000, max: 3_000_000, words: 'monthly payments with Affirm' },
  ])
})

test('the checkout describes the next step of each payment method', () => {
  expect(
    ['cashondelivery', 'paypal_express', 'afterpay', 'affirm', 'stripe'].map((code) =>
      paymentMethodDetail(code, 10_000),
    ),
  ).toEqual([
    'You’ll pay the driver when the tires arrive.',
    'You’ll finish on PayPal, then come back here.',
    '4 interest-free payments of $25.00. You’ll finish on Afterpay, then come back here.',
    'Monthly payments. You’ll choose terms on Affirm, then come back here.',
    null,
  ])
})
