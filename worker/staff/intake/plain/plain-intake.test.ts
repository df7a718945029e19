import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { jpegFile } from '../../../../schema/platform/forms/testing/jpeg.harness.ts'
import { INTAKE_MESSAGES } from '../../../../schema/staff/intake/intake.api.ts'
import { PHOTOS_TOO_LARGE, UNIT_PHOTO_MESSAGES } from '../../../../schema/staff/intake/unit-photo.ts'
import { type Browser, openShop } from '../../../account/testing/account.harness.ts'
import { hiddenFields, textOf } from '../../units/testing/unit-pages.harness.ts'
import { signInStaff } from '../testing/intake.harness.ts'

const PAGE = '/staff/intake/form'
/** What a person types for a tire that can be sold. */
const TYPED = {
  marking: '225/45R17 94W XL',
  ...{ brand: 'Halden', model: 'Velo Sport', season: 'Summer', treadNew: '10' },
  ...{ depths: '7 7.5 7.5 7', dot: '2322', noFindings: 'on', airTest: 'held', price: '64', bin: 'a-12-3' },
}
let casey: Browser
let pictures = 0

beforeAll(async () => {
  await openShop()
  await env.DB.prepare("INSERT INTO bin (code) VALUES ('A-12-3')").run()
  casey = await signInStaff('yard', 'Casey')
})

function photo(width = 1200) {
  pictures += 1
  return new File([jpegFile(width, 900, { fill: pictures })], 'IMG.jpg', { type: 'image/jpeg' })
}

/** Fills in a page's form and sends it. */
async function send(html: string, typed: Record<string, string>, files: Record<string, File> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...hiddenFields(html, {}), ...typed, ...files }))
    form.set(name, value)
  const answer = await casey.fetch(PAGE, { method: 'POST', body: form })
  const target = answer.headers.get('Location')
  const page = await (target ? await casey.fetch(target) : answer).text()
  const main = page.slice(page.indexOf('<main'))
  return { status: answer.status, html: main, text: textOf(main), target }
}
const open = async () => {
  const page = await (await casey.fetch(PAGE)).text()
  return page.slice(page.indexOf('<main'))
}
const units = () =>
  env.DB.prepare('SELECT count(*) n FROM unit WHERE taken_by IS NOT NULL').first<number>('n')

test('[H14d] a tire is taken in without script, once, and the next form has its bin', async () => {
  const page = await open()
  const files = { 'photo-tread': photo(), 'photo-sidewall': photo() }
  const { status, target, text, html } = await send(page, TYPED, files)
  expect(status).toBe(303)
  const sku = new URLSearchParams(target?.split('?')[1]).get('done') ?? ''
  expect(text).toContain(`${sku} is on sale.`)
  expect(html).toContain(`/staff/labels/?units=${sku}`)
  expect(html).toMatch(/name="bin"[^>]*value="A-12-3"|value="A-12-3"[^>]*name="bin"/)
  const product = await (await casey.fetch(`/staff/units/${sku}`)).text()
  expect(textOf(product)).toContain('On sale $64.00 in A-12-3')
  expect(product).toMatch(new RegExp(`/photos/\\d{4}/${sku}-tread-[0-9a-f]{16}.jpg`))
  const before = await units()
  expect((await send(page, TYPED, files)).text).toContain(`${sku} is on sale.`)
  expect(await units()).toBe(before)
})

test('[H14d] a refused form keeps what was typed and its photos, and says at each field what is wrong', async () => {
  const wrong = { ...TYPED, marking: '205/55R16 91V', depths: '7 41', dot: '5422', price: '' }
  const refused = await send(await open(), wrong, { 'photo-tread': photo(), 'photo-dot': photo(4000) })
  expect(refused.status).toBe(422)
  for (const words of [
    'A week is 01 to 53.',
    'Groove 2: a depth is',
    'Enter a price.',
    'Tread: another photo',
  ])
    expect(refused.text).toContain(words)
  expect(refused.text).toContain(UNIT_PHOTO_MESSAGES['photo-pixels'])
  expect(refused.html).toContain('value="5422"')
  expect(refused.html).toMatch(/<option value="Summer" selected="">/)
  const right = { ...wrong, depths: '6 6 6 6', dot: '0123', price: '48' }
  const asked = await send(refused.html, right)
  const done = asked.status === 422 ? await send(asked.html, { ...right, 'confirm-size-new': 'on' }) : asked
  expect(done.text).toContain('is on sale.')
})

test('[H14d] a tire that looks like another one is asked about first', async () => {
  const asked = await send(await open(), TYPED, { 'photo-tread': photo() })
  const [, sku] = /It looks like (TL-\d+) by Casey/.exec(asked.text) ?? []
  expect(sku).toBeDefined()
  const done = await send(asked.html, { ...TYPED, [`another-${sku}`]: 'on' })
  expect(done.text).toContain('is on sale.')
})

test('[H14d] a tire that must not be sold is scrapped by the same page', async () => {
  const typed = { ...TYPED, depths: '7 7 1 7' }
  const refused = await send(await open(), typed, { 'photo-tread': photo() })
  expect(refused.text).toContain('Below 2/32 in: scrap this tire.')
  expect((await send(refused.html, { ...typed, act: 'scrap' })).text).toContain('is scrapped and counted.')
})

test('[H14d] a tire that got good again is never put on sale by the button that scraps it', async () => {
  const refused = await send(await open(), { ...TYPED, depths: '7 7 1 7' }, { 'photo-tread': photo() })
  const before = await units()
  const typed = { ...TYPED, depths: '5 5.5 5 5', dot: '1921', price: '49' }
  const refusedScrap = await send(refused.html, { ...typed, act: 'scrap' })
  expect([refusedScrap.status, await units()]).toEqual([422, before])
  expect(refusedScrap.text).toContain(INTAKE_MESSAGES.sellable)
  expect((await send(refusedScrap.html, typed)).text).toContain('is on sale.')
})

test('[H14d] an older page that comes after a newer one sells nothing, and shows what was typed in it', async () => {
  const first = await open()
  const second = await send(first, { ...TYPED, price: '' }, { 'photo-tread': photo() })
  await send(second.html, { ...TYPED, depths: '4 4 4 4', price: '' })
  const before = await units()
  const typed = { ...TYPED, depths: '6 6.5 6 6', dot: '3121', price: '71' }
  const older = await send(first, typed)
  expect([older.status, await units()]).toEqual([422, before])
  expect(older.text).toContain(INTAKE_MESSAGES.older)
  expect(older.html).toContain('value="6 6.5 6 6"')
  const done = await send(older.html, typed)
  const [, sku] = /(TL-\d+) is on sale/.exec(done.text) ?? []
  expect(textOf(await (await casey.fetch(`/staff/units/${sku}`)).text())).toContain('On sale $71.00')
})

test('[H14d] photos that are too large together get a page that says what to do and leads back', async () => {
  const large = new File([jpegFile(4000, 3000, { fill: 6_000_000 })], 'IMG.jpg', { type: 'image/jpeg' })
  const refused = await send(await open(), TYPED, { 'photo-tread': large, 'photo-dot': large })
  expect(refused.status).toBe(413)
  expect(refused.text).toContain(`${PHOTOS_TOO_LARGE} Nothing was saved.`)
  expect(refused.html).toContain(`href="${PAGE}"`)
})

test('[H14d] the intake page leads there without script', async () => {
  expect(await (await casey.fetch('/staff/intake/')).text()).toMatch(
    /<noscript>.*href="\/staff\/intake\/form"/s,
  )
})
