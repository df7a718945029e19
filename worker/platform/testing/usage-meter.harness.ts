/** Counts what a journey uses of D1, Durable Objects, KV, R2 and queues, as Cloudflare bills it. */
import { runInDurableObject } from 'cloudflare:test'
import { vi } from 'vitest'
import type { CartObject } from '../../cart.object.ts'
import type { Env } from '../../env.ts'
import { ASSUMED, type Usage } from './cloudflare-prices.fixture.ts'

type Cursor = SqlStorageCursor<Record<string, SqlStorageValue>>
type Methods = Record<string, (...args: unknown[]) => unknown>

/** A result of D1: its `meta` has the counts that are billed. */
type D1Answer = { meta: { rows_read: number; rows_written: number } }

const NOTHING: Usage = {
  requests: 0,
  rowsRead: 0,
  rowsWritten: 0,
  objectRequests: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  kvReads: 0,
  kvWrites: 0,
  r2ClassA: 0,
  r2ClassB: 0,
  queueOperations: 0,
  dataPoints: 0,
  cpuMs: 0,
  gbSeconds: 0,
}
const OPERATIONS_OF_A_MESSAGE = 3

/** Adds usages, each multiplied by its number. */
export function addUsage(...parts: readonly (readonly [number, Usage])[]): Usage {
  const names = Object.keys(NOTHING) as (keyof Usage)[]
  return Object.fromEntries(
    names.map((name) => [name, parts.reduce((sum, [times, usage]) => sum + times * usage[name], 0)]),
  ) as unknown as Usage
}

export class UsageMeter {
  #usage = { ...NOTHING }
  #cursors: Cursor[] = []
  /** Bodies of the messages that were sent; the test delivers them. */
  readonly messages: unknown[] = []

  /** Watches the bindings of this isolate, also those inside Durable Objects. */
  async open(env: Env): Promise<void> {
    // `first` and `raw` return no counts, so the calls below all methods of D1 are watched.
    watch(env.DB.withSession(), '_sendOrThrow', async (answers) => {
      for (const { meta } of [await answers].flat() as D1Answer[]) {
        this.#usage.rowsRead += meta.rows_read
        this.#usage.rowsWritten += meta.rows_written
      }
    })
    for (const name of ['get', 'getWithMetadata']) watch(env.KV, name, () => this.#count('kvReads'))
    for (const name of ['put', 'delete', 'list']) watch(env.KV, name, () => this.#count('kvWrites'))
    for (const name of ['get', 'head']) watch(env.PICTURES, name, () => this.#count('r2ClassB'))
    for (const name of ['put', 'list']) watch(env.PICTURES, name, () => this.#count('r2ClassA'))
    if (env.METRICS) watch(env.METRICS, 'writeDataPoint', () => this.#count('dataPoints'))
    this.#holdQueues(env.OUTBOX)
    const cart = env.CART.getByName('watched')
    await runInDurableObject(cart, (object: CartObject, { storage }) => {
      watch(storage.sql, 'exec', (cursor) => void this.#cursors.push(cursor as Cursor))
      watch(storage, 'setAlarm', () => this.#count('objectRowsWritten'))
      watch(object, 'alarm', () => this.#countObjectCall())
    })
    for (const namespace of [env.CART, env.CHAT, env.MOUNTING, env.NEW_ORDERS]) this.#watchObjects(namespace)
  }

  #count(name: keyof Usage, times = 1): void {
    this.#usage[name] += times
  }

  /** Counts a request, a batch of a queue or a run of cron, which takes these milliseconds. */
  countEvent(cpuMs: number): void {
    this.#count('requests')
    this.#count('cpuMs', cpuMs)
  }

  #countObjectCall(): void {
    this.#count('objectRequests')
    this.#count('cpuMs', ASSUMED.otherCpuMs)
    this.#count('gbSeconds', ASSUMED.callGbSeconds)
  }

  /** Returns what was used since the last call. */
  take(): Usage {
    for (const { rowsRead, rowsWritten } of this.#cursors) {
      this.#usage.objectRowsRead += rowsRead
      this.#usage.objectRowsWritten += rowsWritten
    }
    const usage = this.#usage
    this.#usage = { ...NOTHING }
    this.#cursors = []
    return usage
  }

  #holdQueues(queue: object): void {
    const send = (bodies: readonly unknown[]) => {
      this.messages.push(...bodies)
      this.#count('queueOperations', OPERATIONS_OF_A_MESSAGE * bodies.length)
      return Promise.resolve()
    }
    const methods = Object.getPrototypeOf(queue) as Methods
    vi.spyOn(methods, 'send').mockImplementation((body) => send([body]))
    vi.spyOn(methods, 'sendBatch').mockImplementation((batch) =>
      send([...(batch as Iterable<{ body: unknown }>)].map(({ body }) => body)),
    )
  }

  /** Each call of a method of an object is billed as a request. */
  #watchObjects(namespace: object): void {
    const getByName = Reflect.get(namespace, 'getByName') as Methods[string]
    vi.spyOn(namespace as Methods, 'getByName').mockImplementation((...args) => {
      const stub = Reflect.apply(getByName, namespace, args) as object
      return new Proxy(stub, {
        get: (target, name) => {
          const method: unknown = Reflect.get(target, name)
          if (typeof method !== 'function' || name === 'then') return method
          return (...values: unknown[]) => {
            this.#countObjectCall()
            return Reflect.apply(method, target, values)
          }
        },
      })
    })
  }
}

/** Shows each result of a method of this object's class to `see`, which may wait for it. */
function watch(object: object, name: string, see: (result: unknown) => unknown): void {
  let methods = Object.getPrototypeOf(object) as Methods
  while (!Object.hasOwn(methods, name)) methods = Object.getPrototypeOf(methods) as Methods
  const original = methods[name] as Methods[string]
  vi.spyOn(methods, name).mockImplementation(function (this: unknown, ...args) {
    const result = Reflect.apply(original, this, args)
    const seen = see(result)
    // The caller gets its result after the count, so that no count is lost.
    return seen instanceof Promise ? seen.then(() => result) : result
  })
}
