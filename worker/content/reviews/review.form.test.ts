import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REVIEW_MODERATION_LIST } from '../../../schema/staff/review-moderation.api.ts'
import { Browser, openShop, RILEY, SITE } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { pendingReviews } from '../../staff/review-moderation.sql.ts'

const STAFF = { email: 'counter@example.com', password: 'torque-and-true-26' }
const SKU = 'TL-1002'
const GOOD = { sku: SKU, rating: '4', title: 'Quiet', detail: 'Two weeks of rain.', nickname: 'Sam' }

beforeAll(openShop)
beforeEach(async () => {
  await env.DB.exec('DELETE FROM review')
})

const write = (
  browser: Browser,
  { sku, ...fields }: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  browser.fetch(`/reviews/form/?sku=${sku}`, { method: 'POST', body: new URLSearchParams(fields), headers })
const waiting = async () => (await pendingReviews(env.DB, 1)).reviews
const page = async (query = '') => {
  const path = `/p/${SKU}/${(await env.DB.prepare('SELECT url_key FROM product WHERE sku = ?').bind(SKU).first<string>('url_key')) ?? ''}`
  const response = await app.request(`${SITE}${path}${query}`, {}, env, createExecutionContext())
  return response.text()
}

describe('[C12] a review by our own form', () => {
  test('a guest gives a name; it waits, and the next page says so', async () => {
    const answer = await write(new Browser(), GOOD)
    expect(answer.status).toBe(303)
    const thanks = await new Browser().fetch(answer.headers.get('Location') ?? '')
    expect(await thanks.text()).toContain('Your review is read first')
    expect(await waiting()).toMatchObject([
      { title: 'Quiet', rating: 4, reviewer: 'Sam', customerId: null, product: { sku: SKU } },
    ])
  })

  test('who is signed in needs none: the first name stands there, and the review is theirs', async () => {
    const browser = new Browser()
    await browser.signIn(RILEY)
    await write(browser, { ...GOOD, nickname: '' })
    expect(await waiting()).toMatchObject([{ reviewer: 'Riley', customerId: 1 }])
  })

  test('what is wrong is said on the form, with everything that was typed', async () => {
    const answer = await write(new Browser(), { ...GOOD, rating: '', nickname: '' })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    for (const said of [
      'Choose one to five stars',
      'Field is required',
      'Two weeks of rain.',
      'value="Quiet"',
    ]) {
      expect(html).toContain(said)
    }
    expect(await waiting()).toEqual([])
  })

  test('another site cannot write one, and nobody about what there is not', async () => {
    expect((await write(new Browser(), GOOD, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await write(new Browser(), { ...GOOD, sku: 'TL-9999' })).status).toBe(404)
  })

  test('the form stands on the product’s page, also where nobody has written yet', async () => {
    expect(await page()).toContain(`action="/reviews/form/?sku=${SKU}"`)
  })
})

describe('[C12] reading before showing', () => {
  const moderate = (browser: Browser, body: object) =>
    browser.fetch('/api/ext/staff/reviews', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })

  test('is the work of the shop’s own people', async () => {
    const customer = new Browser()
    await customer.signIn(RILEY)
    expect((await new Browser().fetch('/api/ext/staff/reviews')).status).toBe(401)
    expect((await customer.fetch('/api/ext/staff/reviews')).status).toBe(403)
    await write(new Browser(), GOOD)
    const [review] = await waiting()
    expect((await moderate(customer, { id: review?.id, approve: true })).status).toBe(403)
    expect(await waiting()).toHaveLength(1)
  })

  test('what they approve is on the product’s page, which is made anew; what they reject is gone', async () => {
    const staff = new Browser()
    await staff.signIn(STAFF)
    await env.DB.prepare("INSERT OR IGNORE INTO config VALUES ('catalog/version', '1')").run()
    const before = await env.DB.prepare("SELECT value FROM config WHERE path = 'catalog/version'").first(
      'value',
    )
    await write(new Browser(), GOOD)
    await write(new Browser(), { ...GOOD, detail: 'Spam.' })
    const { result } = await (await staff.fetch('/api/ext/staff/reviews')).json<{ result: unknown }>()
    expect(v.parse(REVIEW_MODERATION_LIST, result).total).toBe(2)
    const [good, bad] = await waiting()
    expect((await moderate(staff, { id: good?.id, approve: true })).status).toBe(200)
    expect((await moderate(staff, { id: bad?.id, approve: false })).status).toBe(200)
    expect((await moderate(staff, { id: good?.id, approve: true })).status).toBe(404)
    expect(await waiting()).toEqual([])
    expect(
      await env.DB.prepare("SELECT value FROM config WHERE path = 'catalog/version'").first('value'),
    ).not.toBe(before)
    expect(await page('?view=tread')).toContain('Two weeks of rain.')
  })

  test('one without stars is shown only with those that its reader gives', async () => {
    const staff = new Browser()
    await staff.signIn(STAFF)
    await env.DB.prepare(
      "INSERT INTO review (product_id, title, text, rating, reviewer_name, is_approved, created_on) VALUES (NULL, 'Fine', 'Good people.', NULL, 'Kim', 0, 0)",
    ).run()
    const [review] = await waiting()
    expect((await moderate(staff, { id: review?.id, approve: true })).status).toBe(404)
    expect((await moderate(staff, { id: review?.id, approve: true, rating: 5 })).status).toBe(200)
  })
})
