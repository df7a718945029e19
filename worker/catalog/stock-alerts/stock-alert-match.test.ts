import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StockAlertConditions } from '../../../schema/catalog/stock-alerts/stock-alert.ts'
import { DAY_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { FAULTS, faultyD1, underFault } from '../../platform/testing/fault-injection.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { notifyStockAlerts } from './notify-stock-alerts.ts'
import { createStockAlert, deleteAllStockAlerts } from './stock-alert.sql.ts'
import { matchStockAlerts } from './stock-alert-match.sql.ts'

const ANY: StockAlertConditions = {
  size: '',
  brand: '',
  model: '',
  season: '',
  condition: '',
  maxPrice: null,
}
const SIZE = { ...ANY, size: '225-45r17' }
const queued: number[] = []
const shop = {
  ...env,
  OUTBOX: {
    sendBatch: async (messages: { body: { outboxId: number } }[]) => {
      queued.push(...messages.map(({ body }) => body.outboxId))
    },
  },
} as unknown as typeof env
let now = Date.UTC(2026, 10, 26, 12)
let counter = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

beforeEach(async () => {
  now += 30 * DAY_MS
  queued.length = 0
  await env.DB.batch([
    env.DB.prepare('DELETE FROM stock_alert_subscriber'),
    env.DB.prepare('DELETE FROM stock_alert_line'),
    env.DB.prepare("DELETE FROM outbox WHERE kind LIKE 'stock-alert%'"),
  ])
  await setStock('TL-1001', 1)
  await setPrice('TL-1001', 6200)
  await matchStockAlerts(env.DB, now)
})

/** Adds a confirmed alert of a new mailbox and returns the mailbox. */
async function wait(conditions: StockAlertConditions, isOwner = true) {
  counter += 1
  const email = `match${counter}@example.com`
  const created = await createStockAlert(env.DB, {
    email,
    isOwner,
    customerId: null,
    conditions,
    label: `tires ${counter}`,
    now,
  })
  return { email, ...created }
}

const setStock = (sku: string, qty: number) =>
  env.DB.prepare('UPDATE stock SET qty = ?2 WHERE stock_sku = ?1').bind(sku, qty).run()
const setPrice = (sku: string, cents: number) =>
  env.DB.prepare('UPDATE product SET price = ?2, final_price = ?2, price_by_tire = ?2 WHERE sku = ?1')
    .bind(sku, cents)
    .run()

async function mails() {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  const { results } = await env.DB.prepare(
    "SELECT payload FROM outbox WHERE kind = 'stock-alert' ORDER BY id",
  ).all<{
    payload: string
  }>()
  return Promise.all(
    results.map(({ payload }) =>
      buildMail(env, { kind: 'stock-alert', payload: JSON.parse(payload) }, parsed.config, now),
    ),
  )
}

describe('[H13j] who gets a mail', () => {
  test('a unit that comes back into stock is for the alerts of its size and model, and to no others', async () => {
    await setStock('TL-1001', 0)
    await matchStockAlerts(env.DB, now)
    const wanted = [
      await wait(SIZE),
      await wait({ ...SIZE, condition: 'used', maxPrice: 62 }),
      await wait({ ...ANY, brand: 'halden', model: 'velo-sport' }),
    ]
    await wait({ ...SIZE, season: 'winter' })
    await wait({ ...SIZE, maxPrice: 61 })
    await wait({ ...SIZE, condition: 'new' })
    await wait({ ...ANY, size: '205-55r16' })
    await wait(SIZE, false)
    await setStock('TL-1001', 1)
    await notifyStockAlerts(shop, now)
    const sent = await mails()
    expect(sent.map((mail) => mail?.to).sort()).toEqual(wanted.map(({ email }) => email).sort())
    expect(sent[0]?.text).toContain('$62.00 per tire')
    expect(sent[0]?.subject).toMatch(/^In stock: tires \d+$/)
    expect(sent[0]?.text).toContain('https://shop.example/p/TL-1001/')
    expect(sent[0]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    expect(queued).toHaveLength(3)
  })

  test('what was in stock before the alert is no news, a lower price is, a higher one is not', async () => {
    await wait(SIZE)
    const limited = await wait({ ...SIZE, maxPrice: 50 })
    await notifyStockAlerts(shop, now)
    await setPrice('TL-1001', 6500)
    await notifyStockAlerts(shop, now)
    expect(await mails()).toEqual([])
    await setPrice('TL-1001', 6000)
    await notifyStockAlerts(shop, now)
    const [dropped] = await mails()
    expect(dropped?.text).toContain('$60.00 per tire, price dropped')
    expect(dropped?.subject).toMatch(/^Price drop: tires \d+$/)
    expect(await mails()).toHaveLength(1)
    await setPrice('TL-1001', 5000)
    await notifyStockAlerts(shop, now)
    expect((await mails()).map((mail) => mail?.to)).toContain(limited.email)
  })

  test('a whole import, which leaves no event per product, is compared by the new version of the catalog', async () => {
    await wait(SIZE)
    await setPrice('TL-1001', 6100)
    await env.DB.batch([
      env.DB.prepare('DELETE FROM stock_pulse WHERE id < (SELECT max(id) FROM stock_pulse)'),
      env.DB.prepare('UPDATE stock_alert_cursor SET event_id = (SELECT max(id) FROM stock_pulse)'),
    ])
    await notifyStockAlerts(shop, now)
    expect(await mails()).toEqual([])
    await env.DB.prepare("INSERT OR REPLACE INTO config (path, value) VALUES ('catalog/version', ?)")
      .bind(`v${now}`)
      .run()
    await notifyStockAlerts(shop, now)
    expect(await mails()).toHaveLength(1)
  })

  test('a unit that is sold when the mail is sent is not in it', async () => {
    await wait(SIZE)
    await setPrice('TL-1001', 6100)
    await notifyStockAlerts(shop, now)
    expect(await mails()).toHaveLength(1)
    await setStock('TL-1001', 0)
    expect(await mails()).toEqual([null])
  })

  test('a mailbox gets one mail a day, with all that came in since', async () => {
    const { subscriberId } = await wait(SIZE)
    await setPrice('TL-1001', 6100)
    await notifyStockAlerts(shop, now)
    await setPrice('TL-1001', 6000)
    await notifyStockAlerts(shop, now + DAY_MS - MINUTE_MS)
    expect(await mails()).toHaveLength(1)
    await notifyStockAlerts(shop, now + DAY_MS)
    expect(await mails()).toHaveLength(2)
    await setPrice('TL-1001', 5900)
    await deleteAllStockAlerts(env.DB, { subscriberId })
    await notifyStockAlerts(shop, now + 3 * DAY_MS)
    // No further mail, and those that wait have nothing to say any more.
    expect(await mails()).toEqual([null, null])
  })
})

test('[H13i] [H13j] the mail names the price per tire of the set that the card shows', async () => {
  await setStock('TL-1002', 0)
  await matchStockAlerts(env.DB, now)
  await wait(SIZE)
  await setStock('TL-1002', 4)
  await notifyStockAlerts(shop, now)
  expect((await mails())[0]?.text).toMatch(/set of 4: \$56\.00 per tire/i)
})

describe('[H13j] each match is in one mail', () => {
  test('by runs at the same time', async () => {
    await wait(SIZE)
    await setPrice('TL-1001', 6100)
    await Promise.all([1, 2, 3].map(() => notifyStockAlerts(shop, now)))
    await notifyStockAlerts(shop, now)
    await notifyStockAlerts(shop, now + 2 * DAY_MS)
    expect(await mails()).toHaveLength(1)
    expect(queued).toHaveLength(1)
  })

  test.each(FAULTS.flatMap((fault) => [0, 1, 2, 3].map((at) => [fault, at] as const)))(
    'by a run that ends with %s at operation %i and a later one',
    async (fault, at) => {
      await wait(SIZE)
      await setPrice('TL-1001', 6100)
      let operation = 0
      let end = () => {}
      const died = new Promise<void>((resolve) => {
        end = resolve
      })
      const DB = faultyD1(env.DB, (work) => underFault(operation++ === at ? fault : undefined, end, work))
      const run = notifyStockAlerts({ ...shop, DB }, now).catch(() => {})
      await Promise.race([run, died])
      await notifyStockAlerts(shop, now + MINUTE_MS)
      await notifyStockAlerts(shop, now + 2 * DAY_MS)
      expect(await mails()).toHaveLength(1)
    },
  )
})

test('[H13j] one change reads as many rows with thousands of other alerts as without', async () => {
  await wait(SIZE)
  await setPrice('TL-1001', 6100)
  const before = await matchStockAlerts(env.DB, now)
  await env.DB.batch(
    Array.from({ length: 500 }, (_, index) =>
      env.DB.prepare(
        `INSERT INTO stock_alert_line (size_slug, brand_slug, model_slug, checked_version)
          SELECT ?, '', '', checked_version FROM stock_alert_line LIMIT 1`,
      ).bind(`size-${index}`),
    ),
  )
  await env.DB.prepare(
    `INSERT INTO stock_alert (subscriber_id, line_id, size_slug, brand_slug, model_slug, season_slug, condition_slug, max_price,
      label, created_at, confirmed_at)
      SELECT (SELECT id FROM stock_alert_subscriber LIMIT 1), l.id, l.size_slug, '', '', '', '', n.value, 'x', 1, 1
      FROM stock_alert_line l JOIN json_each('[1,2,3,4]') n WHERE l.size_slug LIKE 'size-%'`,
  ).run()
  await setPrice('TL-1001', 6000)
  expect(await matchStockAlerts(env.DB, now)).toBeLessThanOrEqual(before)
  expect(before).toBeLessThan(200)
})
