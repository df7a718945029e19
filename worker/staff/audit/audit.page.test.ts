import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

const [owner, yard] = [new Browser(), new Browser()]
let [ownerId, yardId] = [0, 0]

beforeEach(async () => {
  await reset()
  await openShop()
  ownerId = await owner.signInAsStaff('owner')
  yardId = await yard.signInAsStaff('yard')
})

let keys = 0
async function change(browser: Browser, id: string, patch: object, more: object = {}) {
  keys += 1
  const body = JSON.stringify({ record: 'unit', id, patch, version: null, key: `change-${keys}`, ...more })
  const headers = { 'Content-Type': 'application/json' }
  const response = await browser.fetch('/api/ext/staff/changes', { method: 'POST', body, headers })
  return { status: response.status, result: ((await response.json()) as { result: never }).result }
}
const page = async (browser: Browser, query = '') => (await browser.fetch(`/staff/audit/${query}`)).text()
async function post(browser: Browser, fields: Record<string, string>) {
  keys += 1
  const body = new URLSearchParams({ key: `undo-form-${keys}`, return: '/staff/audit/', ...fields })
  const response = await browser.fetch('/staff/audit/form/', { method: 'POST', body })
  return response.status === 303 ? page(browser) : response.status
}
const price = () => env.DB.prepare("SELECT price FROM product WHERE sku = 'TL-1001'").first('price')

test('[H14b] a change made by a call is in the log with its person, before and after, and undone by its button', async () => {
  expect(await change(owner, 'TL-1001', { price: 6500 })).toMatchObject({
    status: 200,
    result: { version: 2 },
  })
  const html = await page(owner)
  expect(html).toMatch(
    /<a href="\/staff\/units\/TL-1001">Unit TL-1001<\/a><\/strong> changed.*Price.*<del>\$62\.00<\/del>.*<ins>\$65\.00<\/ins>/s,
  )
  const [, id = ''] = /name="undo" value="(\d+)"/.exec(html) ?? []
  const after = await post(owner, { undo: id })
  expect(after).toContain('Undone.')
  expect(await price()).toBe(6200)
  expect(await post(owner, { undo: id })).not.toContain('Undone.')
})

test('[H14b] the log is filtered by person, day and unit, and pages on', async () => {
  await change(owner, 'TL-1001', { price: 6500 })
  await change(yard, 'TL-1003', { state: 'parked' })
  const rows = async (query: string) =>
    [...(await page(owner, query)).matchAll(/<strong><a[^>]*>Unit (\S+)<\/a><\/strong>/g)].map(
      ([, sku]) => sku,
    )
  expect(await rows('')).toEqual(['TL-1003', 'TL-1001'])
  expect(await rows(`?person=${ownerId}`)).toEqual(['TL-1001'])
  expect(await rows(`?person=${yardId}`)).toEqual(['TL-1003'])
  expect(await rows('?q=tl-1001')).toEqual(['TL-1001'])
  expect(await rows(`?day=${shopDay(Date.now())}`)).toEqual(['TL-1003', 'TL-1001'])
  expect(await rows(`?day=${shopDay(Date.now() - DAY_MS)}`)).toEqual([])
  for (const bad of ['?day=2026-02-31', '?person=x', '?before=-1', '?q=%00'])
    expect((await owner.fetch(`/staff/audit/${bad}`)).status).toBe(200)
  for (let at = 0; at < 50; at++) await change(owner, 'TL-1001', { price: 6300 + at })
  const first = await page(owner)
  const [, next = ''] = /href="(\/staff\/audit\/\?before=\d+)"/.exec(first) ?? []
  expect((await rows('')).length).toBe(50)
  expect(await rows(next.slice('/staff/audit/'.length))).toEqual(['TL-1003', 'TL-1001'])
})

test('[H14b] records are found by their id, in small or capital letters', async () => {
  await change(owner, 'TL-1001', { price: 6500 })
  const before = { record: 'setting', recordId: 'shop-hours', staffId: ownerId }
  const text = { record: 'text', recordId: 'About-us', staffId: ownerId }
  for (const { record, recordId, staffId } of [before, text])
    await env.DB.prepare(
      `INSERT INTO audit_log (at, staff_id, source, kind, record, record_id, version, "before", "after", key)
        VALUES (?1, ?2, 'page', 'change', ?3, ?4, 2, '{}', '{}', ?3 || '-change')`,
    )
      .bind(Date.now(), staffId, record, recordId)
      .run()
  const found = async (typed: string) =>
    [
      ...(await page(owner, `?q=${typed}`)).matchAll(
        /id="change-\d+".*?<strong><a[^>]*>\S+ (\S+)<\/a><\/strong>/gs,
      ),
    ].map(([, id]) => id)
  expect(await found('tl-1001')).toEqual(['TL-1001'])
  expect(await found('shop-hours')).toEqual(['shop-hours'])
  expect(await found('SHOP-HOURS')).toEqual(['shop-hours'])
  expect(await found('about-US')).toEqual(['About-us'])
  expect(await found('about')).toEqual([])
})

test('[H14b] the yard sees its own changes alone, and strangers nothing', async () => {
  await change(owner, 'TL-1001', { price: 6500 })
  await change(yard, 'TL-1003', { state: 'parked' })
  const html = await page(yard, `?person=${ownerId}`)
  expect(html).toContain('TL-1003')
  expect(html).not.toContain('TL-1001')
  expect((await new Browser().fetch('/staff/audit/')).status).toBe(404)
  expect(await post(new Browser(), { undo: '1' })).toBe(404)
  expect((await change(new Browser(), 'TL-1001', { price: 1 })).status).toBe(401)
})

test('[H14b] an undo needs the permission of the change', async () => {
  await change(owner, 'TL-1001', { price: 6500 })
  const [, id = ''] = /name="undo" value="(\d+)"/.exec(await page(owner)) ?? []
  expect(await post(yard, { undo: id })).toContain('Your role doesn’t include this.')
  expect(await price()).toBe(6500)
})

test('[H14b] calls say why nothing was changed', async () => {
  expect(await change(yard, 'TL-1001', { price: 6500 })).toMatchObject({
    status: 403,
    result: { code: 'permission', field: 'price' },
  })
  expect(await change(owner, 'TL-9999', { price: 6500 })).toMatchObject({
    status: 404,
    result: { code: 'gone' },
  })
  expect(await change(owner, 'TL-1001', { price: 'x' })).toMatchObject({
    status: 422,
    result: { code: 'invalid', field: 'price' },
  })
  await change(yard, 'TL-1001', { state: 'parked' }, { version: 1 })
  const other = new Browser()
  await other.signInAsStaff('manager')
  expect(await change(other, 'TL-1001', { state: 'scrap' }, { version: 1 })).toMatchObject({
    status: 409,
    result: { code: 'conflict', version: 2, conflicts: [{ field: 'state', theirs: 'parked', by: yardId }] },
  })
  expect(await change(owner, 'x', { walk: 1 }, { record: 'bin' })).toMatchObject({ status: 200 })
  expect(await change(owner, 'a b', { walk: 1 }, { record: 'bin' })).toMatchObject({ status: 422 })
})

test('[H14b] a batch is undone as one from any of its changes, long after', async () => {
  expect(await change(owner, 'A-1', { walk: 1 }, { record: 'bin' })).toMatchObject({ status: 200 })
  const body = new URLSearchParams({
    action: 'move',
    key: 'move-batch-1',
    bin: 'A-1',
    units: 'TL-1001 TL-1003',
  })
  expect((await owner.fetch('/staff/bins/form', { method: 'POST', body })).status).toBe(200)
  const bins = async () =>
    (await env.DB.prepare("SELECT bin FROM unit WHERE bin = 'A-1'").all()).results.length
  expect(await bins()).toBe(2)
  const [, batch = ''] = /name="batch" value="([^"]+)"/.exec(await page(owner)) ?? []
  expect(await post(owner, { batch })).toContain('2 changes undone.')
  expect(await bins()).toBe(0)
})

test('[H14b] rows say in words which record it is and what changed, with a link for who may open its page', async () => {
  const rows = [
    ['setting', 'stores/1/hours', { value: 'Mon to Fri 8 a.m. to 5 p.m.' }],
    ['tax', 'rate/1', { percent: 7 }],
    ['key', 'key-1', { permissions: ['units.see', 'price'] }],
    ['parcel', 'TL-33RV1Z5W.2', { isSent: true }],
    ['customer', '4711', {}],
    [
      'unit',
      'TL-1001',
      { takenBy: yardId, photoHash: '0000001818000000', findings: [], state: 'live', secondAt: null },
    ],
  ] as const
  for (const [record, id, after] of rows)
    await env.DB.prepare(
      `INSERT INTO audit_log (at, staff_id, source, kind, record, record_id, version, "before", "after", key)
        VALUES (?1, ?2, 'page', 'create', ?3, ?4, 1, '{}', ?5, ?3 || '-words')`,
    )
      .bind(Date.now(), ownerId, record, id, JSON.stringify(after))
      .run()
  await env.DB.exec(
    "INSERT INTO api_key (id, name, hash, permissions, staff_id, created_at) SELECT 'key-1', 'Labels', 'h', '[]', id, 1 FROM staff LIMIT 1",
  )
  const html = await page(owner)
  const texts = (html.match(/<li id="change-.*?<\/li>/gs) ?? []).map((line) => line.replace(/<[^>]+>/g, ' '))
  const written = texts.join('\n').replace(/ +/g, ' ')
  for (const text of [
    'Setting “Hours” of store 1',
    'Sales tax of',
    'API key “Labels”',
    'Can see units, change prices',
    'Parcel 2 of order TL-33RV1Z5W',
    'Customer 4711',
    'Taken in by Yusuf Diaz',
  ])
    expect(written).toContain(text)
  expect(written).not.toMatch(/photoHash|0000001818|Findings|rate\/1|units\.see|takenBy/)
  for (const href of [
    '/staff/settings/',
    '/staff/taxes/rate/1',
    '/staff/pack/TL-33RV1Z5W?parcel=2',
    '/staff/units/TL-1001',
  ])
    expect(html).toContain(`<strong><a href="${href}">`)
  expect(html).not.toContain('/staff/customers/4711')
})

test.each(['__proto__', 'constructor', 'toString'])(
  '[H14b] a reason that is “%s” is shown as it was typed',
  async (why) => {
    await env.DB.prepare(
      `INSERT INTO audit_log (at, staff_id, source, kind, record, record_id, version, "before", "after", key)
      VALUES (1, ?, 'page', 'change', 'unit', 'TL-1001', 2, '{}', ?, 'typed-reason')`,
    )
      .bind(ownerId, JSON.stringify({ priceWhy: why, state: why }))
      .run()
    const answer = await owner.fetch('/staff/audit/')
    expect(answer.status).toBe(200)
    expect((await answer.text()).split(`<ins>${why}</ins>`)).toHaveLength(3)
  },
)
