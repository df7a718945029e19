import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import type { Env } from '../../env.ts'
import { newDeliveredOrder, runAction } from '../../orders/life/testing/order-lifecycle.harness.ts'
import { deleteUnneededPhotos } from '../../orders/returns/return-photos.ts'
import { moveReturn, openReturn } from '../../orders/returns/returns.ts'
import { addTire } from '../sets/testing/alike-tires.harness.ts'
import { hiddenFields, submit, textOf } from '../units/testing/unit-pages.harness.ts'

const { fetch } = globalThis
let harness: PlacementHarness
const [counter, yard] = [new Browser(), new Browser()]

beforeAll(async () => {
  await openShop()
  await counter.signInAsStaff('counter')
  await yard.signInAsStaff('yard')
  await env.DB.exec("INSERT OR IGNORE INTO bin (code, walk) VALUES ('B-14', 1)")
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
})
afterAll(() => {
  globalThis.fetch = fetch
})

/** Returns the number and the page of a received return of this unit. */
async function receivedReturn(
  sku: string,
  pieces = 1,
  states: readonly ('approved' | 'received')[] = ['approved', 'received'],
) {
  const order = await newDeliveredOrder(harness, { [sku]: 1 })
  const context = { by: 'staff:3', now: Date.now() }
  const { orderNumber } = order
  const asked = {
    ...{
      once: `page-of-${orderNumber}`,
      lines: [{ itemId: 1, pieces }],
      reason: 'mind' as const,
      mounted: false,
    },
    ...{ outcome: 'refund' as const, way: 'label' as const, note: '' },
  }
  await runAction(harness, order, (shop) => openReturn(shop, orderNumber, asked, { ...context, by: 'guest' }))
  for (const to of states)
    await runAction(harness, order, (shop) =>
      moveReturn(shop, { orderNumber, number: 1, to, text: '', ...context }),
    )
  return { orderNumber, href: `/staff/returns/${orderNumber}/1` }
}
const page = async (href: string, who = counter) => (await who.fetch(href)).text()
const FORM = '/staff/returns/form'

test('[H14r] the report of the sale stands beside new readings, and the page says what was lost', async () => {
  const sku = await addTire()
  const { orderNumber, href } = await receivedReturn(sku)
  expect(await page(`/staff/orders/${orderNumber}`)).toContain(`href="${href}"`)
  const empty = await page(href)
  expect(textOf(empty)).toMatch(/At the sale .*7 · 7.5 · 7.5 · 7 .*Now/)
  expect(empty.match(/name="depth"/g)).toHaveLength(4)
  expect(empty).not.toContain('Put on sale')
  const readings = 'item=1&depth=6&depth=4.5&depth=6&depth=6,5'
  const compared = await page(`${href}?${readings}&finding=scuff`)
  expect(textOf(compared)).toContain('Tread lost: 3/32 in.')
  expect(compared).toMatch(/value="scuff"[^>]*checked|checked[^>]*value="scuff"/)
  expect(textOf(await page(`${href}?item=1&depth=7&depth=7.5&depth=7.5&depth=7`))).toContain('No tread lost.')
  const deeper = textOf(await page(`${href}?item=1&depth=10&depth=10&depth=10&depth=10`))
  expect(deeper).toContain('Deeper than at the sale')
  expect(deeper).not.toContain('Keep off sale')
  const worn = textOf(await page(`${href}?item=1&depth=1&depth=5&depth=5&depth=5`))
  expect(worn).toContain('These tires can’t be sold again. Scrap them.')
  expect(worn).not.toContain('Put on sale')
  expect(textOf(await page(`${href}?item=1&depth=7/32&depth=&depth=x&depth=5`))).toContain(
    'Measure each groove',
  )
  const fields = hiddenFields(compared, { item: '1', case: '1', finding: 'scuff' })
  const body = new URLSearchParams({ ...fields, action: 'live', scan: '' })
  body.delete('depth')
  for (const depth of ['6', '4.5', '6', '6,5']) body.append('depth', depth)
  const answer = await counter.fetch(FORM, { method: 'POST', body })
  expect(answer.status).toBe(303)
  const after = textOf(await page(href))
  expect(after).toContain(`${sku}: on sale.`)
  expect(after).toMatch(/At the sale .*7 · 7.5 · 7.5 · 7 .*When it came back .*6 · 4.5 · 6 · 6.5/)
  expect(textOf(await page(`/staff/units/${sku}`))).toMatch(/came back .*State On sale/)
  const slip = textOf(await page(`/staff/slips/?orders=${orderNumber}`))
  expect(slip).toContain('tread 7-7.5-7.5-7')
})

test('[H14r] tires that are not marked as received have the button for it on the page where they are looked at', async () => {
  const sku = await addTire()
  const { orderNumber, href } = await receivedReturn(sku, 1, ['approved'])
  const before = await page(href)
  expect(textOf(before)).toContain('Mark the tires as received first.')
  const fields = { action: 'order-return-receive', order: orderNumber, case: '1', from: 'tires' }
  for (const [name, value] of Object.entries(fields))
    expect(before).toMatch(new RegExp(`name="${name}" value="${value}"`))
  const answer = await counter.fetch('/staff/form/', { method: 'POST', body: new URLSearchParams(fields) })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, href])
  const after = await page(href)
  expect(after).not.toContain('order-return-receive')
  expect(after.match(/name="depth"/g)).toHaveLength(4)
})

test('[H14r] another tire is recorded by words or by its label, and the case stays open', async () => {
  const { orderNumber, href } = await receivedReturn(await addTire())
  const other = hiddenFields(await page(href), { action: 'other-tire' })
  const said = await submit(counter, FORM, { ...other, text: 'A Brakken with a nail' })
  expect(said.text).toContain('Another tire came back. The case stays open.')
  expect(textOf(await page(`/staff/orders/${orderNumber}`))).toContain('A Brakken with a nail')
  expect(textOf(await page(href))).toContain('we have the tires')
})

test('[H14r] tires without a report go back without readings', async () => {
  const { href } = await receivedReturn('TL-2001-2', 2)
  const shown = await page(href)
  expect(shown).not.toContain('name="depth"')
  const stock = () => env.DB.prepare("SELECT qty FROM stock WHERE stock_sku = 'TL-2001'").first<number>('qty')
  const before = await stock()
  const fields = hiddenFields(shown, { item: '1', case: '1' })
  // The others of the pool are on sale.
  expect(textOf(shown)).toContain('The unit has other tires, and its state stays: on sale.')
  expect(shown).not.toContain('Keep off sale')
  expect(shown).toContain('Scrap')
  expect((await submit(counter, FORM, { ...fields, action: 'parked' })).text).toContain(
    'Put them on sale, or scrap them.',
  )
  expect((await submit(counter, FORM, { ...fields, action: 'live' })).text).toContain('TL-2001: on sale.')
  expect(await stock()).toBe((before ?? 0) + 2)
})

test('[H14r] staff add photos beside those of the sale: each counts once, no other file is one, and the cron leaves them', async () => {
  const { orderNumber, href } = await receivedReturn(await addTire())
  const send = async (files: File[], staff = counter) => {
    const form = new FormData()
    form.set('order', orderNumber)
    form.set('case', '1')
    for (const file of files) form.append('photos', file)
    const answer = await staff.fetch('/staff/returns/photos', { method: 'POST', body: form })
    return answer.status === 303 ? textOf(await page(answer.headers.get('Location') ?? '')) : answer.status
  }
  const jpeg = (seed: number) =>
    new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, seed, 1, 2, 3, 4, 5, 6, 7])], 'tire.jpg')
  expect(await page(href)).not.toContain('Our photos')
  expect(await send([jpeg(1), jpeg(2)])).toContain('This return has 2 photos of ours.')
  expect(await send([jpeg(2)])).toContain('This return has 2 photos of ours.')
  expect(await send([new File(['<svg/>'], 'tire.jpg')])).toContain('Use JPEG, PNG or WebP photos.')
  expect(await send([jpeg(3)], yard)).toBe(403)
  await deleteUnneededPhotos(env as unknown as Env, Date.now() + 3 * 86_400_000)
  const [, src = ''] = /<img src="([^"]+)" alt="Our photos, 2"/.exec(await page(href)) ?? []
  expect((await counter.fetch(src)).status).toBe(200)
  // The address has the buyer's link, so only the staff's session opens the photo.
  for (const other of [new Browser(), yard]) expect((await other.fetch(src)).status).toBe(404)
})

test('[H14r] returns need their permission, and an unknown one is not found', async () => {
  const { orderNumber, href } = await receivedReturn(await addTire())
  expect((await yard.fetch(href)).status).toBe(403)
  for (const path of [
    `/staff/returns/${orderNumber}/2`,
    '/staff/returns/TL-00000000/1',
    '/staff/returns/x/1',
  ])
    expect((await counter.fetch(path)).status).toBe(404)
})
