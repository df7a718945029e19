import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { jpegFile } from '../../../schema/platform/forms/testing/jpeg.harness.ts'
import type { DraftCheck } from '../../../schema/staff/intake/check-draft.ts'
import { type Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { loadLandings } from '../../catalog/index/testing/landings.fixture.ts'
import { serveFromMemory } from '../../platform/cache/page-cache.ts'
import { callIntake, signInStaff, WHOLE_DRAFT } from './testing/intake.harness.ts'

interface Published {
  sku: string
  state: string
  href: string
  check?: DraftCheck
}

let clock = Date.UTC(2026, 10, 24, 15)
let casey: Browser
const HASH = '00ff00ff00ff00ff'

beforeAll(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
  await openShop()
  await loadLandings(env.DB)
  casey = await signInStaff('yard', 'Casey')
  await env.DB.exec("INSERT INTO bin (code) VALUES ('A-12-3')")
})
beforeEach(() => env.DB.exec("DELETE FROM config WHERE path = 'staff/intake'"))

async function visit(path: string) {
  const context = createExecutionContext()
  const request = new Request(`${SITE}${path}`)
  const response = serveFromMemory(request)?.response ?? (await app.request(request, {}, env, context))
  const text = await response.text()
  await waitOnExecutionContext(context)
  return { text, status: response.status }
}
const cards = (page: string) => page.match(/<li class="card"/g)?.length ?? 0

/** Lets the change feed be read: after two seconds the next request reads it in the background. */
async function twoSecondsLater() {
  clock += 2_000
  await visit('/t/b/brakken')
}

let revision = 0
async function takeIn(draft: object, { who = casey, key = crypto.randomUUID() } = {}) {
  revision += 1
  const { result } = await callIntake<{ sku: string }>(who, 'PUT', key, {
    draft: { ...WHOLE_DRAFT, bin: 'A-12-3', photos: [{ slot: 'tread', hash: HASH }], ...draft },
    revision,
  })
  return { key, sku: result.sku }
}

async function sendPhoto(key: string, slot = 'tread', hash = HASH) {
  for (const [size, file] of [
    [1600, jpegFile(1600, 1200)],
    [480, jpegFile(480, 360)],
  ] as const)
    await callIntake(casey, 'PUT', `${key}/photos/${slot}?size=${size}&hash=${hash}`, file)
}

const publish = (key: string, who = casey) => callIntake<Published>(who, 'POST', `${key}/publish`)
const problemsOf = ({ check }: Published) =>
  Object.values(check?.blocks ?? {}).flatMap(({ problems }) => problems.map(({ code }) => code))

test('[H14d] a published unit is on its page, in its size list, in search and in counts within two seconds', async () => {
  const [list, search] = [await visit('/t/s/225-45r17'), await visit('/search?q=halden+velo')]
  const { key, sku } = await takeIn({})
  await sendPhoto(key)
  const { code, result } = await publish(key)
  expect(code).toBe(200)
  expect(result).toMatchObject({ sku, state: 'live' })
  const page = await visit(result.href)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Passport of this tire')
  expect(page.text).toContain('No cuts, no bulges')
  expect(page.text).toContain(
    'We measured each groove and tested it under air. Before it’s sent, a second person checks it.',
  )
  await twoSecondsLater()
  const after = await visit('/t/s/225-45r17')
  expect(cards(after.text)).toBe(cards(list.text) + 1)
  expect(after.text).toContain(sku)
  const used = (text: string) =>
    text.match(/id="f-condition-used".*?<\/label>/s)?.[0].replace(/<[^>]*>/g, ' ')
  expect(used(after.text)).not.toBe(used(list.text))
  expect(search.text).not.toContain(sku)
  expect((await visit('/search?q=halden+velo')).text).toContain(sku)
})

test('[H14d] a unit with photos shows them on its card and its page, and no drawing', async () => {
  const { key, sku } = await takeIn({})
  await sendPhoto(key)
  const { result } = await publish(key)
  const page = await visit(result.href)
  const gallery =
    page.text.match(/<island[^>]*gallery.*?<\/island|class="gallery.*?<\/section>/s)?.[0] ?? page.text
  expect(gallery).toContain(`/photos/2026/${sku}-tread-${HASH}.jpg`)
  expect(page.text).toContain('Photos of this very tire.')
  await twoSecondsLater()
  const list = await visit('/t/s/225-45r17')
  const card = list.text.split('<li class="card"').find((one) => one.includes(`/p/${sku}/`)) ?? ''
  expect(card).toContain(`src="/photos/2026/${sku}-tread-${HASH}-480.jpg"`)
  expect(card).toContain('alt="Photo: Halden Velo Sport"')
  expect(card).not.toContain('/pictures/')
  // A photo that was late joins the others.
  await sendPhoto(key, 'sidewall')
  await twoSecondsLater()
  expect((await visit(result.href)).text).toContain(`${sku}-sidewall-${HASH}.jpg`)
})

test('[H14d] the same key twice, and at the same moment, is one unit with one row in the audit log', async () => {
  const { key, sku } = await takeIn({})
  await sendPhoto(key)
  const replies = await Promise.all([publish(key), publish(key), publish(key)])
  replies.push(await publish(key))
  for (const { code, result } of replies) expect({ code, sku: result.sku }).toEqual({ code: 200, sku })
  const count = (sql: string) => env.DB.prepare(sql).bind(sku).first<number>('n')
  expect(await count('SELECT count(*) n FROM product WHERE sku = ?')).toBe(1)
  expect(await count('SELECT qty n FROM stock WHERE stock_sku = ?')).toBe(1)
  const logged = await env.DB.prepare('SELECT kind, record, source, after FROM audit_log WHERE key = ?')
    .bind(`intake-${key}`)
    .all<{ kind: string; after: string }>()
  expect(logged.results).toMatchObject([{ kind: 'create', record: 'unit', source: 'page' }])
  expect(JSON.parse(logged.results[0]?.after ?? '')).toMatchObject({
    price: 64_00,
    bin: 'A-12-3',
    state: 'live',
  })
  const changed = await callIntake(casey, 'PUT', key, { draft: WHOLE_DRAFT, revision: 999 })
  expect(changed).toMatchObject({ code: 409, result: { code: 'published', sku } })
})

test('[H14d] what intake knows about the unit is stored beside the product', async () => {
  await env.DB.exec(
    "INSERT INTO lot (id, source, kind, paid, count, created_at) VALUES (7, 'Scrap yard', 'whole', 40000, 20, 0)",
  )
  const { key, sku } = await takeIn({
    ...{ lotId: 7, dot: 'U2LLLMLR2322', noFindings: false, depths: [5, 8.5] },
    findings: [{ code: 'plug-patch', mm: 5 }],
    price: 39_00,
  })
  await sendPhoto(key)
  expect((await publish(key)).code).toBe(200)
  const row = await env.DB.prepare(
    'SELECT u.*, p.dot, p.tread_depth, p.passport, s.name FROM unit u JOIN product p ON p.id = u.product_id JOIN staff s ON s.id = u.taken_by WHERE p.sku = ?',
  )
    .bind(sku)
    .first<Record<string, unknown>>()
  expect(row).toMatchObject({
    ...{ state: 'live', bin: 'A-12-3', lot_id: 7, cost: 2000, tin: 'U2LLLMLR2322', photo_hash: HASH },
    ...{ taken_at: clock, name: 'Casey', dot: '2322', tread_depth: 5 },
    findings: JSON.stringify([{ code: 'plug-patch', mm: 5 }, { code: 'uneven' }]),
  })
  expect(JSON.parse(String(row?.passport))).toMatchObject({
    ...{ grooves: [[5, 8.5]], grade: 'C', repairs: 'One plug-patch, 5 mm, in the crown' },
    ...{ tread: 'Worn more on one side', firstInspection: { by: 'Casey', on: '2026-11-24' } },
  })
})

test('[H14d] a fault between photo and publishing loses nothing: the next try finds draft and photo', async () => {
  const { key, sku } = await takeIn({})
  await sendPhoto(key)
  const batch = vi.spyOn(env.DB, 'batch').mockRejectedValue(new Error('D1 is away'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const failed = await publish(key)
  batch.mockRestore()
  expect(failed.code).toBeGreaterThanOrEqual(500)
  expect(await env.DB.prepare('SELECT 1 FROM product WHERE sku = ?').bind(sku).first()).toBeNull()
  const { code, result } = await publish(key)
  expect({ code, sku: result.sku }).toEqual({ code: 200, sku })
  expect((await visit(result.href)).text).toContain(`${sku}-tread-${HASH}.jpg`)
})

test('[H14d] a tire whose publishing was killed after it was added can neither be scrapped nor changed as a draft', async () => {
  const { key, sku } = await takeIn({})
  await sendPhoto(key)
  const isThere = () => env.DB.prepare('SELECT 1 FROM product WHERE sku = ?').bind(sku).first()
  const run = env.DB.batch.bind(env.DB)
  const batch = vi.spyOn(env.DB, 'batch').mockImplementation(async (statements) => {
    const results = await run(statements)
    if (await isThere()) throw new Error('killed')
    return results as never
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect((await publish(key)).code).toBeGreaterThanOrEqual(500)
  batch.mockRestore()
  expect(await isThere()).not.toBeNull()
  const draft = { ...WHOLE_DRAFT, depths: [7, 1.5], photos: [{ slot: 'worst' }] }
  for (const answer of [
    await callIntake(casey, 'PUT', key, { draft, revision: 9999 }),
    await callIntake(casey, 'POST', `${key}/scrap`),
  ])
    expect(answer).toMatchObject({ code: 409, result: { code: 'published', sku } })
  expect(await publish(key)).toMatchObject({ code: 200, result: { sku, state: 'live' } })
})

test('[H14d] photos that the phone names but the shop does not have are asked for', async () => {
  const { key } = await takeIn({})
  const without = await publish(key)
  expect(without).toMatchObject({ code: 409, result: { code: 'incomplete' } })
  expect(problemsOf(without.result)).toEqual(['tread-photo-missing'])
  await callIntake(casey, 'PUT', `${key}/photos/tread?size=1600&hash=${HASH}`, jpegFile(1600, 1200))
  expect(problemsOf((await publish(key)).result)).toEqual(['tread-photo-missing'])
})

test.each<[string, object, string]>([
  ['an impossible depth', { depths: [41, 7] }, 'depth-range'],
  ['week 54', { dot: '5422' }, 'dot-week'],
  ['a future week', { dot: '5226' }, 'dot-future'],
  ['a size as model', { model: '225/45R17' }, 'name-is-size'],
  ['emoji as model', { model: '🛞' }, 'name-characters'],
  ['a bin that is none', { bin: 'Z-99' }, 'bin-unknown'],
  ['a lot that is none', { lotId: 4711 }, 'lot-unknown'],
  ['a size that the shop never had', { marking: '155/80R13 79T' }, 'size-new'],
  ['a price below the floor', { price: 1_00 }, 'price-below-floor'],
])('[H14d] %s is answered with words and puts nothing on sale', async (_, draft, problem) => {
  const { key, sku } = await takeIn(draft)
  await sendPhoto(key)
  const { code, result } = await publish(key)
  expect(code).toBe(409)
  expect(problemsOf(result)).toContain(problem)
  expect(await env.DB.prepare('SELECT 1 FROM product WHERE sku = ?').bind(sku).first()).toBeNull()
})

test('[H14d] a price more than a quarter off the suggestion needs a manager and a reason', async () => {
  const dear = { price: 250_00, priceWhy: 'Hard to find' }
  const { key } = await takeIn(dear)
  await sendPhoto(key)
  expect(problemsOf((await publish(key)).result)).toEqual(['price-far'])
  const manager = await signInStaff('manager', 'Morgan')
  const { code, result } = await publish(key, manager)
  expect(code).toBe(200)
  const row = await env.DB.prepare(
    'SELECT suggested, price_why FROM unit u JOIN product p ON p.id = u.product_id WHERE sku = ?',
  )
    .bind(result.sku)
    .first<{ suggested: number; price_why: string }>()
  expect(row?.suggested).toBeLessThan(200_00)
  expect(row?.price_why).toBe('Hard to find')
})

test.each<[string, object, string]>([
  ['an unreadable DOT code', { dot: 'unreadable' }, 'parked'],
  ['a second inspection before the sale', {}, 'waiting'],
])('[H14d] %s: the unit is taken in and not on sale', async (_, draft, state) => {
  if (state === 'waiting')
    await env.DB.exec(
      `INSERT INTO config (path, value) VALUES ('staff/intake', '{"secondInspection":"before-sale"}')`,
    )
  const { key, sku } = await takeIn(draft)
  await sendPhoto(key)
  const { result } = await publish(key)
  expect(result.state).toBe(state)
  await twoSecondsLater()
  expect((await visit('/t/s/225-45r17')).text).not.toContain(sku)
  expect((await visit(result.href)).text).toContain('Sold')
})

test('[H14d] a size that no tire had gets its list and its place in the filters', async () => {
  await env.DB.exec("INSERT OR IGNORE INTO attribute VALUES (153, 'size', 'Size', 'List', 1, 1, 1, 1, 1)")
  const { key, sku } = await takeIn({
    marking: 'LT245/75R16 120/116S E',
    treadNew: 15,
    confirmed: ['size-new'],
  })
  await sendPhoto(key)
  expect((await publish(key)).code).toBe(200)
  const list = await env.DB.prepare("SELECT 1 FROM url_map WHERE url = 't/s/lt245-75r16'").first()
  expect(list).not.toBeNull()
  const option = await env.DB.prepare("SELECT label FROM attribute_option WHERE value = 'lt245-75r16'").first(
    'label',
  )
  expect(option).toBe('LT245/75R16')
  const row = await env.DB.prepare('SELECT tire_load, tire_load_dual, load_range FROM product WHERE sku = ?')
    .bind(sku)
    .first()
  expect(row).toEqual({ tire_load: 120, tire_load_dual: 116, load_range: 'E' })
})

test('[H14d] a number that another product took is refused, and the tire gets a new one', async () => {
  const { key, sku } = await takeIn({})
  await sendPhoto(key)
  await env.DB.prepare("UPDATE product SET sku = ? WHERE sku = 'TL-1007'").bind(sku).run()
  const { code, result } = await publish(key)
  expect({ code, result }).toMatchObject({ code: 409, result: { code: 'sku-taken' } })
  expect(result.sku).not.toBe(sku)
  expect(await publish(key)).toMatchObject({ code: 200, result: { sku: result.sku } })
  await env.DB.prepare("UPDATE product SET sku = 'TL-1007' WHERE sku = ?").bind(sku).run()
})

test('[H14d] a knock-out ends in scrap, once, with its reason', async () => {
  const { key, sku } = await takeIn({ depths: [7, 1.5] })
  expect(await callIntake(casey, 'POST', `${key}/scrap`)).toMatchObject({
    code: 409,
    result: { code: 'incomplete' },
  })
  await sendPhoto(key, 'worst')
  await callIntake(casey, 'PUT', key, {
    draft: { ...WHOLE_DRAFT, depths: [7, 1.5], photos: [{ slot: 'worst' }] },
    revision: 9999,
  })
  expect((await publish(key)).code).toBe(409)
  for (let time = 0; time < 2; time += 1)
    expect(await callIntake(casey, 'POST', `${key}/scrap`)).toEqual({ code: 200, result: { sku } })
  const logged = await env.DB.prepare(
    "SELECT after FROM audit_log WHERE kind = 'scrap' AND record = 'intake' AND record_id = ?",
  )
    .bind(sku)
    .all<{ after: string }>()
  expect(logged.results).toEqual([{ after: JSON.stringify({ knockOut: 'tread-below-legal' }) }])
  expect(await publish(key)).toMatchObject({ code: 409, result: { code: 'scrapped' } })
})

test('[H14d] a tire that may be sold cannot be scrapped here, and nothing is found under an unknown key', async () => {
  const { key } = await takeIn({})
  await sendPhoto(key)
  expect(await callIntake(casey, 'POST', `${key}/scrap`)).toMatchObject({ code: 409 })
  const unknown = crypto.randomUUID()
  expect(await publish(unknown)).toMatchObject({ code: 404 })
  expect(await callIntake(casey, 'POST', `${unknown}/scrap`)).toMatchObject({ code: 404 })
  expect(await publish(key, await signInStaff('books'))).toMatchObject({ code: 403 })
})
