/** The mail that asks for reviews: when it is sent, to whom, and what its links may do. */
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import { Browser, openShop } from '../../../account/testing/account.harness.ts'
import { FIXTURE_NOW } from '../../../catalog/index/testing/catalog.fixture.ts'
import {
  cashOrder,
  newPlacementHarness,
} from '../../../checkout/placement/testing/order-placement.harness.ts'
import { parseConfig } from '../../../config.ts'
import { buildMail } from '../../../mails.ts'
import { newPlacedOrder } from '../../../orders/life/testing/order-lifecycle.harness.ts'
import { requestReviews } from './review-request.sql.ts'

const parsed = parseConfig(env)
if (!parsed.ok) throw new Error(parsed.problems.join())
const { config } = parsed
const DELIVERED = FIXTURE_NOW

beforeAll(openShop)
beforeEach(async () => {
  for (const table of ['review_request', 'review_request_stop', 'review', 'outbox'])
    await env.DB.exec(`DELETE FROM ${table}`)
  // Orders of earlier tests are not due again; their history cannot be deleted.
  await env.DB.exec("UPDATE sales_order SET status = 'paid' WHERE status = 'delivered'")
})

async function deliveredOrder(at = DELIVERED): Promise<string> {
  const { orderNumber } = await newPlacedOrder(
    newPlacementHarness(FIXTURE_NOW),
    { 'TL-2001-1': 1 },
    { request: cashOrder() },
  )
  await env.DB.batch([
    env.DB.prepare("UPDATE sales_order SET status = 'delivered' WHERE order_number = ?").bind(orderNumber),
    env.DB.prepare(
      "INSERT INTO sales_order_event (order_id, kind, at) SELECT id, 'delivered', ?2 FROM sales_order WHERE order_number = ?1",
    ).bind(orderNumber, at),
  ])
  return orderNumber
}

const requested = async () =>
  (
    await env.DB.prepare("SELECT payload FROM outbox WHERE kind = 'review-request'").all<{
      payload: string
    }>()
  ).results.map(({ payload }) => JSON.parse(payload) as { orderNumber: string })
const mailOf = (orderNumber: string) =>
  buildMail(env, { kind: 'review-request', payload: { orderNumber } }, config, DELIVERED + 21 * DAY_MS)
const linkIn = (text: string, start: string) =>
  [...text.matchAll(/https?:\/\/[^/]+(\/\S+)/g)]
    .map(([, path = '']) => path)
    .find((path) => path.includes(start)) ?? ''

test('[H13c] an order is asked for reviews once, from three weeks after its delivery on', async () => {
  const orderNumber = await deliveredOrder()
  await requestReviews(env.DB, DELIVERED + 20 * DAY_MS)
  expect(await requested()).toEqual([])
  const due = DELIVERED + 21 * DAY_MS
  await Promise.all([requestReviews(env.DB, due), requestReviews(env.DB, due)])
  await requestReviews(env.DB, due + DAY_MS)
  expect(await requested()).toEqual([{ orderNumber }])
})

test('[H13c] a Worker that stops before the transaction ends asks later, and still once', async () => {
  const orderNumber = await deliveredOrder()
  await env.DB.exec('ALTER TABLE outbox RENAME TO outbox_away')
  await expect(requestReviews(env.DB, DELIVERED + 22 * DAY_MS)).rejects.toThrow()
  await env.DB.exec('ALTER TABLE outbox_away RENAME TO outbox')
  await requestReviews(env.DB, DELIVERED + 22 * DAY_MS)
  expect(await requested()).toEqual([{ orderNumber }])
})

test('[H13c] orders of long ago, and returned ones, are not asked', async () => {
  await deliveredOrder(DELIVERED - 60 * DAY_MS)
  const returned = await deliveredOrder()
  await env.DB.prepare("UPDATE sales_order SET status = 'refunded' WHERE order_number = ?")
    .bind(returned)
    .run()
  await requestReviews(env.DB, DELIVERED + 21 * DAY_MS)
  expect(await requested()).toEqual([])
  expect(await mailOf(returned)).toBeNull()
})

test('[H13c] one press on a star opens the form with it; the guest’s review is that of a verified buyer, once', async () => {
  const orderNumber = await deliveredOrder()
  const mail = await mailOf(orderNumber)
  expect(mail?.subject).toBe('How are your tires?')
  expect(mail?.text).toContain('Halden Velo Sport, 225/45R17')
  const href = linkIn(mail?.text ?? '', 'stars=4')
  expect(href).toContain('sku=TL-2001')
  const form = await (await new Browser().fetch(href)).text()
  expect(form).toContain('your review is marked “Verified buyer.”')
  expect(form).toMatch(/name="rating" (checked="" )?value="4"( checked="")?/)
  const action = (/action="(\/reviews\/form\/[^"]+)"/.exec(form)?.[1] ?? '').replaceAll('&amp;', '&')
  const send = (detail: string, path = action) =>
    new Browser().fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ rating: '4', title: 'Fine', detail, nickname: 'Ada' }),
    })
  const stored = async () =>
    (await env.DB.prepare('SELECT text, is_verified, order_number FROM review ORDER BY id').all()).results
  await send('First.')
  expect((await send('Second thoughts.')).status).toBe(303)
  expect(await stored()).toEqual([{ text: 'First.', is_verified: 1, order_number: orderNumber }])
  // A forged link is a form for anybody.
  await send('Forged.', action.replace(/proof=.{4}/, 'proof=AAAA'))
  expect((await stored())[1]).toEqual({ text: 'Forged.', is_verified: 0, order_number: null })
  expect(await mailOf(orderNumber)).toBeNull()
})

test('[H13c] a signed link verifies one review of the model, whichever of its products is named', async () => {
  const href = linkIn((await mailOf(await deliveredOrder()))?.text ?? '', 'stars=5')
  for (const sku of ['TL-2001', 'TL-1002', 'TL-2001']) {
    const response = await new Browser().fetch(href.replace('sku=TL-2001', `sku=${sku}`), {
      method: 'POST',
      body: new URLSearchParams({ rating: '5', title: 'Fine', detail: `As ${sku}.`, nickname: sku }),
    })
    expect(response.status).toBe(303)
  }
  const { results } = await env.DB.prepare('SELECT text, is_verified FROM review').all()
  expect(results).toEqual([{ text: 'As TL-2001.', is_verified: 1 }])
})

test('[H13c] a signed link spares the captcha for tires of its order only', async () => {
  const href = linkIn((await mailOf(await deliveredOrder()))?.text ?? '', 'stars=5')
  const other = await env.DB.prepare(
    "SELECT sku FROM product WHERE model <> 'Velo Sport' AND visibility > 1 AND status < 2 LIMIT 1",
  ).first<string>('sku')
  const browser = new Browser({
    CAPTCHA_SECRET: 'captcha-secret',
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_URL: 'https://captcha.example',
  })
  const send = (sku: string) =>
    browser.fetch(href.replace('sku=TL-2001', `sku=${sku}`), {
      method: 'POST',
      body: new URLSearchParams({ rating: '5', title: 'Fine', detail: 'Good.', nickname: 'Ada' }),
    })
  const page = await browser.fetch(href.replace('sku=TL-2001', `sku=${other}`))
  expect(await page.text()).not.toContain('Verified buyer')
  expect(await (await send(other ?? '')).text()).toContain('site-key')
  expect((await send('TL-2001')).status).toBe(303)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM review').first('n')).toBe(1)
})

test('[H13c] a signed link does not verify a review of another tire', async () => {
  const href = linkIn((await mailOf(await deliveredOrder()))?.text ?? '', 'stars=5')
  const other = await env.DB.prepare(
    "SELECT sku FROM product WHERE model <> 'Velo Sport' AND visibility > 1 AND status < 2 LIMIT 1",
  ).first<string>('sku')
  await new Browser().fetch(href.replace('sku=TL-2001', `sku=${other}`), {
    method: 'POST',
    body: new URLSearchParams({ rating: '5', title: 'Other', detail: 'Not mine.', nickname: 'Ada' }),
  })
  expect(await env.DB.prepare('SELECT is_verified FROM review').first('is_verified')).toBe(0)
})

test('[H13c] one press ends these mails, for later orders too; a forged link ends nothing', async () => {
  const orderNumber = await deliveredOrder()
  const mail = await mailOf(orderNumber)
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const href = linkIn(mail?.text ?? '', '/reviews/stop/')
  expect((await new Browser().fetch(href)).status).toBe(200)
  expect(await mailOf(orderNumber)).not.toBeNull()
  const oneClick = () => ({ method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect((await new Browser().send(href.replace(/proof=.{4}/, 'proof=AAAA'), oneClick(), {})).status).toBe(
    404,
  )
  expect((await new Browser().send(href, oneClick(), {})).status).toBe(200)
  expect(await mailOf(orderNumber)).toBeNull()
  expect(await mailOf(await deliveredOrder())).toBeNull()
})
