import { afterEach, expect, test, vi } from 'vitest'
import { afterpayGateway } from './afterpay.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const AFTERPAY = { merchantId: '42', secretKey: 'secret-12345678', apiUrl: 'https://afterpay.example' }
const REFUND = { orderNumber: 'TL-7K3M9QXA', chargeRef: '1001', amount: 10_000, key: 'refund-1' }

interface Asked {
  requestId: string
  amount: { amount: string }
}

/** A captured payment whose first refunds Afterpay fails at, before or after they were made; a request id is made once. */
function failingAfterpay(failures: number, isDone: boolean) {
  const made = new Map<string, Asked>()
  const ids: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const money = { amount: '545.50', currency: 'USD' }
    const payment = { id: '1001', token: 'tok', status: 'APPROVED', originalAmount: money }
    if (request.method === 'GET') return Response.json({ ...payment, refunds: [...made.values()] })
    const asked = await request.json<Asked>()
    ids.push(asked.requestId)
    const fails = ids.length <= failures
    if (!fails || isDone) made.set(asked.requestId, asked)
    return fails
      ? Response.json({ errorCode: 'error' }, { status: 500 })
      : Response.json(asked, { status: 201 })
  })
  return { made, ids }
}

test.each([
  ['before', false],
  ['after', true],
])('[audit C5] one 500 of Afterpay %s the refund was made: it is made, once', async (_, isDone) => {
  const { made } = failingAfterpay(1, isDone)
  const gateway = afterpayGateway(AFTERPAY)
  for (let twice = 0; twice < 2; twice += 1) expect(await gateway.refund(REFUND)).toBe('refunded')
  expect([...made.values()].map(({ amount }) => amount)).toEqual([{ amount: '100.00', currency: 'USD' }])
})

test('[audit C5] while Afterpay fails the refund stays open under one request id, and is made once it is over', async () => {
  const { made, ids } = failingAfterpay(4, true)
  const gateway = afterpayGateway(AFTERPAY)
  for (let twice = 0; twice < 2; twice += 1) expect(await gateway.refund(REFUND)).toBe('unclear')
  expect(await gateway.refund(REFUND)).toBe('refunded')
  expect(new Set(ids).size).toBe(1)
  expect(made.size).toBe(1)
})

test.each([
  ['before', false],
  ['after', true],
])('[audit C5] a 500 %s all of it was given back: the second look finds what is left', async (_, isDone) => {
  const { made } = failingAfterpay(2, isDone)
  const gateway = afterpayGateway(AFTERPAY)
  expect(await gateway.refund({ ...REFUND, amount: null })).toBe('unclear')
  expect(await gateway.refund({ ...REFUND, amount: null })).toBe('refunded')
  const cents = [...made.values()].map(({ amount }) => Math.round(Number(amount.amount) * 100))
  expect(cents).toEqual([54_550])
})
