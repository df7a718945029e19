/**
 * [API4] Lengths are checked first, over HTTP: every field of every route refuses a text that is far too long
 * without reading it.
 */
import { beforeAll, expect, test, vi } from 'vitest'
import { PLATFORM_LIMITS } from '../../schema/platform/limits/limits.ts'
import { longTextReads } from '../../schema/platform/testing/long-reads.harness.ts'
import { Browser, newNetwork, openShop, signInThroughApi } from '../account/testing/account.harness.ts'
import { recordReadNames } from '../platform/testing/recorded-names.harness.ts'
import {
  type Field,
  pathAndBodyFields,
  queryAndHeaderFields,
  type Sent,
} from '../platform/testing/request-fields.harness.ts'
import { allRoutes, copyBrowser } from '../platform/testing/security.harness.ts'

/** Digits that stay in the sent text in any encoding and in lower case. */
const MARK = '7193'
const LONG = `halden${MARK}tire, ab%5b\u0301`.repeat(2_700)
/** No text that the shop accepts is longer (schema/compat/calls/costly-input.test.ts). */
const MAX_LENGTH = 8_000

/**
 * Functions that may read a long text once from start to end: Hono parses routes, parameters and cookies;
 * `readPayload` decodes a search twice.
 */
const PARSERS = [
  'Hono.request',
  'request',
  'getPath',
  'splitPath',
  'decodeURIWithPreservedPercent',
  'search',
  'parse',
  '_decodeURI',
  '_getQueryParam',
  'redirect',
  'readPayload',
]
const isParser = (caller: string) =>
  PARSERS.some((name) => caller.startsWith(`${name} `)) || /(\/testing\/|\.test\.ts)/.test(caller)

/** Texts of a failure that a caller must not receive. */
const BROKEN = /Internal Server Error|D1_ERROR|SQLITE|\n\s+at |node_modules|^\w*Error:/

const BINDINGS = {
  PAYPAL_CLIENT_ID: 'client-12345678',
  PAYPAL_CLIENT_SECRET: 'secret-12345678',
  PAYPAL_WEBHOOK_ID: 'WH-1',
  AFTERPAY_MERCHANT_ID: 'merchant',
  AFTERPAY_SECRET_KEY: 'secret-12345678',
  AFFIRM_PUBLIC_KEY: 'public-12345678',
  AFFIRM_PRIVATE_KEY: 'private-12345678',
  GOOGLE_CLIENT_ID: 'shop.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  FACEBOOK_APP_ID: '12345',
  FACEBOOK_APP_SECRET: 'facebook-secret',
  ...Object.fromEntries(
    Object.keys(PLATFORM_LIMITS).map((name) => [name, { limit: async () => ({ success: true }) }]),
  ),
}

let staff: Browser
let token: string
beforeAll(async () => {
  await openShop()
  staff = new Browser()
  await staff.signInAsStaff()
  for (const [path, fields] of [
    ['/cart/form/', { action: 'add', sku: 'TL-2001-1' }],
    ['/chat/form/', { action: 'say', text: 'Good morning' }],
  ] as const)
    await staff.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  token = (await signInThroughApi()).token
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no outside requests'))
  for (const stream of ['error', 'warn', 'info'] as const) vi.spyOn(console, stream).mockReturnValue()
})

function send({ path, init, cookies = [] }: Sent): Promise<Response> {
  const browser = copyBrowser(staff, newNetwork(), BINDINGS)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  const headers = {
    ...(path.startsWith('/api/') ? { authorization: `Bearer ${token}` } : {}),
    ...init.headers,
  }
  return browser.fetch(path, { ...init, headers })
}

/** The routes are tried in parts, since all of them take longer than one test may. */
const PARTS = [1, 2, 3]

test.each(PARTS)(
  '[API4] [audit A9] no route reads a text that is far too long in any field, and no route fails (part %i)',
  async (part) => {
    const broken: string[] = []
    let sent = 0
    let current = ''
    const fill = async (field: Field) => {
      current = field.place
      sent += 1
      const text = await send(field.filled(LONG)).then((response) => response.text(), String)
      if (BROKEN.test(text)) broken.push(`${current}: ${text.slice(0, 200)}`)
    }
    const fillAll = async () => {
      const routes = allRoutes(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      for (const route of routes.filter((_, index) => index % PARTS.length === part - 1)) {
        const first = { query: new Set<string>(), headers: new Set(['accept', 'cf-connecting-ip']) }
        const names = await recordReadNames(async () => {
          for (const field of [...pathAndBodyFields(route), ...queryAndHeaderFields(route, first)])
            await fill(field)
        })
        for (const field of queryAndHeaderFields(route, names)) await fill(field)
      }
    }
    const reads = await longTextReads(MAX_LENGTH, fillAll, {
      mark: MARK,
      allowed: isParser,
      where: () => current,
    })
    expect([...reads, ...broken]).toEqual([])
    expect(sent).toBeGreaterThan(400)
  },
)
