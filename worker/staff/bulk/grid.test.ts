/** The grid of units: its page, and what its call does to each row (H14v). */
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { GRID_RESULT } from '../../../schema/staff/bulk/grid.api.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { saveGrid } from './save-grid.ts'
import { addUnits } from './testing/bulk-units.harness.ts'

const [owner, manager, counter] = [new Browser(), new Browser(), new Browser()]

beforeAll(async () => {
  await openShop()
  await addUnits(510)
  await env.DB.exec("INSERT INTO bin (code, walk) VALUES ('C-1', 1), ('C-2', 2)")
  await owner.signInAsStaff('owner')
  await manager.signInAsStaff('manager')
  await counter.signInAsStaff('counter')
})
beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("UPDATE product SET price = 10000, special_price = NULL WHERE sku LIKE 'BULK-%'"),
    env.DB.prepare('UPDATE unit SET bin = NULL, cost = NULL WHERE product_id > 90000'),
  ])
})

let keys = 0
const newKey = () => {
  keys += 1
  return `grid-key-${keys}`
}
type Row = { sku: string; seen: Record<string, unknown>; patch: Record<string, unknown> }
const priceRow = (sku: string, price: number, seen = 10_000): Row => ({
  sku,
  seen: { price: seen },
  patch: { price },
})
const post = (body: unknown, browser = manager) =>
  browser.fetch('/api/ext/staff/units/grid', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
async function save(
  rows: readonly Row[],
  { key = newKey(), why = 'test' as string | null, browser = manager } = {},
) {
  const response = await post({ key, why, rows }, browser)
  expect(response.status).toBe(200)
  const { result } = await response.json<{ result: unknown }>()
  return v.parse(GRID_RESULT, result)
}
const price = (sku: string) =>
  env.DB.prepare('SELECT price FROM product WHERE sku = ?').bind(sku).first('price')
const jobs = () => env.DB.prepare('SELECT count(*) AS n FROM bulk_job').first('n')
const text = async (browser: Browser, path: string) =>
  (await (await browser.fetch(path)).text()).replace(/<!--.*?-->/g, '')

test('[H14v] the grid has marked units in their order, or the first 500 of a filter', async () => {
  const marked = await text(manager, '/staff/units/grid/?units=BULK-3&units=BULK-1')
  expect([...marked.matchAll(/data-sku="([^"]+)"/g)].map(([, sku]) => sku)).toEqual(['BULK-3', 'BULK-1'])
  expect(marked).toContain('<td>100.00</td>')
  const all = await text(manager, '/staff/units/grid/?q=bulk&sort=sku')
  expect(all.match(/data-sku=/g)).toHaveLength(500)
  expect(all).toContain('The first 500 of 510.')
  expect(await text(manager, '/staff/units/grid/?q=nothing-like-it')).toContain('No units found')
  expect(await text(manager, '/staff/units/?q=bulk')).toContain('href="/staff/units/grid/?q=bulk"')
})

test('[H14v] rows are saved as one change, each with its fields, and undone as one', async () => {
  const result = await save([
    { sku: 'BULK-1', seen: { price: 10_000, bin: null }, patch: { price: 9_000, bin: 'c-1' } },
    { sku: 'BULK-2', seen: { cost: null }, patch: { cost: 4_000 } },
    priceRow('BULK-3', 10_000),
  ])
  expect(result).toMatchObject({ changed: 2 })
  expect(result.rows.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'same'])
  const { results } = await env.DB.prepare(
    `SELECT record_id, "after", why FROM audit_log WHERE batch = (SELECT key FROM bulk_job WHERE id = ?) ORDER BY id`,
  )
    .bind(result.job)
    .all()
  expect(results).toEqual([
    { record_id: 'BULK-1', after: '{"price":9000,"bin":"C-1"}', why: 'test' },
    { record_id: 'BULK-2', after: '{"cost":4000}', why: 'test' },
  ])
  const page = await text(manager, `/staff/bulk/${result.job}`)
  expect(page).toContain('Edit as a sheet')
  expect(page).toContain('Undo 2 changes')
  await manager.fetch('/staff/bulk/form', {
    method: 'POST',
    body: new URLSearchParams({ action: 'undo', job: String(result.job), key: newKey() }),
  })
  expect(await price('BULK-1')).toBe(10_000)
  expect(
    await env.DB.prepare(
      "SELECT cost FROM unit JOIN product p ON p.id = product_id WHERE sku = 'BULK-2'",
    ).first(),
  ).toEqual({ cost: null })
})

test('[H14v] a refused row names its field and reason and is listed on the page of the change', async () => {
  await env.DB.exec(
    "UPDATE unit SET cost = 9500 WHERE product_id = (SELECT id FROM product WHERE sku = 'BULK-4')",
  )
  const { job, changed, rows } = await save([
    priceRow('BULK-4', 9_000),
    { sku: 'BULK-5', seen: { bin: null }, patch: { bin: 'Z-99' } },
    { sku: 'BULK-6', seen: { specialPrice: null }, patch: { specialPrice: 20_000 } },
    priceRow('GONE-1', 9_000),
    priceRow('BULK-7', 9_900),
  ])
  expect(changed).toBe(1)
  expect(rows.map(({ sku, outcome, problem, field }) => [sku, outcome, problem, field])).toEqual([
    ['BULK-4', 'refused', 'below-cost', 'price'],
    ['BULK-5', 'refused', 'bin', 'bin'],
    ['BULK-6', 'refused', 'special', 'specialPrice'],
    ['GONE-1', 'refused', 'gone', undefined],
    ['BULK-7', 'changed', undefined, undefined],
  ])
  expect(rows[1]?.message).toBe('No bin has this code.')
  expect(await text(manager, `/staff/bulk/${job}`)).toMatch(/BULK-5<\/a> No bin has this code/)
})

test('[H14v] a field that somebody else changed meanwhile is a conflict with both values; other fields merge', async () => {
  await save([priceRow('BULK-8', 11_000)], { browser: owner })
  const { job, rows } = await save([
    { sku: 'BULK-8', seen: { price: 10_000, bin: null }, patch: { price: 9_500, bin: 'C-2' } },
  ])
  expect(job).toBeNull()
  expect(rows).toMatchObject([
    {
      outcome: 'conflict',
      conflicts: [{ field: 'price', theirs: 11_000, by: expect.any(String), at: expect.any(Number) }],
    },
  ])
  expect(await price('BULK-8')).toBe(11_000)
  // Another field of the same unit, and the same value as theirs, are no conflict.
  const merged = await save([
    { sku: 'BULK-8', seen: { price: 10_000, bin: null }, patch: { price: 11_000, bin: 'C-2' } },
  ])
  expect(merged.rows).toEqual([{ sku: 'BULK-8', outcome: 'changed' }])
})

test('[H14v] a repeated request is the same change, also after others changed the unit', async () => {
  const key = newKey()
  const first = await save([priceRow('BULK-9', 9_200)], { key })
  await save([priceRow('BULK-9', 9_300, 9_200)], { browser: owner })
  const before = await jobs()
  expect(await save([priceRow('BULK-9', 9_200)], { key })).toEqual(first)
  expect(await price('BULK-9')).toBe(9_300)
  expect(await jobs()).toBe(before)
})

test('[H14v] 500 rows are one change; more, doubled and unknown fields are refused as a whole', async () => {
  const rows = Array.from({ length: 501 }, (_, index) => priceRow(`BULK-${index + 1}`, 9_900))
  expect(await save(rows.slice(0, 500))).toMatchObject({ changed: 500 })
  expect((await post({ key: newKey(), rows })).status).toBe(400)
  const [row] = rows
  expect((await post({ key: newKey(), rows: [row, row] })).status).toBe(400)
  expect((await post({ key: newKey(), rows: [{ ...row, patch: { state: 'scrap' } }] })).status).toBe(400)
  expect((await post({ key: newKey(), rows: [{ ...row, patch: { price: -1 } }] })).status).toBe(400)
  expect((await post({ key: newKey(), rows: [row] }, counter)).status).toBe(403)
  expect((await counter.fetch('/staff/units/grid/?q=bulk')).status).toBe(403)
})

test('[H14v] who may not see costs learns none by a conflict', async () => {
  await env.DB.exec(
    "UPDATE unit SET cost = 4321 WHERE product_id = (SELECT id FROM product WHERE sku = 'BULK-1')",
  )
  const actor = {
    ...{ staffId: 1, name: 'Yard', session: null, source: 'page' as const, maxPriceChange: null },
    may: (permission: string) => permission !== 'cost.see',
  }
  const rows = [{ sku: 'BULK-1', seen: { cost: 1 }, patch: { cost: 2 } }]
  const answer = JSON.stringify(await saveGrid(env.DB, actor, { key: newKey(), rows }, Date.now()))
  expect(answer).toContain('"problem":"permission"')
  expect(answer).not.toContain('4321')
})
