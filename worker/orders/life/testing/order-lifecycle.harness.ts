/**
 * Harness for the lifecycle of a placed order: its actions with injected faults, its status, history and
 * mails.
 */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll } from 'vitest'
import type { AppliedCoupon } from '../../../../schema/cart/cart.ts'
import type { PlaceOrderRequest } from '../../../../schema/orders/order.ts'
import { loadFixture } from '../../../catalog/index/testing/catalog.fixture.ts'
import {
  cardOrder,
  fillCart,
  inCart,
  ordersOf,
  type PlacementHarness,
  placeTestOrder,
} from '../../../checkout/placement/testing/order-placement.harness.ts'
import { skipRetryDelays } from '../../payments/stripe/testing/stripe-sandbox.harness.ts'
import { deliverOrder, type LifecycleEnv, shipOrder } from '../order-lifecycle.ts'

export const SAVE10: AppliedCoupon = { code: 'SAVE10', kind: 'percent', value: 10, minSubtotal: 0 }

let carts = 0

/** Loads the catalog before the tests of a file, and skips the delays between calls of Stripe until their end. */
export function openLifecycle(): void {
  let restoreDelays = () => {}
  beforeAll(async () => {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
    await loadFixture(env.DB)
    restoreDelays = skipRetryDelays()
  })
  afterAll(() => restoreDelays())
}

/** A placed order; its actions run in the object of its cart. */
export interface PlacedOrder {
  quoteId: string
  orderNumber: string
  grandTotal: number
}

/** Places an order of these units, and returns it. */
export async function newPlacedOrder(
  harness: PlacementHarness,
  units: Record<string, number>,
  { request = cardOrder(), coupon = null as AppliedCoupon | null } = {},
): Promise<PlacedOrder> {
  carts += 1
  const quoteId = `f${carts.toString(16).padStart(31, '0')}`
  await fillCart(quoteId, harness, units, coupon ? { coupon } : {})
  const outcome = await placeTestOrder(quoteId, harness, request satisfies PlaceOrderRequest)
  if (outcome === 'died' || !outcome.ok) throw new Error('no order')
  const [head] = await ordersOf(quoteId)
  return { quoteId, orderNumber: outcome.orderNumber, grandTotal: head?.grand_total ?? 0 }
}

/** Runs an action on the harness's D1 and Stripe, with the faults of its plan. */
export async function runAction<T>(
  harness: PlacementHarness,
  { quoteId }: PlacedOrder,
  action: (env: LifecycleEnv) => Promise<T>,
): Promise<T | 'died'> {
  harness.operations = 0
  return inCart(quoteId, harness, (ctx) => {
    const OUTBOX = { sendBatch: async () => undefined } as unknown as Queue
    return action({ ...ctx.env, OUTBOX, MOUNTING: env.MOUNTING } as unknown as LifecycleEnv)
  })
}

/** Places an order of these units, ships and delivers it when the harness's time begins, and returns it. */
export async function newDeliveredOrder(
  harness: PlacementHarness,
  units: Record<string, number>,
): Promise<PlacedOrder> {
  const order = await newPlacedOrder(harness, units)
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  const staff = { by: 'staff:3', now: harness.now }
  await runAction(harness, order, (shop) => shipOrder(shop, order.orderNumber, parcel, staff))
  await runAction(harness, order, (shop) => deliverOrder(shop, order.orderNumber, staff))
  return order
}

/** Returns the kinds of events in the order's history, oldest first. */
export async function historyOf({ orderNumber }: PlacedOrder): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT e.kind FROM sales_order_event AS e JOIN sales_order AS o ON o.id = e.order_id
     WHERE o.order_number = ? ORDER BY e.id`,
  )
    .bind(orderNumber)
    .all<{ kind: string }>()
  return results.map(({ kind }) => kind)
}

/** Returns the kinds of the order's mails in the outbox, oldest first. */
export async function mailsOf({ orderNumber }: PlacedOrder): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT kind FROM outbox WHERE payload ->> '$.orderNumber' = ? ORDER BY id",
  )
    .bind(orderNumber)
    .all<{ kind: string }>()
  return results.map(({ kind }) => kind)
}

export async function statusOf({ quoteId }: PlacedOrder): Promise<string | undefined> {
  return (await ordersOf(quoteId))[0]?.status
}
