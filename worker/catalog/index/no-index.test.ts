/** Requests while there is no index of the catalog and its build takes long. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { readPointer } from './build/catalog-snapshot.ts'
import { rebuildIfStale } from './build/rebuild.ts'
import type { Catalog, RebuildMessage } from './catalog.ts'
import { loadFixture } from './testing/catalog.fixture.ts'

let clock = Date.UTC(2026, 10, 20, 15)
let requested: RebuildMessage[] = []
const REBUILD = {
  send: async (message: RebuildMessage) => {
    requested.push(message)
  },
} as unknown as Queue<RebuildMessage>

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})
beforeEach(() => {
  requested = []
  clock += 3_600_000
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Starts an isolate: modules with empty caches. `work` is its background work. */
async function isolate(KV: KVNamespace = env.KV) {
  vi.resetModules()
  const { openCatalog } = await import('./catalog.ts')
  const work: Promise<unknown>[] = []
  const open = () => openCatalog({ DB: env.DB, KV, REBUILD }, clock, (task) => work.push(task))
  return { open, work }
}

const countOf = async ({ listing }: Catalog) => (await listing.count([EMPTY_QUERY]))[0]

/** Returns the number of tires that an isolate with an index finds, and the id of its snapshot. */
async function readState() {
  const { open, work } = await isolate()
  const whole = await countOf(await open())
  await Promise.all(work)
  const value = await env.DB.prepare(
    "select value from config where path = 'catalog/snapshot'",
  ).first<string>('value')
  return { whole, id: readPointer(value)?.id ?? '' }
}

/** Wraps a store so that the calls for which `isHeld` is true wait until the test calls `release`. */
function held<Store extends object>(store: Store, isHeld: (call: string) => boolean) {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let calls = 0
  const proxy = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (!isHeld(String(name))) return value.apply(target, args)
        calls += 1
        return gate.then(() => value.apply(target, args))
      }
    },
  })
  return { store: proxy, release, calls: () => calls }
}

test('[audit C6] without an index no request waits longer than two seconds and one build runs', async () => {
  const { whole, id } = await readState()
  await env.KV.delete(`catalogue/${id}/0`)
  const slow = held(env.KV, (call) => call === 'put')
  const { open, work } = await isolate(slow.store)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const first = expect(open()).rejects.toThrow('still being built')
    await vi.waitUntil(() => slow.calls() === 1)
    await vi.advanceTimersByTimeAsync(2_000)
    await first
    // A later request does not wait: the fake timers no longer advance.
    clock += 3_000
    await expect(open()).rejects.toThrow('still being built')
  } finally {
    vi.useRealTimers()
  }
  expect([slow.calls(), requested]).toEqual([1, [{ rebuild: 'catalogue', lost: id }]])
  // The queue rebuilds the snapshot too, in case this isolate is stopped, but only while it is lost.
  expect(await rebuildIfStale(env, clock, id)).toBe(true)
  expect(await rebuildIfStale(env, clock, id)).toBe(false)
  slow.release()
  await Promise.all(work)
  expect(await countOf(await open())).toBe(whole)
  expect((await readState()).id).not.toBe(id)
})

test('[audit C6] a KV that does not answer is treated as a lost snapshot', async () => {
  const { whole } = await readState()
  const silent = held(env.KV, (call) => call === 'get')
  const { open, work } = await isolate(silent.store)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const first = expect(open()).rejects.toThrow('still being built')
    await vi.waitUntil(() => silent.calls() === 1)
    await vi.advanceTimersByTimeAsync(10_000)
    await first
  } finally {
    vi.useRealTimers()
  }
  await Promise.all(work)
  expect(await countOf(await open())).toBe(whole)
})
