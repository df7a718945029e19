import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_QUERY, type ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import { fetchSnapshot, readPointer, type SnapshotPointer } from './build/catalog-snapshot.ts'
import type { Catalog, RebuildMessage } from './catalog.ts'
import { loadFixture } from './testing/catalog.fixture.ts'

/** Later than the real time, which triggers write: their events must not be of the last day here. */
const START = Date.UTC(2050, 10, 20, 15)
let clock = START
let requested: RebuildMessage[] = []
const REBUILD = {
  send: async (message: RebuildMessage) => {
    requested.push(message)
  },
} as unknown as Queue<RebuildMessage>

/** Starts an isolate: modules with empty caches. `open` also waits for the background work. */
async function isolate(stores: { DB: D1Database; KV: KVNamespace } = env) {
  vi.resetModules()
  const { openCatalog } = await import('./catalog.ts')
  const { rebuildIfStale } = await import('./build/rebuild.ts')
  const open = async (): Promise<Catalog> => {
    const work: Promise<unknown>[] = []
    const catalog = await openCatalog({ ...stores, REBUILD }, clock, (task) => work.push(task))
    await Promise.all(work)
    return catalog
  }
  return { open, rebuild: () => rebuildIfStale(stores, clock) }
}

const used: ListingQuery = { ...EMPTY_QUERY, choices: { condition: ['used'] } }
const countOf = async ({ listing }: Catalog, query = used) => (await listing.count([query]))[0]

const readNamedPointer = async (): Promise<SnapshotPointer> => {
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
const setVersion = (version: string) =>
  env.DB.prepare("insert or replace into config (path, value) values ('catalog/version', ?)")
    .bind(version)
    .run()

beforeEach(async () => {
  const tables = await env.DB.prepare("select name from sqlite_master where name = 'product'").all()
  if (tables.results.length === 0) {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
    await loadFixture(env.DB)
  }
  requested = []
  clock += 3_600_000
})

test('[H1] the first isolate of a new database builds and stores the index, the next ones load it', async () => {
  const first = await isolate()
  const catalog = await first.open()
  expect(catalog.isCurrent).toBe(true)
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
    minPriceByTire: 5600,
  })
  expect((await catalog.brands()).map(({ slug, count }) => [slug, count])).toEqual([
    ['brakken', 2],
    ['corvane', 2],
    ['halden', 4],
    ['norwind', 1],
  ])
  const { id } = await readNamedPointer()
  const facets = ['brand', 'size', 'sets'] as const
  const built = await catalog.listing.find(used, facets)
  // The second isolate loads the snapshot, so a change that is not in the change feed has no effect.
  const unreported = (slug: string) =>
    env.DB.batch([
      env.DB.prepare("update product set condition_slug = ? where sku = 'TL-1001'").bind(slug),
      env.DB.prepare('delete from stock_pulse where id = (select max(id) from stock_pulse)'),
    ])
  await unreported('burnt')
  const loaded = await (await isolate()).open()
  expect(await loaded.listing.find(used, facets)).toEqual(built)
  expect((await readNamedPointer()).id).toBe(id)
  await unreported('used')
})

test('[C6] two seconds after a sale or a restock every list shows the new stock', async () => {
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

test('[C4] the forms in which a lot can be bought depend on the remaining tires', async () => {
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

test('a new or long idle isolate applies every sale since the snapshot at its first request', async () => {
  const idle = await isolate()
  const before = (await countOf(await idle.open())) ?? 0
  for (let sale = 0; sale < 30; sale++) await sell('TL-1006', sale % 2)
  await sell('TL-1006', 0)
  // The change feed has no events older than a day; the isolate must read them from D1.
  clock += 3 * 86_400_000
  await sell('TL-9999', 0)
  expect(await countOf(await idle.open())).toBe(before - 1)
  expect(await countOf(await (await isolate()).open())).toBe(before - 1)
  await sell('TL-1006', 1)
})

test('after an import the old index answers with the changed products until the queue has built the new one', async () => {
  const { open, rebuild } = await isolate()
  await open()
  const expensive: ListingQuery = { ...EMPTY_QUERY, ranges: { final_price: { from: 900, to: null } } }
  await env.DB.prepare("update product set price = 99900 where sku = 'TL-1001'").run()
  await setVersion('import-2')
  clock += 10_000
  const rebuildingKV = await open()
  expect([rebuildingKV.isCurrent, await countOf(rebuildingKV, expensive)]).toEqual([false, 1])
  expect(requested).toEqual([{ rebuild: 'catalogue' }])
  expect(await rebuild()).toBe(true)
  expect(await rebuild()).toBe(false)
  clock += 2_000
  await open()
  await open()
  const now = await open()
  expect([now.isCurrent, await countOf(now, expensive)]).toEqual([true, 1])
  expect(requested).toHaveLength(1)
})

test('a reloaded database names no snapshot, and the isolate builds one', async () => {
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
    expect([loaded.isCurrent, await countOf(loaded, burnt)]).toEqual([true, slug === 'burnt' ? 1 : 0])
    clock += 4_000
    await open()
    await open()
  }
})

test('KV keeps one older snapshot', async () => {
  const { open, rebuild } = await isolate()
  await open()
  const before = await readNamedPointer()
  for (const version of ['a', 'b', 'c']) {
    clock += 1_000
    await setVersion(version)
    await rebuild()
  }
  const { keys } = await env.KV.list({ prefix: 'catalogue/' })
  // A request of another test file may still build an index, with the real time, which is earlier.
  const own = keys.filter(({ name }) => name > `catalogue/${START.toString(36)}`)
  expect(own).toHaveLength(2)
  expect(own.some(({ name }) => name.includes(before.id))).toBe(false)
})

test('of two concurrent builds the later one stays complete, in whatever order they finish', async () => {
  const { rebuildCatalog } = await import('./build/rebuild.ts')
  const rebuildingKV = {
    put: async (key: string, bytes: ArrayBuffer) => {
      await env.KV.put(key, bytes)
      await rebuildCatalog(env, clock + 1)
    },
    list: (options: KVNamespaceListOptions) => env.KV.list(options),
    delete: (key: string) => env.KV.delete(key),
  } as unknown as KVNamespace
  await rebuildCatalog({ DB: env.DB, KV: rebuildingKV }, clock)
  const named = await readNamedPointer()
  expect(named.builtAt).toBe(clock + 1)
  expect(await fetchSnapshot(env.KV, named)).toBeInstanceOf(ArrayBuffer)
})

test('a slow stock read from before a sale does not undo the sale', async () => {
  await (await isolate()).open()
  await sell('TL-1006', 1)
  clock += 3 * 86_400_000
  await sell('TL-9999', 0)
  vi.resetModules()
  const { openCatalog } = await import('./catalog.ts')
  const open = (DB: D1Database) => openCatalog({ DB, KV: env.KV, REBUILD }, clock, () => {})
  let reportRead = () => {}
  let openGate = () => {}
  const read = new Promise<void>((resolve) => {
    reportRead = resolve
  })
  const gate = new Promise<void>((resolve) => {
    openGate = resolve
  })
  const slow = {
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
    prepare: (sql: string) => {
      const statement = env.DB.prepare(sql)
      if (!sql.includes('stock_pulse WHERE id >')) return statement
      const all = async (...values: unknown[]) => {
        const rows = await statement.bind(...values).all()
        reportRead()
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
  openGate()
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
])('a snapshot that is %s is rebuilt from the database', async (_, damage) => {
  const whole = await countOf(await (await isolate()).open())
  const { id } = await readNamedPointer()
  const key = `catalogue/${id}/0`
  await damage(key, (await env.KV.get(key, 'arrayBuffer')) ?? new ArrayBuffer(0))
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  clock += 1_000
  expect(await countOf(await (await isolate()).open())).toBe(whole)
  expect(errors).toHaveBeenCalledOnce()
  expect((await readNamedPointer()).id).not.toBe(id)
  vi.restoreAllMocks()
})

/** Wraps D1 or KV so that the calls for which `fails` is true throw. */
function failing<Store extends object>(
  store: Store,
  fails: (call: string, first: unknown) => boolean,
): Store {
  return new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (fails(String(name), args[0])) throw new Error('away')
        return value.apply(target, args)
      }
    },
  })
}

test.each<[string, () => { DB: D1Database; KV: KVNamespace }]>([
  [
    'while it reads products',
    () => ({ ...env, DB: failing(env.DB, (_, sql) => String(sql).includes('url_key')) }),
  ],
  ['while it stores the parts', () => ({ ...env, KV: failing(env.KV, (call) => call === 'put') })],
  [
    'before it names the snapshot',
    () => ({ ...env, DB: failing(env.DB, (_, sql) => String(sql).startsWith('insert into "config"')) }),
  ],
])(
  '[H1] a rebuild that fails %s changes nothing, and the next one removes its parts',
  async (where, stores) => {
    const { open } = await isolate()
    const before = await countOf(await open())
    const named = await readNamedPointer()
    await setVersion(`broken ${where}`)
    clock += 1_000
    await expect((await isolate(stores())).rebuild()).rejects.toThrow('away')
    expect(await readNamedPointer()).toEqual(named)
    expect(await countOf(await (await isolate()).open())).toBe(before)
    clock += 1_000
    expect(await (await isolate()).rebuild()).toBe(true)
    expect((await readNamedPointer()).version).toBe(`broken ${where}`)
    const { keys } = await env.KV.list({ prefix: 'catalogue/' })
    const ids = keys.map(({ name }) => name.split('/')[1])
    expect(new Set(ids)).toEqual(new Set([named.id, (await readNamedPointer()).id]))
  },
)

test('[H1] without KV an isolate builds its own index and goes on with an index that it has', async () => {
  const before = await countOf(await (await isolate()).open())
  const named = await readNamedPointer()
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  let isAway = true
  const KV = failing(env.KV, () => isAway)
  const alone = await isolate({ DB: env.DB, KV })
  expect(await countOf(await alone.open())).toBe(before)
  expect(await readNamedPointer()).toEqual(named)
  await sell('TL-1006', 0)
  clock += 10_000
  expect(await countOf(await alone.open())).toBe((before ?? 0) - 1)
  // The isolate uses the index that it built until D1 names another.
  expect(errors).toHaveBeenCalledTimes(2)
  await setVersion('while KV was away')
  isAway = false
  await (await isolate()).rebuild()
  isAway = true
  clock += 10_000
  expect((await alone.open()).isCurrent).toBe(false)
  isAway = false
  clock += 10_000
  await alone.open()
  expect((await alone.open()).isCurrent).toBe(true)
  await sell('TL-1006', 1)
  errors.mockRestore()
})

test('[H1] [audit C1] without D1 an isolate without a change feed fails, and one with an index goes on', async () => {
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
