import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sandboxVars } from '../scripts/local-vars.ts'
import { freePort } from '../scripts/ports.ts'
import { type ServeOptions, serveSandbox } from '../scripts/serve.ts'
import { call, findProduct, stockOf } from './api-client.ts'
import { type KillableShop, startKillableShop } from './killable-shop.ts'
import {
  addFault,
  chargesOf,
  clearFaults,
  faultsLeft,
  newCardToken,
  paymentsOf,
  sendNoEvents,
} from './payment-sandbox.ts'
import { ownState } from './shop.ts'

const state = ownState()
const running: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of running) await stop()
})

/** The moments at which the shop is killed: while a provider's answer is outstanding. */
const MOMENTS = [
  { email: 'before-intent@whitfield.example', match: 'payment_intents.create', action: 'slow' },
  { email: 'before-charge@whitfield.example', match: 'payment_intents.confirm', action: 'slow' },
  { email: 'after-charge@whitfield.example', match: 'payment_intents.confirm', action: 'hang' },
]
/** A placed order whose mail is being sent. */
const MAILED = 'before-mail@whitfield.example'
const SENT_AT = `SELECT sent_at FROM outbox WHERE payload ->> '$.orderNumber' =
  (SELECT order_number FROM sales_order WHERE email = '${MAILED}') AND kind = 'order-mail'`
/** The demo shop has orders too, some of them with a pending payment. */
const OURS = `WHERE email IN (${MOMENTS.map(({ email }) => `'${email}'`).join(', ')})`

test('[H2] [D7] [audit C7] killed between stock, payment and mail, the shop ends every sale by itself: reservations within 120 s, mails within 60 s', async () => {
  const { options, shopUrl, sandboxUrl } = await ports()
  const sandbox = await serveSandbox({
    port: Number(new URL(sandboxUrl).port),
    state: join(state, 'sandbox'),
    shopOrigin: shopUrl,
    vars: options.vars,
  })
  running.push(() => sandbox.stop())
  // Without webhooks the shop has only its own journal.
  await sendNoEvents(sandboxUrl)
  const first = await start(options)
  const { sku } = await findProduct(shopUrl, { path: '/t/c/new', min: 8 })
  await addFault(sandboxUrl, { target: 'mail', action: 'hang', ms: 60_000 })
  const mailed = await readyToOrder(shopUrl, sandboxUrl, { sku, email: MAILED })
  expect((await call(`${shopUrl}/api/order`, mailed)).code).toBe(200)
  await expect.poll(() => faultsLeft(sandboxUrl)).toBe(0)
  const before = await stockOf(shopUrl, sku)

  const orders = []
  for (const { email, match, action } of MOMENTS) {
    const body = await readyToOrder(shopUrl, sandboxUrl, { sku, email })
    await addFault(sandboxUrl, { target: 'stripe-api', match, action, ms: 4_000 })
    // The shop is killed before it answers.
    call(`${shopUrl}/api/order`, body).catch(() => undefined)
    await expect.poll(() => faultsLeft(sandboxUrl)).toBe(0)
    orders.push({ email, body })
  }
  const last = MOMENTS[2]?.email ?? ''
  await expect.poll(async () => (await chargesOf(sandboxUrl, last)).length).toBe(1)
  expect(await statuses(first)).toEqual({ pending_payment: 3 })
  expect((await stockOf(shopUrl, sku)).qty).toBe(before.qty - 3)
  await first.kill()
  const killed = Date.now()
  await clearFaults(sandboxUrl)

  const second = await start(options)
  // The queue was lost with the shop: only the row of the mail remains.
  expect(await second.query(SENT_AT)).toEqual([{ sent_at: null }])
  await second.cron()
  await expect
    .poll(() => statuses(second), { timeout: 90_000, interval: 500 })
    .not.toHaveProperty('pending_payment')
  expect(Date.now() - killed).toBeLessThan(120_000)
  const sentAt = async () => Number((await second.query(SENT_AT))[0]?.sent_at)
  await expect.poll(sentAt, { timeout: 60_000, interval: 500 }).toBeGreaterThan(killed)
  expect((await sentAt()) - killed).toBeLessThan(60_000)
  const mails = await fetch(`${sandboxUrl}/mailbox.json?${new URLSearchParams({ to: MAILED })}`)
  expect(((await mails.json()) as { messages: unknown[] }).messages).toHaveLength(1)
  const rows = await second.query(`SELECT order_number, email, status FROM sales_order ${OURS}`)
  for (const { order_number, email, status } of rows) {
    const charged = (await chargesOf(sandboxUrl, String(email))).map(({ metadata }) => metadata.order_number)
    expect(charged, String(email)).toEqual(status === 'paid' ? [order_number] : [])
  }
  const sold = rows.filter(({ status }) => status === 'paid')
  expect(sold.map(({ email }) => email)).toContain(last)
  expect((await stockOf(shopUrl, sku)).qty + sold.length).toBe(before.qty)

  // A repeated request returns the same order and charges nothing more.
  for (const { order_number, email } of sold) {
    const again = await call(`${shopUrl}/api/order`, orders.find((order) => order.email === email)?.body)
    expect(again.result).toMatchObject({ orderNumber: order_number })
    expect(await paymentsOf(sandboxUrl, String(email))).toHaveLength(1)
  }
  expect((await stockOf(shopUrl, sku)).qty + sold.length).toBe(before.qty)
})

async function ports(): Promise<{ options: ServeOptions; shopUrl: string; sandboxUrl: string }> {
  const [port, sandboxPort, unused] = [await freePort(), await freePort(), await freePort()]
  const vars = {
    ...sandboxVars(port, sandboxPort),
    CART_SECRET: 'a secret of the crash, long enough',
    SESSION_SECRET: 'sessions of the crash, long enough',
  }
  // The shop starts a sandbox of its own, but uses the one that outlives it.
  const options = { port, sandboxPort: unused, state: join(state, 'v3'), vars }
  return { options, shopUrl: `http://localhost:${port}`, sandboxUrl: `http://localhost:${sandboxPort}` }
}

async function start(options: ServeOptions): Promise<KillableShop> {
  const shop = await startKillableShop(options)
  running.push(() => shop.kill())
  return shop
}

async function statuses(shop: KillableShop): Promise<Record<string, number>> {
  const rows = await shop.query(`SELECT status, count(*) AS n FROM sales_order ${OURS} GROUP BY status`)
  return Object.fromEntries(rows.map(({ status, n }) => [String(status), Number(n)]))
}

/** Creates a guest's cart with one product by the API; returns the order that pays for it by card. */
async function readyToOrder(
  shopUrl: string,
  sandboxUrl: string,
  { sku, email }: { sku: string; email: string },
): Promise<object> {
  const cart = String((await call(`${shopUrl}/api/cart/create`, '')).result)
  const query = `?token=&cartId=${cart}`
  const address = {
    region: 'Illinois',
    region_id: 23,
    region_code: 'IL',
    country_id: 'US',
    postcode: '60622',
    street: ['1458 N Wood St'],
    city: 'Chicago',
    firstname: 'Dana',
    lastname: 'Whitfield',
    telephone: '3125550186',
    email,
  }
  const method = { shipping_carrier_code: 'freeshipping', shipping_method_code: 'freeshipping' }
  const added = await call(`${shopUrl}/api/cart/update${query}`, { cartItem: { sku, qty: 1, quoteId: cart } })
  expect(added.code, added.text).toBe(200)
  const sent = await call(`${shopUrl}/api/cart/shipping-information${query}`, {
    addressInformation: { shippingAddress: address, ...method },
  })
  expect(sent.code, sent.text).toBe(200)
  return {
    cart_id: cart,
    products: [{ sku, qty: 1 }],
    addressInformation: {
      billingAddress: address,
      shippingAddress: address,
      ...method,
      payment_method_code: 'stripe',
      payment_method_additional: { confirmation_token: await newCardToken(sandboxUrl) },
    },
  }
}
