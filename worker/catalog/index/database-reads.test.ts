import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { app } from '../../app.ts'
import { openCatalog } from './catalog.ts'
import { loadFixture } from './testing/catalog.fixture.ts'
import { loadLandings } from './testing/landings.fixture.ts'

/** Statements that the database received, one entry per round trip. */
let reads: string[] = []

const RUN_METHODS = ['all', 'first', 'raw', 'run'] as const

function recordReads(statement: D1PreparedStatement, sql: string): D1PreparedStatement {
  return new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') return (...values: unknown[]) => recordReads(target.bind(...values), sql)
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if ((RUN_METHODS as readonly string[]).includes(String(name))) reads.push(sql)
        return value.apply(target, args)
      }
    },
  })
}

const DB = new Proxy(env.DB, {
  get(target, name) {
    if (name === 'prepare') return (sql: string) => recordReads(target.prepare(sql), sql)
    const value = Reflect.get(target, name)
    if (typeof value !== 'function') return value
    return (...args: unknown[]) => {
      reads.push(String(name))
      return value.apply(target, args)
    }
  },
})

const read = async (path: string) => {
  const context = createExecutionContext()
  const response = await app.request(`https://shop.example${path}`, {}, { ...env, DB }, context)
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { status: response.status, text, level: response.headers.get('X-Page-Cache') }
}

beforeAll(async () => {
  // With a clock that stands still no refresh of the change feed falls into a test.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
})

test('[H1] with a cached change feed a listing query reads no database', async () => {
  const work: Promise<unknown>[] = []
  const open = () => openCatalog({ DB, KV: env.KV }, Date.now(), (task) => work.push(task))
  await (await open()).listing.count([EMPTY_QUERY])
  await Promise.all(work)
  reads = []
  const { listing, sizes, brands } = await open()
  const found = await listing.find({ ...EMPTY_QUERY, choices: { condition: ['used'] } }, [
    'brand',
    'sets',
    'size',
  ])
  expect(found.total).toBeGreaterThan(2)
  await listing.count([EMPTY_QUERY])
  await listing.prices(EMPTY_QUERY, 'final_price', [], 'ignored')
  expect((await sizes()).length + (await brands()).length).toBeGreaterThan(5)
  expect(reads).toEqual([])
})

test('[H1] an uncached page of a list reads D1 once, by primary key; a cached page does not', async () => {
  await read('/t/b/brakken')
  for (const path of [
    '/t/s/225-45r17?condition=new',
    '/t?condition=used',
    '/t/b/norwind?sort=final_price:asc',
  ]) {
    reads = []
    const response = await read(path)
    expect([response.status, response.level]).toEqual([200, 'made'])
    expect(response.text.includes(`class="card"`)).toBe(true)
    expect(reads, path).toHaveLength(1)
    expect(reads[0]).toMatch(/"product"\."id" in \(select value from json_each\(\?\)\)/)
    reads = []
    expect((await read(path)).level).toBe('memory')
    expect(reads).toEqual([])
  }
})

test('[H1] an uncached page of tires that other lists have shown reads no database', async () => {
  const first = await read('/t')
  await read('/c/used-summer?condition=used')
  reads = []
  const paths = ['/t?sort=final_price:asc', '/t/b/halden', '/t/s/205-55r16?price_to=300', '/c/used-summer']
  for (const path of [...paths, '/t/s/225-45r17', '/landing/winter', '/USA/Illinois/Chicago/']) {
    const response = await read(path)
    expect([response.status, response.level]).toEqual([200, 'made'])
    expect(response.text.includes(`class="card"`)).toBe(true)
    expect(reads, path).toEqual([])
  }
  // A card is the same at every position of a list, except for the loading of its picture.
  const cardOf = (text: string) =>
    (text.split('<li class="card"').find((card) => card.includes('/p/TL-2001/')) ?? '').split('</li>')[0]
  const again = await read('/t?condition=new')
  const lazy = (card: string | undefined) => card?.replace('"eager" fetchPriority="high"', '"lazy"')
  expect(lazy(cardOf(again.text))).toBe(lazy(cardOf(first.text)))
})
