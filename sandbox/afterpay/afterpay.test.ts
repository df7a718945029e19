import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { control, toSandbox } from '../stripe/sdk-test-client.ts'
import type { Payment } from './payment.ts'

const CONFIRM = 'http://localhost:8787/checkout/return/afterpay?order=TL-00000042'
const CANCEL = 'http://localhost:8787/checkout/cancel/afterpay?order=TL-00000042'
const CHECKOUT = {
  amount: { amount: '545.50', currency: 'USD' },
  consumer: { email: 'ada@example.com', givenNames: 'Ada', surname: 'Miller' },
  merchant: { redirectConfirmUrl: CONFIRM, redirectCancelUrl: CANCEL },
  merchantReference: 'TL-00000042',
}

function call(path: string, body?: object, headers: Record<string, string> = {}) {
  const key = btoa(`${env.AFTERPAY_MERCHANT_ID}:${env.AFTERPAY_SECRET_KEY}`)
  return toSandbox(path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Basic ${key}`, 'user-agent': 'Test/1.0', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function checkout(): Promise<{ token: string; page: string }> {
  const created = await (await call('/v2/checkouts', CHECKOUT)).json<{
    token: string
    redirectCheckoutUrl: string
  }>()
  return {
    token: created.token,
    page: new URL(created.redirectCheckoutUrl).pathname + new URL(created.redirectCheckoutUrl).search,
  }
}

async function choose(page: string, choice: string): Promise<string> {
  const reply = await toSandbox(`${page}&choice=${choice}`, { redirect: 'manual' })
  return reply.headers.get('location') ?? ''
}

async function outcome(reply: Promise<Response>): Promise<[number, string]> {
  const answer = await reply
  const body = await answer.json<{ errorCode?: string; status?: string }>()
  return [answer.status, body.errorCode ?? body.status ?? '']
}

const capture = (token: string) => call('/v2/payments/capture', { token, merchantReference: 'TL-00000042' })

beforeEach(async () => {
  await control('reset', {})
})

test('[E10] a checkout is approved on its page and captured once, however often the shop captures', async () => {
  const { token, page } = await checkout()
  expect(await outcome(capture(token))).toEqual([412, 'invalid_order_transaction_status'])
  expect(await (await toSandbox(page)).text()).toContain('$545.50')
  expect(await choose(page, 'approve')).toBe(`${CONFIRM}&status=SUCCESS&orderToken=${token}`)
  const replies = await Promise.all(Array.from({ length: 5 }, () => capture(token)))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const list = await (await call('/v2/payments?merchantReferences=TL-00000042')).json<{
    results: Payment[]
  }>()
  expect(list.results).toHaveLength(1)
  expect(list.results[0]).toMatchObject({ status: 'APPROVED', paymentState: 'CAPTURED', token })
  expect((await call(`/v2/checkouts/${token}`)).status).toBe(412)
  const shown = await (await toSandbox('/afterpay')).text()
  expect(shown).toContain('TL-00000042')
})

test('[E10] a decline is a 201, a canceled checkout costs nothing, and a checkout expires', async () => {
  const declined = await checkout()
  await choose(declined.page, 'decline')
  expect(await outcome(capture(declined.token))).toEqual([201, 'DECLINED'])
  const canceled = await checkout()
  expect(await choose(canceled.page, 'cancel')).toBe(
    `${CANCEL}&status=CANCELLED&orderToken=${canceled.token}`,
  )
  expect((await capture(canceled.token)).status).toBe(412)
  const late = await checkout()
  await choose(late.page, 'approve')
  await control('expire', { checkout: late.token })
  expect((await toSandbox(late.page)).status).toBe(410)
  expect(await outcome(capture(late.token))).toEqual([402, 'invalid_token'])
})

test('[H2] a reversal undoes a capture or prevents one', async () => {
  const { token, page } = await checkout()
  await choose(page, 'approve')
  await capture(token)
  const reverse = (ofToken: string) => call(`/v2/payments/token:${ofToken}/reversal`, {})
  expect((await reverse(token)).status).toBe(204)
  const undone = await (await call(`/v2/payments/token:${token}`)).json<Payment>()
  expect(undone.paymentState).toBe('VOIDED')
  const other = await checkout()
  await choose(other.page, 'approve')
  expect((await reverse(other.token)).status).toBe(204)
  expect(await outcome(capture(other.token))).toEqual([412, 'precondition_failed'])
})

test('refunds may be partial, happen once for each request id, and never exceed the payment', async () => {
  const { token, page } = await checkout()
  await choose(page, 'approve')
  const { id } = await (await capture(token)).json<Payment>()
  const refund = (requestId: string, amount: string) =>
    call(`/v2/payments/${id}/refund`, {
      requestId,
      merchantReference: 'TL-00000042',
      amount: { amount, currency: 'USD' },
    })
  expect((await refund('a', '100.00')).status).toBe(201)
  expect((await refund('a', '100.00')).status).toBe(201)
  expect(await outcome(refund('b', '445.51'))).toEqual([422, 'invalid_amount'])
  const { refunds } = await (await call(`/v2/payments/${id}`)).json<Payment>()
  expect(refunds).toHaveLength(1)
})

test('a request without User-Agent, with wrong keys or an invalid amount is refused', async () => {
  expect((await call('/v2/configuration', undefined, { 'user-agent': '' })).status).toBe(403)
  expect((await call('/v2/configuration', undefined, { authorization: 'Basic eDp5' })).status).toBe(401)
  expect(await (await call('/v2/configuration')).json()).toMatchObject({
    maximumAmount: { amount: '4000.00' },
  })
  const amount = (text: string) => ({ ...CHECKOUT, amount: { amount: text, currency: 'USD' } })
  expect(await outcome(call('/v2/checkouts', amount('1,000')))).toEqual([422, 'invalid_object'])
  expect(await outcome(call('/v2/checkouts', amount('4000.01')))).toEqual([422, 'unsupported_payment_type'])
  // Other services answer below the same path.
  expect((await call('/v2/payments/captures/X/refund', {})).status).not.toBe(201)
})

test('scripted faults: an outage, and a capture with a lost reply', async () => {
  const { token, page } = await checkout()
  await choose(page, 'approve')
  await control('faults', { target: 'afterpay-api', match: 'payments.capture', action: 'error', status: 503 })
  expect((await capture(token)).status).toBe(503)
  expect((await call(`/v2/payments/token:${token}`)).status).toBe(404)
  await control('faults', { target: 'afterpay-api', match: 'payments.capture', action: 'lose_reply' })
  expect((await capture(token)).status).toBe(502)
  expect((await call(`/v2/payments/token:${token}`)).status).toBe(200)
})
