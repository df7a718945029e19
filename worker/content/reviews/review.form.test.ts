import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REVIEW_MODERATION_LIST } from '../../../schema/staff/review-moderation.api.ts'
import { Browser, openShop, RILEY, SITE } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { pendingReviews } from '../../staff/review-moderation.sql.ts'

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
const readPending = async () => (await pendingReviews(env.DB, 1)).reviews
const page = async (query = '') => {
  const path = `/p/${SKU}/${(await env.DB.prepare('SELECT url_key FROM product WHERE sku = ?').bind(SKU).first<string>('url_key')) ?? ''}`
  const response = await app.request(`${SITE}${path}${query}`, {}, env, createExecutionContext())
  return response.text()
}

describe('[C12] a review by the shop’s form', () => {
  test('of a guest has the typed name and awaits moderation; the next page thanks for it', async () => {
    const response = await write(new Browser(), GOOD)
    expect(response.status).toBe(303)
    const thanks = await new Browser().fetch(response.headers.get('Location') ?? '')
    expect(await thanks.text()).toContain('check your review for spam')
    expect(await readPending()).toMatchObject([
      { title: 'Quiet', rating: 4, reviewer: 'Sam', customerId: null, product: { sku: SKU } },
    ])
  })

  test('of a signed-in customer has the first name as default and belongs to the customer', async () => {
    const browser = new Browser()
    await browser.signIn(RILEY)
    await write(browser, { ...GOOD, nickname: '' })
    expect(await readPending()).toMatchObject([{ reviewer: 'Riley', customerId: 1 }])
  })

  test('with errors is shown again on the form, with the typed texts', async () => {
    const response = await write(new Browser(), { ...GOOD, rating: '', nickname: '' })
    const html = await response.text()
    expect(response.status).toBe(422)
    for (const text of [
      'Choose one to five stars',
      'Field is required',
      'Two weeks of rain.',
      'value="Quiet"',
    ]) {
      expect(html).toContain(text)
    }
    // The list of errors takes the focus and links to the fields.
    expect(html).toMatch(/<div class="note note-error"[^>]*tabindex="-1"[^>]*autofocus/i)
    for (const id of ['review-rating', 'review-nickname']) {
      expect(html).toContain(`<a href="#${id}">`)
      expect(html).toContain(`id="${id}"`)
    }
    expect(html).not.toContain('choose your photos again')
    expect(await readPending()).toEqual([])
  })

  test('with errors says that chosen photos are to be chosen again', async () => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...GOOD, title: '' })) body.set(name, value)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    body.append('photos', new File([png], 'tire.png', { type: 'image/png' }))
    const response = await new Browser().fetch(`/reviews/form/?sku=${SKU}`, { method: 'POST', body })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain('Please choose your photos again.')
    expect(html).toContain('<a href="#review-photos">')
  })

  test('from a network that sends too many answers 429 and keeps the texts', async () => {
    const limited = new Browser({ REVIEW_LIMIT: { limit: async () => ({ success: false }) } })
    const response = await write(limited, GOOD)
    expect(response.status).toBe(429)
    expect(await response.text()).toContain('Two weeks of rain.')
    expect(await readPending()).toEqual([])
  })

  test('from another site or of an unknown product is refused', async () => {
    expect((await write(new Browser(), GOOD, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await write(new Browser(), { ...GOOD, sku: 'TL-9999' })).status).toBe(404)
  })

  test('can be written from the page of a product without reviews, without script', async () => {
    expect(await page()).toContain(`href="/reviews/form/?sku=${SKU}"`)
    const html = await (await new Browser().fetch(`/reviews/form/?sku=${SKU}&stars=2`)).text()
    expect(html).toContain(`action="/reviews/form/?sku=${SKU}"`)
    expect(html).toMatch(/name="rating" (checked="" )?value="2"( checked="")?/)
    expect(html).not.toContain('Verified buyer')
  })
})

describe('[C12] moderation', () => {
  const moderate = (browser: Browser, body: object) =>
    browser.fetch('/api/ext/staff/reviews', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })

  test('is allowed to staff only', async () => {
    const customer = new Browser()
    await customer.signIn(RILEY)
    expect((await new Browser().fetch('/api/ext/staff/reviews')).status).toBe(401)
    expect((await customer.fetch('/api/ext/staff/reviews')).status).toBe(401)
    await write(new Browser(), GOOD)
    const [review] = await readPending()
    expect((await moderate(customer, { id: review?.id, approve: true })).status).toBe(401)
    expect(await readPending()).toHaveLength(1)
  })

  test('shows approved reviews on the page of the product, which is rendered again, and refused ones nowhere', async () => {
    const staff = new Browser()
    await staff.signInAsStaff()
    const changed = () =>
      env.DB.prepare(
        'SELECT count(*) AS n FROM stock_pulse JOIN product ON product.id = product_id WHERE sku = ?',
      )
        .bind(SKU)
        .first<number>('n')
    const before = await changed()
    await write(new Browser(), GOOD)
    await write(new Browser(), { ...GOOD, detail: 'Spam.' })
    const { result } = await (await staff.fetch('/api/ext/staff/reviews')).json<{ result: unknown }>()
    expect(v.parse(REVIEW_MODERATION_LIST, result).total).toBe(2)
    const [good, bad] = await readPending()
    expect((await moderate(staff, { id: good?.id, approve: true })).status).toBe(200)
    expect((await moderate(staff, { id: bad?.id, approve: false })).status).toBe(200)
    expect((await moderate(staff, { id: good?.id, approve: true })).status).toBe(404)
    expect(await readPending()).toEqual([])
    expect(await changed()).toBe((before ?? 0) + 1)
    expect(
      await env.DB.prepare('SELECT refused_on > 0 AS gone FROM review WHERE id = ?').bind(bad?.id).first(),
    ).toEqual({
      gone: 1,
    })
    expect(await page('?view=tread')).toContain('Two weeks of rain.')
  })

  test('requires stars for the approval of a review without stars', async () => {
    const staff = new Browser()
    await staff.signInAsStaff()
    await env.DB.prepare(
      "INSERT INTO review (product_id, title, text, rating, reviewer_name, is_approved, created_on) VALUES (NULL, 'Fine', 'Good people.', NULL, 'Kim', 0, 0)",
    ).run()
    const [review] = await readPending()
    expect((await moderate(staff, { id: review?.id, approve: true })).status).toBe(404)
    expect((await moderate(staff, { id: review?.id, approve: true, rating: 5 })).status).toBe(200)
  })
})
