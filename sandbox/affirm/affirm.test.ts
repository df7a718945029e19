import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { control, toSandbox } from '../stripe/sdk-test-client.ts'
import type { Transaction } from './transaction.ts'

const CONFIRM = 'http://localhost:8787/checkout/return/affirm?order=TL-00000042'
const CANCEL = 'http://localhost:8787/checkout/cancel/affirm?order=TL-00000042'

function call(path: string, body?: object, key = '') {
  const authorization = `Basic ${btoa(`${env.AFFIRM_PUBLIC_KEY}:${env.AFFIRM_PRIVATE_KEY}`)}`
  return toSandbox(path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, ...(key && { 'idempotency-key': key }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

function order(total = 54_550) {
  return {
    merchant: {
      public_api_key: env.AFFIRM_PUBLIC_KEY,
      user_confirmation_url: CONFIRM,
      user_cancel_url: CANCEL,
      user_confirmation_url_action: 'GET',
    },
    items: [{ display_name: 'Corvane Solano', sku: 'TL-1', unit_price: total, qty: 1 }],
    order_id: 'TL-00000042',
    currency: 'USD',
    total,
  }
}

async function checkout(): Promise<{ id: string; page: string }> {
  const created = await (await call('/api/v2/checkout/direct', order())).json<{
    checkout_id: string
    redirect_url: string
  }>()
  return { id: created.checkout_id, page: new URL(created.redirect_url).pathname }
}

async function choose(page: string, choice: string): Promise<URL> {
  const reply = await toSandbox(`${page}?choice=${choice}`, { redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '')
}

async function tokenOf(page: string, choice = 'approve'): Promise<string> {
  return (await choose(page, choice)).searchParams.get('checkout_token') ?? ''
}

const authorize = (token: string, key = 'TL-00000042:authorize') =>
  call('/api/v1/transactions', { transaction_id: token, order_id: 'TL-00000042' }, key)

async function codeOf(reply: Promise<Response>): Promise<[number, string]> {
  const answer = await reply
  return [answer.status, (await answer.json<{ code?: string }>()).code ?? '']
}

beforeEach(async () => {
  await control('reset', {})
})

test('[E11] a loan is approved, authorized by its token and captured; idempotency keys allow repeats', async () => {
  const { id, page } = await checkout()
  const token = await tokenOf(page)
  expect(await (await call(`/api/v2/checkout/${id}`)).json()).toMatchObject({ checkout_status: 'confirmed' })
  const first = await (await authorize(token)).json<Transaction>()
  expect(first).toMatchObject({ id: token, checkout_id: id, status: 'authorized', amount: 54_550 })
  expect(await (await authorize(token)).json()).toEqual(first)
  expect(await codeOf(authorize(token, 'another'))).toEqual([400, 'auth-not-allowed'])
  const capture = (key: string) => call(`/api/v1/transactions/${token}/capture`, {}, key)
  expect(await (await capture('c')).json()).toMatchObject({ type: 'capture', amount: 54_550 })
  expect((await capture('c')).status).toBe(200)
  expect(await codeOf(capture('d'))).toEqual([400, 'capture-limit-exceeded'])
  expect(await (await toSandbox('/affirm')).text()).toContain('TL-00000042')
})

test('[E11] a denied, declined, canceled or expired loan cannot be captured', async () => {
  for (const choice of ['decline', 'cancel']) {
    expect((await choose((await checkout()).page, choice)).href).toBe(CANCEL)
  }
  const risky = await tokenOf((await checkout()).page, 'risky')
  expect(await codeOf(authorize(risky))).toEqual([402, 'auth-declined'])
  const { id, page } = await checkout()
  const token = await tokenOf(page)
  await control('expire', { checkout: id })
  expect(await codeOf(authorize(token, 'b'))).toEqual([400, 'invalid_field'])
  expect((await toSandbox(page)).status).toBe(410)
})

test('a void ends an authorization, a refund returns at most what was captured', async () => {
  const voided = await tokenOf((await checkout()).page)
  await authorize(voided)
  expect((await call(`/api/v1/transactions/${voided}/void`, {})).status).toBe(200)
  expect(await codeOf(call(`/api/v1/transactions/${voided}/capture`, {}))).toEqual([400, 'capture-voided'])
  const token = await tokenOf((await checkout()).page)
  await authorize(token, 'second')
  const act = (name: string, body: object, key: string) =>
    call(`/api/v1/transactions/${token}/${name}`, body, key)
  expect(await codeOf(act('refund', {}, 'early'))).toEqual([400, 'refund-uncaptured'])
  await act('capture', {}, 'c')
  await act('refund', { amount: 4_550 }, 'r')
  await act('refund', { amount: 4_550 }, 'r')
  expect(await codeOf(act('refund', { amount: 50_001 }, 's'))).toEqual([400, 'refund-exceeded'])
  const read = await (await call(`/api/v1/transactions/${token}`)).json()
  expect(read).toMatchObject({ status: 'partially_refunded', amount_refunded: 4_550 })
})

test('wrong keys, amounts out of range and reused idempotency keys are refused', async () => {
  expect((await toSandbox('/api/v1/transactions')).status).toBe(401)
  expect(await codeOf(call('/api/v2/checkout/direct', order(4_999)))).toEqual([400, 'invalid_field'])
  const [one, two] = [await tokenOf((await checkout()).page), await tokenOf((await checkout()).page)]
  await authorize(one)
  expect((await authorize(two)).status).toBe(409)
})
