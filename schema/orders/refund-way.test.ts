import { expect, test } from 'vitest'
import { CARD_METHOD, CASH_METHOD } from './payment.ts'
import { formatRefundArrival, formatRefundWay } from './refund-way.ts'
import type { ReturnCase } from './returns/return-case.ts'
import { formatNextStep, formatOutcome } from './returns/return-format.ts'

const CASE = { state: 'refunded', outcome: 'refund', reason: 'fit' } as ReturnCase

test('[E13] a buyer who paid in cash is called, and no bank is waited for', () => {
  const cash = { paymentMethod: CASH_METHOD }
  expect(formatRefundWay(cash)).toBe('in cash')
  expect(formatRefundArrival(cash)).toContain('we’ll call you')
  for (const text of [formatNextStep(CASE, 500, cash), formatOutcome(CASE, 500, cash)])
    expect(text).not.toMatch(/bank|the way you paid/)
  const card = { paymentMethod: CARD_METHOD }
  expect(formatNextStep(CASE, 500, card)).toBe(
    'We refund it the way you paid. It takes banks 5 to 10 days to show it.',
  )
})
