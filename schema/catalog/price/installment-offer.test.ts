import { expect, test } from 'vitest'
import { INSTALLMENT_METHOD, PAY_LATER_METHOD } from '../../orders/payment.ts'
import { installmentLimitsFor, paymentMethodDetail } from '../../orders/payment-format.ts'
import { formatInstallmentOffer } from './installment-offer.ts'

const BOTH = [PAY_LATER_METHOD, INSTALLMENT_METHOD]

test('[E10] [E11] a price within the limits of a configured installment method shows the offer', () => {
  const offerFor = (total: number, methods = BOTH) =>
    formatInstallmentOffer(total, installmentLimitsFor(new Set(methods)))
  expect(offerFor(73_71)).toBe(
    'Or 4 interest-free payments of $18.43 with Afterpay, or monthly payments with Affirm.',
  )
  expect(offerFor(49_99)).toBe('Or 4 interest-free payments of $12.50 with Afterpay.')
  expect(offerFor(4_000_01)).toBe('Or monthly payments with Affirm.')
  expect(offerFor(73_71, ['stripe', INSTALLMENT_METHOD])).toBe('Or monthly payments with Affirm.')
  expect([offerFor(73_71, []), offerFor(0), offerFor(99), offerFor(30_000_01)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('the checkout describes the next step and the cost of each payment method', () => {
  expect(paymentMethodDetail(PAY_LATER_METHOD, 142_06)).toBe(
    '4 interest-free payments of $35.52. You’ll finish on Afterpay, then come back here.',
  )
  expect(paymentMethodDetail('stripe', 142_06)).toBeNull()
})
