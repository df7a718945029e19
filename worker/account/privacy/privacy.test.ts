import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import {
  cardOrder,
  fillCart,
  newPlacementHarness,
  placeTestOrder,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { handleCron } from '../../cron.ts'
import { readActiveOrder } from '../../orders/order.sql.ts'
import { skipRetryDelays } from '../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { Browser, openShop, signInThroughApi } from '../testing/account.harness.ts'
import { CUSTOMER_TABLES } from './customer-data.sql.ts'

const PASSWORD = 'rubber-meets-road'
const FORM = '/customer/account/form/'
let counter = 0
let leaver: Browser
let email = ''
let id = 0

beforeAll(openShop)
afterEach(() => vi.unstubAllGlobals())

beforeEach(async () => {
  counter += 1
  email = `leaver${counter}@example.com`
  leaver = new Browser()
  await leaver.form({
    action: 'register',
    emailAddress: email,
    firstName: 'Lee',
    lastName: 'Hill',
    phoneNumber: '3125550142',
    password: PASSWORD,
    rPassword: PASSWORD,
    acceptTermsAndConditions: 'on',
  })
  await env.DB.prepare('UPDATE customer SET email_confirmed_at = 0 WHERE email = ?').bind(email).run()
  const row = await env.DB.prepare('SELECT id FROM customer WHERE email = ?')
    .bind(email)
    .first<{ id: number }>()
  id = row?.id ?? 0
})

const post = (fields: Record<string, string>, browser = leaver) =>
  browser.fetch(FORM, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: 'application/json' },
  })

/** Places an order of this customer, dated `daysAgo` days back. */
async function placeOrder(daysAgo: number): Promise<string> {
  counter += 1
  const quoteId = `d${counter.toString(16).padStart(31, '0')}`
  const harness = newPlacementHarness(Date.now())
  await fillCart(quoteId, harness, { 'TL-2001-1': 1 })
  await placeTestOrder(quoteId, harness, cardOrder())
  await env.DB.prepare('UPDATE sales_order SET customer_id = ?2, placed_at = ?3 WHERE quote_id = ?1')
    .bind(quoteId, id, Date.now() - daysAgo * DAY_MS)
    .run()
  return (await readActiveOrder(env.DB, quoteId))?.orderNumber ?? ''
}

const orderRow = (number: string) =>
  env.DB.prepare('SELECT * FROM sales_order WHERE order_number = ?').bind(number).first<{
    customer_id: number | null
    email: string
    addresses: string
    grand_total: number
    tax: number
  }>()

describe('[F4] the file with all data of a customer', () => {
  test('contains the data of the customer, no secrets and no data of others', async () => {
    const number = await placeOrder(1)
    const response = await leaver.fetch('/api/ext/account/my-data')
    expect(response.headers.get('Content-Disposition')).toMatch(/^attachment/)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    const text = await response.text()
    const data = JSON.parse(text)
    expect(data.customer).toMatchObject({ email, firstname: 'Lee', telephone: '3125550142' })
    expect(data.sales_order).toMatchObject([{ order_number: number }])
    expect(data.sales_order_line).toMatchObject([{ sku: 'TL-2001-1' }])
    expect(data.customer_session).toHaveLength(1)
    expect(text).not.toMatch(/password_hash|\$argon|\$scrypt|riley@/)
    const { result } = await (await leaver.fetch('/api/user/me')).json<{ result: { id: number } }>()
    expect(result.id).toBe(data.customer.id)
  })

  test('includes every table with a customer id', async () => {
    const { results } = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`customer_id`%' OR sql LIKE '% customer_id %'",
    ).all<{ name: string }>()
    expect(results.map(({ name }) => name).sort()).toEqual(Object.keys(CUSTOMER_TABLES).sort())
  })
})

describe('[F4] deleting the account', () => {
  test('requires the password, and a wrong one changes nothing', async () => {
    for (const [password, message] of [
      ['', 'Please check the marked fields.'],
      ['wrong-password', 'That isn’t your password.'],
    ] as const) {
      const { result } = await (await post({ action: 'delete-account', password })).json<{
        result: { message: string }
      }>()
      expect(result.message).toBe(message)
    }
    expect((await leaver.fetch('/api/user/me')).status).toBe(200)
  })

  test('deletes everything except the orders, which are anonymized; sessions end, a mail is sent', async () => {
    const [old, young] = [await placeOrder(200), await placeOrder(10)]
    const { token } = await signInThroughApi({ email, password: PASSWORD })
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO newsletter_subscriber (email, mailbox, status, created_at, changed_at) VALUES (?1, ?1, 'subscribed', 0, 0)",
      ).bind(email),
      env.DB.prepare(
        'INSERT INTO dealer_document (customer_id, file_key, name, content_type, size, created_at) VALUES (?, ?, ?, ?, 1, 0)',
      ).bind(id, `dealer/${id}/x`, 'a.pdf', 'application/pdf'),
    ])
    await env.PICTURES.put(`private/dealer/${id}/x`, '%PDF-')
    const before = await orderRow(old)
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO return_case (order_id, number, once, state, reason, lines, mounted, outcome, way, note, amount, label_href, carrier, tracking_number,
           state_at, created_at)
         SELECT id, 1, 'a-return-of-lee', 'refused', 'mind', '[]', 0, 'refund', 'label', 'Call Lee', 100, 'https://carrier.example/lee', 'UPS', '1Z999', 0, 0
         FROM sales_order WHERE order_number = ?`,
      ).bind(old),
      env.DB.prepare(
        `INSERT INTO return_event (order_id, case_id, kind, made_by, text, at)
         SELECT order_id, id, 'refused', 'staff:3', 'Dear Lee, no', 0 FROM return_case WHERE once = 'a-return-of-lee'`,
      ),
    ])
    const response = await post({ action: 'delete-account', password: PASSWORD })
    expect(await response.json()).toMatchObject({
      code: 200,
      result: { to: '/login/', message: 'Your account has been deleted.' },
    })
    expect(leaver.cookies.has('__Host-session')).toBe(false)
    expect((await new Browser().fetch(`/api/user/me?token=${token}`)).status).toBe(401)
    for (const table of Object.keys(CUSTOMER_TABLES)) {
      const row = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE customer_id = ?`)
        .bind(id)
        .first()
      expect([table, row]).toEqual([table, { n: 0 }])
    }
    expect(await env.DB.prepare('SELECT 1 FROM customer WHERE id = ?').bind(id).first()).toBeNull()
    expect(
      await env.DB.prepare('SELECT 1 FROM newsletter_subscriber WHERE email = ?').bind(email).first(),
    ).toBeNull()
    expect(await env.PICTURES.get(`private/dealer/${id}/x`)).toBeNull()
    const mail = await env.DB.prepare(
      "SELECT payload FROM outbox WHERE kind = 'account-deleted' ORDER BY id DESC",
    ).first<{ payload: string }>()
    expect(JSON.parse(mail?.payload ?? '')).toEqual({ email, firstname: 'Lee' })

    // The data required by tax law stays, the personal data is removed.
    const order = await orderRow(old)
    expect(order).toMatchObject({
      customer_id: null,
      email: '',
      grand_total: before?.grand_total,
      tax: before?.tax,
    })
    const was = JSON.parse(before?.addresses ?? '')
    const now = JSON.parse(order?.addresses ?? '')
    for (const which of ['shippingAddress', 'billingAddress']) {
      expect(now[which]).toEqual({
        ...was[which],
        firstname: '',
        lastname: '',
        street: [],
        telephone: '',
        email: '',
        company: '',
        vatId: '',
      })
      expect(was[which].lastname).not.toBe('')
    }
    expect(
      await env.DB.prepare(
        `SELECT note, label_href, carrier, tracking_number, text, made_by FROM return_case AS c JOIN return_event AS e ON e.case_id = c.id
         WHERE once = 'a-return-of-lee'`,
      ).first(),
    ).toEqual({
      note: '',
      label_href: null,
      carrier: null,
      tracking_number: null,
      text: '',
      made_by: 'staff:3',
    })
    // A recent order can still be returned, so it is anonymized later.
    const recent = await orderRow(young)
    expect(recent).toMatchObject({ customer_id: null })
    expect(recent?.email).not.toBe('')
    await handleCron({ scheduledTime: Date.now() + 79 * DAY_MS }, env)
    expect((await orderRow(young))?.email).not.toBe('')
    await handleCron({ scheduledTime: Date.now() + 81 * DAY_MS }, env)
    expect((await orderRow(young))?.email).toBe('')
  })
})

describe('[F4] [API3] unsent mail to a deleted customer', () => {
  const put = (kind: string, payload: object, attempts = 0) =>
    env.DB.prepare('INSERT INTO outbox (kind, payload, attempts, created_at, next_at) VALUES (?, ?, ?, 0, 0)')
      .bind(kind, JSON.stringify(payload), attempts)
      .run()
  const queuedMails = async () =>
    (
      await env.DB.prepare('SELECT kind, payload FROM outbox ORDER BY id').all<{
        kind: string
        payload: string
      }>()
    ).results

  test('is deleted with the account, and so are cart reminders and the cart', async () => {
    await leaver.fetch('/cart/form/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'add', sku: 'TL-2001-1' }),
    })
    const cart = leaver.cookies.get('__Host-cart') ?? ''
    await env.DB.exec('DELETE FROM outbox')
    const before = email.replace('leaver', 'was')
    const reminder = await env.DB.prepare(
      "INSERT INTO cart_reminder (quote_id, step, email, customer_id, created_at) VALUES ('of-a-guest', 0, ?, NULL, 0) RETURNING id",
    )
      .bind(email)
      .first<{ id: number }>()
    await put('welcome', { email: before })
    await put('welcome', { email })
    await put('email-changed', { customerId: id, before })
    await put('reset-password', { customerId: id, name: 'n' })
    await put('password-changed', { customerId: id }, 30)
    await put('contact-receipt', { email: email.toUpperCase() })
    await put('chat-reply', { to: email, text: 'Yes, we have four.' })
    await put('abandoned-cart', { reminderId: reminder?.id })
    await put('welcome', { email: 'riley@example.com' })
    expect((await post({ action: 'delete-account', password: PASSWORD })).status).toBe(200)
    expect((await queuedMails()).map(({ kind, payload }) => [kind, JSON.parse(payload).email])).toEqual([
      ['email-changed', undefined],
      ['welcome', 'riley@example.com'],
      ['account-deleted', email],
    ])
    expect(await env.DB.prepare('SELECT 1 FROM cart_reminder WHERE email = ?').bind(email).first()).toBeNull()
    expect((await env.CART.getByName(cart).read())?.lines ?? []).toEqual([])
  })

  test('is deleted after thirty days even if it could not be sent', async () => {
    await env.DB.exec('DELETE FROM outbox')
    await put('welcome', { email: 'nobody@example.com' }, 30)
    const midnight = Math.ceil(Date.now() / DAY_MS) * DAY_MS
    await handleCron({ scheduledTime: midnight }, { ...env, OUTBOX: { sendBatch: async () => {} } } as never)
    expect(await queuedMails()).toEqual([])
  })
})

describe('[F4] stored cards', () => {
  const CARDS: Record<string, { id: string; customer: string }> = {
    pm_mine: { id: 'pm_mine', customer: 'cus_1' },
    pm_other: { id: 'pm_other', customer: 'cus_2' },
  }
  let calls: string[] = []

  /** Mocks the calls of Stripe for saved cards. */
  function mockStripe(status = 200): void {
    calls = []
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const { method, url } = new Request(input, init)
      const { pathname, searchParams } = new URL(url)
      calls.push(`${method} ${pathname}`)
      const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2028 }
      const known = CARDS[pathname.split('/')[3] ?? '']
      const body =
        status !== 200
          ? { error: { type: 'api_error', message: 'down' } }
          : pathname === '/v1/payment_methods'
            ? {
                object: 'list',
                data: Object.values(CARDS)
                  .filter(({ customer }) => customer === searchParams.get('customer'))
                  .map((method) => ({ ...method, card })),
              }
            : known
              ? { ...known, object: 'payment_method', card }
              : { error: { type: 'invalid_request_error', message: 'No such PaymentMethod' } }
      return Response.json(body, { status: 'error' in body && status === 200 ? 404 : status })
    })
  }
  const cards = async () =>
    (
      await (
        await leaver.fetch('/api/ext/account/stored-payment-methods')
      ).json<{ result: { cards: unknown } }>()
    ).result.cards
  const remove = async (card: string) => (await post({ action: 'card-remove', id: card })).status

  test('are empty without a request to the provider for a customer who has none', async () => {
    mockStripe()
    expect(await cards()).toEqual([])
    expect(await remove('pm_mine')).toBe(404)
    expect(calls).toEqual([])
  })

  test('[API1] show brand, last digits and expiry; only the customer’s own cards can be removed', async () => {
    await env.DB.prepare("INSERT INTO customer_payment_account VALUES (?, 'stripe', 'cus_1', 0)")
      .bind(id)
      .run()
    mockStripe()
    expect(await cards()).toEqual([{ id: 'pm_mine', brand: 'Visa', last4: '4242', expires: '04/2028' }])
    for (const [card, status] of [
      ['pm_other', 404],
      ['pm_nobody', 404],
      ['../customers/cus_2', 404],
    ] as const) {
      expect([card, await remove(card)]).toEqual([card, status])
    }
    expect(calls).not.toContain('POST /v1/payment_methods/pm_other/detach')
    expect(await remove('pm_mine')).toBe(200)
    expect(calls).toContain('POST /v1/payment_methods/pm_mine/detach')
  })

  test('are reported as unavailable when the provider does not answer, and the account is not deleted', async () => {
    await env.DB.prepare("INSERT INTO customer_payment_account VALUES (?, 'stripe', 'cus_1', 0)")
      .bind(id)
      .run()
    mockStripe(500)
    const restoreDelays = skipRetryDelays()
    expect(await cards()).toBeNull()
    const page = await (await leaver.fetch('/customer/account/stored-payment-methods/')).text()
    expect(page).toContain('Our payment provider isn’t responding')
    expect((await post({ action: 'delete-account', password: PASSWORD })).status).toBe(503)
    restoreDelays()
    expect((await leaver.fetch('/api/user/me')).status).toBe(200)
  })
})

test('[A10] the privacy page states that Global Privacy Control is honored when the browser sends it', async () => {
  const page = async (headers: Record<string, string>) =>
    (await leaver.fetch('/customer/account/privacy-settings/', { headers })).text()
  const view = async (headers: Record<string, string>) =>
    (await leaver.fetch('/api/ext/account/privacy-settings', { headers })).json()
  const [detected, honored] = [
    'Your browser sends the Global Privacy Control signal.',
    'We take it as your no',
  ]
  expect(await page({ 'Sec-GPC': '1' })).toContain(`${detected} ${honored}`)
  expect(await view({ 'Sec-GPC': '1' })).toMatchObject({
    result: { choices: expect.stringContaining('Your browser sends') },
  })
  for (const headers of [{}, { 'Sec-GPC': '0' }, { 'Sec-GPC': 'yes' }]) {
    expect(await page(headers as Record<string, string>)).not.toContain(detected)
    expect(await view(headers as Record<string, string>)).toMatchObject({
      result: { choices: expect.stringContaining('It isn’t sending one now') },
    })
  }
})
