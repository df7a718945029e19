import { expect, test, vi } from 'vitest'
import { moneyOf } from '../../../../sandbox/afterpay/checkout.ts'
import { capture, type Payment } from '../../../../sandbox/afterpay/payment.ts'
import { secondsNow } from '../../../../sandbox/clock.ts'
import { SANDBOX_KEYS, SandboxHarness } from '../../../../sandbox/testing/sandbox.harness.ts'
import { afterpayGateway } from './afterpay.ts'

const AFTERPAY = {
  merchantId: SANDBOX_KEYS.AFTERPAY_MERCHANT_ID,
  secretKey: SANDBOX_KEYS.AFTERPAY_SECRET_KEY,
  apiUrl: 'https://afterpay.example',
}
const REFUND = { orderNumber: 'TL-7K3M9QXA', chargeRef: '1001', amount: 10_000, key: 'refund-1' }

/**
 * Creates a captured payment; Afterpay answers its first refunds with 500, before or after they were made.
 */
function failingAfterpay(times: number, isDone: boolean) {
  const sandbox = new SandboxHarness()
  const { records } = sandbox.ledger
  const ids: string[] = []
  const merchant = { redirectConfirmUrl: '', redirectCancelUrl: '' }
  const request = { amount: moneyOf(54_550), consumer: { email: 'ada@example.com' }, merchant }
  const checkout = { token: 'tok', expires: 0, state: 'approved', request } as const
  const payment = capture(checkout, REFUND.orderNumber, { now: secondsNow(), id: () => '1001' })
  records.put('afterpay-payment', '1001', payment)
  const action = isDone ? 'late_error' : 'error'
  sandbox.addFault({ target: 'afterpay-api', match: 'payments.refund', action, times })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST') ids.push((await request.clone().json<{ requestId: string }>()).requestId)
    return sandbox.fetch(request)
  })
  return { ids, refunds: () => records.get<Payment>('afterpay-payment', '1001')?.refunds ?? [] }
}

test.each([
  ['before', false],
  ['after', true],
])('[audit C5] after one 500 of Afterpay %s the refund was made, it is made once', async (_, isDone) => {
  const { refunds } = failingAfterpay(1, isDone)
  const gateway = afterpayGateway(AFTERPAY)
  for (let twice = 0; twice < 2; twice += 1) expect(await gateway.refund(REFUND)).toBe('refunded')
  expect(refunds().map(({ amount }) => amount)).toEqual([moneyOf(10_000)])
})

test('[audit C5] while Afterpay fails, the refund is repeated under one request id, and is made once afterwards', async () => {
  const { refunds, ids } = failingAfterpay(4, true)
  const gateway = afterpayGateway(AFTERPAY)
  for (let twice = 0; twice < 2; twice += 1) expect(await gateway.refund(REFUND)).toBe('unclear')
  expect(await gateway.refund(REFUND)).toBe('refunded')
  expect(new Set(ids).size).toBe(1)
  expect(refunds()).toHaveLength(1)
})

test.each([
  ['before', false],
  ['after', true],
])(
  '[audit C5] after a 500 %s a full refund was made, the next attempt refunds the rest',
  async (_, isDone) => {
    const { refunds } = failingAfterpay(2, isDone)
    const gateway = afterpayGateway(AFTERPAY)
    expect(await gateway.refund({ ...REFUND, amount: null })).toBe('unclear')
    expect(await gateway.refund({ ...REFUND, amount: null })).toBe('refunded')
    expect(refunds().map(({ amount }) => amount)).toEqual([moneyOf(54_550)])
  },
)
