import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { MIN_SCORE } from '../../../schema/catalog/search/search.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { searchText } from './text-search.sql.ts'

let skus: Map<number, string>

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.prepare("update product set part_number = 'HAL-05123' where sku = 'TL-2001'").run()
  const { results } = await env.DB.prepare('select id, sku from product').all<{ id: number; sku: string }>()
  skus = new Map(results.map(({ id, sku }) => [id, sku]))
})

const find = async (term: string, limit = 100) => {
  const { ids } = await searchText(env.DB, term, limit)
  return ids.map((id) => skus.get(id) ?? '')
}
const sorted = async (term: string) => (await find(term)).sort()
const VELO = ['TL-1001', 'TL-1002', 'TL-2001', 'TL-4001']

test('[C9] fewer than three characters find nothing', async () => {
  for (const term of ['', ' ', 've', ' 22 ', '😀😀']) expect(await find(term)).toEqual([])
  expect(await sorted('vel')).toEqual(VELO)
})

test.each([
  'halden',
  'HALDEN',
  'hald',
  'velo sport',
  'sport velo',
  'vel spo',
  'hálden',
  '225/45R17',
  '2254517',
])('[C9] "%s" finds the product by the beginnings of words', async (term) =>
  expect(await sorted(term)).toEqual(VELO),
)

test.each([
  '225 45 17',
  '225/45 r 17 94w',
  '225-45-17',
  'P225/45R17',
  '225 45 zr17',
  'halden 2254517',
  '225/45',
])('[C9] the size in "%s" is recognized at any position', async (term) =>
  expect(await sorted(term)).toEqual(VELO),
)

test('[C9] every word must match', async () => {
  expect(await sorted('used velo')).toEqual(['TL-1001', 'TL-1002'])
  expect(await sorted('225/45R17 driven')).toEqual(['TL-4001'])
  expect(await sorted('winter tires')).toEqual(['TL-2002'])
  expect(await find('velo winter')).toEqual([])
  expect(await find('225/45R17 frost')).toEqual([])
  // 19 inches does not match a rim of 19.5 inches.
  expect(await find('225/70R19')).toEqual([])
  expect(await find('225/70R19.5')).toEqual(['TL-3001'])
})

test.each(['TL-2001', 'tl2001', 'tl 2001', 'HAL-05123', 'hal05123', 'hal 05123'])(
  '[C9] the number "%s" finds its product first',
  async (term) => expect((await find(term))[0]).toBe('TL-2001'),
)

test('[C6] [C9] variants and disabled products are not found; the listing excludes sold-out products', async () => {
  expect(await sorted('linea')).toEqual(['TL-1003', 'TL-1004', 'TL-1006'])
  expect(await find('TL-1002')).toEqual(['TL-1002'])
})

test('[C9] scores decrease from 1 to the minimum, and the limit applies', async () => {
  const all = await searchText(env.DB, '225', 100)
  expect(all.scores[0]).toBe(1)
  expect(all.scores).toEqual([...all.scores].sort((a, b) => b - a))
  expect(Math.min(...all.scores)).toBeGreaterThanOrEqual(MIN_SCORE)
  expect((await searchText(env.DB, '225', 2)).ids).toEqual(all.ids.slice(0, 2))
  for (const limit of [0, -5]) expect(await searchText(env.DB, '225', limit)).toEqual({ ids: [], scores: [] })
})

test('[C9] a word that every product has finds every product', async () => {
  const { results } = await env.DB.prepare('select count(*) as n from product_text').all<{ n: number }>()
  const { ids } = await searchText(env.DB, 'tl-', 100)
  expect(ids.length).toBeGreaterThan(8)
  expect(ids.length).toBeLessThanOrEqual(results[0]?.n ?? 0)
})

test('[C9] every write updates the full-text index', async () => {
  const count = async (term: string) => (await find(term)).length
  const set = (column: string, value: unknown, sku: string) =>
    env.DB.prepare(`update product set ${column} = ? where sku = ?`).bind(value, sku).run()
  await set('model', 'Zephyrine', 'TL-1001')
  expect(await find('zephyrine')).toEqual(['TL-1001'])
  await set('model', 'Velo Sport', 'TL-1001')
  expect(await count('zephyrine')).toBe(0)
  await set('visibility', 1, 'TL-1001')
  expect(await count('velo')).toBe(3)
  await set('visibility', 4, 'TL-1001')
  expect(await sorted('velo')).toEqual(VELO)
  await set('price', 6300, 'TL-1001')
  expect(await sorted('velo')).toEqual(VELO)
  await env.DB.prepare("delete from product where sku = 'RH-1'").run()
  expect(await count('hazard')).toBe(0)
})

test('[C9] no typed text works as an operator or causes an error', async () => {
  for (const term of [
    '"',
    'a" OR "b',
    'NEAR(a b)',
    'name : halden',
    'velo*',
    '-velo',
    '^velo',
    'a AND',
    '()',
    "o'brien",
    '\0\0\0',
    '%%%',
    '___',
    '{}{',
  ]) {
    await expect(searchText(env.DB, term, 5), term).resolves.toBeDefined()
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (term) => {
      const { ids, scores } = await searchText(env.DB, term, 5)
      expect(ids.length).toBe(scores.length)
    }),
    { numRuns: 150 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.constantFrom(
          'velo',
          '"',
          '*',
          '(',
          ')',
          'OR',
          'AND',
          'NOT',
          'NEAR',
          ':',
          '^',
          '-',
          '+',
          '{',
          ' ',
          '225/45R17',
          '\\',
        ),
        { maxLength: 12 },
      ),
      async (parts) => {
        await searchText(env.DB, parts.join(' '), 5)
      },
    ),
    { numRuns: 150 },
  )
})

test('[audit D10] a short number matches only the whole number: 20 matches neither 205 nor 2054', async () => {
  expect(await find('corvane 20')).toEqual([])
  expect((await find('corvane 16')).length).toBeGreaterThan(0)
  expect((await find('corvane 205')).length).toBeGreaterThan(0)
  expect((await find('corvane 2055')).length).toBeGreaterThan(0)
})
