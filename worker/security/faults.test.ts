/**
 * Calls every endpoint while a dependency fails: each binding in turn, and the database after its first
 * replies. The caller receives the required message, and the log has the cause.
 */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { PLATFORM_LIMITS } from '../../schema/platform/limits/limits.ts'
import { OUTAGE_TITLES } from '../../schema/platform/outbound/outage.ts'
import { Browser, newNetwork, openShop } from '../account/testing/account.harness.ts'
import { sampleRequest } from '../platform/testing/route-samples.ts'
import { allRoutes, copyBrowser } from '../platform/testing/security.harness.ts'

const SECRET = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLWEtdG9rZW4'
/** An error text of the platform that contains internal and private data. */
const ERROR_TEXT = `D1_ERROR: no such column: hidden_column near "SELECT * FROM customer WHERE token='${SECRET}'", ida@hidden.example`
const LOGGED = 'no such column: hidden_column'
/** Internal data that a caller must not receive. */
const INTERNAL =
  /hidden_column|D1_ERROR|SQLITE|\bSELECT\b.*\bFROM\b|c2lnbmF0dXJl|ida@hidden|\n\s+at |\bworker\/\w+|node_modules|\bError:/

/**
 * Faults that the current request has met. Each request has its own counter, because reads of an earlier
 * request may fail after its reply.
 */
let faults = { met: 0 }
function newFault(counter: typeof faults): Error {
  counter.met += 1
  return new Error(ERROR_TEXT)
}

/** Returns a binding whose methods all fail. */
function failing<T extends object>(counter = faults): T {
  const target = Object.assign(() => undefined, {})
  return new Proxy(target, {
    get: (_, name) => (name === 'then' ? undefined : () => Promise.reject(newFault(counter))),
  }) as unknown as T
}

/** Returns a database that executes `after` statements and then fails. */
function failingDatabase(after: number, counter = faults): D1Database {
  let executed = 0
  const fails = () => {
    executed += 1
    return executed > after
  }
  const READS = ['first', 'all', 'run', 'raw']
  const realStatement = Symbol()
  const statement = (real: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(real, {
      get: (target, name) => {
        if (name === realStatement) return target
        if (name === 'bind') return (...values: unknown[]) => statement(target.bind(...values))
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) =>
          READS.includes(String(name)) && fails()
            ? Promise.reject(newFault(counter))
            : value.apply(target, args)
      },
    })
  return new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'prepare') return (sql: string) => statement(target.prepare(sql))
      if (name !== 'batch') return () => Promise.reject(newFault(counter))
      return (all: object[]) =>
        fails()
          ? Promise.reject(newFault(counter))
          : target.batch(all.map((one) => Reflect.get(one, realStatement)))
    },
  })
}

const failingObjects = () => ({ getByName: () => failing() })
const queue = { send: async () => {}, sendBatch: async () => {} }
const FAULTS: [name: string, bindings: () => object][] = [
  // This fault is first, while the isolate has no index of the catalog.
  ['the key-value store', () => ({ KV: failing() })],
  ...[0, 1, 2, 4].map((after): [string, () => object] => [
    `the database after ${after} statements`,
    () => ({ DB: failingDatabase(after), OUTBOX: queue }),
  ]),
  ['the objects of carts', () => ({ CART: failingObjects() })],
  ['the objects of conversations', () => ({ CHAT: failingObjects() })],
  ['the bucket', () => ({ PICTURES: failing() })],
  ['the queues', () => ({ OUTBOX: failing(), REBUILD: failing(), PAINT: failing(), COUNTS: failing() })],
  ['the limits', () => Object.fromEntries(Object.keys(PLATFORM_LIMITS).map((name) => [name, failing()]))],
]

let staff: Browser

beforeAll(async () => {
  await openShop()
  await env.DB.prepare(
    "INSERT INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example')",
  ).run()
  staff = new Browser()
  await staff.signInAsStaff()
  const post = (path: string, fields: Record<string, string>) =>
    staff.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  await post('/cart/form/', { action: 'add', sku: 'TL-2001-1' })
  await post('/chat/form/', { action: 'say', text: 'Good morning' })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const ALL = allRoutes(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

test('[G8] every endpoint has a request in this test', () => {
  expect(ALL.filter((endpoint) => sampleRequest(endpoint) === undefined)).toEqual([])
})

describe('[API8] [G8] [A11] the cause of a fault is logged and not shown to the caller', () => {
  test.each(FAULTS)('%s', async (_, bindings) => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no outside requests'))
    const logged: string[] = []
    for (const level of ['error', 'warn', 'log', 'info', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation((...args) => {
        logged.push(args.map(String).join(' '))
      })
    }
    let met = 0
    const network = newNetwork()
    const wrong: unknown[] = []
    for (const endpoint of ALL) {
      const request = sampleRequest(endpoint)
      if (!request) continue
      const { path, init } = request
      faults = { met: 0 }
      const counter = faults
      logged.length = 0
      const response = await copyBrowser(staff, network, bindings()).fetch(path, init())
      const text = await response.text()
      if (counter.met > 0) met += 1
      const problems = [
        INTERNAL.test(text) && 'shows internal data',
        counter.met > 0 && !logged.some((line) => line.includes(LOGGED)) && 'the log lacks the cause',
        logged.some((line) => line.includes(SECRET) || line.includes('ida@')) && 'the log has a secret',
        response.status >= 500 && !hasErrorFormat(path, response, text) && 'has the wrong format',
      ].filter(Boolean)
      if (problems.length > 0)
        wrong.push([endpoint, response.status, ...problems, text.slice(0, 100)].join(' | '))
    }
    expect(wrong).toEqual([])
    expect(met).toBeGreaterThan(0)
  })
})

/** Texts of the required page, of pages with their own message, and of a search that timed out. */
const ERROR_TEXTS = [
  'Internal Server Error 500',
  ...Object.values(OUTAGE_TITLES),
  'We couldn’t load this page',
  'took too long',
  'We’re still painting this picture',
]

/** Checks that a server error is an envelope with its status as code, or a page with security headers. */
function hasErrorFormat(path: string, response: Response, text: string): boolean {
  if (/^\/(api|webhooks)\/|^\/healthz$/.test(path)) {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'code' in body && body.code === response.status
  }
  return (
    ERROR_TEXTS.some((expected) => text.includes(expected)) && response.headers.has('Content-Security-Policy')
  )
}
