import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import type { UnitPatch } from '../../../schema/staff/units/unit-record.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { applyChange, type ChangeRequest } from './apply-change.ts'
import { actor, readYard } from './testing/yard.harness.ts'
import { undoChange } from './undo-change.ts'

const NOW = Date.UTC(2026, 10, 26, 18)
const UNIT = 'TL-1001'
const [casey, robin] = [actor(11), actor(12)]

beforeEach(async () => {
  await reset()
  await openShop()
})

let keys = 0
const request = (patch: UnitPatch, more: Partial<ChangeRequest> = {}): ChangeRequest => {
  keys += 1
  return { record: 'unit', id: UNIT, patch, version: null, key: `key-${keys}`, ...more }
}
const change = (patch: UnitPatch, more: Partial<ChangeRequest> = {}, by = casey) =>
  applyChange(env.DB, by, request(patch, more), NOW)
const undo = (auditId: number | null, by = casey) => {
  keys += 1
  return undoChange(env.DB, by, { auditId: auditId ?? 0, key: `key-${keys}` }, NOW)
}
const addBin = (code: string) =>
  applyChange(
    env.DB,
    casey,
    { record: 'bin', id: code, patch: { walk: 1 }, version: null, key: `bin ${code}` },
    NOW,
  )
const readColumn = (column: string, sku = UNIT) =>
  env.DB.prepare(
    `SELECT ${column} FROM product p JOIN unit u ON u.product_id = p.id JOIN stock s USING (stock_sku) WHERE p.sku = ?`,
  )
    .bind(sku)
    .first(column)
const auditRows = async () => (await env.DB.prepare('SELECT * FROM audit_log ORDER BY id').all()).results
const idOf = (result: Awaited<ReturnType<typeof change>>) => (result.ok ? result.auditId : null)

test('[H14b] a price is changed with the prices that follow from it, a row in the audit log and one in the change feed', async () => {
  const before = await env.DB.prepare('SELECT count(*) AS n FROM stock_pulse').first<number>('n')
  expect(await change({ price: 6500 })).toEqual({ ok: true, version: 2, auditId: expect.any(Number) })
  expect([
    await readColumn('price'),
    await readColumn('final_price'),
    await readColumn('price_by_tire'),
  ]).toEqual([6500, 6500, 6500])
  expect(await auditRows()).toMatchObject([
    {
      staff_id: 11,
      kind: 'change',
      record: 'unit',
      record_id: UNIT,
      before: '{"price":6200}',
      after: '{"price":6500}',
    },
  ])
  expect(await env.DB.prepare('SELECT count(*) AS n FROM stock_pulse').first('n')).toBeGreaterThan(
    before ?? 0,
  )
})

test('[H14b] a repeated request is one change, and its key belongs to it', async () => {
  const once = request({ price: 6500 })
  const first = await applyChange(env.DB, casey, once, NOW)
  await change({ price: 7000 })
  expect(await applyChange(env.DB, casey, once, NOW)).toEqual(first)
  expect(await readColumn('price')).toBe(7000)
  const other = { ...once, id: 'TL-1002' }
  expect(await applyChange(env.DB, casey, other, NOW)).toEqual({ ok: false, problem: 'repeated-key' })
  const both = request({ price: 6900 })
  const results = await Promise.all([
    applyChange(env.DB, casey, both, NOW),
    applyChange(env.DB, casey, both, NOW),
  ])
  expect(results[0]).toEqual(results[1])
  expect(await auditRows()).toHaveLength(3)
})

test('[H14b] fields of two people are merged, the same field is a conflict, and nobody is in conflict with themself', async () => {
  await addBin('A-1')
  expect(await change({ price: 6500 }, { version: 1 })).toMatchObject({ ok: true, version: 2 })
  expect(await change({ bin: 'A-1' }, { version: 1 }, robin)).toMatchObject({ ok: true, version: 3 })
  expect(await change({ price: 7000 }, { version: 1 }, robin)).toEqual({
    ok: false,
    problem: 'conflict',
    version: 3,
    conflicts: [{ field: 'price', theirs: 6500, by: 11, at: NOW }],
  })
  expect(await change({ price: 6600 }, { version: 1 })).toMatchObject({ ok: true })
  expect([await readColumn('price'), await readColumn('bin')]).toEqual([6600, 'A-1'])
})

test('[H14b] a record that is added never replaces one that came first, not even its own', async () => {
  const add = (source: string) =>
    applyChange(
      env.DB,
      casey,
      { record: 'lot', id: '1', patch: { source }, version: 0, key: `lot of ${source}` },
      NOW,
    )
  const results = await Promise.all([add('Riverside'), add('Lakeview')])
  expect(results.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(results.find(({ ok }) => !ok)).toMatchObject({ problem: 'conflict' })
  expect(await env.DB.prepare('SELECT version FROM lot').all()).toMatchObject({ results: [{ version: 1 }] })
})

test('[H14b] a unit off sale cannot be bought, and comes back with its tires', async () => {
  await change({ state: 'parked' })
  expect([await readColumn('qty'), await readColumn('off_sale')]).toEqual([0, 1])
  await change({ state: 'live' })
  expect([await readColumn('qty'), await readColumn('off_sale')]).toEqual([1, 0])
})

test('[H14b] what an order holds cannot be taken off sale, and tires of a refund stay off sale', async () => {
  await env.DB.prepare("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-1001'").run()
  expect(await change({ state: 'scrap' })).toEqual({ ok: false, problem: 'held', field: 'state' })
  const lot = { id: 'TL-1002' }
  await env.DB.prepare("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-1002'").run()
  await change({ state: 'parked' }, lot)
  await env.DB.prepare("UPDATE stock SET qty = qty + 3 WHERE stock_sku = 'TL-1002'").run()
  expect([await readColumn('qty', 'TL-1002'), await readColumn('off_sale', 'TL-1002')]).toEqual([0, 4])
  await change({ state: 'live' }, lot)
  expect([await readColumn('qty', 'TL-1002'), await readColumn('off_sale', 'TL-1002')]).toEqual([4, 0])
})

test('[H14b] an order and a parking at the same moment never oversell', async () => {
  const buy = env.DB.prepare("UPDATE stock SET qty = qty - 1 WHERE stock_sku = 'TL-1001'")
  const [bought, parked] = await Promise.all([
    buy.run().then(
      () => true,
      () => false,
    ),
    change({ state: 'parked' }),
  ])
  const left = Number(await readColumn('qty')) + Number(await readColumn('off_sale'))
  expect(left).toBe(bought ? 0 : 1)
  expect(parked.ok && bought ? await readColumn('qty') : 0).toBe(0)
})

test.each<[string, UnitPatch, Partial<ChangeRequest>, string]>([
  ['a special price above the price', { specialPrice: 6200 }, {}, 'special'],
  ['an unknown bin', { bin: 'Z-9' }, {}, 'bin'],
  ['an unknown lot', { lotId: 99 }, {}, 'lot'],
  ['a state that does not follow', { state: 'waiting' }, {}, 'state'],
  ['a price far off without a reason', { price: 9900 }, {}, 'why'],
  [
    'the photo of another unit',
    { photos: [{ image: 'photos/2026/TL-9999-tread-1.jpg', label: 'Tread' }] },
    {},
    'invalid',
  ],
  ['more tires taken away than there are', { addTires: -2 }, {}, 'stock'],
  ['a field that no unit has', { sku: 'x' } as UnitPatch, {}, 'invalid'],
  ['a price below a cent', { price: 0 }, {}, 'invalid'],
  ['a unit that is not there', { price: 6500 }, { id: 'TL-9999' }, 'gone'],
  ['the price of a lot with variants', { price: 6500 }, { id: 'TL-1002' }, 'derived-price'],
])('[H14b] %s is refused, and nothing is written', async (_, patch, more, problem) => {
  const before = await readYard(env.DB, { withVersions: true })
  expect(await change(patch, more)).toMatchObject({ ok: false, problem })
  expect(await readYard(env.DB, { withVersions: true })).toEqual(before)
  expect(await auditRows()).toEqual([])
})

test('[H14b] roles have their limits', async () => {
  const [counter, yard, books] = [actor(21, 'counter'), actor(22, 'yard'), actor(23, 'books')]
  expect(await change({ price: 6800 }, {}, counter)).toMatchObject({ ok: true })
  expect(await change({ price: 9000 }, { why: 'Slow' }, counter)).toMatchObject({ problem: 'price-limit' })
  expect(await change({ price: 6500 }, {}, yard)).toMatchObject({ problem: 'permission', field: 'price' })
  expect(await change({ state: 'parked' }, {}, yard)).toMatchObject({ ok: true })
  expect(await change({ state: 'scrap' }, {}, yard)).toMatchObject({ problem: 'permission', field: 'state' })
  expect(await change({ state: 'live' }, {}, books)).toMatchObject({ problem: 'permission', field: 'state' })
  await change({ cost: 5000 })
  expect(await change({ price: 4900 }, { why: 'Old' })).toMatchObject({ problem: 'below-cost' })
  expect(await change({ price: 4900 }, { why: 'Old' }, actor(1, 'owner'))).toMatchObject({ ok: true })
})

test('[H14b] the second inspection is made by another person, and the report names them', async () => {
  await env.DB.prepare('UPDATE unit SET taken_by = 11').run()
  expect(await change({ second: true })).toMatchObject({ problem: 'inspector' })
  const done = await change({ second: true }, {}, robin)
  const report = JSON.parse(String(await readColumn('passport')))
  expect(report.secondInspection).toEqual({ by: 'Person 12', on: '2026-11-26' })
  expect(await readColumn('second_by')).toBe(12)
  await undo(idOf(done), robin)
  expect(await readColumn('second_by')).toBeNull()
  const { secondInspection } = JSON.parse(String(await readColumn('passport')))
  expect(secondInspection).toEqual({ by: 'Before it’s sent', on: '' })
})

test('[H14b] rows of the audit log cannot be changed or deleted', async () => {
  await change({ price: 6500 })
  await expect(env.DB.exec("UPDATE audit_log SET why = 'x'")).rejects.toThrow('audit_log_unchanged')
  await expect(env.DB.exec('DELETE FROM audit_log')).rejects.toThrow('audit_log_stays')
})

const UNDOABLE: [string, UnitPatch][] = [
  ['a price', { price: 6500 }],
  ['a special price with its days', { specialPrice: 5000, specialFrom: NOW, specialTo: NOW + DAY_MS }],
  ['parking', { state: 'parked' }],
  ['scrapping', { state: 'scrap' }],
  ['a bin', { bin: 'A-1' }],
  ['tires', { addTires: 3 }],
  ['a cost and a TIN', { cost: 3000, tin: 'UABC12X2421' }],
]
test.each(UNDOABLE)('[H14b] an undo of %s leaves the rows as before', async (_, patch) => {
  await addBin('A-1')
  const before = await readYard(env.DB)
  const done = await change(patch)
  expect(await readYard(env.DB)).not.toEqual(before)
  expect((await undo(idOf(done))).result).toMatchObject({ ok: true })
  expect(await readYard(env.DB)).toEqual(before)
  expect((await undo(idOf(done))).result.ok).toBe(false)
  expect(await readYard(env.DB)).toEqual(before)
})

test('[H14b] an undo after a change by somebody else touches only what is still its own', async () => {
  await addBin('A-1')
  const done = await change({ price: 6500, bin: 'A-1' })
  await change({ price: 7000 }, {}, robin)
  const { result, unchanged } = await undo(idOf(done))
  expect(result).toMatchObject({ ok: true })
  expect(unchanged).toEqual([{ field: 'price', theirs: 7000, by: 12, at: NOW }])
  expect([await readColumn('price'), await readColumn('bin')]).toEqual([7000, null])
})

test('[H14b] a change is undone for 30 days', async () => {
  const done = await change({ price: 6500 })
  const late = { auditId: idOf(done) ?? 0, key: 'late' }
  const { result } = await undoChange(env.DB, casey, late, NOW + 31 * DAY_MS)
  expect(result).toEqual({ ok: false, problem: 'expired' })
})
