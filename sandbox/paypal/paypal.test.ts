import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { control, toSandbox } from '../stripe/sdk-test-client.ts'
import { money } from './amount.ts'
import type { PaypalEvent } from './event.ts'
import type { Order } from './order.ts'

let token: string

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    expect(request.url).toBe(SHOP)
    received.push({ body: await request.text(), headers: request.headers })
    return new Response(null, { status: 200 })
  })
  received = []
  await control('reset', {})
  await control('webhook', { url: SHOP, service: 'paypal' })
  token = (await (await oauth()).json<{ access_token: string }>()).access_token
})
afterEach(() => vi.restoreAllMocks())

function oauth(secret = env.PAYPAL_CLIENT_SECRET, body = 'grant_type=client_credentials') {
  const headers = {
    authorization: `Basic ${btoa(`${env.PAYPAL_CLIENT_ID}:${secret}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return toSandbox('/v1/oauth2/token', { method: 'POST', headers, body })
}

/** Calls the API with the shop's token; returns status and body. */
async function api(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
    ...more,
  }
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const reply = await toSandbox(path, init)
  const text = await reply.text()
  return { status: reply.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as Order & Problem }
}
interface Problem {
  details?: { issue: string }[]
  links: { rel: string; href: string }[]
}
const issueOf = ({ status, body }: { status: number; body: Problem }) => [status, body.details?.[0]?.issue]

function orderBody(unit: object = {}) {
  return {
    intent: 'CAPTURE',
    purchase_units: [{ ...UNIT, ...unit }],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: 'http://shop.test/return?order=TL-1',
          cancel_url: 'http://shop.test/cancel',
        },
      },
    },
  }
}
const UNIT = {
  reference_id: 'cart-1',
  invoice_id: 'TL-1',
  custom_id: 'TL-1',
  description: 'returns for unused items in packaging 60 days after you order',
  items: [
    { name: 'Tire', unit_amount: money(5_000), quantity: '2', sku: 'S', category: 'PHYSICAL_GOODS' },
    { name: 'Fee', unit_amount: money(250), quantity: '1', sku: 'state-fee', category: 'PHYSICAL_GOODS' },
  ],
  amount: {
    ...money(10_984),
    breakdown: {
      item_total: money(10_250),
      shipping: money(500),
      discount: money(400),
      tax_total: money(634),
    },
  },
}

const create = (unit: object = {}) => api('POST', '/v2/checkout/orders', orderBody(unit))
const capture = (id: string, key = crypto.randomUUID()) =>
  api('POST', `/v2/checkout/orders/${id}/capture`, {}, { 'paypal-request-id': key })

/** Chooses on PayPal's page as the payer; returns the address it leads to. */
async function decide(id: string, choice: string) {
  const reply = await toSandbox(`/checkoutnow?token=${id}&choice=${choice}`, { redirect: 'manual' })
  return reply.headers.get('location')
}

async function approved(unit: object = {}): Promise<string> {
  const { body } = await create(unit)
  await decide(body.id, 'approve')
  return body.id
}

const SHOP = 'http://shop.test/webhooks/paypal'
let received: { body: string; headers: Headers }[]

describe('orders', () => {
  test('the keys return a token, and no call succeeds without one', async () => {
    expect((await oauth('wrong')).status).toBe(401)
    expect((await oauth(undefined, '')).status).toBe(400)
    const stolen = { authorization: 'Bearer A21AA-none' }
    expect((await api('GET', '/v2/checkout/orders/ABC', undefined, stolen)).status).toBe(401)
  })

  test('[E9] an order is created, approved on the page, captured once, read and refunded', async () => {
    const created = await create()
    expect(created).toMatchObject({ status: 201, body: { status: 'PAYER_ACTION_REQUIRED' } })
    const { id, links } = created.body
    const payer = links.find(({ rel }) => rel === 'payer-action')?.href ?? ''
    const page = await toSandbox(payer.replace('http://localhost:8788', ''))
    expect(await page.text()).toContain('$109.84')
    expect(issueOf(await capture(id))).toEqual([422, 'ORDER_NOT_APPROVED'])
    const back = new URL((await decide(id, 'approve')) ?? '')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: 'TL-1',
      token: id,
      PayerID: expect.any(String),
    })
    const paid = await capture(id, 'TL-1:capture')
    expect(paid).toMatchObject({
      status: 201,
      body: { status: 'COMPLETED', purchase_units: [{ payments: { captures: [{ invoice_id: 'TL-1' }] } }] },
    })
    expect(await capture(id, 'TL-1:capture')).toEqual({ ...paid, status: 200 })
    expect(issueOf(await capture(id))).toEqual([422, 'ORDER_ALREADY_CAPTURED'])
    const captureId = paid.body.purchase_units[0].payments?.captures[0]?.id ?? ''
    const refund = (body: object) => api('POST', `/v2/payments/captures/${captureId}/refund`, body)
    expect(await refund({ amount: money(984) })).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
    expect(issueOf(await refund({ amount: money(10_001) }))).toEqual([422, 'REFUND_AMOUNT_EXCEEDED'])
    expect(await refund({})).toMatchObject({ body: { amount: money(10_000) } })
    expect(issueOf(await refund({}))).toEqual([422, 'CAPTURE_FULLY_REFUNDED'])
    expect(await (await toSandbox('/paypal')).text()).toContain('refunded $109.84')
  })

  test('[E9] after a decline the payer chooses again; a canceled order is not charged', async () => {
    const { id } = (await create()).body
    await decide(id, 'decline')
    const refused = await capture(id)
    expect(issueOf(refused)).toEqual([422, 'INSTRUMENT_DECLINED'])
    expect(refused.body.links[0]).toMatchObject({ rel: 'redirect' })
    expect(await decide(id, 'cancel')).toBe(`http://shop.test/cancel?token=${id}`)
    await decide(id, 'approve')
    expect((await capture(id)).status).toBe(201)
    expect(await decide(id, 'approve')).toBeNull()
  })

  test('[E9] amounts that do not add up to the cent are 422, whichever part is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('value', 'item_total', 'shipping', 'discount', 'tax_total'),
        fc.integer({ min: 1, max: 300 }),
        async (part, off) => {
          const amount = structuredClone(UNIT.amount)
          if (part === 'value') amount.value = money(10_984 + off).value
          else {
            const name = part as keyof typeof amount.breakdown
            amount.breakdown[name] = money(Math.round(Number(amount.breakdown[name].value) * 100) + off)
          }
          const issue = part === 'item_total' ? 'ITEM_TOTAL_MISMATCH' : 'AMOUNT_MISMATCH'
          expect(issueOf(await create({ amount }))).toEqual([422, issue])
        },
      ),
      { numRuns: 15 },
    )
    const currency = { currency_code: 'EUR', value: '5.00' }
    const breakdown = { ...UNIT.amount.breakdown, shipping: currency }
    expect((await create({ amount: { ...UNIT.amount, breakdown } })).status).toBe(422)
    expect(issueOf(await create({ amount: { currency_code: 'USD', value: '1.005' }, items: [] }))).toEqual([
      422,
      'DECIMAL_PRECISION',
    ])
    expect((await create({ amount: {} })).status).toBe(400)
  })

  test('[E9] an open order can be patched by its own reference, and only if the amounts add up', async () => {
    const id = await approved({ invoice_id: undefined })
    const patch = (name: string, value: unknown, op = 'replace', reference = 'cart-1') =>
      api('PATCH', `/v2/checkout/orders/${id}`, [
        { op, path: `/purchase_units/@reference_id=='${reference}'/${name}`, value },
      ])
    expect(await patch('invoice_id', 'TL-9', 'add')).toMatchObject({ status: 204 })
    expect(issueOf(await patch('amount', { ...UNIT.amount, value: '1.00' }))).toEqual([
      422,
      'AMOUNT_MISMATCH',
    ])
    expect(issueOf(await patch('invoice_id', 'TL-8', 'replace', 'cart-2'))).toEqual([
      422,
      'REFERENCE_ID_NOT_FOUND',
    ])
    expect(issueOf(await patch('payee', {}))).toEqual([422, 'NOT_PATCHABLE'])
    expect(await capture(id)).toMatchObject({ body: { purchase_units: [{ invoice_id: 'TL-9' }] } })
    expect(issueOf(await patch('invoice_id', 'TL-8'))).toEqual([422, 'ORDER_ALREADY_COMPLETED'])
    // An invoice can be paid only once.
    expect(issueOf(await capture(await approved({ invoice_id: 'TL-9' })))).toEqual([
      422,
      'DUPLICATE_INVOICE_ID',
    ])
  })

  test('an expired order cannot be found', async () => {
    const id = await approved()
    expect((await control('expire', { checkout: id })).status).toBe(200)
    expect((await api('GET', `/v2/checkout/orders/${id}`)).status).toBe(404)
    expect((await toSandbox(`/checkoutnow?token=${id}`)).status).toBe(410)
  })
})

describe('scripted faults', () => {
  const fault = (match: string, action: string, more: object = {}) =>
    control('faults', { target: 'paypal-api', match, action, ...more })

  test('[H2] a capture with a lost reply is captured, and the same request id returns it', async () => {
    const id = await approved()
    await fault('orders.capture', 'lose_reply')
    expect((await capture(id, 'k')).status).toBe(502)
    expect(await capture(id, 'k')).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  })

  test('a slow request blocks its request id, an error changes nothing', async () => {
    const id = await approved()
    await fault('orders.capture', 'error', { status: 503 })
    expect((await capture(id, 'k')).status).toBe(503)
    await fault('orders.capture', 'slow', { ms: 800 })
    const replies = await Promise.all([capture(id, 'k'), capture(id, 'k')])
    expect(replies.map(issueOf).sort()).toEqual([
      [201, undefined],
      [409, 'PREVIOUS_REQUEST_IN_PROGRESS'],
    ])
  })
})

describe('webhooks', () => {
  interface Sent {
    event: PaypalEvent
    headers: Headers
  }

  /** Returns the events of one order; deliveries of an earlier test may arrive in between. */
  async function events(invoice: string, count: number): Promise<Sent[]> {
    const about = () => received.filter(({ body }) => body.includes(`"${invoice}"`))
    await vi.waitFor(() => expect(about().length).toBeGreaterThanOrEqual(count), { timeout: 5000 })
    return about().map(({ body, headers }) => ({ event: JSON.parse(body) as PaypalEvent, headers }))
  }

  const typesOf = (sent: Sent[]) => sent.map(({ event }) => event.event_type)

  /** Verifies an event with PayPal as the shop does. */
  async function verification(sent: Sent | undefined, webhookId = env.PAYPAL_WEBHOOK_ID): Promise<string> {
    const field = (name: string) => sent?.headers.get(`paypal-${name}`)
    const request = {
      auth_algo: field('auth-algo'),
      cert_url: field('cert-url'),
      webhook_id: webhookId,
      transmission_id: field('transmission-id'),
      transmission_sig: field('transmission-sig'),
      transmission_time: field('transmission-time'),
      webhook_event: sent?.event,
    }
    const { body: answer } = await api('POST', '/v1/notifications/verify-webhook-signature', request)
    return (answer as unknown as { verification_status: string }).verification_status
  }

  test('[E9] approval, capture and refund send events, signed for this webhook only', async () => {
    const id = await approved({ invoice_id: 'TL-REPORTED' })
    const paid = await capture(id)
    const captureId = paid.body.purchase_units[0].payments?.captures[0]?.id ?? ''
    await api('POST', `/v2/payments/captures/${captureId}/refund`, {})
    const sent = await events('TL-REPORTED', 3)
    const of = (type: string) => sent.find(({ event }) => event.event_type === type)
    expect(of('CHECKOUT.ORDER.APPROVED')?.event.resource).toMatchObject({ id })
    expect(of('PAYMENT.CAPTURE.REFUNDED')?.event.resource).toMatchObject({ status: 'COMPLETED' })
    const completed = of('PAYMENT.CAPTURE.COMPLETED')
    expect(completed?.event.resource).toMatchObject({
      id: captureId,
      supplementary_data: { related_ids: { order_id: id } },
    })
    expect(await verification(completed)).toBe('SUCCESS')
    expect(await verification(completed, 'WH-OTHER')).toBe('FAILURE')
    if (completed) completed.event.summary = 'Payment completed for $ 0.01 USD'
    expect(await verification(completed)).toBe('FAILURE')
  })

  test('[H2] events are sent twice, late, reordered, dropped, forged, and again on request', async () => {
    const script = (match: string, action: string) =>
      control('faults', { target: 'paypal-webhook', match, action, ms: 60_000 })
    await script('CHECKOUT.ORDER.APPROVED', 'reorder')
    await script('PAYMENT.CAPTURE.COMPLETED', 'twice')
    await capture(await approved({ invoice_id: 'TL-LATE' }))
    const types = typesOf(await events('TL-LATE', 3))
    expect(types[0]).toBe('PAYMENT.CAPTURE.COMPLETED')
    expect(types.sort()).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.COMPLETED',
    ])
    await script('CHECKOUT.ORDER.APPROVED', 'forge')
    await script('PAYMENT.CAPTURE.COMPLETED', 'drop')
    await capture(await approved({ invoice_id: 'TL-FORGED' }))
    const [forged] = await events('TL-FORGED', 1)
    expect(await verification(forged)).toBe('FAILURE')
    expect((await control(`events/${forged?.event.id}/resend`, {})).status).toBe(200)
    const sent = await events('TL-FORGED', 2)
    expect(typesOf(sent)).toEqual(['CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.APPROVED'])
    expect(await verification(sent[1])).toBe('SUCCESS')
  })
})
