/**
 * Every endpoint while a dependency is broken: each binding in turn, and the database after it has answered for a
 * while. The caller receives the required message, the log the cause.
 */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { PLATFORM_LIMITS } from '../../schema/platform/limits/limits.ts'
import { OUTAGE_TITLES } from '../../schema/platform/outbound/outage.ts'
import { Browser, newNetwork, openShop } from '../account/testing/account.harness.ts'
import { allRoutes, snapshotResponse } from '../platform/testing/abuse.harness.ts'
import { requestTo } from '../platform/testing/route-samples.ts'

const SECRET = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLWEtdG9rZW4'
/** As a platform would say it, and more than it should. */
const ERROR_TEXT = `D1_ERROR: no such column: hidden_column near "SELECT * FROM customer WHERE token='${SECRET}'", ida@hidden.example`
const LOGGED = 'no such column: hidden_column'
/** Nothing of this is for a caller. */
const INSIDE =
  /hidden_column|D1_ERROR|SQLITE|\bSELECT\b.*\bFROM\b|c2lnbmF0dXJl|ida@hidden|\n\s+at |\bworker\/\w+|node_modules|\bError:/

/** Of the request that is under way: reads of an earlier one, which was answered by the first that failed, may fail later. */
let faults = { met: 0 }
function broken(of: typeof faults): Error {
  of.met += 1
  return new Error(ERROR_TEXT)
}

/** Fails in whatever is asked of it. */
function failing<T extends object>(of = faults): T {
  const target = Object.assign(() => undefined, {})
  return new Proxy(target, {
    get: (_, name) => (name === 'then' ? undefined : () => Promise.reject(broken(of))),
  }) as unknown as T
}

/** Statements can be written; from the `after`th on none is answered. */
function failingDatabase(after: number, of = faults): D1Database {
  let asked = 0
  const fails = () => {
    asked += 1
    return asked > after
  }
  const READS = ['first', 'all', 'run', 'raw']
  const own = Symbol()
  const statement = (real: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(real, {
      get: (target, name) => {
        if (name === own) return target
        if (name === 'bind') return (...values: unknown[]) => statement(target.bind(...values))
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) =>
          READS.includes(String(name)) && fails() ? Promise.reject(broken(of)) : value.apply(target, given)
      },
    })
  return new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'prepare') return (sql: string) => statement(target.prepare(sql))
      if (name !== 'batch') return () => Promise.reject(broken(of))
      return (all: object[]) =>
        fails() ? Promise.reject(broken(of)) : target.batch(all.map((one) => Reflect.get(one, own)))
    },
  })
}

const rooms = () => ({ getByName: () => failing() })
const queue = { send: async () => {}, sendBatch: async () => {} }
const FAULTS: [name: string, bindings: () => object][] = [
  // First, while this isolate has no index of the catalog yet.
  ['the key-value store', () => ({ KV: failing() })],
  ...[0, 1, 2, 4].map((after): [string, () => object] => [
    `the database after ${after} answers`,
    () => ({ DB: failingDatabase(after), OUTBOX: queue }),
  ]),
  ['the objects of carts', () => ({ CART: rooms() })],
  ['the objects of conversations', () => ({ CHAT: rooms() })],
  ['the bucket', () => ({ PICTURES: failing() })],
  ['the queues', () => ({ OUTBOX: failing(), REBUILD: failing(), PAINT: failing() })],
  ['the limits', () => Object.fromEntries(Object.keys(PLATFORM_LIMITS).map((name) => [name, failing()]))],
]

let who: Browser

beforeAll(async () => {
  await openShop()
  await env.DB.prepare(
    "INSERT INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example')",
  ).run()
  who = new Browser()
  await who.signIn({ email: 'counter@example.com', password: 'torque-and-true-26' })
  const post = (path: string, fields: Record<string, string>) =>
    who.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  await post('/cart/form/', { action: 'add', sku: 'TL-2001-1' })
  await post('/chat/form/', { action: 'say', text: 'Good morning' })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const ALL = allRoutes(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

test('[G8] every endpoint has a request in this test', () => {
  expect(ALL.filter((endpoint) => requestTo(endpoint) === undefined)).toEqual([])
})

describe('[API8] [G8] [A11] what is broken behind an endpoint is logged, not shown to the caller', () => {
  test.each(FAULTS)('%s', async (_, bindings) => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody is asked'))
    const logged: string[] = []
    for (const level of ['error', 'warn', 'log', 'info', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation((...words) => {
        logged.push(words.map(String).join(' '))
      })
    }
    let met = 0
    const network = newNetwork()
    const wrong: unknown[] = []
    for (const endpoint of ALL) {
      const request = requestTo(endpoint)
      if (!request) continue
      const { path, init } = request
      faults = { met: 0 }
      const here = faults
      logged.length = 0
      const response = await snapshotResponse(who, network, bindings()).fetch(path, init())
      const text = await response.text()
      if (here.met > 0) met += 1
      const problems = [
        INSIDE.test(text) && 'shows what is inside',
        here.met > 0 && !logged.some((line) => line.includes(LOGGED)) && 'the log does not know why',
        logged.some((line) => line.includes(SECRET) || line.includes('ida@')) && 'the log knows a secret',
        response.status >= 500 && !isInForm(path, response, text) && 'is no answer in the form',
      ].filter(Boolean)
      if (problems.length > 0)
        wrong.push([endpoint, response.status, ...problems, text.slice(0, 100)].join(' | '))
    }
    expect(wrong).toEqual([])
    expect(met).toBeGreaterThan(0)
  })
})

/** The required page, a page of the app with its own message, and a search that gives up. */
const WORDS_OF_PAGES = [
  'Internal Server Error 500',
  ...Object.values(OUTAGE_TITLES),
  'This page could not be read',
  'took too long',
  'This picture is being painted',
]

/** An envelope whose code is the status, or a page of the shop behind every guard. */
function isInForm(path: string, response: Response, text: string): boolean {
  if (/^\/(api|webhooks)\//.test(path)) {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'code' in body && body.code === response.status
  }
  return (
    WORDS_OF_PAGES.some((words) => text.includes(words)) && response.headers.has('Content-Security-Policy')
  )
}
