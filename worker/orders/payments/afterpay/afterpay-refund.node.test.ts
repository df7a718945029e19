import { afterEach, expect, test, vi } from 'vitest'
import { moneyOf } from '../../../../sandbox/afterpay/checkout.ts'
import { capture, type Payment } from '../../../../sandbox/afterpay/payment.ts'
import { secondsNow } from '../../../../sandbox/clock.ts'
import { SANDBOX_KEYS, SandboxHarness } from '../../../../sandbox/testing/sandbox.harness.ts'
import { afterpayGateway } from './afterpay.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const AFTERPAY = {
  merchantId: SANDBOX_KEYS.AFTERPAY_MERCHANT_ID,
  secretKey: SANDBOX_KEYS.AFTERPAY_SECRET_KEY,
  apiUrl: 'https://afterpay.example',
}
const REFUND = { orderNumber: 'TL-7K3M9QXA', chargeRef: '1001', amount: 10_000, key: 'refund-1' }

/** A captured payment whose first refunds Afterpay fails at, before or after they were made. */
function failingAfterpay(times: number, isDone: boolean) {
  const sandbox = new SandboxHarness()
  const { records } = sandbox.ledger
  const ids: string[] = []
  const merchant = { redirectConfirmUrl: '', redirectCancelUrl: '' }
  const request = { amount: moneyOf(54_550), consumer: { email: 'ada@example.com' }, merchant }
  const checkout = { token: 'tok', expires: 0, state: 'approved', request } as const
  const made = capture(checkout, REFUND.orderNumber, { now: secondsNow(), id: () => '1001' })
  records.put('afterpay-payment', '1001', made)
  const action = isDone ? 'late_error' : 'error'
  sandbox.addFault({ target: 'afterpay-api', match: 'payments.refund', action, times })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const asked = new Request(input, init)
    if (asked.method === 'POST') ids.push((await asked.clone().json<{ requestId: string }>()).requestId)
    return sandbox.fetch(asked)
  })
  return { ids, made: () => records.get<Payment>('afterpay-payment', '1001')?.refunds ?? [] }
}

test.each([
  ['before', false],
  ['after', true],
])('[audit C5] one 500 of Afterpay %s the refund was made: it is made, once', async (_, isDone) => {
  const { made } = failingAfterpay(1, isDone)
  const gateway = afterpayGateway(AFTERPAY)
  for (let twice = 0; twice < 2; twice += 1) expect(await gateway.refund(REFUND)).toBe('refunded')
  expect(made().map(({ amount }) => amount)).toEqual([moneyOf(10_000)])
})

test('[audit C5] while Afterpay fails the refund stays open under one request id, and is made once it is over', async () => {
  const { made, ids } = failingAfterpay(4, true)
  const gateway = afterpayGateway(AFTERPAY)
  for (let twice = 0; twice < 2; twice += 1) expect(await gateway.refund(REFUND)).toBe('unclear')
  expect(await gateway.refund(REFUND)).toBe('refunded')
  expect(new Set(ids).size).toBe(1)
  expect(made()).toHaveLength(1)
})

test.each([
  ['before', false],
  ['after', true],
])('[audit C5] a 500 %s all of it was given back: the second look finds what is left', async (_, isDone) => {
  const { made } = failingAfterpay(2, isDone)
  const gateway = afterpayGateway(AFTERPAY)
  expect(await gateway.refund({ ...REFUND, amount: null })).toBe('unclear')
  expect(await gateway.refund({ ...REFUND, amount: null })).toBe('refunded')
  expect(made().map(({ amount }) => amount)).toEqual([moneyOf(54_550)])
})
