/** Reviews, votes, photos and questions belong to the model: every unit shows them. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { Browser, openShop, RILEY, SITE } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { openCatalog } from '../../catalog/index/catalog.ts'
import { findOffersBySku } from '../../catalog/product/product.sql.ts'
import { approveReview, pendingReviews } from '../../staff/review-moderation.sql.ts'

/** A used lot and a new tire of the same model, in the same size. */
const USED = 'TL-1002'
const NEW = 'TL-2001'
const NOW = Date.now()

beforeAll(openShop)
beforeEach(async () => {
  for (const table of ['review', 'product_question', 'review_vote']) await env.DB.exec(`DELETE FROM ${table}`)
})

async function productPage(sku: string, query = ''): Promise<string> {
  const slug = await env.DB.prepare('SELECT url_key FROM product WHERE sku = ?').bind(sku).first('url_key')
  const address = `${SITE}/p/${sku}/${slug}${query}`
  return (await app.request(address, {}, env, createExecutionContext())).text()
}

const post = (browser: Browser, path: string, fields: Record<string, string>) =>
  browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })

async function writeReview(sku: string, fields: Record<string, string> = {}): Promise<number> {
  const texts = { rating: '5', title: 'Quiet', detail: `Rain ${fields.rating ?? 5}.`, nickname: 'Sam' }
  const response = await post(new Browser(), `/reviews/form/?sku=${sku}`, { ...texts, ...fields })
  expect(response.status).toBe(303)
  const { reviews } = await pendingReviews(env.DB, 1)
  return reviews.at(-1)?.id ?? 0
}
const approve = async (id: number) =>
  expect(await approveReview(env.DB, { id, rating: null, now: Date.now() })).toBe(true)

describe('[H13c] an approved review', () => {
  test('is on the pages of all units of the model, with size and condition of its tire and its points', async () => {
    const first = await writeReview(USED, { wet: '5', noise: '2', snow: '9' })
    const second = await writeReview(USED, { rating: '2', wet: '3', noise: '2' })
    expect(await productPage(NEW)).not.toContain('Rain 5.')
    await approve(first)
    await approve(second)
    for (const sku of [USED, NEW]) {
      const html = await productPage(sku, '?view=tread')
      expect(html).toContain('Rain 5.')
      expect(html).toContain('For 225/45R17, used')
      expect(html).toContain('aria-label="3.5 of 5 stars, 2 reviews"')
      expect(html).toMatch(/Wet grip<\/span>.{0,80}<span class="num quiet">4\.0/)
      expect(html).toMatch(/Quietness<\/span>.{0,80}<span class="num quiet">2\.0/)
      expect(html).not.toContain('Snow</span>')
    }
    const other = await env.DB.prepare(
      "SELECT sku FROM product WHERE model <> 'Velo Sport' AND visibility > 1 AND status < 2 LIMIT 1",
    ).first<string>('sku')
    expect(await productPage(other ?? '')).not.toContain('Rain 5.')
  })

  test('changes cards, filter and order of the lists of an index that was built before, and no version', async () => {
    const catalog = await openCatalog(env, NOW, () => undefined)
    const rated = { ...EMPTY_QUERY, choices: { rating: ['min-4'] } }
    expect((await catalog.listing.find(rated, [])).total).toBe(0)
    const version = () =>
      env.DB.prepare("SELECT value FROM config WHERE path = 'catalog/version'").first('value')
    const before = await version()
    await approve(await writeReview(USED))
    expect(await version()).toBe(before)
    const later = await openCatalog(env, NOW + 60_000, () => undefined)
    const found = await later.listing.find({ ...rated, sort: 'rating:desc' }, ['rating'])
    const models = await env.DB.prepare(
      `SELECT DISTINCT brand || ' ' || model AS name FROM product WHERE id IN (${found.ids.join()})`,
    ).all()
    expect(models.results).toEqual([{ name: 'Halden Velo Sport' }])
    const all = await later.listing.find({ ...EMPTY_QUERY, sort: 'rating:desc' }, [])
    expect(all.ids.slice(0, found.total)).toEqual(found.ids)
    expect((await findOffersBySku(env.DB, [NEW]))[0]?.rating).toEqual({ average: 5, count: 1 })
  })

  test('no longer counts when it is deleted or its stars change', async () => {
    const [one, two] = [await writeReview(USED), await writeReview(NEW, { rating: '1' })]
    await approve(one)
    await approve(two)
    const rating = async () => (await findOffersBySku(env.DB, [NEW]))[0]?.rating
    expect(await rating()).toEqual({ average: 3, count: 2 })
    await env.DB.prepare('UPDATE review SET rating = 3 WHERE id = ?').bind(two).run()
    expect(await rating()).toEqual({ average: 4, count: 2 })
    await env.DB.prepare('UPDATE review SET is_approved = 0 WHERE id = ?').bind(one).run()
    expect(await rating()).toEqual({ average: 3, count: 1 })
    await env.DB.exec('DELETE FROM review')
    expect(await rating()).toBeUndefined()
  })
})

describe('[H13c] votes', () => {
  const helpful = (id: number) =>
    env.DB.prepare('SELECT helpful FROM review WHERE id = ?').bind(id).first<number>('helpful')

  test('count once per browser, per network without cookies and per customer, whatever is repeated', async () => {
    const id = await writeReview(USED)
    await approve(id)
    const guest = new Browser()
    const vote = (browser: Browser) => post(browser, '/reviews/vote/', { review: String(id), sku: NEW })
    for (let presses = 0; presses < 3; presses += 1) {
      const response = await vote(guest)
      expect(response.status).toBe(303)
      expect(response.headers.get('Location')).toMatch(
        new RegExp(`^/p/${NEW}/.*\\?voted=${id}#review-${id}$`),
      )
    }
    expect(await helpful(id)).toBe(1)
    const [phone, laptop] = [new Browser(), new Browser()]
    for (const browser of [phone, laptop]) {
      await browser.signIn(RILEY)
      await vote(browser)
    }
    expect(await helpful(id)).toBe(2)
    for (let presses = 0; presses < 3; presses += 1) {
      const withoutCookies = new Browser()
      withoutCookies.network = guest.network
      await vote(withoutCookies)
    }
    expect(await helpful(id)).toBe(2)
    await vote(new Browser())
    expect(await helpful(id)).toBe(3)
    const html = await productPage(NEW, `?voted=${id}`)
    expect(html).toContain('We count one vote per shopper.')
    expect(html).not.toContain('Helpful (')
    expect(await productPage(NEW, '?view=tread')).toContain('Helpful (3)')
  })

  test('for a pending or an unknown review count nothing, and a network may send 20 a minute', async () => {
    const id = await writeReview(USED)
    await post(new Browser(), '/reviews/vote/', { review: String(id), sku: USED })
    expect(await helpful(id)).toBe(0)
    expect((await post(new Browser(), '/reviews/vote/', { review: '1', sku: 'TL-9999' })).status).toBe(404)
    const limited = new Browser({ FORM_LIMIT: { limit: async () => ({ success: false }) } })
    expect((await post(limited, '/reviews/vote/', { review: String(id), sku: USED })).status).toBe(429)
  })
})

describe('[H13c] photos', () => {
  const PNG = Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...[0, 0, 0, 1, ...Buffer.from('IHDR'), 1, 1, 2, 3, 4],
    ...[0, 0, 0, 6, ...Buffer.from('tEXt41.88N'), 1, 2, 3, 4],
    ...[0, 0, 0, 0, ...Buffer.from('IEND'), 1, 2, 3, 4],
  ])
  const largeChunk = (size: number) => {
    const chunk = new Uint8Array(size)
    new DataView(chunk.buffer).setUint32(0, size - 12)
    chunk.set(Buffer.from('IDAT'), 4)
    return chunk
  }
  const withPhotos = (...files: File[]) => {
    const form = new FormData()
    const fields = { rating: '4', title: 'Look', detail: 'See the photo.', nickname: 'Sam' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    for (const file of files) form.append('photos', file)
    return new Browser().fetch(`/reviews/form/?sku=${USED}`, { method: 'POST', body: form })
  }
  const keys = async () =>
    (await env.PICTURES.list({ prefix: 'private/review/' })).objects.map(({ key }) => key)

  test('are shown with the approved review only, as what they are and without the place', async () => {
    expect((await withPhotos(new File([PNG], 'page.html', { type: 'text/html' }))).status).toBe(303)
    const id = await env.DB.prepare('SELECT id FROM review_photo ORDER BY id DESC').first<number>('id')
    const get = (browser: Browser) => browser.fetch(`/reviews/photos/${id}`)
    expect((await get(new Browser())).status).toBe(404)
    const staff = new Browser()
    await staff.signInAsStaff()
    expect((await get(staff)).status).toBe(200)
    const { reviews } = await pendingReviews(env.DB, 1)
    await approve(reviews[0]?.id ?? 0)
    const shown = await get(new Browser())
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(shown.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(await shown.text()).not.toContain('41.88N')
    expect(await productPage(NEW, '?view=tread')).toContain(`/reviews/photos/${id}`)
  })

  test('stand at their own review, whatever the ids of reviews and photos', async () => {
    const plain = await writeReview(USED)
    expect((await withPhotos(new File([PNG], 'a.png'), new File([PNG], 'b.png'))).status).toBe(303)
    const pending = (await pendingReviews(env.DB, 1)).reviews
    const owner = pending.find(({ id }) => id !== plain)
    expect(pending.find(({ id }) => id === plain)?.photos).toEqual([])
    expect(owner?.photos).toHaveLength(2)
    // A photo whose id is that of the review without photos, and one with an id of no review.
    await env.DB.batch([
      env.DB.prepare('DELETE FROM review_photo WHERE id IN (?1, 9001)').bind(plain),
      env.DB.prepare('UPDATE review_photo SET id = ?2 WHERE id = ?1').bind(owner?.photos[0] ?? 0, plain),
      env.DB.prepare('UPDATE review_photo SET id = 9001 WHERE id = ?').bind(owner?.photos[1] ?? 0),
    ])
    for (const { id } of pending) await approve(id)
    const html = await productPage(NEW, '?view=tread')
    const itemOf = (id: number) => html.split(`<li id="review-${id}"`)[1]?.split('<li id="review-')[0] ?? ''
    expect(itemOf(plain)).not.toContain('/reviews/photos/')
    expect([...itemOf(owner?.id ?? 0).matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
      `/reviews/photos/${plain}`,
      '/reviews/photos/9001',
    ])
  })

  test('that are no pictures, too many or too large are refused, and the typed text stays', async () => {
    const before = await keys()
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'tire.jpg', { type: 'image/jpeg' })
    const large = new File([PNG, new Uint8Array(5 * 1024 * 1024)], 'large.png')
    const ok = new File([PNG], 'ok.png')
    const refused = [
      [await withPhotos(svg), 'JPEG, PNG or WebP photos'],
      [await withPhotos(large), 'up to 5 MB each'],
      [await withPhotos(ok, ok, ok, ok), 'up to 3 photos'],
    ] as const
    for (const [response, message] of refused) {
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(html).toContain(message)
      expect(html).toContain('See the photo.')
    }
    expect(await keys()).toEqual(before)
  })

  test('of the largest size are all accepted', async () => {
    const photo = new File(
      [PNG.subarray(0, -12), largeChunk(5 * 1024 * 1024 - 100), PNG.subarray(-12)],
      'a.png',
    )
    expect((await withPhotos(photo, photo, photo)).status).toBe(303)
    expect((await withPhotos(photo, photo, photo, photo)).status).toBe(413)
  })

  test('of a repeated review are stored once', async () => {
    const before = (await keys()).length
    await withPhotos(new File([PNG], 'a.png'))
    await withPhotos(new File([PNG], 'a.png'))
    expect((await keys()).length).toBe(before + 1)
    expect((await pendingReviews(env.DB, 1)).total).toBe(1)
  })
})

describe('[H13c] questions', () => {
  const ask = (fields: Record<string, string>) => post(new Browser(), `/questions/form/?sku=${USED}`, fields)
  const GOOD = { question: 'How loud are they?', nickname: 'Sam' }
  const waiting = () =>
    env.DB.prepare(
      'SELECT id FROM product_question WHERE answered_at IS NULL AND refused_at IS NULL',
    ).first<number>('id')

  test('are shown with the shop’s answer on the pages of the model', async () => {
    const response = await ask(GOOD)
    expect(response.headers.get('Location')).toMatch(new RegExp(`^/p/${USED}/.*\\?asked=1#questions$`))
    await ask(GOOD)
    const { n } = (await env.DB.prepare('SELECT count(*) AS n FROM product_question').first<{
      n: number
    }>()) ?? { n: 0 }
    expect(n).toBe(1)
    expect(await productPage(NEW)).not.toContain('How loud are they?')
    const staff = new Browser()
    await staff.signInAsStaff()
    expect(await (await staff.fetch('/staff/reviews/')).text()).toContain('How loud are they?')
    const id = String(await waiting())
    await post(staff, '/staff/form/', { action: 'answer', question: id, text: 'A light hum <b>from 45 mph.' })
    for (const sku of [USED, NEW]) {
      const html = await productPage(sku, '?view=tread')
      expect(html).toContain('How loud are they?')
      expect(html).toContain('A light hum &lt;b&gt;from 45 mph.')
    }
  })

  test('with errors are shown again, and only staff answer or refuse them', async () => {
    const response = await ask({ question: '', nickname: '77' })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain('value="77"')
    expect(html).toMatch(/autofocus[^>]*role="alert".*<a href="#question-text">Your question/is)
    await ask(GOOD)
    const id = String(await waiting())
    const guest = new Browser()
    expect((await post(guest, '/staff/form/', { action: 'answer', question: id, text: 'No.' })).status).toBe(
      404,
    )
    const staff = new Browser()
    await staff.signInAsStaff()
    await post(staff, '/staff/form/', { action: 'refuse-question', question: id })
    expect(await waiting()).toBeNull()
    await post(staff, '/staff/form/', { action: 'restore-question', question: id })
    expect(String(await waiting())).toBe(id)
  })
})

test('[H13c] a refused review can be restored by one press, and is not shown before', async () => {
  const id = await writeReview(USED)
  const staff = new Browser()
  await staff.signInAsStaff()
  const refused = await post(staff, '/staff/form/', { action: 'refuse', review: String(id) })
  const page = await (await staff.fetch(refused.headers.get('Location') ?? '')).text()
  expect(page).toContain('Undo')
  expect(page).toContain('No pending reviews.')
  expect(await (await staff.fetch('/staff/reviews/?show=refused')).text()).toContain('Rain 5.')
  await post(staff, '/staff/form/', { action: 'restore', review: String(id) })
  expect((await pendingReviews(env.DB, 1)).total).toBe(1)
  await approve(id)
  expect(await productPage(NEW, '?view=tread')).toContain('Rain 5.')
})

test('[H13c] what another one has handled before is not said to be refused or answered', async () => {
  const id = String(await writeReview(USED))
  await approve(Number(id))
  await post(new Browser(), `/questions/form/?sku=${USED}`, { question: 'Loud?', nickname: 'Sam' })
  const question = String(await env.DB.prepare('SELECT id FROM product_question').first('id'))
  const staff = new Browser()
  await staff.signInAsStaff()
  await post(staff, '/staff/form/', { action: 'answer', question, text: 'No.' })
  const late = [
    { action: 'refuse', review: id },
    { action: 'restore', review: id },
    { action: 'refuse-question', question },
    { action: 'restore-question', question },
    { action: 'answer', question, text: 'Yes.' },
  ]
  for (const fields of late) {
    const response = await post(staff, '/staff/form/', fields)
    const html = await (await staff.fetch(response.headers.get('Location') ?? '')).text()
    expect(html, fields.action).toContain('Someone else has handled that already.')
    expect(html).not.toContain('Refused. It won’t be shown.')
  }
})

test('[H13c] the most helpful review stands first, of equal ones the newest', async () => {
  const ids: number[] = []
  for (const rating of ['5', '4', '3']) ids.push(await writeReview(USED, { rating }))
  for (const id of ids) await approve(id)
  const vote = (id: number | undefined) =>
    post(new Browser(), '/reviews/vote/', { review: String(id), sku: NEW })
  await vote(ids[1])
  await vote(ids[1])
  await vote(ids[0])
  const html = await productPage(NEW, '?view=tread')
  expect([...html.matchAll(/>Rain (\d)\.</g)].map(([, rating]) => rating)).toEqual(['4', '5', '3'])
})

test('[H13c] the reviews of a page are filtered by stars, without script', async () => {
  for (const rating of ['5', '2']) await approve(await writeReview(USED, { rating }))
  const html = await productPage(NEW, '?stars=2')
  expect(html).toContain('Rain 2.')
  expect(html).not.toContain('Rain 5.')
  expect(html).toMatch(/href="\/p\/[^"?]*\?stars=5#reviews"/)
  expect(html).toMatch(/aria-current="true"[^>]*><span class="num">2 stars/)
  // The numbers stay those of all reviews.
  expect(html).toContain('aria-label="3.5 of 5 stars, 2 reviews"')
  expect(await productPage(NEW, '?stars=3')).toContain('No reviews with 3 stars.')
})

test('[H13c] a customer sees their own reviews with their state; a guest signs in first', async () => {
  const path = '/customer/account/reviews/'
  expect((await new Browser().fetch(path)).headers.get('Location')).toContain('/login/')
  const browser = new Browser()
  await browser.signIn(RILEY)
  await post(browser, `/reviews/form/?sku=${USED}`, {
    ...{ rating: '4', title: 'Mine', detail: 'My own.', nickname: '' },
  })
  expect(await (await browser.fetch(path)).text()).toMatch(/Mine.*Being checked/s)
  await approve((await pendingReviews(env.DB, 1)).reviews[0]?.id ?? 0)
  expect(await (await browser.fetch(path)).text()).toMatch(/Mine.*Posted/s)
})
