/**
 * Responses that the service worker keeps, with limits of their own: a read that takes 800 ms counts as
 * no answer and the cache is made anew; after one error of reading or thirty of writing nothing is stored any more; a
 * quota error clears everything that can be had again and tries once more; every 30 s what is over the limit is thinned
 * out. The browser is handed in.
 */
const SLOW_MS = 800
const READ_ERRORS = 1
const WRITE_ERRORS = 30
const QUOTA_CHECK_MS = 30_000
/** How many keys leave at once when there is too much. */
const PURGED = 100
/** All that the shop may take of a shopper's disk, in bytes. */
const QUOTA = 60 * 1024 * 1024
const STORED_AT = 'x-kept-at'

export interface ResponseCachePorts {
  caches: Pick<CacheStorage, 'open' | 'delete' | 'match'>
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Bytes that this origin takes up now; `null` when the browser does not say. */
  usage: () => Promise<number | null>
}

export interface ResponseCache {
  /** What was cached under the address, no older than `maxAgeMs`; `null` for nothing. Never throws. */
  read: (name: string, address: string, maxAgeMs?: number) => Promise<Response | null>
  /** What was cached under the address in any cache, whatever its age; `null` for nothing. Never throws. */
  find: (address: string) => Promise<Response | null>
  /** Keeps a response; of `max` per name the oldest leave. Never throws. */
  write: (name: string, address: string, response: Response, max: number) => Promise<void>
}

/** `clearable` are the names that a quota error empties: all but what somebody's cart or session rests on. */
export function createResponseCache(world: ResponseCachePorts, clearable: readonly string[]): ResponseCache {
  const errors = { read: 0, write: 0 }
  let checkedAt = world.now()

  async function read(
    name: string,
    address: string,
    maxAgeMs = Number.POSITIVE_INFINITY,
  ): Promise<Response | null> {
    if (errors.read >= READ_ERRORS) return null
    try {
      const found = await inTime(world.caches.open(name).then((cache) => cache.match(address)))
      const at = Number(found?.headers.get(STORED_AT))
      return found && world.now() - at <= maxAgeMs ? found : null
    } catch {
      errors.read += 1
      await world.caches.delete(name).catch(() => false)
      return null
    }
  }

  async function find(address: string): Promise<Response | null> {
    if (errors.read >= READ_ERRORS) return null
    try {
      return (await inTime(world.caches.match(address))) ?? null
    } catch {
      // Which cache did not answer nobody knows, so none is made anew.
      errors.read += 1
      return null
    }
  }

  async function inTime(answer: Promise<Response | undefined>): Promise<Response | undefined> {
    const found = await Promise.race([answer, world.wait(SLOW_MS).then(() => 'slow' as const)])
    if (found === 'slow') throw new Error('slow')
    return found
  }

  async function write(name: string, address: string, response: Response, max: number): Promise<void> {
    if (errors.write >= WRITE_ERRORS) return
    const again = response.clone()
    try {
      await put(name, address, response, max)
    } catch (error) {
      errors.write += 1
      if ((error as Error).name !== 'QuotaExceededError') return
      await clear()
      await put(name, address, again, max).catch(() => {
        errors.write += 1
      })
    }
    await thinOut().catch(() => {})
  }

  async function put(name: string, address: string, response: Response, max: number): Promise<void> {
    const cache = await world.caches.open(name)
    // Written anew it is the newest: keys come in the order of their writing.
    await cache.delete(address)
    await cache.put(address, dated(response, world.now()))
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((oldest) => cache.delete(oldest)))
  }

  async function clear(): Promise<void> {
    await Promise.all(clearable.map((name) => world.caches.delete(name)))
  }

  async function thinOut(): Promise<void> {
    if (world.now() - checkedAt < QUOTA_CHECK_MS) return
    checkedAt = world.now()
    const usage = await world.usage()
    if (usage === null || usage <= QUOTA) return
    for (const name of clearable) {
      const cache = await world.caches.open(name)
      for (const oldest of (await cache.keys()).slice(0, PURGED)) await cache.delete(oldest)
    }
  }

  return { read, find, write }
}

/** A plain copy that knows its moment; one that came by a redirect may not answer a navigation. */
function dated(response: Response, now: number): Response {
  const headers = new Headers(response.headers)
  headers.set(STORED_AT, String(now))
  return new Response(response.body, { status: response.status, headers })
}
