/** Where the shop wants it, no tire that was taken in goes on sale without its second inspection (H14). */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import type { UnitPatch } from '../../../schema/staff/units/unit-record.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { readOutcomes } from '../bulk/bulk-units.sql.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor, readYard } from '../changes/testing/yard.harness.ts'
import { undoChange } from '../changes/undo-change.ts'
import { breakSet } from '../sets/break-set.ts'
import { makeSet } from '../sets/make-set.ts'
import { addTires } from '../sets/testing/alike-tires.harness.ts'
import { hiddenFields, staffBrowser, submit } from './testing/unit-pages.harness.ts'

const NOW = Date.UTC(2026, 10, 27, 18)
const [taker, other] = [actor(11), actor(12)]

beforeEach(async () => {
  await reset()
  await openShop()
})

async function setUp(state: UnitState, { isAsked = true, takenBy = 11 as number | null } = {}) {
  await env.DB.prepare(
    "UPDATE unit SET state = ?, taken_by = ?, off_sale = 1 WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-1001')",
  )
    .bind(state, takenBy)
    .run()
  await env.DB.prepare(
    "UPDATE stock SET qty = 0 WHERE stock_sku = (SELECT stock_sku FROM product WHERE sku = 'TL-1001')",
  ).run()
  const when = isAsked ? 'before-sale' : 'before-it-leaves'
  await env.DB.prepare("INSERT INTO config (path, value) VALUES ('staff/intake', ?)")
    .bind(JSON.stringify({ secondInspection: when }))
    .run()
}

let keys = 0
const newKey = () => `second-key-${++keys}`
const change = (patch: UnitPatch, by = taker, id = 'TL-1001') =>
  applyChange(env.DB, by, { record: 'unit', id, patch, version: null, key: newKey(), why: 'Why' }, NOW)

test.each([true, false])(
  '[H14] a waiting tire goes on sale only when another person inspects it',
  async (isAsked) => {
    await setUp('waiting', { isAsked })
    expect(await change({ state: 'live' })).toMatchObject({ problem: 'uninspected', field: 'state' })
    expect(await change({ state: 'live' }, other)).toMatchObject({ problem: 'uninspected' })
    expect(await change({ state: 'live', second: true })).toMatchObject({ problem: 'inspector' })
    expect(await change({ state: 'live', second: true }, other)).toMatchObject({ ok: true })
  },
)

test.each<UnitState>(['parked', 'recalled', 'lost'])(
  '[H14] %s: a tire is on sale again only after its second inspection',
  async (state) => {
    await setUp(state)
    expect(await change({ state: 'live' }, other)).toMatchObject({ problem: 'uninspected' })
    expect(await change({ second: true }, other)).toMatchObject({ ok: true })
    expect(await change({ state: 'live' })).toMatchObject({ ok: true })
  },
)

test.each([{ isAsked: false }, { takenBy: null }])(
  '[H14] a tire off sale comes back where nobody took it in, or the shop inspects later: %o',
  async (more) => {
    await setUp('parked', more)
    expect(await change({ state: 'live' })).toMatchObject({ ok: true })
  },
)

test('[H14] a tire that is not used has no inspection report, so it goes on sale without an inspection', async () => {
  await setUp('parked')
  await env.DB.exec("UPDATE product SET condition = 'New', passport = NULL WHERE sku = 'TL-1001'")
  expect(await change({ state: 'live' })).toMatchObject({ ok: true })
})

test('[H14] a set that came off sale is on sale again after an inspection by none of those who took its tires in', async () => {
  await setUp('parked')
  const skus = await addTires(2, { bin: null })
  await env.DB.prepare(
    'UPDATE unit SET taken_by = 12 WHERE product_id = (SELECT id FROM product WHERE sku = ?)',
  )
    .bind(skus[1])
    .run()
  const made = await makeSet(env.DB, taker, { skus, price: 129_00, bin: null, why: null, key: newKey() }, NOW)
  const set = made.ok ? made.sku : ''
  expect(await change({ state: 'parked' }, taker, set)).toMatchObject({ ok: true })
  expect(await change({ state: 'live' }, taker, set)).toMatchObject({ problem: 'uninspected' })
  for (const person of [taker, other])
    expect(await change({ second: true }, person, set)).toMatchObject({ problem: 'inspector' })
  expect(await change({ state: 'live', second: true }, actor(13), set)).toMatchObject({ ok: true })
})

test('[H14] a set that came off sale is on sale again without another inspection when each of its tires has had one', async () => {
  await setUp('parked')
  const skus = await addTires(2, { bin: null })
  await env.DB.exec('UPDATE unit SET second_by = 12, second_at = 1 WHERE taken_by = 11')
  const made = await makeSet(env.DB, taker, { skus, price: 129_00, bin: null, why: null, key: newKey() }, NOW)
  const set = made.ok ? made.sku : ''
  await change({ state: 'parked' }, taker, set)
  const how = { act: { kind: 'state', state: 'live' } as const, mayPriceBelowCost: false }
  expect((await readOutcomes(env.DB, { skus: [set] }, how)).outcomes).toEqual({ change: 1 })
  expect(await change({ state: 'live' }, taker, set)).toMatchObject({ ok: true })
})

test('[H14] tires of a set that was broken up off sale are each inspected before they are on sale', async () => {
  await setUp('parked')
  const skus = await addTires(2, { bin: null })
  const key = newKey()
  const made = await makeSet(env.DB, taker, { skus, price: 129_00, bin: null, why: null, key }, NOW)
  const set = made.ok ? made.sku : ''
  await change({ state: 'parked' }, taker, set)
  await breakSet(env.DB, taker, { sku: set, why: 'Apart', key: newKey() }, NOW)
  for (const sku of skus) {
    expect(await change({ state: 'live' }, taker, sku)).toMatchObject({ problem: 'uninspected' })
    expect(await change({ state: 'live', second: true }, other, sku)).toMatchObject({ ok: true })
  }
})

test('[H14] an undo puts a tire back on sale that went on sale before the shop asked', async () => {
  await setUp('parked', { takenBy: null })
  await change({ state: 'live' })
  await env.DB.prepare('UPDATE unit SET taken_by = 11').run()
  const before = await readYard(env.DB)
  const parked = await change({ state: 'parked' })
  expect(await change({ state: 'live' })).toMatchObject({ problem: 'uninspected' })
  const auditId = parked.ok ? (parked.auditId ?? 0) : 0
  const { result } = await undoChange(env.DB, taker, { auditId, key: newKey() }, NOW)
  expect(result).toMatchObject({ ok: true })
  expect(await readYard(env.DB)).toEqual(before)
})

test('[H14h] the page of a tire says what is missing instead of offering the sale', async () => {
  await setUp('parked')
  const [manager, yard] = [await staffBrowser('manager'), await staffBrowser('yard')]
  const page = async (browser = manager) => (await browser.fetch('/staff/units/TL-1001')).text()
  const parked = await page()
  expect(parked).toContain('It goes on sale with its second inspection')
  expect(parked).not.toContain('Put on sale')
  expect(await page(yard)).not.toContain('Send to second inspection')
  const fields = hiddenFields(parked, { action: 'state', state: 'waiting' })
  const refused = await submit(manager, '/staff/units/form', { ...fields, state: 'live' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain(CHANGE_MESSAGES.uninspected)
  const waiting = await submit(manager, '/staff/units/form', fields)
  expect(waiting.text).toContain('Waits for second inspection')
  expect(waiting.text).toContain('Tires that wait for it')
  expect(waiting.html).not.toContain('Put on sale')
  // Who may only move tires can't take one out of the queue.
  expect(await page(yard)).not.toContain('Take off sale')
})
