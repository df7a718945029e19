import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EVENTS_REPLY } from '../../../schema/content/analytics/events.api.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { countsSince, deleteOldCounts } from './event-count.sql.ts'

beforeAll(openShop)
beforeEach(async () => {
  await env.DB.exec('DELETE FROM event_count')
})

const send = (events: unknown, headers: Record<string, string> = {}, browser = new Browser()) =>
  browser.fetch('/api/ext/events', { method: 'POST', body: JSON.stringify({ events }), headers })
async function rows() {
  const { results } = await env.DB.prepare(
    'SELECT kind, sku, count FROM event_count ORDER BY kind, sku',
  ).all()
  return results
}

describe('POST /api/ext/events', () => {
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
    expect((await send('x'.repeat(9_000))).status).toBe(413)
    await send([{ kind: 'product', sku: 'NO-SUCH-SKU' }])
    expect(await rows()).toEqual([])
  })

  test('[G10] requests from other sites, beyond the rate limit or with Global Privacy Control are not counted', async () => {
    const batch = [{ kind: 'list', sku: '' }]
    expect((await send(batch, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect(await (await send(batch, { 'Sec-GPC': '1' })).json()).toEqual({ code: 200, result: false })
    expect(await rows()).toEqual([])
    const browser = new Browser()
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
  await staff.signIn({ email: 'counter@example.com', password: 'torque-and-true-26' })
  await put(shopDay(Date.now()), 'add', '', 41)
  expect(await (await staff.fetch('/staff/counts/')).text()).toContain('<td>41</td>')
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
