import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HREF = 'https://shop.example/t/c/used'
const NOW = 1_000_000_000

/** A cache in memory that may be full or never answer. */
function storage() {
  let held = new Map<string, Response>()
  const state = { isFull: false, hangs: false, deleted: 0 }
  const cache = {
    match: (href: string) => (state.hangs ? new Promise(() => {}) : Promise.resolve(held.get(href)?.clone())),
    put: async (href: string, response: Response) => {
      if (state.isFull) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
      held.set(href, response)
    },
    delete: async (href: string) => held.delete(href),
    keys: async () => [...held.keys()],
  }
  const caches = {
    open: async () => cache,
    delete: async () => {
      state.deleted += 1
      state.isFull = false
      held = new Map()
      return true
    },
  }
  return { caches, state }
}

let world: ReturnType<typeof storage>
let lists: typeof import('./listing-cache.ts')

beforeEach(async () => {
  world = storage()
  vi.useFakeTimers()
  vi.stubGlobal('caches', world.caches)
  vi.resetModules()
  lists = await import('./listing-cache.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const recalled = async (href = HREF, now = NOW) => (await lists.readCachedListing(href, now))?.response.text()

test('[C13] [C14] a list is stored for a day, and of 25 the oldest leaves', async () => {
  await lists.cacheListing(HREF, 'used', NOW)
  expect(await recalled()).toBe('used')
  expect(await recalled(HREF, NOW + 86_400_000)).toBeUndefined()
  for (let page = 2; page <= 25; page += 1) await lists.cacheListing(`${HREF}?page=${page}`, 'more', NOW)
  expect(await recalled()).toBeUndefined()
  expect(await recalled(`${HREF}?page=2`)).toBe('more')
})

test('[C14] [G9] a full disk clears the lists and keeps the new one', async () => {
  await lists.cacheListing(`${HREF}?page=2`, 'more', NOW)
  world.state.isFull = true
  await lists.cacheListing(HREF, 'used', NOW)
  expect([await recalled(), await recalled(`${HREF}?page=2`)]).toEqual(['used', undefined])
})

test('[C14] [G9] a read of 800 ms is none, the cache is made anew and read no more', async () => {
  await lists.cacheListing(HREF, 'used', NOW)
  world.state.hangs = true
  const asked = recalled()
  await vi.advanceTimersByTimeAsync(800)
  expect([await asked, world.state.deleted]).toEqual([undefined, 1])
  world.state.hangs = false
  await lists.cacheListing(HREF, 'used', NOW)
  expect(await recalled()).toBeUndefined()
})

test('[C14] where nothing may be stored nothing breaks', async () => {
  vi.stubGlobal('caches', undefined)
  await lists.cacheListing(HREF, 'used', NOW)
  expect(await recalled()).toBeUndefined()
})
