import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { optionSlug } from '../../../schema/paths.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import type { AlikeReply, ChoicesReply } from '../../../schema/staff/intake/intake-queries.api.ts'
import type { PriceSuggestion } from '../../../schema/staff/intake/price/price-suggestion.ts'
import { type Browser, openShop } from '../../account/testing/account.harness.ts'
import { refitPriceFactors } from './comparables.sql.ts'
import { callIntake, signInStaff } from './testing/intake.harness.ts'

let casey: Browser
const TIRE = {
  ...{ marking: '225/45R17 94W', brand: 'Halden', model: 'Velo Sport', season: 'Summer' },
  ...{ depths: '7,7.5,7.5,7', treadNew: '10', dot: '2322', grade: 'A' },
}

beforeAll(async () => {
  await openShop()
  casey = await signInStaff('yard', 'Casey')
})

function ask<Result>(path: string, query: Record<string, string>) {
  return callIntake<Result>(casey, 'GET', `${path}?${new URLSearchParams(query)}`)
}

/** Adds a copy of the used single TL-1001 with these changes; `sold` empties its pool. */
async function addUnit(sku: string, changes: Record<string, string | number>, sold = false) {
  const sets = Object.entries({ sku, stock_sku: sku, created_at: Date.now() - 20 * DAY_MS, ...changes })
  await env.DB.batch([
    env.DB.prepare('CREATE TABLE copied AS SELECT * FROM product WHERE sku = ?').bind('TL-1001'),
    env.DB.prepare(
      `UPDATE copied SET id = (SELECT max(id) + 1 FROM product), ${sets.map(([name], index) => `${name} = ?${index + 1}`).join(', ')}`,
    ).bind(...sets.map(([, value]) => value)),
    env.DB.prepare('INSERT INTO product SELECT * FROM copied'),
    env.DB.prepare('DROP TABLE copied'),
    env.DB.prepare('INSERT INTO stock VALUES (?, ?, 1, 0, ?)').bind(
      sku,
      sold ? 0 : 1,
      Date.now() - 5 * DAY_MS,
    ),
  ])
}

const grooves = (depths: number[]) =>
  JSON.stringify({ grooves: [depths], grade: 'A', firstInspection: { by: '', on: '' } })

test('[H14d] a price is suggested from sold and listed tires of the model, and each of them is listed', async () => {
  for (const [index, price] of [5000, 5600, 6000, 6400, 9000].entries())
    await addUnit(`TL-77${index}`, { price, dot: '2322' }, index < 4)
  const { code, result } = await ask<PriceSuggestion>('suggestion', TIRE)
  expect(code).toBe(200)
  expect(result.price).toBe(59_00)
  expect(result.comparables).toContainEqual({
    ...{ sku: 'TL-770', rung: 'model', price: 5000, adjusted: expect.closeTo(5000, -1), adjustments: [] },
    ...{ isSold: true, days: 15, isUpperBound: false },
  })
  expect(result.reasons.at(-1)).toBe('Half of the 4 sold ones sold within 15 days')
  await env.DB.exec(
    "UPDATE unit SET state = 'scrap' WHERE product_id IN (SELECT id FROM product WHERE sku = 'TL-770')",
  )
  const later = await ask<PriceSuggestion>('suggestion', TIRE)
  expect(later.result.comparables.map(({ sku }) => sku)).not.toContain('TL-770')
})

test('[H14d] a size that the shop never had gets no price, and a shop may suggest none at all', async () => {
  expect(await ask('suggestion', { ...TIRE, marking: '155/80R13 79T' })).toMatchObject({
    code: 200,
    result: { price: null, comparables: [] },
  })
  const set = (value: string) =>
    env.DB.prepare("INSERT OR REPLACE INTO config (path, value) VALUES ('staff/intake', ?)").bind(value).run()
  await set('{"suggestion":false}')
  expect(await ask('suggestion', TIRE)).toMatchObject({ code: 404, result: expect.any(String) })
  await set('{}')
})

test('[H14d] the factors are fitted once a night and then used', async () => {
  const now = Date.now()
  await refitPriceFactors(env.DB, now)
  const read = () =>
    env.DB.prepare('SELECT fitted_at, factors FROM price_factors').first<{
      fitted_at: number
      factors: string
    }>()
  const first = await read()
  expect(JSON.parse(first?.factors ?? '')).toMatchObject({ brands: { halden: expect.any(Number) } })
  await refitPriceFactors(env.DB, now + 3_600_000)
  expect((await read())?.fitted_at).toBe(now)
  await refitPriceFactors(env.DB, now + DAY_MS)
  expect((await read())?.fitted_at).toBe(now + DAY_MS)
})

test('[H14d] the same tire, measured again, is asked about with who took it in and when', async () => {
  await addUnit('TL-880', { dot: '1121', passport: grooves([5, 5.5, 6, 5]) })
  const at = Date.now() - 12 * 60_000
  await env.DB.prepare(
    `UPDATE unit SET taken_at = ?, taken_by = (SELECT id FROM staff WHERE name = 'Casey'), photo_hash = '00000000000000ff'
     WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-880')`,
  )
    .bind(at)
    .run()
  const again = { ...TIRE, dot: '1121', depths: '5,5,6.5,5' }
  expect((await ask<AlikeReply>('alike', again)).result.duplicates).toEqual([
    expect.objectContaining({
      sku: 'TL-880',
      reason: 'measurements',
      takenBy: 'Casey',
      takenAt: at,
      photo: null,
    }),
  ])
  expect((await ask<AlikeReply>('alike', { ...again, except: 'TL-880' })).result.duplicates).toEqual([])
  expect((await ask<AlikeReply>('alike', { ...again, depths: '5,5,7,5' })).result.duplicates).toEqual([])
  const pictured = { ...again, depths: '9,9', hash: '00000000000000f0' }
  expect((await ask<AlikeReply>('alike', pictured)).result.duplicates).toMatchObject([
    { sku: 'TL-880', reason: 'picture' },
  ])
  const other = await ask<AlikeReply>('alike', { ...pictured, hash: 'ffffffffffffff00' })
  expect(other.result.duplicates).toEqual([])
  // Long after its intake, while it is off sale, and after it was sold.
  const unit = "(SELECT id FROM product WHERE sku = 'TL-880')"
  await env.DB.exec("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-880'")
  await env.DB.exec(`UPDATE unit SET taken_at = 0, state = 'parked', off_sale = 1 WHERE product_id = ${unit}`)
  expect((await ask<AlikeReply>('alike', again)).result.duplicates).toHaveLength(1)
  await env.DB.exec(`UPDATE unit SET state = 'live', off_sale = 0 WHERE product_id = ${unit}`)
  expect((await ask<AlikeReply>('alike', again)).result.duplicates).toEqual([])
})

test('[H14d] tires in stock that make a set with this one are found with their bins', async () => {
  await env.DB.exec("INSERT INTO bin (code) VALUES ('B-14')")
  for (const [index, depth] of [8, 8.5, 9, 3].entries())
    await addUnit(`TL-99${index}`, {
      ...{ dot: '0520', model: 'Solo', model_slug: 'solo', tread_depth: depth },
      passport: grooves([depth, depth + 1]),
    })
  await addUnit('TL-994', { dot: '0520', model: 'Solo', model_slug: 'solo', passport: grooves([8]) }, true)
  await env.DB.exec(
    "UPDATE unit SET bin = 'B-14' WHERE product_id IN (SELECT id FROM product WHERE sku LIKE 'TL-99%')",
  )
  const { result } = await ask<AlikeReply>('alike', { ...TIRE, model: 'Solo', depths: '8,8', dot: '0820' })
  expect(result.mates.map(({ sku, bin }) => `${sku} ${bin}`)).toEqual([
    'TL-990 B-14',
    'TL-991 B-14',
    'TL-992 B-14',
  ])
  expect(result.setSize).toBe(4)
  const alone = await ask<AlikeReply>('alike', { ...TIRE, model: 'Solo', depths: '6,6', dot: '0510' })
  expect(alone.result).toMatchObject({ mates: [], setSize: 1 })
})

test('[H14d] the sizes and brands of the yard come first, then the models that are known in a size', async () => {
  const yard = await ask<ChoicesReply>('choices', {})
  expect(yard.result.sizes[0]).toMatchObject({ size: '225/45R17' })
  expect(yard.result.brands[0]).toMatchObject({ brand: 'Halden' })
  const { result } = await ask<ChoicesReply>('choices', { marking: '225/45R17' })
  expect(result.models).toContainEqual({
    ...{ brand: 'Halden', model: 'Velo Sport', season: 'Summer', pattern: 'sport', treadNew: 10 },
    ...{ runFlat: false, marking: '225/45R17 94W' },
  })
  expect(result.models.every(({ model }) => optionSlug(model) !== '')).toBe(true)
})

test.each(['suggestion', 'alike', 'choices'])(
  '[H14d] %s refuses a wrong query, strangers and other roles',
  async (path) => {
    const query = new URLSearchParams({ ...TIRE, marking: '<b>' })
    expect(await callIntake(casey, 'GET', `${path}?${query}`)).toMatchObject({
      code: 400,
      result: [{ dataPath: '.marking' }],
    })
    const books = await signInStaff('books')
    expect(await callIntake(books, 'GET', `${path}?${query}`)).toMatchObject({ code: 403 })
    books.cookies.clear()
    expect(await callIntake(books, 'GET', `${path}?${query}`)).toMatchObject({ code: 401 })
  },
)

test('[H14d] the queries for comparables and alike tires read by index, not the whole catalog', async () => {
  const plan = async (condition: string) => {
    const { results } = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT sku FROM product WHERE visibility > 1 and condition = 'Used' AND ${condition} ORDER BY created_at DESC LIMIT 60`,
    ).all<{ detail: string }>()
    return results.map(({ detail }) => detail).join('; ')
  }
  expect(await plan("size_slug = 'a' AND brand_slug = 'b' AND model_slug = 'c'")).toMatch(
    /^SEARCH product USING INDEX product_used_model[^;]*$/,
  )
  expect(await plan('rim = 17')).toMatch(/^SEARCH product USING INDEX product_used_rim[^;]*$/)
})
