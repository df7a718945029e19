import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { FIXTURE_NOW } from '../../catalog/index/testing/catalog.fixture.ts'
import {
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { reportLateOrders } from './late-orders.ts'
import {
  historyOf,
  mailsOf,
  newDeliveredOrder,
  newPlacedOrder,
  openLifecycle,
  type PlacedOrder,
  runAction,
} from './testing/order-lifecycle.harness.ts'

let harness: PlacementHarness

openLifecycle()
beforeEach(() => {
  harness = newPlacementHarness(FIXTURE_NOW)
})

describe('[H13d] late parcels', () => {
  const report = (order: PlacedOrder, now: number) =>
    runAction(harness, order, (shop) => reportLateOrders(shop, now))
  const lateMails = async (order: PlacedOrder) =>
    (await mailsOf(order)).filter((kind) => kind === 'order-late').length

  test('the buyer is notified once, at 9 a.m. after the promised day, unless it was delivered', async () => {
    const [late, delivered] = [
      await newPlacedOrder(harness, { 'TL-2001-1': 1 }),
      await newDeliveredOrder(harness, { 'TL-2001-1': 1 }),
    ]
    const arrivesOn = Date.UTC(2026, 10, 25)
    await env.DB.prepare('UPDATE sales_order SET arrives_on = ? WHERE order_number IN (?, ?)')
      .bind(arrivesOn, late.orderNumber, delivered.orderNumber)
      .run()
    // 9 a.m. in Chicago is 3 p.m. UTC in winter.
    const nine = arrivesOn + DAY_MS + 15 * HOUR_MS
    await report(late, nine - 1)
    expect(await lateMails(late)).toBe(0)
    await report(late, nine)
    await report(late, nine + HOUR_MS)
    expect([await lateMails(late), await lateMails(delivered)]).toEqual([1, 0])
    expect((await historyOf(late)).at(-1)).toBe('late')
  })

  test('orders whose day passed long ago are left alone', async () => {
    const order = await newPlacedOrder(harness, { 'TL-2001-1': 1 })
    await report(order, FIXTURE_NOW + 40 * DAY_MS)
    expect(await lateMails(order)).toBe(0)
  })
})
