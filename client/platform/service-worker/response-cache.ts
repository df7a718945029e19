/**
 * The cached responses of the service worker, with limits: a read of 800 ms fails and its cache is deleted; after one
 * read error the cache is not read, after thirty write errors it is not written; a quota error deletes the clearable
 * caches and the write is tried once more; every 30 s the oldest responses are deleted if the shop uses too much
 * storage. The ports are the functions of the browser.
 */
const SLOW_MS = 800
const READ_ERRORS = 1
const WRITE_ERRORS = 30
const QUOTA_CHECK_MS = 30_000
/** How many responses are deleted at once when the quota is exceeded. */
const PURGED = 100
/** The shop's maximum storage on a shopper's disk, in bytes. */
const QUOTA = 60 * 1024 * 1024
const STORED_AT = 'x-kept-at'

export interface ResponseCachePorts {
  caches: Pick<CacheStorage, 'open' | 'delete' | 'match'>
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Bytes that this origin uses now; `null` when the browser does not report them. */
  usage: () => Promise<number | null>
}

export interface ResponseCache {
  /** Returns the response for the address, no older than `maxAgeMs`; `null` without one. Never throws. */
  read: (name: string, address: string, maxAgeMs?: number) => Promise<Response | null>
  /** Returns the response for the address from any cache and of any age; `null` without one. Never throws. */
  find: (address: string) => Promise<Response | null>
  /** Stores a response; above `max` per cache the oldest are deleted. Never throws. */
  write: (name: string, address: string, response: Response, max: number) => Promise<void>
}

/** Creates the cache; `clearable` are the names of caches that may be deleted, since their content can be fetched again. */
export function createResponseCache(ports: ResponseCachePorts, clearable: readonly string[]): ResponseCache {
  const errors = { read: 0, write: 0 }
  let checkedAt = ports.now()

  async function read(
    name: string,
    address: string,
    maxAgeMs = Number.POSITIVE_INFINITY,
  ): Promise<Response | null> {
    if (errors.read >= READ_ERRORS) return null
    try {
      const found = await withTimeout(ports.caches.open(name).then((cache) => cache.match(address)))
      const at = Number(found?.headers.get(STORED_AT))
      return found && ports.now() - at <= maxAgeMs ? found : null
    } catch {
      errors.read += 1
      await ports.caches.delete(name).catch(() => false)
      return null
    }
  }

  async function find(address: string): Promise<Response | null> {
    if (errors.read >= READ_ERRORS) return null
    try {
      return (await withTimeout(ports.caches.match(address))) ?? null
    } catch {
      // It is unknown which cache did not answer, so none is deleted.
      errors.read += 1
      return null
    }
  }

  async function withTimeout(response: Promise<Response | undefined>): Promise<Response | undefined> {
    const found = await Promise.race([response, ports.wait(SLOW_MS).then(() => 'slow' as const)])
    if (found === 'slow') throw new Error('slow')
    return found
  }

  async function write(name: string, address: string, response: Response, max: number): Promise<void> {
    if (errors.write >= WRITE_ERRORS) return
    const copy = response.clone()
    try {
      await put(name, address, response, max)
    } catch (error) {
      errors.write += 1
      if ((error as Error).name !== 'QuotaExceededError') return
      await clear()
      await put(name, address, copy, max).catch(() => {
        errors.write += 1
      })
    }
    await enforceQuota().catch(() => {})
  }

  async function put(name: string, address: string, response: Response, max: number): Promise<void> {
    const cache = await ports.caches.open(name)
    // Deleted first, so that it becomes the newest: keys are in the order of writing.
    await cache.delete(address)
    await cache.put(address, withTimestamp(response, ports.now()))
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map((oldest) => cache.delete(oldest)))
  }

  async function clear(): Promise<void> {
    await Promise.all(clearable.map((name) => ports.caches.delete(name)))
  }

  async function enforceQuota(): Promise<void> {
    if (ports.now() - checkedAt < QUOTA_CHECK_MS) return
    checkedAt = ports.now()
    const usage = await ports.usage()
    if (usage === null || usage <= QUOTA) return
    for (const name of clearable) {
      const cache = await ports.caches.open(name)
      for (const oldest of (await cache.keys()).slice(0, PURGED)) await cache.delete(oldest)
    }
  }

  return { read, find, write }
}

/** Returns a copy with the current time in a header; a redirected response itself may not answer a navigation. */
function withTimestamp(response: Response, now: number): Response {
  const headers = new Headers(response.headers)
  headers.set(STORED_AT, String(now))
  return new Response(response.body, { status: response.status, headers })
}
