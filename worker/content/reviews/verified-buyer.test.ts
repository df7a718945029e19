/** "Verified buyer" stands at reviews of buyers whose order was delivered, as it is when staff approve. */
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser, openShop, RILEY } from '../../account/testing/account.harness.ts'
import { FIXTURE_NOW } from '../../catalog/index/testing/catalog.fixture.ts'
import { cashOrder, newPlacementHarness } from '../../checkout/placement/testing/order-placement.harness.ts'
import { newPlacedOrder } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { approveReview } from '../../staff/review-moderation.sql.ts'
import { readOwnReviews } from './own-reviews.sql.ts'

beforeAll(openShop)
beforeEach(async () => {
  await env.DB.exec('DELETE FROM review')
  await env.DB.exec('UPDATE sales_order SET customer_id = NULL')
})

async function orderOfRiley(): Promise<string> {
  const harness = newPlacementHarness(FIXTURE_NOW)
  const { orderNumber } = await newPlacedOrder(harness, { 'TL-2001-1': 1 }, { request: cashOrder() })
  await env.DB.prepare(
    'UPDATE sales_order SET customer_id = (SELECT id FROM customer WHERE email = ?2) WHERE order_number = ?1',
  )
    .bind(orderNumber, RILEY.email)
    .run()
  return orderNumber
}

const setStatus = (orderNumber: string, status: string) =>
  env.DB.prepare('UPDATE sales_order SET status = ?2 WHERE order_number = ?1').bind(orderNumber, status).run()
const addDelivery = (orderNumber: string) =>
  env.DB.prepare(
    "INSERT INTO sales_order_event (order_id, kind, at) SELECT id, 'delivered', 1 FROM sales_order WHERE order_number = ?",
  )
    .bind(orderNumber)
    .run()

/** Sends a review and returns its id and whether it is of a verified buyer. */
async function send(detail: string): Promise<{ id: number; isVerified: boolean }> {
  const browser = new Browser()
  await browser.signIn(RILEY)
  const body = new URLSearchParams({ rating: '4', title: 'Mine', detail, nickname: '' })
  const response = await browser.fetch('/reviews/form/?sku=TL-1002', { method: 'POST', body })
  expect(response.status).toBe(303)
  const id = await env.DB.prepare('SELECT max(id) AS id FROM review').first<number>('id')
  return { id: id ?? 0, isVerified: await isVerified(id ?? 0) }
}
const isVerified = async (id: number) =>
  (await env.DB.prepare('SELECT is_verified FROM review WHERE id = ?').bind(id).first('is_verified')) === 1

test('[H13c] only a delivered order makes the review that of a verified buyer', async () => {
  expect((await send('Without an order.')).isVerified).toBe(false)
  const orderNumber = await orderOfRiley()
  for (const status of ['paid', 'processing', 'shipped', 'partly_refunded', 'canceled', 'refunded']) {
    await setStatus(orderNumber, status)
    expect((await send(status)).isVerified, status).toBe(false)
  }
  await setStatus(orderNumber, 'delivered')
  expect((await send('delivered')).isVerified).toBe(true)
  await setStatus(orderNumber, 'partly_refunded')
  await addDelivery(orderNumber)
  expect((await send('Three of four are fine.')).isVerified).toBe(true)
})

test('[H13c] the approval reads the order again', async () => {
  const orderNumber = await orderOfRiley()
  const approve = (id: number) => approveReview(env.DB, { id, rating: null, now: Date.now() })
  await setStatus(orderNumber, 'shipped')
  const early = await send('Written too early.')
  await setStatus(orderNumber, 'delivered')
  const good = await send('Written after the delivery.')
  await approve(early.id)
  expect(await isVerified(early.id)).toBe(true)
  await setStatus(orderNumber, 'refunded')
  await approve(good.id)
  expect(await isVerified(good.id)).toBe(false)
})

test('[H13c] the approval keeps what is known of a product that was deleted', async () => {
  const orderNumber = await orderOfRiley()
  await setStatus(orderNumber, 'delivered')
  const { id } = await send('Sold since.')
  await env.DB.prepare('UPDATE review SET product_id = 999999 WHERE id = ?').bind(id).run()
  await approveReview(env.DB, { id, rating: null, now: Date.now() })
  expect(await isVerified(id)).toBe(true)
})

test('[H13c] a tire is offered for review once its order is delivered', async () => {
  const orderNumber = await orderOfRiley()
  const riley = await env.DB.prepare('SELECT id FROM customer WHERE email = ?')
    .bind(RILEY.email)
    .first<number>('id')
  const offered = async () => (await readOwnReviews(env.DB, riley ?? 0)).tires.length
  await setStatus(orderNumber, 'shipped')
  expect(await offered()).toBe(0)
  await setStatus(orderNumber, 'delivered')
  expect(await offered()).toBe(1)
})
