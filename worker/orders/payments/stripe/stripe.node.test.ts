import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listFaults } from '../../../../sandbox/control/faults.ts'
import { SANDBOX_KEYS } from '../../../../sandbox/testing/sandbox.harness.ts'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import type { Gateway } from '../gateway.ts'
import { cardGateway } from './stripe.ts'
import { StripeSandbox, skipRetryDelays } from './testing/stripe-sandbox.harness.ts'

const CARD = {
  secretKey: SANDBOX_KEYS.STRIPE_SECRET_KEY,
  publishableKey: SANDBOX_KEYS.STRIPE_PUBLISHABLE_KEY,
  webhookSecret: SANDBOX_KEYS.STRIPE_WEBHOOK_SECRET,
  apiUrl: 'http://localhost:8788',
  scriptUrl: 'https://js.stripe.com/v3/',
}
const BACK = { returnUrl: 'https://shop.example/r', cancelUrl: 'https://shop.example/c' }
// The fields of an order that Stripe gets.
const ORDER = {
  orderNumber: 'TL-7K3M9QXA',
  totals: { grandTotal: 54_550 },
  email: 'ada@example.com',
} as OrderDraft

async function beginPayment(gateway: Gateway): Promise<string> {
  const begun = await gateway.begin(ORDER, null, BACK)
  return begun.kind === 'payment' ? begun.payment.paymentId : ''
}

let sandbox: StripeSandbox
let requests: Request[]
let restoreDelays: () => void

beforeEach(() => {
  sandbox = new StripeSandbox()
  requests = []
  answerWith(sandbox.fetch)
  restoreDelays = skipRetryDelays()
})
afterEach(() => restoreDelays())

function answerWith(answer: StripeSandbox['fetch']): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    requests.push(new Request(input, init))
    return answer(input, init)
  })
}

/** Lets Stripe answer the next of these operations with 500, before or after it was done. */
function failNext(match: string, isDone: boolean, times = 1): void {
  sandbox.addFault({ target: 'stripe-api', match, action: isDone ? 'late_error' : 'error', times })
}

function problem(status: number, type: string, code: string) {
  return async () => Response.json({ error: { type, code, message: code } }, { status })
}

test('[E8] the host is configuration, and each call has the order number in its idempotency key', async () => {
  const gateway = cardGateway(CARD)
  const paymentId = await beginPayment(gateway)
  await gateway.pay(ORDER, { paymentId, token: 'ctoken_ok' })
  expect(requests.map(({ url, headers }) => [url, headers.get('idempotency-key')])).toEqual([
    ['http://localhost:8788/v1/payment_intents', 'TL-7K3M9QXA:create'],
    [`http://localhost:8788/v1/payment_intents/${paymentId}/confirm`, 'TL-7K3M9QXA:confirm'],
  ])
})

test('[E8] a request leaves its length to fetch, which may refuse two of them', async () => {
  await beginPayment(cardGateway(CARD))
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers.has('content-length')).toBe(false)
})

test('[H2] a payment that is created and confirmed twice charges the card once', async () => {
  const gateway = cardGateway(CARD)
  const ids = new Set<string>()
  for (let twice = 0; twice < 2; twice += 1) {
    const paymentId = await beginPayment(gateway)
    ids.add(paymentId)
    const paid = await gateway.pay(ORDER, { paymentId, token: 'ctoken_ok' })
    expect(paid).toMatchObject({ kind: 'payment', payment: { state: 'paid', received: 54_550 } })
  }
  expect(ids.size).toBe(1)
  expect([...sandbox.captured.values()]).toEqual([54_550])
})

test('[H2] after a lost reply the request is repeated under the same key', async () => {
  let lost = 0
  answerWith(async (input, init) => {
    const reply = await sandbox.fetch(input, init)
    lost += 1
    if (lost === 1) throw new TypeError('Network connection lost.')
    return reply
  })
  expect(await cardGateway(CARD).begin(ORDER, null, BACK)).toMatchObject({ kind: 'payment' })
  expect(sandbox.intents.size).toBe(1)
  expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key')))).toEqual(
    new Set(['TL-7K3M9QXA:create']),
  )
})

test('each answer of Stripe becomes one of four results and never an exception', async () => {
  const results: [StripeSandbox['fetch'], string][] = [
    [problem(402, 'card_error', 'card_declined'), 'declined'],
    [problem(400, 'invalid_request_error', 'resource_missing'), 'rejected'],
    [problem(401, 'invalid_request_error', 'api_key_expired'), 'rejected'],
    [problem(409, 'invalid_request_error', 'idempotency_key_in_use'), 'unclear'],
    [problem(429, 'invalid_request_error', 'rate_limit'), 'unclear'],
    [problem(400, 'idempotency_error', 'idempotency_key_in_use'), 'unclear'],
    [problem(500, 'api_error', 'api_error'), 'unclear'],
    [async () => new Response('<html>502</html>', { status: 502 }), 'unclear'],
    [() => Promise.reject(new TypeError('Network connection lost.')), 'unclear'],
  ]
  for (const [answer, kind] of results) {
    answerWith(answer)
    expect((await cardGateway(CARD).read(ORDER, { paymentId: 'pi_1', token: null })).kind).toBe(kind)
  }
})

test('[H2] the cancellation of a paid payment returns the paid payment', async () => {
  const gateway = cardGateway(CARD)
  const paymentId = await beginPayment(gateway)
  await gateway.pay(ORDER, { paymentId, token: 'ctoken_ok' })
  expect(await gateway.end(ORDER, { paymentId, token: null })).toMatchObject({ payment: { state: 'paid' } })
})

/** Pays an order, and returns its gateway with a refund of this amount. */
async function paidOrder(amount: number) {
  const gateway = cardGateway(CARD)
  const chargeRef = await beginPayment(gateway)
  await gateway.pay(ORDER, { paymentId: chargeRef, token: 'ctoken_ok' })
  return { gateway, refund: { orderNumber: ORDER.orderNumber, chargeRef, amount, key: 'refund-1' } }
}

test('[H2] partial refunds have their own keys and never exceed the payment', async () => {
  const { gateway, refund } = await paidOrder(10_000)
  expect(await gateway.refund(refund)).toBe('refunded')
  expect(await gateway.refund(refund)).toBe('refunded')
  expect(sandbox.refunded.get(ORDER.orderNumber)).toBe(10_000)
  expect(await gateway.refund({ ...refund, amount: 50_000, key: 'refund-2' })).toBe('refused')
  expect(await gateway.refund({ ...refund, amount: null, key: 'refund-3' })).toBe('refunded')
  expect(sandbox.refunded.get(ORDER.orderNumber)).toBe(54_550)
})

test.each([
  ['before', false],
  ['after', true],
])('[audit C5] after one 500 %s the refund was made, it is made once', async (_, isDone) => {
  const { gateway, refund } = await paidOrder(10_000)
  failNext('refunds.create', isDone)
  expect(await gateway.refund(refund)).toBe('refunded')
  expect(await gateway.refund(refund)).toBe('refunded')
  expect(sandbox.refunded.get(ORDER.orderNumber)).toBe(10_000)
})

test('[audit C5] an hour of 500s uses few keys, and the refund is made after it', async () => {
  const { gateway, refund } = await paidOrder(10_000)
  for (let attempt = 0; attempt < 4; attempt += 1) {
    failNext('refunds.create', false, 2)
    expect(await gateway.refund(refund)).toBe('unclear')
  }
  expect(await gateway.refund(refund)).toBe('refunded')
  expect(sandbox.refunded.get(ORDER.orderNumber)).toBe(10_000)
})

test('[audit C5] a refund that Stripe refuses because it exists already is done', async () => {
  const { gateway, refund } = await paidOrder(54_550)
  expect(await gateway.refund(refund)).toBe('refunded')
  // Stripe deletes a key after a day.
  answerWith((input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('idempotency-key', crypto.randomUUID())
    return sandbox.fetch(input, { ...init, headers })
  })
  expect(await gateway.refund(refund)).toBe('refunded')
  expect(sandbox.refunded.get(ORDER.orderNumber)).toBe(54_550)
})

test.each([
  ['before', false],
  ['after', true],
])(
  '[audit C5] after one 500 %s the card was charged, which Stripe repeats, the card is charged once',
  async (_, isDone) => {
    const gateway = cardGateway(CARD)
    const paymentId = await beginPayment(gateway)
    failNext('payment_intents.confirm', isDone)
    for (let twice = 0; twice < 2; twice += 1) {
      const paid = await gateway.pay(ORDER, { paymentId, token: 'ctoken_ok' })
      expect(paid).toMatchObject({ kind: 'payment', payment: { state: 'paid', received: 54_550 } })
    }
    expect([...sandbox.captured.values()]).toEqual([54_550])
  },
)

test('[audit C5] a card that was refused together with a 500 is refused without a second charge', async () => {
  const gateway = cardGateway(CARD)
  const paymentId = await beginPayment(gateway)
  failNext('payment_intents.confirm', true)
  expect(await gateway.pay(ORDER, { paymentId, token: 'ctoken_declined' })).toMatchObject({
    payment: { state: 'open', declined: 'declined' },
  })
  expect(
    requests.filter(({ url }) => url.endsWith('/confirm')).map((one) => one.headers.get('idempotency-key')),
  ).toEqual(['TL-7K3M9QXA:confirm', 'TL-7K3M9QXA:confirm'])
})

test('[audit C5] while Stripe fails permanently, few keys are used and nothing is charged', async () => {
  const gateway = cardGateway(CARD)
  const paymentId = await beginPayment(gateway)
  failNext('payment_intents.confirm', false, 9)
  expect(await gateway.pay(ORDER, { paymentId, token: 'ctoken_ok' })).toMatchObject({ kind: 'unclear' })
  expect(listFaults(sandbox.ledger.records)).toMatchObject([{ times: 6 }])
  expect(sandbox.captured.size).toBe(0)
})
