import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { NEW_ORDERS_PATH } from '../../../schema/staff/orders/order-paths.ts'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import {
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { newPlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { informScreens } from './new-orders.api.ts'

let harness: PlacementHarness
let yardId: number
const [yard, stranger] = [new Browser(), new Browser()]

beforeAll(async () => {
  await openShop()
  yardId = await yard.signInAsStaff('yard')
  harness = newPlacementHarness(STARTED)
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku LIKE 'TL-2%'")
})

/** Opens a screen that knows the orders before a time, and returns what it receives. */
async function open(query: string, browser = yard, headers: Record<string, string> = {}) {
  const response = await browser.fetch(`${NEW_ORDERS_PATH}?${query}`, {
    headers: { Upgrade: 'websocket', Origin: SITE, ...headers },
  })
  const received: { orders: number; last: number; mentions: number; mention: number }[] = []
  const { webSocket: socket } = response
  socket?.addEventListener('message', ({ data }) => received.push(JSON.parse(String(data))))
  socket?.accept()
  return { status: response.status, received, close: () => socket?.close() }
}

/** The clock of orders; each test begins a minute after the one before. */
const STARTED = Date.now()
let minutes = 0
function nextMinute(): number {
  minutes += 1
  harness.now = STARTED + minutes * 60_000
  return harness.now - 1
}
const order = () => newPlacedOrder(harness, { 'TL-2001-1': 1 })

test('[H14j] an open screen receives each new order once, and of those that came while it had no connection', async () => {
  await order()
  const after = nextMinute()
  const screen = await open(`after=${after}`)
  await order()
  await informScreens(env)
  await vi.waitFor(() => expect(screen.received).toMatchObject([{ orders: 1 }]))
  await informScreens(env)
  screen.close()
  await order()
  await order()
  const again = await open(`after=${after}&last=${screen.received[0]?.last}`)
  await vi.waitFor(() => expect(again.received).toMatchObject([{ orders: 2 }]))
  expect(screen.received).toHaveLength(1)
  const fresh = await open(`after=${after}`)
  await vi.waitFor(() => expect(fresh.received).toMatchObject([{ orders: 3 }]))
})

test('[H14j] changes of orders and sales at the counter are no new orders', async () => {
  const placed = await order()
  const after = nextMinute()
  const screen = await open(`after=${after}`)
  await env.DB.prepare(
    "INSERT INTO sales_order_event (order_id, kind, at) SELECT id, 'processing', ? FROM sales_order WHERE order_number = ?",
  )
    .bind(after + 1, placed.orderNumber)
    .run()
  const sold = await order()
  await env.DB.prepare("UPDATE sales_order SET payment_method = 'counter_cash' WHERE order_number = ?")
    .bind(sold.orderNumber)
    .run()
  await informScreens(env)
  await order()
  await order()
  await informScreens(env)
  await vi.waitFor(() => expect(screen.received).toMatchObject([{ orders: 2 }]))
})

test('[H14j] a note reaches the open screens of the person whom it names, and of nobody else', async () => {
  const { orderNumber } = await order()
  const after = nextMinute()
  const owner = new Browser()
  await owner.signInAsStaff('owner')
  const screen = await open(`after=${after}&mention=0`)
  const other = await open(`after=${after}&mention=0&staff=${yardId}`, owner)
  const note = { action: 'note', order: orderNumber, text: '@yusuf wrap it', key: 'note-for-yusuf' }
  await owner.fetch('/staff/orders/form/', { method: 'POST', body: new URLSearchParams(note) })
  await vi.waitFor(() => expect(screen.received).toMatchObject([{ orders: 0, mentions: 1 }]))
  await order()
  await informScreens(env)
  await vi.waitFor(() => expect(screen.received).toHaveLength(2))
  expect([screen.received[1], other.received]).toMatchObject([
    { orders: 1, mentions: 0 },
    [{ orders: 1, mentions: 0 }],
  ])
})

test('[H14j] a socket is for pages of the shop and staff who may see orders', async () => {
  const after = `after=${Date.now()}`
  expect((await open(after, stranger)).status).toBe(401)
  expect((await open(after, yard, { Origin: 'https://evil.example' })).status).toBe(403)
  expect((await open('after=yesterday')).status).toBe(400)
  expect((await yard.fetch(`${NEW_ORDERS_PATH}?${after}`)).status).toBe(426)
})
