import { beforeEach, expect, test, vi } from 'vitest'
import type { OrderDraft } from '../../../../schema/orders/order.ts'
import { purchaseUnit } from '../../../../schema/orders/purchase-unit.ts'
import { paypalGateway } from './paypal.ts'
import { beginExpressCheckout, toExperienceContext, walletReference } from './paypal-checkout.ts'
import { PaypalSandbox } from './testing/paypal-sandbox.harness.ts'

const NUMBER = 'TL-7K3M9QXA'
const BACK = { returnUrl: 'https://shop.example/back', cancelUrl: 'https://shop.example/cancel' }
const ADDRESS = {
  countryId: 'US',
  region: 'Illinois',
  regionId: 23,
  regionCode: 'IL',
  postcode: '62704',
  city: 'Springfield',
  street: ['1 Main St'],
  firstname: 'Ada',
  lastname: 'Hill',
  telephone: '3125550142',
  email: 'ada@example.com',
  company: '',
  vatId: '',
}
const DRAFT = {
  orderNumber: NUMBER,
  quoteId: 'a'.repeat(32),
  email: 'ada@example.com',
  lines: [{ name: 'Corvane Solano', sku: 'S-4', qty: 2, unitPrice: 26_000 }],
  totals: {
    subtotal: 52_000,
    discount: 0,
    shipping: 0,
    tax: 2_550,
    grandTotal: 55_550,
    fees: [{ code: 'state-fee', title: 'Illinois tire fee', amount: 1_000 }],
  },
  shippingAddress: ADDRESS,
} as unknown as OrderDraft

let paypal: PaypalSandbox
let requests: Request[]
let app = 0
let now: number

beforeEach(() => {
  // Access tokens are cached by app, so each test uses its own app.
  app += 1
  const { clientId, clientSecret } = config()
  paypal = new PaypalSandbox({ PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret })
  requests = []
  now = 0
  answerWith(paypal.fetch)
})
function answerWith(answer: PaypalSandbox['fetch']): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    requests.push(new Request(input, init))
    return answer(input, init)
  })
}

function config() {
  return {
    clientId: `client-${app}`,
    clientSecret: 'secret-12345678',
    webhookId: 'WH-1',
    apiUrl: 'http://localhost:8788',
  }
}

const gateway = () => paypalGateway(config(), () => now)
const keys = () => requests.flatMap(({ headers }) => headers.get('paypal-request-id') ?? [])

function captureOf(paymentId: string): string {
  return paypal.orders.get(paymentId)?.purchase_units[0].payments?.captures[0]?.id ?? ''
}

async function beginPayment() {
  const begun = await gateway().begin(DRAFT, null, BACK)
  if (begun.kind !== 'payment') throw new Error(begun.kind)
  return begun.payment
}

test('[E9] a payment is created, approved at PayPal, captured once and read as paid', async () => {
  const payment = await beginPayment()
  expect(payment).toMatchObject({ state: 'action', amount: 55_550, currency: 'USD', orderNumber: NUMBER })
  expect(payment.redirectUrl).toContain(payment.paymentId)
  const handle = { paymentId: payment.paymentId, token: null }
  // The shopper has not approved the payment yet, so nothing is charged.
  expect(await gateway().pay(DRAFT, handle)).toMatchObject({ payment: { state: 'action' } })
  paypal.approve(payment.paymentId)
  expect(await gateway().read(DRAFT, handle)).toMatchObject({ payment: { state: 'open', received: 0 } })
  const paid = { state: 'paid', received: 55_550, chargeRef: expect.any(String) }
  expect(await gateway().pay(DRAFT, handle)).toMatchObject({ payment: paid })
  expect(await gateway().pay(DRAFT, handle)).toMatchObject({ payment: paid })
  expect(await gateway().read(DRAFT, handle)).toMatchObject({ payment: paid })
  expect(await gateway().end(DRAFT, handle)).toMatchObject({ payment: paid })
  expect([...paypal.captured]).toEqual([[NUMBER, 55_550]])
  expect(new Set(keys())).toEqual(new Set([`${NUMBER}:create`, `${NUMBER}:capture`]))
})

test('[E9] an order at PayPal has the shop’s purchase unit and return URLs, and is paid immediately', async () => {
  const { paymentId } = await beginPayment()
  expect(paypal.orders.get(paymentId)?.purchase_units[0]).toEqual(
    purchaseUnit({ ...DRAFT, referenceId: NUMBER, address: DRAFT.shippingAddress }),
  )
  expect(paypal.orders.get(paymentId)?.context).toMatchObject({
    return_url: BACK.returnUrl,
    cancel_url: BACK.cancelUrl,
    user_action: 'PAY_NOW',
    shipping_preference: 'SET_PROVIDED_ADDRESS',
    payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
  })
  // An order of downloads has no shipping address.
  const files = { ...DRAFT, orderNumber: 'TL-2222222A', shippingAddress: null }
  const begun = await gateway().begin(files, null, BACK)
  const virtual = paypal.orders.get(begun.kind === 'payment' ? begun.payment.paymentId : '')
  expect(virtual?.context.shipping_preference).toBe('NO_SHIPPING')
  expect(virtual?.purchase_units[0]).not.toHaveProperty('shipping')
})

test('[E9] an access token is used until a minute before its expiry, or until PayPal refuses it', async () => {
  await beginPayment()
  await beginPayment()
  const tokens = () => paypal.calls.filter((call) => call === 'POST /v1/oauth2/token').length
  expect(tokens()).toBe(1)
  now = 32_340_000
  await beginPayment()
  expect(tokens()).toBe(2)
  let refused = 0
  answerWith(async (input, init) => {
    const isToken = String(input).endsWith('/token')
    if (isToken || refused > 0) return paypal.fetch(input, init)
    refused += 1
    return Response.json({ name: 'AUTHENTICATION_FAILURE' }, { status: 401 })
  })
  await beginPayment()
  expect(tokens()).toBe(3)
})

test('[H2] after a lost reply the request is repeated under the same request id', async () => {
  const { paymentId } = await beginPayment()
  paypal.approve(paymentId)
  let lost = 0
  answerWith(async (input, init) => {
    const reply = await paypal.fetch(input, init)
    lost += 1
    if (lost === 1) throw new TypeError('Network connection lost.')
    return reply
  })
  expect(await gateway().pay(DRAFT, { paymentId, token: null })).toMatchObject({ payment: { state: 'paid' } })
  expect(keys().slice(-2)).toEqual([`${NUMBER}:capture`, `${NUMBER}:capture`])
  expect([...paypal.captured.values()]).toEqual([55_550])
})

test('each answer of PayPal becomes one of four results and never an exception', async () => {
  const { paymentId } = await beginPayment()
  const problem = (status: number, issue: string) => async () =>
    Response.json({ name: 'PROBLEM', details: [{ issue }] }, { status })
  const results: [PaypalSandbox['fetch'], string][] = [
    [problem(422, 'INSTRUMENT_DECLINED'), 'declined'],
    [problem(422, 'PAYER_CANNOT_PAY'), 'declined'],
    [problem(422, 'DUPLICATE_INVOICE_ID'), 'rejected'],
    [problem(400, 'INVALID_PARAMETER'), 'rejected'],
    [problem(409, 'PREVIOUS_REQUEST_IN_PROGRESS'), 'unclear'],
    [problem(401, 'invalid_token'), 'unclear'],
    [problem(429, 'RATE_LIMIT_REACHED'), 'unclear'],
    [problem(500, 'INTERNAL_SERVER_ERROR'), 'unclear'],
    [async () => new Response('<html>502</html>', { status: 502 }), 'unclear'],
    [async () => new Response('<html>200</html>'), 'unclear'],
    [async () => Response.json({}, { status: 201 }), 'unclear'],
    [() => Promise.reject(new TypeError('Network connection lost.')), 'unclear'],
  ]
  for (const [answer, kind] of results) {
    answerWith((input, init) =>
      String(input).endsWith('/token') ? paypal.fetch(input, init) : answer(input, init),
    )
    expect((await gateway().pay(DRAFT, { paymentId, token: null })).kind).toBe(kind)
  }
})

test('[E9] a refusal of the bank, at once or later, declines the payment; a review by the bank is pending', async () => {
  const outcomes = { decline: 'declined', deny: 'declined', review: 'payment' } as const
  for (const [next, kind] of Object.entries(outcomes)) {
    const draft = { ...DRAFT, orderNumber: `${NUMBER}-${next}` }
    const begun = await gateway().begin(draft, null, BACK)
    const paymentId = begun.kind === 'payment' ? begun.payment.paymentId : ''
    paypal.approve(paymentId, next as keyof typeof outcomes)
    const paid = await gateway().pay(draft, { paymentId, token: null })
    expect(paid.kind).toBe(kind)
    if (paid.kind === 'payment') expect(paid.payment.state).toBe('pending')
  }
  expect(paypal.captured.size).toBe(0)
})

test('[H2] end reports uncaptured and deleted orders as ended; without an answer the result is unclear', async () => {
  const { paymentId } = await beginPayment()
  const handle = { paymentId, token: null }
  expect(await gateway().end(DRAFT, handle)).toMatchObject({ payment: { state: 'ended' } })
  expect(await gateway().end(DRAFT, { paymentId: 'GONE', token: null })).toMatchObject({
    payment: { state: 'ended', received: 0 },
  })
  answerWith(async () => new Response('', { status: 503 }))
  expect((await gateway().end(DRAFT, handle)).kind).toBe('unclear')
})

test('[E9] refunds are partial or full, once for each key, and never exceed the payment', async () => {
  const { paymentId } = await beginPayment()
  paypal.approve(paymentId)
  await gateway().pay(DRAFT, { paymentId, token: null })
  const refund = (amount: number | null, key: string) =>
    gateway().refund({ orderNumber: NUMBER, chargeRef: captureOf(paymentId), amount, key })
  expect(await refund(5_550, 'r1')).toBe('refunded')
  expect(await refund(5_550, 'r1')).toBe('refunded')
  expect(paypal.refunded.get(NUMBER)).toBe(5_550)
  expect(await refund(60_000, 'r2')).toBe('refused')
  expect(await refund(null, 'r3')).toBe('refunded')
  expect(await refund(null, 'r4')).toBe('refunded')
  expect(paypal.refunded.get(NUMBER)).toBe(55_550)
  // A fully refunded payment is ended.
  expect(await gateway().read(DRAFT, { paymentId, token: null })).toMatchObject({
    payment: { state: 'ended' },
  })
  answerWith(async () => new Response('', { status: 500 }))
  expect(await refund(null, 'r5')).toBe('unclear')
})

test.each([
  ['before', false],
  ['after', true],
])(
  '[audit C5] after one 500 %s the refund was made, a repeated request under the same id refunds once',
  async (_, isDone) => {
    const { paymentId } = await beginPayment()
    paypal.approve(paymentId)
    await gateway().pay(DRAFT, { paymentId, token: null })
    const action = isDone ? 'late_error' : 'error'
    paypal.addFault({ target: 'paypal-api', match: 'captures.refund', action })
    const refund = { orderNumber: NUMBER, chargeRef: captureOf(paymentId), amount: 5_550, key: 'r1' }
    expect(await gateway().refund(refund)).toBe('refunded')
    expect(paypal.refunded.get(NUMBER)).toBe(5_550)
  },
)

/** Begins an express checkout: an estimate without address, tax and fees; returns its token. */
async function express(more: { quoteId?: string; qty?: number } = {}): Promise<string> {
  const { quoteId = DRAFT.quoteId, qty = 2 } = more
  const [line] = DRAFT.lines
  if (!line) throw new Error('a line')
  const subtotal = qty * line.unitPrice
  const totals = { subtotal, discount: 0, shipping: 0, tax: 0, fees: [], grandTotal: subtotal }
  const unit = purchaseUnit({
    referenceId: walletReference(quoteId),
    orderNumber: null,
    totals,
    address: null,
    lines: [{ ...line, qty }],
  })
  const experience = toExperienceContext({ unit, isShipped: true, isFinal: false, ...BACK })
  const begun = await beginExpressCheckout(config(), {
    unit,
    experience,
    email: null,
    requestId: crypto.randomUUID(),
  })
  return begun?.id ?? ''
}

test('[E9] an approved checkout is taken over with the order’s number and its final amount', async () => {
  const token = await express()
  expect(paypal.orders.get(token)?.context.user_action).toBe('CONTINUE')
  paypal.approve(token)
  for (let twice = 0; twice < 2; twice += 1) {
    expect(await gateway().begin(DRAFT, token, BACK)).toMatchObject({
      payment: { paymentId: token, state: 'open', amount: 55_550, orderNumber: NUMBER },
    })
  }
  expect(await gateway().pay(DRAFT, { paymentId: token, token })).toMatchObject({
    payment: { state: 'paid' },
  })
  // A repeated begin after a crash finds the paid payment.
  expect(await gateway().begin(DRAFT, token, BACK)).toMatchObject({ payment: { state: 'paid' } })
  expect([...paypal.captured]).toEqual([[NUMBER, 55_550]])
})

test('[E9] a token of another cart or other lines, and an unapproved, used or unknown token are refused', async () => {
  const refusal = async (token: string, draft = DRAFT) => {
    const begun = await gateway().begin(draft, token, BACK)
    return begun.kind === 'rejected' ? begun.detail : begun.kind
  }
  const unapproved = await express()
  expect(await refusal(unapproved)).toContain('PAYER_ACTION_REQUIRED')
  const foreign = await express({ quoteId: 'b'.repeat(32) })
  const fewer = await express({ qty: 1 })
  for (const token of [unapproved, foreign, fewer]) paypal.approve(token)
  expect(await refusal(foreign)).toContain('another cart')
  expect(await refusal(fewer)).toContain('other things')
  expect(await refusal('NOTHING')).toContain('404')
  expect(await refusal(unapproved)).toBe('payment')
  // Another order of the same cart cannot use the token, whether it was captured or not.
  const next = { ...DRAFT, orderNumber: 'TL-2222222A' }
  expect(await refusal(unapproved, next)).toContain('used before')
  await gateway().pay(DRAFT, { paymentId: unapproved, token: unapproved })
  expect(await refusal(unapproved, next)).toContain('used before')
  expect([...paypal.captured.keys()]).toEqual([NUMBER])
})
