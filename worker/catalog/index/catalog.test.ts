import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_QUERY, type ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import { fetchSnapshot, readPointer, type SnapshotPointer } from './build/catalog-snapshot.ts'
import type { Catalog, RebuildMessage } from './catalog.ts'
import { loadFixture } from './testing/catalog.fixture.ts'

const START = Date.UTC(2026, 10, 20, 15)
let clock = START
let asked: RebuildMessage[] = []
const REBUILD = {
  send: async (message: RebuildMessage) => {
    asked.push(message)
  },
} as unknown as Queue<RebuildMessage>

/** An isolate that has just begun: modules that remember nothing. `open` also waits for the work of the background. */
async function isolate(stores: { DB: D1Database; KV: KVNamespace } = env) {
  vi.resetModules()
  const { openCatalog } = await import('./catalog.ts')
  const { rebuildIfStale } = await import('./build/rebuild.ts')
  const open = async (): Promise<Catalog> => {
    const work: Promise<unknown>[] = []
    const catalog = await openCatalog({ ...stores, REBUILD }, clock, (one) => work.push(one))
    await Promise.all(work)
    return catalog
  }
  return { open, rebuild: () => rebuildIfStale(stores, clock) }
}

const used: ListingQuery = { ...EMPTY_QUERY, choices: { condition: ['used'] } }
const countOf = async ({ listing }: Catalog, query = used) => (await listing.count([query]))[0]

const pointer = async (): Promise<SnapshotPointer> => {
  const row = await env.DB.prepare("select value from config where path = 'catalog/snapshot'").first<{
    value: string
  }>()
  const found = readPointer(row?.value ?? null)
  if (!found) throw new Error('no snapshot is named')
  return found
}
const sell = (sku: string, qty: number) =>
  env.DB.batch([
    env.DB.prepare('update stock set qty = ? where stock_sku = ?').bind(qty, sku),
    env.DB.prepare('insert into stock_pulse (stock_sku, at) values (?, ?)').bind(sku, clock),
  ])
const raise = (version: string) =>
  env.DB.prepare("insert or replace into config (path, value) values ('catalog/version', ?)")
    .bind(version)
    .run()

beforeEach(async () => {
  const tables = await env.DB.prepare("select name from sqlite_master where name = 'product'").all()
  if (tables.results.length === 0) {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
    await loadFixture(env.DB)
  }
  asked = []
  clock += 3_600_000
})

test('[H1] the first isolate of a fresh database builds the index and stores it, the next ones load it', async () => {
  const first = await isolate()
  const catalog = await first.open()
  expect(catalog.settled).toBe(true)
  expect((await catalog.sizes()).map(({ label, count }) => [label, count])).toEqual([
    ['205/55R16', 2],
    ['215/60R16', 1],
    ['225/45R17', 4],
    ['235/65R17', 1],
    ['225/70R19.5', 1],
  ])
  expect((await catalog.sizes())[2]).toEqual({
    slug: '225-45r17',
    label: '225/45R17',
    width: 225,
    aspect: 45,
    rim: 17,
    count: 4,
    minPriceByTire: 5800,
  })
  expect((await catalog.brands()).map(({ slug, count }) => [slug, count])).toEqual([
    ['brakken', 2],
    ['corvane', 2],
    ['halden', 4],
    ['norwind', 1],
  ])
  const { id } = await pointer()
  const facets = ['brand', 'size', 'sets'] as const
  const built = await catalog.listing.find(used, facets)
  // What the table says now is not asked again.
  await env.DB.prepare("update product set condition_slug = 'burnt' where sku = 'TL-1001'").run()
  const loaded = await (await isolate()).open()
  expect(await loaded.listing.find(used, facets)).toEqual(built)
  expect((await pointer()).id).toBe(id)
  await env.DB.prepare("update product set condition_slug = 'used' where sku = 'TL-1001'").run()
})

test('[C6] a sale is in every list two seconds later, and so is what comes back', async () => {
  const { open } = await isolate()
  const before = (await countOf(await open())) ?? 0
  await sell('TL-1001', 0)
  clock += 2_000
  await open()
  const after = await open()
  expect(await countOf(after)).toBe(before - 1)
  expect((await after.sizes()).find(({ slug }) => slug === '225-45r17')?.count).toBe(3)
  await sell('TL-1001', 1)
  clock += 2_000
  await open()
  expect(await countOf(await open())).toBe(before)
})

test('[C4] how a lot can be bought follows what is left of it', async () => {
  const { open } = await isolate()
  const sets = async () => {
    const { buckets } = await (await open()).listing.find({ ...used, size: 0 }, ['sets'])
    return buckets.sets?.find(({ key }) => key === 'setOfFour')?.count ?? 0
  }
  const before = await sets()
  await sell('TL-1002', 2)
  clock += 2_000
  await open()
  expect(await sets()).toBe(before - 1)
  await sell('TL-1002', 4)
})

test('an isolate that begins or slept knows every sale since the snapshot at once', async () => {
  const sleeper = await isolate()
  const before = (await countOf(await sleeper.open())) ?? 0
  for (let sale = 0; sale < 30; sale++) await sell('TL-1006', sale % 2)
  await sell('TL-1006', 0)
  // Events older than a day are in no change feed; the snapshot still has to have them.
  clock += 3 * 86_400_000
  await sell('TL-9999', 0)
  expect(await countOf(await sleeper.open())).toBe(before - 1)
  expect(await countOf(await (await isolate()).open())).toBe(before - 1)
  await sell('TL-1006', 1)
})

test('after an import the old index answers until the queue has built the new one', async () => {
  const { open, rebuild } = await isolate()
  await open()
  const dear: ListingQuery = { ...EMPTY_QUERY, ranges: { final_price: { from: 900, to: null } } }
  await env.DB.prepare("update product set price = 99900 where sku = 'TL-1001'").run()
  await raise('import-2')
  clock += 10_000
  const meanwhile = await open()
  expect([meanwhile.settled, await countOf(meanwhile, dear)]).toEqual([false, 0])
  expect(asked).toEqual([{ rebuild: 'catalogue' }])
  expect(await rebuild()).toBe(true)
  expect(await rebuild()).toBe(false)
  clock += 2_000
  await open()
  await open()
  const now = await open()
  expect([now.settled, await countOf(now, dear)]).toEqual([true, 1])
  expect(asked).toHaveLength(1)
})

test('a database that is loaded anew names no snapshot, and the isolate builds one', async () => {
  const { open } = await isolate()
  const reload = async (version: string, slug: string) => {
    await env.DB.batch([
      env.DB.prepare("delete from config where path like 'catalog/%'"),
      env.DB.prepare("insert into config (path, value) values ('catalog/version', ?)").bind(version),
      env.DB.prepare("update product set condition_slug = ? where sku = 'TL-1001'").bind(slug),
    ])
    clock += 2_000
    for (let request = 0; request < 3; request++) await open()
    return open()
  }
  for (const [version, slug] of [
    ['seed-1', 'burnt'],
    ['seed-2', 'used'],
    ['seed-3', 'burnt'],
    ['seed-4', 'used'],
  ] as const) {
    const loaded = await reload(version, slug)
    const burnt = { ...EMPTY_QUERY, choices: { condition: ['burnt'] } }
    expect([loaded.settled, await countOf(loaded, burnt)]).toEqual([true, slug === 'burnt' ? 1 : 0])
    clock += 4_000
    await open()
    await open()
  }
})

test('of older snapshots KV keeps one', async () => {
  const { open, rebuild } = await isolate()
  await open()
  const before = await pointer()
  for (const version of ['a', 'b', 'c']) {
    clock += 1_000
    await raise(version)
    await rebuild()
  }
  const { keys } = await env.KV.list({ prefix: 'catalogue/' })
  expect(keys).toHaveLength(2)
  expect(keys.some(({ name }) => name.includes(before.id))).toBe(false)
})

test('of two builds at once the later one stays whole, whichever is done first', async () => {
  const { rebuildCatalog } = await import('./build/rebuild.ts')
  const meanwhile = {
    put: async (key: string, bytes: ArrayBuffer) => {
      await env.KV.put(key, bytes)
      await rebuildCatalog(env, clock + 1)
    },
    list: (options: KVNamespaceListOptions) => env.KV.list(options),
    delete: (key: string) => env.KV.delete(key),
  } as unknown as KVNamespace
  await rebuildCatalog({ DB: env.DB, KV: meanwhile }, clock)
  const named = await pointer()
  expect(named.builtAt).toBe(clock + 1)
  expect(await fetchSnapshot(env.KV, named)).toBeInstanceOf(ArrayBuffer)
})

test('stock that was read before a sale and comes after it brings nothing back', async () => {
  await (await isolate()).open()
  await sell('TL-1006', 1)
  clock += 3 * 86_400_000
  await sell('TL-9999', 0)
  vi.resetModules()
  const { openCatalog } = await import('./catalog.ts')
  const open = (DB: D1Database) => openCatalog({ DB, KV: env.KV, REBUILD }, clock, () => {})
  let isRead = () => {}
  let comes = () => {}
  const read = new Promise<void>((resolve) => {
    isRead = resolve
  })
  const gate = new Promise<void>((resolve) => {
    comes = resolve
  })
  const slow = {
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
    prepare: (sql: string) => {
      const statement = env.DB.prepare(sql)
      if (!sql.includes('stock_pulse WHERE id >')) return statement
      const all = async (...values: unknown[]) => {
        const rows = await statement.bind(...values).all()
        isRead()
        await gate
        return rows
      }
      return { bind: (...values: unknown[]) => ({ all: () => all(...values) }) }
    },
  } as unknown as D1Database
  const first = open(slow)
  await read
  await sell('TL-1006', 0)
  clock += 10_000
  const expected = await countOf(await open(env.DB))
  comes()
  expect(await countOf(await first)).toBe(expected)
  await sell('TL-1006', 1)
})

test.each([
  ['half written', async (key: string, bytes: ArrayBuffer) => env.KV.put(key, bytes.slice(0, 4000))],
  [
    'changed in one bit',
    async (key: string, bytes: ArrayBuffer) => {
      const other = new Uint8Array(bytes)
      other[2000] = (other[2000] ?? 0) ^ 1
      await env.KV.put(key, other)
    },
  ],
  ['lost', async (key: string) => env.KV.delete(key)],
])('a snapshot that is %s is built anew from the database', async (_, harm) => {
  const whole = await countOf(await (await isolate()).open())
  const { id } = await pointer()
  const key = `catalogue/${id}/0`
  await harm(key, (await env.KV.get(key, 'arrayBuffer')) ?? new ArrayBuffer(0))
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  clock += 1_000
  expect(await countOf(await (await isolate()).open())).toBe(whole)
  expect(errors).toHaveBeenCalledOnce()
  expect((await pointer()).id).not.toBe(id)
  vi.restoreAllMocks()
})

/** D1 or KV that fails at some of its calls. */
function failing<Store extends object>(
  store: Store,
  fails: (call: string, first: unknown) => boolean,
): Store {
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (fails(String(name), given[0])) throw new Error('away')
        return value.apply(target, given)
      }
    },
  })
}

test.each<[string, () => { DB: D1Database; KV: KVNamespace }]>([
  [
    'while it reads products',
    () => ({ ...env, DB: failing(env.DB, (_, sql) => String(sql).includes('url_key')) }),
  ],
  ['while it stores', () => ({ ...env, KV: failing(env.KV, (call) => call === 'put') })],
  [
    'before it is named',
    () => ({ ...env, DB: failing(env.DB, (_, sql) => String(sql).startsWith('insert into "config"')) }),
  ],
])(
  '[H1] a rebuild that breaks %s changes nothing, and the next one leaves no part of it behind',
  async (where, stores) => {
    const { open } = await isolate()
    const before = await countOf(await open())
    const named = await pointer()
    await raise(`broken ${where}`)
    clock += 1_000
    await expect((await isolate(stores())).rebuild()).rejects.toThrow('away')
    expect(await pointer()).toEqual(named)
    expect(await countOf(await (await isolate()).open())).toBe(before)
    clock += 1_000
    expect(await (await isolate()).rebuild()).toBe(true)
    expect((await pointer()).version).toBe(`broken ${where}`)
    const { keys } = await env.KV.list({ prefix: 'catalogue/' })
    const ids = keys.map(({ name }) => name.split('/')[1])
    expect(new Set(ids)).toEqual(new Set([named.id, (await pointer()).id]))
  },
)

test('[H1] without KV an isolate that has no index builds its own, and one that has goes on with it', async () => {
  const before = await countOf(await (await isolate()).open())
  const named = await pointer()
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  let isAway = true
  const KV = failing(env.KV, () => isAway)
  const alone = await isolate({ DB: env.DB, KV })
  expect(await countOf(await alone.open())).toBe(before)
  expect(await pointer()).toEqual(named)
  await sell('TL-1006', 0)
  clock += 10_000
  expect(await countOf(await alone.open())).toBe((before ?? 0) - 1)
  // What it built counts until another is named.
  expect(errors).toHaveBeenCalledTimes(2)
  await raise('while KV was away')
  isAway = false
  await (await isolate()).rebuild()
  isAway = true
  clock += 10_000
  expect((await alone.open()).settled).toBe(false)
  isAway = false
  clock += 10_000
  await alone.open()
  expect((await alone.open()).settled).toBe(true)
  await sell('TL-1006', 1)
  errors.mockRestore()
})

test('[H1] [audit C1] a database that does not answer fails for an isolate without a feed; another goes on', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  await caches.default.delete('https://pages.invalid/last-pulse')
  let isAway = true
  const { open } = await isolate({ KV: env.KV, DB: failing(env.DB, () => isAway) })
  await expect(open()).rejects.toThrow()
  isAway = false
  clock += 10_000
  const known = await countOf(await open())
  expect(known).toBeGreaterThan(0)
  isAway = true
  for (const later of [9_000, 2_000, 3_600_000]) {
    clock += later
    expect(await countOf(await open())).toBe(known)
  }
  isAway = false
  await sell('TL-1001', 0)
  clock += 10_000
  await open()
  expect(await countOf(await open())).toBe((known ?? 0) - 1)
  await sell('TL-1001', 1)
  errors.mockRestore()
})
