import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EVENTS_REPLY } from '../../../schema/content/analytics/events.api.ts'
import { formatDay, shopDay, workshopDay } from '../../../schema/platform/shop-calendar.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import type { EventsMessage, ShopMessage } from '../../env.ts'
import { RecordedPoints } from '../../platform/testing/data-points.harness.ts'
import { countTripsInSequence } from '../../platform/testing/database-trips.harness.ts'
import { faultyD1 } from '../../platform/testing/fault-injection.ts'
import { handleQueue } from '../../queue.ts'
import { countsSince, deleteOldCounts } from './event-count.sql.ts'

let queued: EventsMessage[] = []
let points = new RecordedPoints()

beforeAll(openShop)
beforeEach(async () => {
  await env.DB.exec('DELETE FROM event_count')
  queued = []
  points = new RecordedPoints()
})

function newBrowser(): Browser {
  const COUNTS = { send: async (body: EventsMessage) => void queued.push(body) }
  return new Browser({ COUNTS, METRICS: points })
}

const send = (
  events: unknown,
  headers: Record<string, string> = {},
  browser = newBrowser(),
  vitals?: object,
) => browser.fetch('/api/ext/events', { method: 'POST', body: JSON.stringify({ events, vitals }), headers })

/** Returns a database whose statements are counted. */
function countStatements() {
  let count = 0
  const db = faultyD1(env.DB, (work) => {
    count += 1
    return work()
  })
  return { db, statements: () => count }
}

/** Delivers the queued messages as one batch. */
async function deliver(bodies = queued.splice(0), db = env.DB) {
  const messages = bodies.map((body) => ({
    body,
    timestamp: new Date(),
    ack: vi.fn(),
    retry: vi.fn(),
  }))
  const batch = { queue: 'counts', messages } as unknown as MessageBatch<ShopMessage>
  if (messages.length > 0) await handleQueue(batch, { ...env, DB: db })
  return messages
}
async function rows() {
  await deliver()
  const { results } = await env.DB.prepare(
    'SELECT kind, sku, count FROM event_count ORDER BY kind, sku',
  ).all()
  return results
}

const VITALS = { page: 'product', width: 390, connection: '4g', lcp: 1800.4, inp: 96, cls: 0.02, ttfb: 210 }

describe('POST /api/ext/events', () => {
  test('[H12] [H1] a beacon asks nothing of D1; a batch of the queue is one statement', async () => {
    const beacons = Array.from({ length: 100 }, (_, index) => ({
      day: '2026-11-22',
      events: [
        { kind: 'product' as const, sku: 'TL-1001' },
        { kind: 'list' as const, sku: index % 2 === 0 ? '' : 'TL-1002' },
      ],
    }))
    expect(await countTripsInSequence(env.DB, () => send([{ kind: 'list', sku: '' }]))).toBe(0)
    queued = []
    const { db, statements } = countStatements()
    await deliver(beacons, db)
    expect(statements()).toBe(1)
    expect(await rows()).toEqual([
      { kind: 'list', sku: '', count: 50 },
      { kind: 'list', sku: 'TL-1002', count: 50 },
      { kind: 'product', sku: 'TL-1001', count: 100 },
    ])
  })

  test('[H12] events that D1 did not count are delivered again', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const away = { prepare: () => expect.fail('D1 is away') } as unknown as D1Database
    const event = { day: '2026-11-22', events: [{ kind: 'list' as const, sku: '' }] }
    const messages = await deliver([event, event], away)
    for (const { ack, retry } of messages) {
      expect(retry).toHaveBeenCalledExactlyOnceWith({ delaySeconds: 30 })
      expect(ack).not.toHaveBeenCalled()
    }
    for (const { ack } of await deliver([event, event])) expect(ack).toHaveBeenCalledOnce()
    expect(await rows()).toEqual([{ kind: 'list', sku: '', count: 2 }])
  })

  test('[H12] a beacon is one point of the funnel; a purchase counts once for any number of products', async () => {
    await send([
      { kind: 'product', sku: 'TL-1001' },
      { kind: 'checkout-payment', sku: '' },
      { kind: 'purchase', sku: '' },
      { kind: 'purchase', sku: 'TL-1001' },
      { kind: 'purchase', sku: 'TL-1002' },
    ])
    expect(points.of('funnel')).toMatchObject([
      { list: 0, product: 1, add: 0, 'checkout-payment': 1, purchase: 1 },
    ])
  })

  test('[H12] web vitals are one point without anything about the visitor', async () => {
    expect((await send([], {}, newBrowser(), VITALS)).status).toBe(200)
    expect(points.of('vitals')).toEqual([
      {
        index: 'vitals',
        page: 'product',
        device: 'phone',
        connection: '4g',
        lcp: 1800,
        inp: 96,
        cls: 0.02,
        ttfb: 210,
      },
    ])
    expect(queued).toEqual([])
  })

  test('[H12] a page that was rendered in advance begins when it is shown; what was not measured is -1', async () => {
    const { page, connection, lcp, ...rest } = VITALS
    await send([], {}, newBrowser(), { ...rest, page: 'chat', width: 1200, inp: 0, ttfb: 210, begin: 900 })
    expect(points.of('vitals')).toMatchObject([
      { page: 'other', device: 'desktop', connection: 'unknown', lcp: -1, inp: -1, ttfb: 0 },
    ])
  })

  test('[H12] [G10] vitals of a browser with Global Privacy Control are not recorded, and wrong ones are refused', async () => {
    await send([], { 'Sec-GPC': '1' }, newBrowser(), VITALS)
    for (const wrong of [{ lcp: -5 }, { lcp: 'fast' }, { page: 'x'.repeat(40) }, { email: 'a@b.example' }])
      expect((await send([], {}, newBrowser(), { ...VITALS, ...wrong })).status).toBe(400)
    expect(points.of('vitals')).toEqual([])
  })

  test('[G10] counts events by day, kind and sku, without any person', async () => {
    const batch = [
      { kind: 'list', sku: '' },
      { kind: 'product', sku: 'TL-1001' },
      { kind: 'product', sku: 'TL-1001' },
    ]
    const reply = await (await send(batch)).json<{ code: number; result: unknown }>()
    expect(reply).toEqual({ code: 200, result: true })
    expect(v.is(EVENTS_REPLY, reply.result)).toBe(true)
    await send([{ kind: 'product', sku: 'TL-1001' }])
    expect(await rows()).toEqual([
      { kind: 'list', sku: '', count: 1 },
      { kind: 'product', sku: 'TL-1001', count: 3 },
    ])
  })

  test('[G10] invalid events, too many events and events of unknown products are not counted', async () => {
    const refused = [
      [],
      [{ kind: 'made-up', sku: '' }],
      [{ kind: 'product', sku: 'a b' }],
      [{ kind: 'product', sku: 'TL-1001', email: 'a@b.example' }],
      Array.from({ length: 51 }, () => ({ kind: 'list', sku: '' })),
      'no list',
    ]
    for (const events of refused) expect((await send(events)).status).toBe(400)
    expect((await send('x'.repeat(25_000))).status).toBe(413)
    await send([{ kind: 'product', sku: 'NO-SUCH-SKU' }])
    expect(await rows()).toEqual([])
  })

  test('[G10] requests from other sites, beyond the rate limit or with Global Privacy Control are not counted', async () => {
    const batch = [{ kind: 'list', sku: '' }]
    expect((await send(batch, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect(await (await send(batch, { 'Sec-GPC': '1' })).json()).toEqual({ code: 200, result: false })
    expect(await rows()).toEqual([])
    const browser = newBrowser()
    // A minute of the platform's rate limit may end during the loop: then the limits of two minutes are used.
    let counted = 0
    for (let isCounted = true; isCounted && counted < 250; counted += Number(isCounted)) {
      isCounted = (await (await send(batch, {}, browser)).json<{ result: boolean }>()).result
    }
    expect(counted).toBeGreaterThanOrEqual(120)
    expect(counted).toBeLessThanOrEqual(240)
    expect(await rows()).toEqual([{ kind: 'list', sku: '', count: counted }])
  })
})

test('[G10] staff see counts by day and product; a purchase counts once for any number of products; old days are deleted', async () => {
  const put = (day: string, kind: string, sku: string, count: number) =>
    env.DB.prepare('INSERT INTO event_count VALUES (?, ?, ?, ?)').bind(day, kind, sku, count).run()
  await put('2026-11-21', 'purchase', '', 1)
  await put('2026-11-21', 'purchase', 'TL-1001', 1)
  await put('2026-11-21', 'purchase', 'TL-1002', 1)
  await put('2026-11-22', 'product', 'TL-1001', 7)
  await put('2025-01-01', 'product', 'TL-1001', 9)
  const staff = new Browser()
  await staff.signInAsStaff()
  await put(shopDay(Date.now()), 'add', '', 41)
  const page = await (await staff.fetch('/staff/counts/')).text()
  expect(page).toContain('>41</td>')
  expect(page).toContain(`<th scope="row">${formatDay(workshopDay(Date.now()))}</th>`)
  await env.DB.exec("DELETE FROM event_count WHERE kind = 'add'")
  const { days, skus } = await countsSince(env.DB, '2026-11-20', 1)
  expect(days).toEqual([
    { day: '2026-11-22', kind: 'product', count: 7 },
    { day: '2026-11-21', kind: 'purchase', count: 1 },
  ])
  expect(skus).toEqual([{ sku: 'TL-1001', kind: 'product', count: 7 }])
  await deleteOldCounts(env.DB, '2026-01-01')
  expect((await rows()).map(({ count }) => count)).toEqual([7, 1, 1, 1])
})
