import { expect, test } from 'vitest'
import { createResponseCache, type ResponseCachePorts } from './response-cache.ts'

const HREF = 'https://shop.example/t/c/used'

/** Caches in memory; `fails` makes the next calls fail or hang. */
function storage() {
  const all = new Map<string, Map<string, Response>>()
  const fails = { put: [] as Error[], match: null as 'throw' | 'hang' | null }
  let time = 0
  let usage: number | null = 0
  const open = async (name: string) => {
    const responses = all.get(name) ?? new Map<string, Response>()
    all.set(name, responses)
    const key = (request: RequestInfo | URL) => (request instanceof Request ? request.url : String(request))
    return {
      match: async (request: RequestInfo | URL) => {
        if (fails.match === 'throw') throw new Error('broken')
        if (fails.match === 'hang') return new Promise<never>(() => {})
        return responses.get(key(request))?.clone()
      },
      put: async (request: RequestInfo | URL, response: Response) => {
        const error = fails.put.shift()
        if (error) throw error
        responses.set(key(request), response)
      },
      delete: async (request: RequestInfo | URL) => responses.delete(key(request)),
      keys: async () => [...responses.keys()].map((url) => new Request(url)),
    } as unknown as Cache
  }
  const ports: ResponseCachePorts = {
    caches: {
      open,
      delete: async (name) => all.delete(name),
      match: async (request) => {
        for (const name of all.keys()) {
          const found = await (await open(name)).match(request)
          if (found) return found
        }
        return undefined
      },
    },
    now: () => time,
    // Shortens the wait for a cache that does not answer.
    wait: () => new Promise((resolve) => setTimeout(resolve, 5)),
    usage: async () => usage,
  }
  return {
    ports,
    fails,
    names: () => [...all.keys()],
    count: (name: string) => all.get(name)?.size ?? 0,
    pass: (ms: number) => {
      time += ms
    },
    fill: (bytes: number | null) => {
      usage = bytes
    },
  }
}

const page = (text = 'page') => new Response(text)
const quota = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' })

test('[G9] a page is readable until its maximum age', async () => {
  const { ports, pass } = storage()
  const responses = createResponseCache(ports, ['pages'])
  await responses.write('pages', HREF, page(), 10)
  expect(await (await responses.read('pages', HREF, 1000))?.text()).toBe('page')
  pass(1001)
  expect(await responses.read('pages', HREF, 1000)).toBeNull()
})

test('[G9] above the maximum the oldest pages are deleted', async () => {
  const { ports, count } = storage()
  const responses = createResponseCache(ports, ['pages'])
  for (const at of [1, 2, 3]) await responses.write('pages', `${HREF}?page=${at}`, page(), 2)
  expect(count('pages')).toBe(2)
  expect(await responses.read('pages', `${HREF}?page=1`)).toBeNull()
  expect(await responses.read('pages', `${HREF}?page=3`)).not.toBeNull()
})

test('[G9] [G10] a read of 800 ms returns null, the cache is deleted, and no more is read', async () => {
  const { ports, fails, names } = storage()
  const responses = createResponseCache(ports, ['pages'])
  await responses.write('pages', HREF, page(), 10)
  fails.match = 'hang'
  expect(await responses.read('pages', HREF)).toBeNull()
  expect(names()).not.toContain('pages')
  fails.match = null
  await responses.write('pages', HREF, page(), 10)
  expect(await responses.read('pages', HREF)).toBeNull()
})

test('[G9] [G10] a file is found in any cache; after a search of 800 ms there are no further searches', async () => {
  const { ports, fails } = storage()
  const responses = createResponseCache(ports, ['pages'])
  const file = 'https://shop.example/assets/1.js'
  await responses.write('assets-1', file, page('code'), 10)
  expect(await (await responses.find(file))?.text()).toBe('code')
  expect(await responses.find(`${file}x`)).toBeNull()
  fails.match = 'hang'
  expect(await responses.find(file)).toBeNull()
  fails.match = null
  expect(await responses.find(file)).toBeNull()
})

test('[G9] [G10] a full disk deletes the clearable caches, and the page is then stored', async () => {
  const { ports, fails, count } = storage()
  const responses = createResponseCache(ports, ['pages', 'pictures'])
  await responses.write('pictures', 'https://shop.example/pictures/1.svg', page(), 10)
  await responses.write('assets', 'https://shop.example/assets/1.js', page(), 10)
  fails.put.push(quota())
  await responses.write('pages', HREF, page(), 10)
  expect(count('pictures')).toBe(0)
  expect(count('assets')).toBe(1)
  expect(await responses.read('pages', HREF)).not.toBeNull()
})

test('[G9] [G10] after thirty write errors nothing is written', async () => {
  const { ports, fails, count } = storage()
  const responses = createResponseCache(ports, ['pages'])
  fails.put = Array.from({ length: 30 }, () => new Error('broken'))
  for (let at = 0; at < 30; at += 1) await responses.write('pages', `${HREF}?page=${at}`, page(), 100)
  await responses.write('pages', HREF, page(), 100)
  expect(count('pages')).toBe(0)
})

test('[G9] above the quota each clearable cache loses its oldest hundred responses, checked every 30 s', async () => {
  const { ports, count, pass, fill } = storage()
  const responses = createResponseCache(ports, ['pages'])
  for (let at = 0; at < 120; at += 1) await responses.write('pages', `${HREF}?page=${at}`, page(), 500)
  fill(200 * 1024 * 1024)
  await responses.write('pages', HREF, page(), 500)
  expect(count('pages')).toBe(121)
  pass(30_000)
  await responses.write('pages', `${HREF}?page=last`, page(), 500)
  expect(count('pages')).toBe(22)
})
