import { beforeEach, expect, test, vi } from 'vitest'

const HREF = 'https://shop.example/t/c/used'
const NOW = 1_000_000_000

/** A cache in memory that may be full or never answer. */
function storage() {
  let stored = new Map<string, Response>()
  const state = { isFull: false, hangs: false, deleted: 0 }
  const cache = {
    match: (href: string) =>
      state.hangs ? new Promise(() => {}) : Promise.resolve(stored.get(href)?.clone()),
    put: async (href: string, response: Response) => {
      if (state.isFull) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
      stored.set(href, response)
    },
    delete: async (href: string) => stored.delete(href),
    keys: async () => [...stored.keys()],
  }
  const caches = {
    open: async () => cache,
    delete: async () => {
      state.deleted += 1
      state.isFull = false
      stored = new Map()
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

const readText = async (href = HREF, now = NOW) => (await lists.readCachedListing(href, now))?.response.text()

test('[C13] [C14] a list is stored for a day; above 24 lists the oldest is deleted', async () => {
  await lists.cacheListing(HREF, 'used', NOW)
  expect(await readText()).toBe('used')
  expect(await readText(HREF, NOW + 86_400_000)).toBeUndefined()
  for (let page = 2; page <= 25; page += 1) await lists.cacheListing(`${HREF}?page=${page}`, 'more', NOW)
  expect(await readText()).toBeUndefined()
  expect(await readText(`${HREF}?page=2`)).toBe('more')
})

test('[C14] [G9] a full disk deletes the lists, and the new one is then stored', async () => {
  await lists.cacheListing(`${HREF}?page=2`, 'more', NOW)
  world.state.isFull = true
  await lists.cacheListing(HREF, 'used', NOW)
  expect([await readText(), await readText(`${HREF}?page=2`)]).toEqual(['used', undefined])
})

test('[C14] [G9] a read of 800 ms fails; the cache is deleted and not read any more', async () => {
  await lists.cacheListing(HREF, 'used', NOW)
  world.state.hangs = true
  const pending = readText()
  await vi.advanceTimersByTimeAsync(800)
  expect([await pending, world.state.deleted]).toEqual([undefined, 1])
  world.state.hangs = false
  await lists.cacheListing(HREF, 'used', NOW)
  expect(await readText()).toBeUndefined()
})

test('[C14] without a cache no list is stored, and no error is thrown', async () => {
  vi.stubGlobal('caches', undefined)
  await lists.cacheListing(HREF, 'used', NOW)
  expect(await readText()).toBeUndefined()
})
