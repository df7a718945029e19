/** Staff find what is shown and take it down: a review, a photo, a question or its answer, and undo it. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { eraseCustomer } from '../account/privacy/customer-data.sql.ts'
import { Browser, openShop, SITE } from '../account/testing/account.harness.ts'
import { app } from '../app.ts'
import { findOffersBySku } from '../catalog/product/product.sql.ts'
import { deleteHiddenPhotos } from '../content/reviews/photos/delete-photos.ts'
import { putPrivateFile } from '../orders/status/private-file.ts'

/** A used and a new tire of one model. */
const [USED, NEW] = ['TL-1002', 'TL-2001']
const staff = new Browser()

beforeAll(async () => {
  await openShop()
  await staff.signInAsStaff()
})
beforeEach(async () => {
  for (const table of ['review_photo', 'review', 'product_question'])
    await env.DB.exec(`DELETE FROM ${table}`)
})

const act = (fields: Record<string, string>) =>
  staff.fetch('/staff/form/', { method: 'POST', body: new URLSearchParams(fields) })
const readStaff = async (query: string) => (await staff.fetch(`/staff/reviews/${query}`)).text()
/** Follows the redirect of an action and returns the page. */
async function actAndRead(fields: Record<string, string>): Promise<string> {
  return (await staff.fetch((await act(fields)).headers.get('Location') ?? '')).text()
}
async function productPage(sku: string): Promise<string> {
  const slug = await env.DB.prepare('SELECT url_key FROM product WHERE sku = ?').bind(sku).first('url_key')
  const address = `${SITE}/p/${sku}/${slug}?view=tread`
  return (await app.request(address, {}, env, createExecutionContext())).text()
}
const events = () =>
  env.DB.prepare('SELECT count(*) AS n FROM stock_pulse WHERE product_id IS NOT NULL').first<number>('n')

async function addReview(text: string, { approved = 1, at = Date.now() } = {}): Promise<string> {
  const row = await env.DB.prepare(
    `INSERT INTO review (product_id, title, text, rating, reviewer_name, is_approved, created_on)
      SELECT id, 'Title', ?1, 4, 'Kim', ?2, ?3 FROM product WHERE sku = ?4 RETURNING id`,
  )
    .bind(text, approved, at, USED)
    .first<number>('id')
  return String(row)
}
async function addPhoto(review: string, removedAt: number | null = null): Promise<string> {
  const key = `review/test-${crypto.randomUUID()}`
  await putPrivateFile(env.PICTURES, key, Uint8Array.of(1), 'image/png')
  const id = await env.DB.prepare(
    "INSERT INTO review_photo (review_id, file_key, content_type, removed_at) VALUES (?1, ?2, 'image/png', ?3) RETURNING id",
  )
    .bind(review, key, removedAt)
    .first<number>('id')
  return String(id)
}
const photoStatus = async (id: string) => (await new Browser().fetch(`/reviews/photos/${id}`)).status

test('[H13c] an approved review is found, taken down with its photos and stars, and shown again by "Undo"', async () => {
  const id = await addReview('Loud on the highway.')
  const other = await addReview('Something else.')
  const photo = await addPhoto(id)
  const rating = async () => (await findOffersBySku(env.DB, [NEW]))[0]?.rating?.count
  expect([await rating(), await photoStatus(photo)]).toEqual([2, 200])
  const address = `${SITE}/p/${NEW}/any-name`
  for (const query of ['LOUD', `${address}#review-${id}`]) {
    const page = await readStaff(`?show=posted&q=${encodeURIComponent(query)}`)
    expect(page, query).toContain(`value="${id}"`)
    expect(page, query).not.toContain('Something else.')
  }
  for (const query of [NEW, address, 'velo sport', 'kim']) {
    const page = await readStaff(`?show=posted&q=${encodeURIComponent(query)}`)
    expect(page, query).toContain('Something else.')
  }
  expect(await readStaff('?show=posted&q=nothing-like-it')).toContain('No posted reviews found.')

  const before = (await events()) ?? 0
  const page = await actAndRead({ action: 'remove', review: id })
  expect(page).toContain('Taken down.')
  expect(page).toContain('value="republish"')
  expect(await productPage(NEW)).not.toContain('Loud on the highway.')
  expect([await rating(), await photoStatus(photo)]).toEqual([1, 404])
  expect(await events()).toBeGreaterThan(before)
  expect(await readStaff('?show=refused')).toContain('Loud on the highway.')
  expect(await actAndRead({ action: 'remove', review: id })).toContain('Nothing was changed.')

  const taken = (await events()) ?? 0
  await act({ action: 'republish', review: id })
  expect(await productPage(NEW)).toContain('Loud on the highway.')
  expect([await rating(), await photoStatus(photo)]).toEqual([2, 200])
  expect(await events()).toBeGreaterThan(taken)
  expect(other).not.toBe(id)
})

test('[H14q] the shop answers a review in public, changes the answer and takes it down', async () => {
  const id = await addReview('Loud on the highway.')
  const answer = (text: string) => actAndRead({ action: 'answer-review', review: id, text })
  const before = (await events()) ?? 0
  expect(await answer('Sorry. We’ll call you.')).toMatch(/Saved\..*<textarea[^>]*>Sorry\. We’ll call you\.</s)
  expect(await events()).toBeGreaterThan(before)
  const list = async (query: string) => (await new Browser().fetch(`/reviews/${query}`)).text()
  for (const html of [await productPage(NEW), await list('')])
    expect(html).toMatch(
      /Loud on the highway\..*Treadline answers:<\/b>\s*(<!-- -->)?\s*Sorry\. We’ll call you\./s,
    )
  await answer(' ')
  const log = async () =>
    (
      await env.DB.prepare(
        `SELECT kind, "before", "after" FROM audit_log WHERE record = 'review' AND record_id = ? ORDER BY id`,
      )
        .bind(String(id))
        .all()
    ).results
  const [given, taken] = ['{"answer":"Sorry. We’ll call you."}', '{"answer":null}']
  expect(await log()).toEqual([
    { kind: 'answer', before: taken, after: given },
    { kind: 'answer', before: given, after: taken },
  ])
  // Another address of the list: the first one is cached for a moment.
  for (const html of [await productPage(NEW), await list('?of=tires')]) {
    expect(html).toContain('Loud on the highway.')
    expect(html).not.toContain('Treadline answers')
  }
  // The answer goes with the review when its customer is erased.
  await env.DB.prepare('UPDATE review SET customer_id = 2 WHERE id = ?').bind(id).run()
  await env.DB.batch(eraseCustomer(env.DB, 2, Date.now()))
  expect((await log()).map(({ before, after }) => [before, after])).toEqual([
    ['{}', '{}'],
    ['{}', '{}'],
  ])
  const pending = await addReview('Waits.', { approved: 0 })
  expect(await actAndRead({ action: 'answer-review', review: pending, text: 'No.' })).toContain(
    'Nothing was changed.',
  )
})

test('[H14q] a reported review waits for staff and stays as it is; when they leave it, later reports change nothing', async () => {
  const id = await addReview('Bad tire, bad shop.')
  const other = await addReview('Fine.')
  const report = () =>
    new Browser().fetch('/reviews/vote/', {
      method: 'POST',
      body: new URLSearchParams({ review: id, sku: NEW, report: '1' }),
    })
  const reviews = async () => /<ul class="review-rows">.*?<\/section>/s.exec(await productPage(NEW))?.[0]
  const [shown, rating] = [await reviews(), (await findOffersBySku(env.DB, [NEW]))[0]?.rating]
  const answer = await report()
  expect(answer.headers.get('Location')).toMatch(new RegExp(`\\?reported=${id}#review-${id}$`))
  const thanks = await (await new Browser().fetch(answer.headers.get('Location') ?? '')).text()
  expect(thanks).toContain('We’ll look at this review again. It stays here until then.')
  // A report hides nothing: text, order, stars and votes are as before.
  expect(await reviews()).toBe(shown)
  expect((await findOffersBySku(env.DB, [NEW]))[0]?.rating).toEqual(rating)
  const waiting = await readStaff('?show=flagged')
  expect(waiting).toContain('Bad tire, bad shop.')
  expect(waiting).not.toContain('Fine.')
  expect(await (await staff.fetch('/staff/')).text()).toContain('Reported reviews')

  expect(await actAndRead({ action: 'check-review', review: id })).toContain('No reported reviews.')
  await report()
  expect(await readStaff('?show=flagged')).toContain('No reported reviews.')
  expect(await actAndRead({ action: 'flag-review', review: other })).toContain('Fine.')
  expect(await actAndRead({ action: 'remove', review: other })).toContain('Taken down.')
  expect(await readStaff('?show=flagged')).toContain('No reported reviews.')
  expect(shown).toContain('Bad tire, bad shop.')
})

test('[H13c] one photo is taken down, and the review stays', async () => {
  const id = await addReview('See the photos.')
  const [bad, good] = [await addPhoto(id), await addPhoto(id)]
  const before = (await events()) ?? 0
  expect(await actAndRead({ action: 'remove-photo', photo: bad })).toContain('Photo taken down.')
  expect(await events()).toBeGreaterThan(before)
  expect([await photoStatus(bad), await photoStatus(good)]).toEqual([404, 200])
  const html = await productPage(NEW)
  expect(html).toContain(`/reviews/photos/${good}`)
  expect(html).not.toContain(`src="/reviews/photos/${bad}"`)
  expect((await staff.fetch(`/reviews/photos/${bad}`)).status).toBe(200)
  expect(await readStaff('?show=posted')).toContain('value="restore-photo"')
  await act({ action: 'restore-photo', photo: bad })
  expect(await photoStatus(bad)).toBe(200)
})

test('[H13c] a question is taken down with its answer, or its answer alone', async () => {
  const id = String(
    await env.DB.prepare(
      `INSERT INTO product_question (product_id, brand_slug, model_slug, asker_name, question, answer, asked_at, answered_at)
        SELECT id, brand_slug, model_slug, 'Kim', 'How loud?', 'A light hum.', 1, 2 FROM product WHERE sku = ? RETURNING id`,
    )
      .bind(USED)
      .first<number>('id'),
  )
  expect(await readStaff('?show=posted&q=hum')).toContain('How loud?')
  expect(await actAndRead({ action: 'remove-question', question: id })).toContain(
    'Taken down with its answer.',
  )
  expect(await productPage(NEW)).not.toContain('How loud?')
  await act({ action: 'restore-question', question: id })
  expect(await productPage(NEW)).toContain('A light hum.')
  const before = (await events()) ?? 0
  expect(await actAndRead({ action: 'remove-answer', question: id })).toMatch(/<textarea[^>]*>A light hum\.</)
  expect(await events()).toBeGreaterThan(before)
  expect(await productPage(NEW)).not.toContain('How loud?')
  await act({ action: 'answer', question: id, text: 'Hardly.' })
  expect(await productPage(NEW)).toContain('Hardly.')
})

test('[H13c] only staff take something down', async () => {
  const id = await addReview('Mine.')
  const body = new URLSearchParams({ action: 'remove', review: id })
  expect((await new Browser().fetch('/staff/form/', { method: 'POST', body })).status).toBe(404)
  expect(await productPage(NEW)).toContain('Mine.')
})

test('[H13c] photos that were shown to nobody for 90 days are deleted', async () => {
  const now = Date.now()
  const old = now - 91 * DAY_MS
  const shown = await addPhoto(await addReview('Shown.', { at: old }))
  const fresh = await addPhoto(await addReview('Fresh.', { approved: 0 }))
  const refused = await addReview('Refused lately.', { approved: 0, at: old })
  await env.DB.prepare('UPDATE review SET refused_on = ?2 WHERE id = ?1')
    .bind(refused, now - DAY_MS)
    .run()
  const remaining = [
    shown,
    fresh,
    await addPhoto(refused),
    await addPhoto(await addReview('Removed lately.'), now),
  ]
  const ended = [
    await addPhoto(await addReview('Never moderated.', { approved: 0, at: old })),
    await addPhoto(await addReview('Removed.', { at: old }), old),
  ]
  const keys = async (ids: string[]) =>
    (await env.DB.prepare(`SELECT file_key FROM review_photo WHERE id IN (${ids.join()})`).all()).results.map(
      ({ file_key }) => `private/${file_key}`,
    )
  const files = await keys(ended)
  expect(await env.PICTURES.head(files[0] ?? '')).not.toBeNull()
  await deleteHiddenPhotos(env, now)
  const left = (await env.DB.prepare('SELECT id FROM review_photo ORDER BY id').all()).results
  expect(left.map(({ id }) => String(id))).toEqual(remaining.toSorted((a, b) => Number(a) - Number(b)))
  for (const file of files) expect(await env.PICTURES.head(file)).toBeNull()
})
