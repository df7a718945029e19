/** Tests the responses to browsers and API clients while D1 fails or does not answer. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { paths } from '../../../schema/paths.ts'
import { OUTAGE_MESSAGES, STALE_PAGE } from '../../../schema/platform/outbound/outage.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { type Fault, OutageHarness } from '../testing/outage.harness.ts'

const LOT = '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002'
const shop = new OutageHarness()
/** Afternoon in Chicago: the seven hours of this test include neither the cut-off nor midnight, when all pages change. */
let clock = new Date().setUTCHours(20, 0, 0, 0)

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  vi.spyOn(console, 'error').mockReturnValue()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: clock })
})
afterEach(() => {
  shop.faults.DB = 'none'
})
afterAll(() => {
  vi.useRealTimers()
})

/** Sends a request, advances the clock until the response, and returns the response with its duration in milliseconds. */
async function timed(path: string, init: RequestInit = {}) {
  const began = Date.now()
  let isDone = false
  const pending = shop.ask(path, init).finally(() => {
    isDone = true
  })
  for (let step = 0; !isDone && step < 400; step++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!isDone && shop.faults.DB === 'silent') await vi.advanceTimersByTimeAsync(50)
  }
  return { ...(await pending), took: Date.now() - began }
}

function advance(ms: number): void {
  clock = Date.now() + ms
  vi.setSystemTime(clock)
}

test.each<Fault>(['fails', 'silent'])(
  '[audit C1] [A11] D1 %s: cached pages are served with a note, other pages show a message',
  async (fault) => {
    await timed('/t/c/used')
    await timed(LOT)
    await timed('/reviews/')
    shop.faults.DB = fault
    for (const seconds of [1, 11, 600, 3 * 3600]) {
      advance(seconds * 1000)
      let waited = 0
      for (const path of ['/t/c/used', LOT, '/reviews/']) {
        const page = await timed(path)
        expect([seconds, path, page.status]).toEqual([seconds, path, 200])
        waited += page.took
        const isMarked = seconds > 10
        expect(page.headers.get('x-page-cache')).toBe(isMarked ? 'stale' : 'memory')
        // A page without stock has no note.
        expect(page.text.includes(STALE_PAGE)).toBe(isMarked && path !== '/reviews/')
      }
      // Only the first request waits for the time limit.
      expect(waited, `${seconds} s`).toBeLessThanOrEqual(seconds === 1 ? 50 : 2_100)
      const broken = await timed('/t/c/new')
      // Until the outage is known, the begin of a page is sent before its cards are read.
      expect(broken.status).toBe(seconds === 1 ? 200 : 503)
      expect(broken.took).toBeLessThanOrEqual(8_000)
      expect(broken.text).toContain(OUTAGE_MESSAGES.database)
      expect(broken.text).toContain('312-555-0142')
      expect(broken.text).not.toContain('secret_stuff')
      expect(broken.text.trimEnd()).toMatch(/<\/html>$/)
      expect(broken.headers.get('retry-after')).toBe(seconds === 1 ? null : '30')
    }
    shop.faults.DB = 'none'
    advance(4_000)
    await timed('/t/c/used')
    const recovered = await timed('/t/c/used')
    expect([recovered.status, recovered.headers.get('x-page-cache')]).toEqual([200, 'memory'])
    expect(recovered.text).not.toContain(STALE_PAGE)
  },
)

test('[audit C1] cart, checkout and forms show the outage message and when to try again', async () => {
  shop.faults.DB = 'fails'
  advance(60_000)
  for (const path of [paths.cart, paths.checkout]) {
    const page = await timed(path)
    expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '30'])
    expect(page.text).toContain(OUTAGE_MESSAGES.database)
    expect(page.text).not.toContain('secret_stuff')
  }
  const form = await timed('/cart/form/', {
    method: 'POST',
    headers: { Accept: 'application/json', Origin: 'https://shop.example' },
    body: new URLSearchParams({ action: 'add', sku: 'TL-1009', qty: '1' }),
  })
  expect([form.status, JSON.parse(form.text)]).toEqual([503, { code: 503, result: OUTAGE_MESSAGES.database }])
})
