/** Returned tires of a unit that has others: its state is theirs too. */
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import type { PutBackState } from '../../../schema/staff/returns/return-readings.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { FIXTURE_NOW } from '../../catalog/index/testing/catalog.fixture.ts'
import {
  newPlacementHarness,
  type PlacementHarness,
  stockOf,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { shipOrder } from '../../orders/life/order-lifecycle.ts'
import {
  newDeliveredOrder,
  newPlacedOrder,
  openLifecycle,
  type PlacedOrder,
  runAction,
} from '../../orders/life/testing/order-lifecycle.harness.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { undoChange } from '../changes/undo-change.ts'
import { readScrap } from '../yard/scrap.sql.ts'
import { putBackReturn } from './put-back.ts'
import { nextKey, receivedTires } from './testing/received-tires.harness.ts'

const POOL = 'TL-2001'
let harness: PlacementHarness

openLifecycle()
beforeEach(async () => {
  harness = newPlacementHarness(FIXTURE_NOW)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await env.DB.exec(
    "UPDATE unit SET state = 'live', off_sale = 0 WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-2001')",
  )
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
})

/** Returns an order whose two tires of the pool are here again. */
const received = () => receivedTires(harness, { [`${POOL}-2`]: 1 }, 2)
const back = ({ orderNumber }: PlacedOrder, to: PutBackState, once = nextKey()) =>
  putBackReturn(
    env.DB,
    actor(11, 'counter'),
    { orderNumber, number: 1, itemId: 1, to, scan: '', readings: null, key: once },
    FIXTURE_NOW,
  )
const undo = (auditId: number) =>
  undoChange(env.DB, actor(1, 'manager'), { auditId, key: nextKey() }, FIXTURE_NOW)
const poolOf = async () => ({
  ...(await env.DB.prepare(
    'SELECT state, off_sale AS offSale FROM unit JOIN product p ON p.id = product_id WHERE sku = ?',
  )
    .bind(POOL)
    .first()),
  qty: await stockOf(POOL),
})
const setStatus = ({ orderNumber }: PlacedOrder, status: OrderStatus) =>
  env.DB.prepare('UPDATE sales_order SET status = ? WHERE order_number = ?').bind(status, orderNumber).run()
/** Changes the state of the whole pool; returns the id of its audit row. */
async function setPool(state: UnitState): Promise<number> {
  const change = { record: 'unit' as const, id: POOL, patch: { state }, version: null }
  const result = await applyChange(
    env.DB,
    actor(1, 'manager'),
    { ...change, key: nextKey(), why: 'Bad lot' },
    FIXTURE_NOW,
  )
  return result.ok ? (result.auditId ?? 0) : 0
}

test('[H14r] returned tires that go on sale join the others of their pool', async () => {
  const order = await received()
  expect(await poolOf()).toEqual({ state: 'live', offSale: 0, qty: 38 })
  expect(await back(order, 'live')).toMatchObject({ ok: true, state: 'live' })
  expect(await poolOf()).toEqual({ state: 'live', offSale: 0, qty: 40 })
})

test('[H14r] returned tires of a pool on sale can’t stay off sale', async () => {
  const order = await received()
  expect(await back(order, 'parked')).toMatchObject({
    message: expect.stringContaining('The other tires of this unit are on sale'),
  })
  expect(await poolOf()).toEqual({ state: 'live', offSale: 0, qty: 38 })
  expect(await back(order, 'live')).toMatchObject({ ok: true })
})

test('[H14r] scrapped tires of a pool leave the others on sale, and the hauler’s sheet counts them', async () => {
  const order = await received()
  const once = nextKey()
  for (let sent = 0; sent < 2; sent++)
    expect(await back(order, 'scrap', once)).toEqual({ ok: true, sku: POOL, state: 'scrap' })
  expect(await poolOf()).toEqual({ state: 'live', offSale: 0, qty: 38 })
  expect(await back(order, 'live')).toMatchObject({ message: 'These tires were put back already.' })
  const scrapped = await readScrap(env.DB, { from: FIXTURE_NOW, until: FIXTURE_NOW + 1 })
  expect(scrapped.filter(({ reason }) => reason === `${order.orderNumber}-R1`)).toMatchObject([
    { sku: POOL, tires: 2 },
  ])
})

test.each(['live', 'parked'] as const)(
  '[H14r] returned tires of a pool off sale stay off sale (%s), and undo brings all back',
  async (to) => {
    const order = await received()
    const auditId = await setPool('parked')
    expect(await back(order, to)).toMatchObject({ ok: true, state: 'parked' })
    expect(await poolOf()).toEqual({ state: 'parked', offSale: 40, qty: 0 })
    await undo(auditId)
    expect(await poolOf()).toEqual({ state: 'live', offSale: 0, qty: 40 })
  },
)

test('[H14r] returned tires don’t join a scrapped pool, unless they are scrapped too', async () => {
  const order = await received()
  const auditId = await setPool('scrap')
  expect(await back(order, 'live')).toMatchObject({ message: expect.stringContaining('aren’t in the yard') })
  expect(await back(order, 'scrap')).toMatchObject({ ok: true, state: 'scrap' })
  expect(await poolOf()).toEqual({ state: 'scrap', offSale: 38, qty: 0 })
  const scrapped = await readScrap(env.DB, { from: FIXTURE_NOW, until: FIXTURE_NOW + 1 })
  const tires = scrapped.filter(
    ({ sku, reason }) => (sku === POOL && !reason.includes('-R1')) || reason === `${order.orderNumber}-R1`,
  )
  expect(tires.map((row) => row.tires).sort()).toEqual([2, 38])
  await undo(auditId)
  expect(await poolOf()).toEqual({ state: 'live', offSale: 0, qty: 38 })
})

test('[H14r] tires that an open sale or an unsent order holds keep the state of their pool', async () => {
  const order = await received()
  const unsent = await newDeliveredOrder(harness, { 'TL-2001-2': 1 })
  await env.DB.prepare("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-2001'").run()
  await setStatus(unsent, 'processing')
  expect(await back(order, 'parked')).toMatchObject({ ok: false })
  await setStatus(unsent, 'delivered')
  await env.DB.exec(
    `INSERT INTO counter_draft (quote_id, staff_id, created_at, hold_until, demand, first_key, last_key) VALUES ('held', 11, 0, 1, '{"TL-2001":2}', 'held', 'held')`,
  )
  expect(await back(order, 'parked')).toMatchObject({ ok: false })
  await env.DB.exec("DELETE FROM counter_draft WHERE quote_id = 'held'")
  expect(await back(order, 'parked')).toMatchObject({ ok: true, state: 'parked' })
  expect(await poolOf()).toEqual({ state: 'parked', offSale: 2, qty: 0 })
})

test.each([
  ['before', 'live'],
  ['after', 'scrap'],
] as const)(
  '[H14r] an order of which a part was refunded %s it was sent: its pool is then %s',
  async (refunded, state) => {
    const order = await received()
    const other = await newPlacedOrder(harness, { [`${POOL}-2`]: 1 })
    const parcel = { carrier: 'USPS', trackingNumber: '9400111899223197428490' }
    if (refunded === 'after')
      await runAction(harness, other, (shop) =>
        shipOrder(shop, other.orderNumber, parcel, { by: 'staff:3', now: FIXTURE_NOW }),
      )
    await env.DB.prepare("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-2001'").run()
    await setStatus(other, 'partly_refunded')
    expect(await back(order, 'scrap')).toMatchObject({ ok: true })
    expect(await poolOf()).toMatchObject({ state })
    await setStatus(other, 'delivered')
  },
)
