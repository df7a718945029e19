import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import { findOffersBySku } from '../../catalog/product/product.sql.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor, readYard } from '../changes/testing/yard.harness.ts'
import { undoBatch, undoChange } from '../changes/undo-change.ts'
import { breakSet, undoBreak } from './break-set.ts'
import { makeSet, type NewSet } from './make-set.ts'
import { addTire, addTires } from './testing/alike-tires.harness.ts'

const NOW = Date.UTC(2026, 10, 27, 15)
const [casey, robin] = [actor(11), actor(12)]

beforeEach(async () => {
  await reset()
  await openShop()
  await env.DB.exec("INSERT INTO bin (code, walk) VALUES ('B-14', 1), ('C-2', 2)")
})

let keys = 0
const nextKey = () => {
  keys += 1
  return `set-key-${keys}`
}
const make = (skus: readonly string[], more: Partial<NewSet> = {}, by = casey) =>
  makeSet(env.DB, by, { skus, price: 259_00, bin: 'B-14', why: null, key: nextKey(), ...more }, NOW)
const skuOf = (result: Awaited<ReturnType<typeof make>>) => (result.ok ? result.sku : '')
const problemOf = (result: Awaited<ReturnType<typeof make>>) => (result.ok ? null : result.problem.code)
const breakUp = (sku: string, more: { why?: string | null; isUndo?: boolean } = {}) =>
  breakSet(env.DB, casey, { sku, why: 'One was cut', key: nextKey(), ...more }, NOW)
const qtyOf = async (sku: string) =>
  (await env.DB.prepare('SELECT qty FROM stock WHERE stock_sku = ?').bind(sku).first<number>('qty')) ?? 0
const unitOf = (sku: string) =>
  env.DB.prepare(
    `SELECT u.state, u.bin, u.off_sale, s.sku AS "set" FROM unit u JOIN product p ON p.id = u.product_id
      LEFT JOIN product s ON s.id = u.set_id WHERE p.sku = ?`,
  )
    .bind(sku)
    .first<{ state: string; bin: string | null; off_sale: number; set: string | null }>()
const sell = (sku: string, tires: number) =>
  env.DB.prepare('UPDATE stock SET qty = qty - ? WHERE stock_sku = ?').bind(tires, sku).run()

test('[H14n] four alike tires leave the shop and are on sale as a set with all reports and photos', async () => {
  const skus = [
    await addTire({ depths: [7, 7.5, 7.5, 7], dot: '2421' }),
    await addTire({
      depths: [6, 6.5, 6, 6],
      dot: '0121',
      report: { grade: 'B', repairs: 'Plug-patch, 5 mm' },
    }),
    ...(await addTires(2, { depths: [6.5, 7, 7, 6.5], dot: '3021' })),
  ]
  const set = skuOf(await make(skus))
  for (const sku of skus) {
    expect(await unitOf(sku)).toEqual({ state: 'in-set', bin: null, off_sale: 0, set })
    expect(await qtyOf(sku)).toBe(0)
  }
  const [offer] = await findOffersBySku(env.DB, [set])
  expect(offer?.stock).toEqual({ qty: 4, manage: true })
  expect(offer?.product).toMatchObject({
    ...{ kind: 'SETTREAD4', setqty: 4, price: 259_00, tire: { treadDepth: 6, dot: '0121' } },
    passport: { grade: 'B', repairs: 'Tires 1, 3, 4: None; tire 2: Plug-patch, 5 mm' },
  })
  expect(offer?.product.passport?.grooves).toEqual([
    [7, 7.5, 7.5, 7],
    [6, 6.5, 6, 6],
    [6.5, 7, 7, 6.5],
    [6.5, 7, 7, 6.5],
  ])
  const photos = await env.DB.prepare(
    'SELECT image, label FROM product_media m JOIN product p ON p.id = m.product_id WHERE p.sku = ? ORDER BY position',
  )
    .bind(set)
    .all()
  expect(photos.results).toHaveLength(8)
  expect(photos.results.slice(0, 5)).toEqual([
    ...skus.map((sku, index) => ({ image: `2026/${sku}-tread-0.jpg`, label: `Tire ${index + 1}: tread` })),
    { image: `2026/${skus[0]}-dot-0.jpg`, label: 'Tire 1: dot code' },
  ])
  const log = await env.DB.prepare(
    "SELECT record_id, kind FROM audit_log WHERE batch LIKE 'set %' ORDER BY id",
  ).all()
  expect(log.results).toEqual([
    { record_id: set, kind: 'create' },
    ...skus.map((sku) => ({ record_id: sku, kind: 'change' })),
  ])
})

test('[H14n] what is no set is refused with the reason, and changes nothing', async () => {
  const [a = '', b = '', c = ''] = await addTires(3)
  const [deep = '', old = '', slow = ''] = [
    await addTire({ depths: [9.5, 9.5] }),
    await addTire({ dot: '2419' }),
    await addTire({ speed: 'V' }),
  ]
  const before = await readYard(env.DB, { withVersions: true })
  const cases: [Parameters<typeof make>, string | null][] = [
    [[[a, b, c]], 'count'],
    [[[a]], 'count'],
    [[[a, 'TL-0000']], 'count'],
    [[[a, 'TL-1007']], 'single'],
    [[[a, deep]], 'not-alike'],
    [[[a, old]], 'not-alike'],
    [[[a, slow]], 'not-alike'],
    [[[a, b], { price: null }], 'price'],
    [[[a, b], { price: 1_00 }], 'price'],
    [[[a, b], { price: 400_00 }], 'price'],
    [[[a, b], { price: 39_00, why: 'Below cost' }], 'price'],
    [[[a, b], { price: 129_00, bin: 'Z-99' }], 'bin'],
    [[[a, b], {}, actor(13, 'books')], 'permission'],
    [[[a, b], { price: 200_00, why: 'A gift' }, actor(13, 'yard')], 'price'],
  ]
  for (const [args, code] of cases) expect(problemOf(await make(...args)), JSON.stringify(args)).toBe(code)
  await sell(b, 1)
  expect(problemOf(await make([a, b], { price: 129_00 }))).toBe('not-on-sale')
  await sell(b, -1)
  expect(await readYard(env.DB, { withVersions: true })).toEqual(before)
  expect(await make([a, b], { price: 129_00 })).toMatchObject({ ok: true })
})

test('[H14n] a repeated request makes one set, and its key belongs to it', async () => {
  const skus = await addTires(4)
  const key = nextKey()
  const results = await Promise.all([make(skus, { key }), make(skus, { key }), make(skus, { key })])
  expect(new Set(results.map(skuOf)).size).toBe(1)
  expect(results[0]?.ok).toBe(true)
  expect(await make(skus, { key }, robin)).toMatchObject({ problem: { code: 'repeated-key' } })
})

test('[H14n] a broken set leaves the rows of its tires as they were, and is put together again as it was', async () => {
  const skus = await addTires(4)
  const single = await readYard(env.DB)
  const set = skuOf(await make(skus))
  const made = await readYard(env.DB)
  expect(problemOf(await breakUp(set, { why: null }))).toBe('why')
  expect(await breakUp(set)).toMatchObject({ ok: true, sku: set })
  expect(await unitOf(set)).toMatchObject({ state: 'split', bin: null })
  expect(await qtyOf(set)).toBe(0)
  const broken = await readYard(env.DB)
  for (const table of ['unit', 'stock', 'product_media', 'bin', 'lot'] as const)
    expect(broken[table]).toEqual(expect.arrayContaining(single[table] ?? []))
  expect(await undoBreak(env.DB, robin, { sku: set, key: nextKey() }, NOW)).toMatchObject({ ok: true })
  expect(await readYard(env.DB)).toEqual(made)
  // Once more, now as an undo of the making.
  expect(await breakUp(set, { why: null, isUndo: true })).toMatchObject({ ok: true })
  for (const sku of skus)
    expect(await unitOf(sku)).toEqual({ state: 'live', bin: 'B-14', off_sale: 0, set: null })
})

test('[H14n] a set that is off sale breaks up into tires that are off sale, where the set lay', async () => {
  const skus = await addTires(2)
  const set = skuOf(await make(skus, { price: 129_00 }))
  const park = { record: 'unit' as const, id: set, version: null }
  await applyChange(env.DB, casey, { ...park, patch: { state: 'parked', bin: 'C-2' }, key: nextKey() }, NOW)
  expect(await breakUp(set)).toMatchObject({ ok: true })
  for (const sku of skus) {
    expect(await unitOf(sku)).toEqual({ state: 'parked', bin: 'C-2', off_sale: 1, set: null })
    expect(await qtyOf(sku)).toBe(0)
  }
  expect(await undoBreak(env.DB, casey, { sku: set, key: nextKey() }, NOW)).toMatchObject({ ok: true })
  expect(await unitOf(set)).toMatchObject({ state: 'parked', bin: 'C-2', off_sale: 2 })
})

test('[H14n] a sold set stays together, and a tire that was sold since is never put into its set again', async () => {
  const skus = await addTires(4)
  const set = skuOf(await make(skus))
  await sell(set, 4)
  expect(problemOf(await breakUp(set))).toBe('not-whole')
  await sell(set, -4)
  await breakUp(set)
  await sell(skus[2] ?? '', 1)
  expect(problemOf(await undoBreak(env.DB, casey, { sku: set, key: nextKey() }, NOW))).toBe('tires-changed')
  expect(await qtyOf(set)).toBe(0)
  expect(problemOf(await breakUp('TL-1001'))).toBe('gone')
})

test('[H14n] a tire of a set is moved and sold with its set alone, also by undo', async () => {
  const skus = await addTires(2)
  const set = skuOf(await make(skus, { price: 129_00 }))
  const [sku = ''] = skus
  for (const patch of [
    { state: 'live' as const },
    { state: 'lost' as const },
    { bin: 'C-2' },
    { addTires: 1 },
  ]) {
    const request = { record: 'unit' as const, id: sku, patch, version: null, key: nextKey() }
    expect(await applyChange(env.DB, casey, request, NOW)).toMatchObject({ ok: false, problem: 'in-set' })
  }
  const join = { record: 'unit' as const, id: 'TL-1001', patch: { state: 'in-set' as const }, version: null }
  expect(await applyChange(env.DB, casey, { ...join, key: nextKey() }, NOW)).toMatchObject({
    problem: 'in-set',
  })
  const rows = await env.DB.prepare("SELECT id, batch FROM audit_log WHERE batch LIKE 'set %'").all<{
    id: number
    batch: string
  }>()
  for (const { id } of rows.results) {
    const { result } = await undoChange(env.DB, casey, { auditId: id, key: nextKey() }, NOW)
    expect(result).toMatchObject({ ok: false, problem: 'not-undoable' })
  }
  const batch = rows.results[0]?.batch ?? ''
  expect(await undoBatch(env.DB, casey, { batch, key: nextKey() }, NOW)).toMatchObject({ undone: 0 })
  expect(await unitOf(sku)).toMatchObject({ state: 'in-set', set })
})
