/** While there is no index of the catalog, and its making takes long. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { readPointer } from './build/catalog-snapshot.ts'
import { rebuildIfStale } from './build/rebuild.ts'
import type { Catalog, RebuildMessage } from './catalog.ts'
import { loadFixture } from './testing/catalog.fixture.ts'

let clock = Date.UTC(2026, 10, 20, 15)
let asked: RebuildMessage[] = []
const REBUILD = {
  send: async (message: RebuildMessage) => {
    asked.push(message)
  },
} as unknown as Queue<RebuildMessage>

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})
beforeEach(() => {
  asked = []
  clock += 3_600_000
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** An isolate that has just begun: modules that remember nothing. `work` is what it does in the background. */
async function isolate(KV: KVNamespace = env.KV) {
  vi.resetModules()
  const { openCatalog } = await import('./catalog.ts')
  const work: Promise<unknown>[] = []
  const open = () => openCatalog({ DB: env.DB, KV, REBUILD }, clock, (one) => work.push(one))
  return { open, work }
}

const countOf = async ({ listing }: Catalog) => (await listing.count([EMPTY_QUERY]))[0]

/** Every tire that an isolate with an index finds, and the id of its snapshot. */
async function known() {
  const { open, work } = await isolate()
  const whole = await countOf(await open())
  await Promise.all(work)
  const value = await env.DB.prepare(
    "select value from config where path = 'catalog/snapshot'",
  ).first<string>('value')
  return { whole, id: readPointer(value)?.id ?? '' }
}

/** A store whose first answer to such a call comes when the test says so. */
function held<Store extends object>(store: Store, isIt: (call: string, first: unknown) => boolean) {
  let comes = () => {}
  const gate = new Promise<void>((resolve) => {
    comes = resolve
  })
  let met = 0
  const proxy = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (!isIt(String(name), given[0])) return value.apply(target, given)
        met += 1
        return gate.then(() => value.apply(target, given))
      }
    },
  })
  return { store: proxy, comes: () => comes(), met: () => met }
}

test('[audit C6] while there is no index nobody waits longer than two seconds, one build runs, and the next page has its list', async () => {
  const { whole, id } = await known()
  await env.KV.delete(`catalogue/${id}/0`)
  const slow = held(env.KV, (call) => call === 'put')
  const { open, work } = await isolate(slow.store)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const first = expect(open()).rejects.toThrow('still being built')
    await vi.waitUntil(() => slow.met() === 1)
    await vi.advanceTimersByTimeAsync(2_000)
    await first
    // Who comes now waits for nothing: no timer runs on.
    clock += 3_000
    await expect(open()).rejects.toThrow('still being built')
  } finally {
    vi.useRealTimers()
  }
  expect([slow.met(), asked]).toEqual([1, [{ rebuild: 'catalogue', lost: id }]])
  // The queue builds it, too, should this isolate be cut off, and only while it is still lost.
  expect(await rebuildIfStale(env, clock, id)).toBe(true)
  expect(await rebuildIfStale(env, clock, id)).toBe(false)
  slow.comes()
  await Promise.all(work)
  expect(await countOf(await open())).toBe(whole)
  expect((await known()).id).not.toBe(id)
})

test('[audit C6] a silent KV is as good as none', async () => {
  const { whole } = await known()
  const silent = held(env.KV, (call) => call === 'get')
  const { open, work } = await isolate(silent.store)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const first = expect(open()).rejects.toThrow('still being built')
    await vi.waitUntil(() => silent.met() === 1)
    await vi.advanceTimersByTimeAsync(10_000)
    await first
  } finally {
    vi.useRealTimers()
  }
  await Promise.all(work)
  expect(await countOf(await open())).toBe(whole)
})
