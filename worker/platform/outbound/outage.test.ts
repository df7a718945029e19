/** D1 away or silent, from the first second on: what a browser and a client of the API get. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { paths } from '../../../schema/paths.ts'
import { OUTAGE_MESSAGES, STALE_PAGE } from '../../../schema/platform/outbound/outage.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { type Fault, Outage } from '../testing/outage.harness.ts'

const LOT = '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002'
const shop = new Outage()
/** Afternoon in Chicago: the seven hours that pass here meet neither the cut-off nor midnight, when all pages change. */
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

/** Lets the clock run while an answer is waited for; gives the milliseconds that it took. */
async function timed(path: string, init: RequestInit = {}) {
  const began = Date.now()
  let isDone = false
  const asked = shop.ask(path, init).finally(() => {
    isDone = true
  })
  for (let step = 0; !isDone && step < 400; step++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!isDone && shop.faults.DB === 'silent') await vi.advanceTimersByTimeAsync(50)
  }
  return { ...(await asked), took: Date.now() - began }
}

function later(ms: number): void {
  clock = Date.now() + ms
  vi.setSystemTime(clock)
}

test.each<Fault>(['fails', 'silent'])(
  '[audit C1] [A11] D1 %s: cached pages go on, marked, others say so in words',
  async (fault) => {
    await timed('/t/c/used')
    await timed(LOT)
    await timed('/reviews/')
    shop.faults.DB = fault
    for (const seconds of [1, 11, 600, 3 * 3600]) {
      later(seconds * 1000)
      let waited = 0
      for (const path of ['/t/c/used', LOT, '/reviews/']) {
        const page = await timed(path)
        expect([seconds, path, page.status]).toEqual([seconds, path, 200])
        waited += page.took
        const isMarked = seconds > 10
        expect(page.headers.get('x-page-cache')).toBe(isMarked ? 'stale' : 'memory')
        // What shows no stock has nothing to warn of.
        expect(page.text.includes(STALE_PAGE)).toBe(isMarked && path !== '/reviews/')
      }
      // One of them finds out; the others know.
      expect(waited, `${seconds} s`).toBeLessThanOrEqual(seconds === 1 ? 50 : 2_100)
      // One of them finds out; the others know.
      expect(waited, `${seconds} s`).toBeLessThanOrEqual(seconds === 1 ? 50 : 2_100)
      const broken = await timed('/t/c/new')
      expect(broken.status).toBe(503)
      expect(broken.took).toBeLessThanOrEqual(8_000)
      expect(broken.text).toContain(OUTAGE_MESSAGES.database)
      expect(broken.text).toContain('312-555-0142')
      expect(broken.text).not.toContain('secret_stuff')
      expect(broken.headers.get('retry-after')).toBe('30')
    }
    shop.faults.DB = 'none'
    later(4_000)
    await timed('/t/c/used')
    const well = await timed('/t/c/used')
    expect([well.status, well.headers.get('x-page-cache')]).toEqual([200, 'memory'])
    expect(well.text).not.toContain(STALE_PAGE)
  },
)

test('[audit C1] cart, checkout and forms say in words what does not work and when to come again', async () => {
  shop.faults.DB = 'fails'
  later(60_000)
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
