import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANDBOX_KEYS, SandboxHarness } from '../../sandbox/testing/sandbox.harness.ts'
import { LOST_ORDERS } from '../../schema/orders/restored-order.ts'
import { listPaymentsWithoutOrder } from './payments-without-order.ts'
import { openSmallShop } from './testing/small-shop.fixture.ts'

const sandbox = new SandboxHarness()
const server = createServer(async (request, response) => {
  const { method = 'GET', url, headers } = request
  const body = method === 'GET' ? null : await text(request)
  const sent = { method, body, headers: headers as Record<string, string> }
  const answer = await sandbox.fetch(`https://api.stripe.com${url}`, sent)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
})
const secretKey = SANDBOX_KEYS.STRIPE_SECRET_KEY
let apiUrl = ''
let stripe: Stripe

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  apiUrl = `http://127.0.0.1:${port}`
  stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
})
afterAll(() => void server.close())

/** Pays an order by a test card. */
async function pay(order: string | null): Promise<string> {
  const { id } = await stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: order === null ? {} : { order_number: order },
  })
  return id
}

test('[H4] the list has each payment whose money has no order, over several pages, and says why', async () => {
  const { db } = await openSmallShop(4)
  await db.run([
    "UPDATE sales_order SET status = 'canceled' WHERE order_number = 'S2'",
    `INSERT INTO config (path, value) VALUES ('${LOST_ORDERS}', '[{"orderNumber":"LOST","reason":"out-of-stock"}]')`,
  ])
  const lost = await pay('LOST')
  const canceled = await pay('S2')
  const refunded = await pay('GONE')
  await stripe.refunds.create({ payment_intent: refunded })
  const part = await pay('PART')
  await stripe.refunds.create({ payment_intent: part, amount: 4000 })
  await pay(null)
  for (let number = 0; number < 110; number += 1) await pay('S1')
  const found = await listPaymentsWithoutOrder(db, { secretKey, apiUrl }, 0)
  expect(
    found.map(({ paymentId, received, refunded: back, reason }) => [paymentId, received - back, reason]),
  ).toEqual([
    [part, 6000, null],
    [canceled, 10_000, null],
    [lost, 10_000, 'out-of-stock'],
  ])
  const since = (ms: number) => listPaymentsWithoutOrder(db, { secretKey, apiUrl }, Date.now() + ms)
  // The payment of an order is created some time before it.
  expect(await since(10 * 60_000)).toEqual(found)
  expect(await since(60 * 60_000)).toEqual([])
})
