import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { mountingDayName } from '../../../schema/orders/mounting/mounting.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { loadMounting } from '../../cart/testing/mounting.fixture.ts'
import {
  cashOrder,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { readOrderDetails } from '../life/order-lifecycle.sql.ts'
import { cancelOrder, type LifecycleEnv, refundOrder } from '../life/order-lifecycle.ts'
import {
  mailsOf,
  newPlacedOrder,
  type PlacedOrder,
  runAction,
} from '../life/testing/order-lifecycle.harness.ts'
import { setAppointment } from './mounting.sql.ts'
import { mountingView } from './mounting-view.ts'
import { takenPlaces } from './testing/taken-places.harness.ts'

let harness: PlacementHarness
let now = 0

beforeAll(async () => {
  await openShop()
  await loadMounting(env.DB)
})
beforeEach(async () => {
  now = Date.now()
  harness = newPlacementHarness(now)
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
})

const cancel = (by: string) => (shop: LifecycleEnv, order: PlacedOrder) =>
  cancelOrder(shop, order.orderNumber, { by, reason: 'asked', now })
const refund = (share: number) => (shop: LifecycleEnv, order: PlacedOrder) =>
  refundOrder(shop, order.orderNumber, {
    ...{ by: 'staff:3', now, id: 'one', restock: [], reason: '' },
    amount: Math.floor(order.grandTotal * share),
  })

test.each([
  ['the buyer cancels a paid order', undefined, cancel('guest'), true],
  ['the buyer cancels an order that is paid with the delivery', cashOrder(), cancel('guest'), true],
  ['staff cancel', undefined, cancel('staff:3'), true],
  ['staff refund all', undefined, refund(1), true],
  ['staff refund a part', undefined, refund(0.5), false],
])(
  '[H13k] when %s, the appointment and its place are free at once or stay',
  async (_, request, act, isFreed) => {
    const order = await newPlacedOrder(harness, { 'TL-2001-2': 1 }, request ? { request } : {})
    const { orderNumber } = order
    const slot = { store: 1, day: new Date(now + 5 * DAY_MS).toISOString().slice(0, 10), time: 540 }
    const day = env.MOUNTING.getByName(mountingDayName(slot))
    await day.book(orderNumber, slot, now)
    await setAppointment(env.DB, { orderNumber, before: null, slot, tires: 2, now })
    expect(await runAction(harness, order, (shop) => act(shop, order))).toBe('done')
    const places = (await takenPlaces(slot)).filter((place) => place.orderNumber === orderNumber)
    expect(places).toHaveLength(isFreed ? 0 : 1)
    expect((await mailsOf(order)).includes('mounting-canceled')).toBe(isFreed)
    const details = await readOrderDetails(env.DB, orderNumber)
    const view =
      details &&
      (await mountingView(env.DB, details, { statusHref: '/order', cases: Promise.resolve([]) }, now))
    expect(view?.isBooked ?? false).toBe(!isFreed)
  },
)
