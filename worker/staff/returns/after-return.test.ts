/** What a return with new readings means for the inspections, the set and the former changes of a tire. */
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { UnitPatch } from '../../../schema/staff/units/unit-record.ts'
import { FIXTURE_NOW } from '../../catalog/index/testing/catalog.fixture.ts'
import {
  newPlacementHarness,
  type PlacementHarness,
  stockOf,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { refundOrder } from '../../orders/life/order-lifecycle.ts'
import { openLifecycle, runAction } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { moveReturn } from '../../orders/returns/returns.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { undoChange } from '../changes/undo-change.ts'
import { breakSet, undoBreak } from '../sets/break-set.ts'
import { makeSet } from '../sets/make-set.ts'
import { addTires } from '../sets/testing/alike-tires.harness.ts'
import { putBackReturn } from './put-back.ts'
import { BY_STAFF, nextKey, receivedTires } from './testing/received-tires.harness.ts'

let harness: PlacementHarness

openLifecycle()
beforeEach(async () => {
  harness = newPlacementHarness(FIXTURE_NOW)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await env.DB.exec("INSERT OR IGNORE INTO bin (code, walk) VALUES ('B-14', 1)")
})

/** A tire is sold, comes back, and person 11 measures it and puts it back. */
async function comesBack(sku: string, to: 'live' | 'parked'): Promise<void> {
  const { orderNumber } = await receivedTires(harness, { [sku]: 1 })
  const put = await putBackReturn(
    env.DB,
    actor(11, 'counter'),
    {
      ...{ orderNumber, number: 1, itemId: 1, to, scan: '', key: nextKey() },
      readings: { grooves: [[5, 5, 5, 4]], findings: [] },
    },
    FIXTURE_NOW,
  )
  expect(put).toMatchObject({ ok: true, state: to })
}
const change = (id: string, by: number, patch: UnitPatch) =>
  applyChange(
    env.DB,
    actor(by),
    { record: 'unit', id, patch, version: null, why: 'Test', key: nextKey() },
    FIXTURE_NOW,
  )
const inspect = (sku: string, by: number) => change(sku, by, { second: true })
async function setOf(skus: string[]): Promise<string> {
  const request = { skus, price: 129_00, bin: 'B-14', why: null, key: nextKey() }
  const made = await makeSet(env.DB, actor(11), request, FIXTURE_NOW)
  return made.ok ? made.sku : expect.fail('no set')
}

test.each([12, null])(
  '[H14r] who measured a tire that came back is not its second inspector; %s took it in',
  async (taker) => {
    const [sku = ''] = await addTires(1)
    await env.DB.prepare('UPDATE unit SET taken_by = ?').bind(taker).run()
    await comesBack(sku, 'parked')
    expect(await inspect(sku, 11)).toMatchObject({ problem: 'inspector' })
    expect(await inspect(sku, 12)).toMatchObject({ ok: true })
  },
)

test('[H14r] a set of tires that came back is inspected by who took them in, not by who measured them', async () => {
  const skus = await addTires(2)
  await env.DB.exec('UPDATE unit SET taken_by = 12')
  for (const sku of skus) await comesBack(sku, 'live')
  const set = await setOf(skus)
  expect(await inspect(set, 11)).toMatchObject({ problem: 'inspector' })
  expect(await inspect(set, 12)).toMatchObject({ ok: true })
})

test('[H14r] an undo of a change before the return gives the tire neither its state nor its second inspection back', async () => {
  const [sku = ''] = await addTires(1)
  await env.DB.exec('UPDATE unit SET taken_by = 11')
  const done = await inspect(sku, 12)
  const undone = await undoChange(
    env.DB,
    actor(12),
    { auditId: done.ok ? (done.auditId ?? 0) : 0, key: nextKey() },
    FIXTURE_NOW,
  )
  await comesBack(sku, 'live')
  const auditId = undone.result.ok ? (undone.result.auditId ?? 0) : 0
  const again = await undoChange(env.DB, actor(12), { auditId, key: nextKey() }, FIXTURE_NOW)
  expect(again.result).toMatchObject({ problem: 'changed-since' })
})

test('[H14n] a set is not put together again with a tire that came back since', async () => {
  const skus = await addTires(2)
  const set = await setOf(skus)
  await breakSet(env.DB, actor(11), { sku: set, why: 'Apart', key: nextKey() }, FIXTURE_NOW)
  await comesBack(skus[0] ?? '', 'live')
  const undo = await undoBreak(env.DB, actor(11), { sku: set, key: nextKey() }, FIXTURE_NOW)
  expect(undo).toMatchObject({ problem: expect.objectContaining({ code: 'tires-changed' }) })
})

test('[H14n] a set that was off sale is not put together again without one of its tires', async () => {
  const skus = await addTires(2)
  const set = await setOf(skus)
  expect(await change(set, 11, { state: 'parked' })).toMatchObject({ ok: true })
  await breakSet(env.DB, actor(11), { sku: set, why: 'Apart', key: nextKey() }, FIXTURE_NOW)
  expect(await change(skus[0] ?? '', 11, { addTires: -1 })).toMatchObject({ ok: true })
  const undo = await undoBreak(env.DB, actor(11), { sku: set, key: nextKey() }, FIXTURE_NOW)
  expect(undo).toMatchObject({ problem: expect.objectContaining({ code: 'tires-changed' }) })
})

test('[H14r] of two lines one is put back, both are exchanged, and a refund restocks no tire that isn’t there', async () => {
  await env.DB.exec("UPDATE stock SET qty = 40 WHERE stock_sku IN ('TL-2001', 'TL-2002')")
  const order = await receivedTires(harness, { 'TL-2001-2': 1, 'TL-2002-2': 1 }, 2)
  const { orderNumber } = order
  const request = { orderNumber, number: 1, itemId: 1, to: 'live' as const, scan: '', readings: null }
  const put = await putBackReturn(env.DB, actor(11, 'counter'), { ...request, key: nextKey() }, FIXTURE_NOW)
  expect(put).toMatchObject({ ok: true })
  const exchanged = { orderNumber, number: 1, to: 'exchanged' as const, text: '', ...BY_STAFF }
  expect(await runAction(harness, order, (shop) => moveReturn(shop, exchanged))).toBe('done')
  expect([await stockOf('TL-2001'), await stockOf('TL-2002')]).toEqual([38, 36])
  const refund = { ...BY_STAFF, id: 'by-hand', amount: 100, restock: [2], reason: '' }
  expect(await runAction(harness, order, (shop) => refundOrder(shop, orderNumber, refund))).toBe('done')
  expect([await stockOf('TL-2001'), await stockOf('TL-2002')]).toEqual([38, 38])
})
