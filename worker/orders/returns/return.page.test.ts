import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOT_UNDERWAY_MESSAGE } from '../../../schema/orders/life/order-lifecycle.ts'
import {
  ORDER_PHOTOS_MAX,
  RETURN_MESSAGES,
  RETURN_PHOTO_MAX,
} from '../../../schema/orders/returns/return-form.ts'
import { RETURN_BARRIER_TEXTS } from '../../../schema/orders/returns/return-format.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { RETURN_SHIPPING } from '../../../schema/platform/return-terms.ts'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import {
  cardOrder,
  cashOrder,
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { deliverOrder, shipOrder } from '../life/order-lifecycle.ts'
import { newPlacedOrder, runAction } from '../life/testing/order-lifecycle.harness.ts'
import { orderLinks } from '../order-links.ts'
import { deleteUnneededPhotos } from './return-photos.ts'

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const { fetch } = globalThis
let harness: PlacementHarness

beforeAll(openShop)
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
})
afterAll(() => {
  globalThis.fetch = fetch
})

/** Places an order of a pair; returns its number and the path of its page. */
async function shippedOrder({ delivered = true, request = cardOrder() } = {}) {
  const order = await newPlacedOrder(harness, { 'TL-2001-2': 1 }, { request })
  const staff = { by: 'staff:3', now: Date.now() }
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  await runAction(harness, order, (shop) => shipOrder(shop, order.orderNumber, parcel, staff))
  if (delivered) await runAction(harness, order, (shop) => deliverOrder(shop, order.orderNumber, staff))
  const { status } = orderLinks(env.CART_SECRET, SITE, order.orderNumber)
  return { ...order, path: status.slice(SITE.length) }
}

function form(fields: Record<string, string>, files: File[] = []): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const file of files) body.append('photos', file)
  return body
}
const send = (who: Browser, path: string, fields: Record<string, string>, files: File[] = []) =>
  who.fetch(`${path}/return`, { method: 'POST', body: form(fields, files) })
const html = async (who: Browser, path: string) => (await who.fetch(path)).text()

test('[H13d] a delivered order leads to the form, which says dates and amounts at once', async () => {
  const [guest, order] = [new Browser(), await shippedOrder()]
  const page = await html(guest, order.path)
  expect(page).toContain(`href="${order.path}/return"`)
  expect(page).toContain('Return or report a problem')
  const terms = await html(guest, `${order.path}/return`)
  for (const text of ['Return by', 'Report shipping damage by', '$0.00', RETURN_SHIPPING, 'You get back']) {
    expect(terms).toContain(text)
  }
  const total = `$${(order.grandTotal / 100).toFixed(2)}`
  expect(terms).toContain(total)
  expect((await guest.fetch(`${order.path.slice(0, -3)}abc/return`)).status).toBe(404)
})

test('[H13d] a refused form keeps what was typed and the photos; the same form twice opens one case', async () => {
  const [guest, order] = [new Browser(), await shippedOrder()]
  const fields = { once: 'a-form-of-this-test', 'pieces-1': '1', reason: 'defect', note: 'A <b>bulge</b>' }
  const photo = new File([JPEG], 'tire.png', { type: 'image/png' })
  const missing = await send(guest, order.path, fields)
  expect(missing.status).toBe(422)
  expect(await missing.text()).toContain(RETURN_MESSAGES.photos)
  const fake = await send(guest, order.path, fields, [new File(['<script>'], 'tire.jpg'), photo])
  expect(fake.status).toBe(422)
  const page = await fake.text()
  expect(page).toContain(RETURN_MESSAGES.photoType)
  expect(page).toContain('1 photo saved already')
  expect(page).toContain('A &lt;b&gt;bulge&lt;/b&gt;')
  for (const _ of ['first', 'again']) {
    const sent = await send(guest, order.path, fields, [photo])
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, `${order.path}/return/1`])
  }
  const found = await html(guest, `${order.path}/return/1`)
  expect(found).toContain('We’re looking at it')
  const [photoPath = ''] = /\/order\/[^"]+\/return\/photos\/\d+/.exec(found) ?? []
  const stored = await guest.fetch(photoPath)
  // The type follows the content, not the name.
  expect(stored.headers.get('Content-Type')).toBe('image/jpeg')
  expect(stored.headers.get('Content-Security-Policy')).toContain('sandbox')
  expect(new Uint8Array(await stored.arrayBuffer())).toEqual(JPEG)
  const other = await shippedOrder()
  const id = photoPath.split('/').at(-1)
  expect((await guest.fetch(`${other.path}/return/photos/${id}`)).status).toBe(404)
  expect(await html(guest, order.path)).toContain(`${order.orderNumber}-R1`)
})

const jpeg = (name: string, last: number, size = JPEG.length) => {
  const bytes = new Uint8Array(size)
  bytes.set([...JPEG.slice(0, -1), last])
  return new File([bytes], name)
}

test('[H13d] a form has up to six photos of up to 8 MB; a photo that is stored already is not counted again', async () => {
  const [guest, order] = [new Browser(), await shippedOrder()]
  const fields = { once: 'many-photos-of-a-form', 'pieces-1': '1', reason: 'defect' }
  const large = await send(guest, order.path, fields, [jpeg('large.jpg', 0, RETURN_PHOTO_MAX + 1)])
  expect([large.status, (await large.text()).includes(RETURN_MESSAGES.photoSize)]).toEqual([422, true])
  const six = [1, 2, 3, 4, 5, 6].map((number) => jpeg(`${number}.jpg`, number))
  const many = await send(guest, order.path, { ...fields, reason: '' }, [...six, jpeg('7.jpg', 7)])
  const page = await many.text()
  expect(many.status).toBe(422)
  expect(page).toContain(RETURN_MESSAGES.photoCount)
  expect(page).toContain('6 photos saved already')
  const again = await send(guest, order.path, fields, six)
  expect([again.status, again.headers.get('Location')]).toEqual([303, `${order.path}/return/1`])
  expect((await html(guest, `${order.path}/return/1`)).match(/<img [^>]*return\/photos/g)).toHaveLength(6)
})

test('[H13d] photos that are too large together are refused with 413', async () => {
  const [guest, order] = [new Browser(), await shippedOrder()]
  const photos = [1, 2, 3, 4].map((number) => jpeg(`${number}.jpg`, number, RETURN_PHOTO_MAX - 1024))
  const answer = await send(guest, order.path, { once: 'too-large-a-form', reason: 'defect' }, photos)
  expect(answer.status).toBe(413)
  expect(await answer.text()).toContain(RETURN_MESSAGES.upload)
})

test('[H13d] an order has at most 150 photos, and no file without its row', async () => {
  const [guest, order] = [new Browser(), await shippedOrder()]
  await env.DB.prepare(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
     INSERT INTO return_photo (order_id, once, file_key, content_type, created_at)
     SELECT id, 'form-' || n, order_number || n, 'image/jpeg', 0 FROM sales_order, n WHERE order_number = ?1`,
  )
    .bind(order.orderNumber, ORDER_PHOTOS_MAX - 1)
    .run()
  const fields = { once: 'the-last-photo-of-all', 'pieces-1': '1', reason: 'defect' }
  const full = await send(guest, order.path, fields, [jpeg('1.jpg', 1), jpeg('2.jpg', 2)])
  const page = await full.text()
  expect(full.status).toBe(422)
  expect(page).toContain(RETURN_MESSAGES.orderPhotos)
  expect(page).toContain('1 photo saved already')
  const { objects } = await env.PICTURES.list({ prefix: `private/returns/${order.orderNumber}/` })
  expect(objects).toHaveLength(1)
  expect((await send(guest, order.path, fields)).status).toBe(303)
})

test('[H13d] pages of staff and buyer say what is left to refund, and an order that is over says so', async () => {
  const [guest, staff, order] = [new Browser(), new Browser(), await shippedOrder()]
  await staff.signInAsStaff()
  await send(guest, order.path, {
    once: 'refund-what-is-left',
    'pieces-1': '2',
    reason: 'mind',
    way: 'store',
  })
  const act = async (action: string, more: Record<string, string> = {}) => {
    const body = new URLSearchParams({ action, order: order.orderNumber, ...more })
    await staff.fetch('/staff/form/', { method: 'POST', body })
    return html(staff, `/staff/orders/${order.orderNumber}`)
  }
  await act('order-return-receive', { case: '1' })
  const left = formatMoney(order.grandTotal - 2_000)
  const refunded = { once: 'refund-by-hand', amount: '20', reason: '' }
  expect(await act('order-refund', refunded)).toContain(`Refund ${left}, as asked`)
  const page = await html(guest, `${order.path}/return/1`)
  expect(page).toContain(`We’ll refund ${left} the way you paid by `)
  expect(page).toContain(`${left} back the way you paid`)
  expect(page).not.toContain(formatMoney(order.grandTotal))
  const done = await act('order-return-refund', { case: '1' })
  expect(done).toContain('Return refunded: by shop')
  const after = await html(guest, `${order.path}/return/1`)
  expect(after).toContain(`${left} back the way you paid`)
  expect(await html(guest, `${order.path}/return`)).toContain(RETURN_BARRIER_TEXTS.over.title)
  const fields = { once: 'after-the-refund', 'pieces-1': '1', reason: 'mind' }
  expect((await send(guest, order.path, fields)).status).toBe(409)
})

test('[H13d] the parcel of an exchange leads to its carrier from the page and the mail; a wrong number changes nothing', async () => {
  const [guest, staff, order] = [new Browser(), new Browser(), await shippedOrder()]
  await staff.signInAsStaff()
  const exchange = { 'pieces-1': '1', reason: 'wrong', outcome: 'exchange' }
  const act = async (action: string, number: string, more: Record<string, string> = {}) => {
    const body = new URLSearchParams({ action, order: order.orderNumber, case: number, ...more })
    await staff.fetch('/staff/form/', { method: 'POST', body })
    return html(staff, `/staff/orders/${order.orderNumber}`)
  }
  const receive = async (number: string) => {
    await send(guest, order.path, { once: `exchange-number-${number}`, ...exchange })
    await act('order-return-approve', number, { labelHref: 'https://carrier.example/label' })
    await act('order-return-receive', number)
  }
  await receive('1')
  const wrong = await act('order-return-exchange', '1', { carrier: 'UPS', trackingNumber: '<1Z>' })
  expect(wrong).toContain('Nothing was changed')
  expect(wrong).toContain('R1: We have the tires')
  const sent = await act('order-return-exchange', '1', { carrier: 'UPS', trackingNumber: '1z-999 aa1' })
  const href = 'https://www.ups.com/track?tracknum=1Z999AA1'
  const shown = await html(guest, `${order.path}/return/1`)
  for (const page of [sent, shown]) {
    expect(page).toContain(`href="${href}"`)
    expect(page).toContain('UPS 1Z999AA1')
  }
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('no configuration')
  const payload = { orderNumber: order.orderNumber, number: 1, state: 'exchanged' }
  const mail = await buildMail(env, { kind: 'return-update', payload }, parsed.config, Date.now())
  expect(mail?.text).toContain(href)
  await receive('2')
  await act('order-return-exchange', '2', { carrier: 'UPS', trackingNumber: '' })
  const handed = await html(guest, `${order.path}/return/2`)
  expect(handed).toContain('Replacement on its way')
  expect(handed).not.toContain('Track package')
})

test('[H13d] too many requests are answered with 429', async () => {
  const [guest, order] = [new Browser(), await shippedOrder()]
  await send(guest, order.path, { once: 'a-case-to-cancel', 'pieces-1': '1', reason: 'mind' })
  const limited = new Browser({ FORM_LIMIT: { limit: async () => ({ success: false }) } })
  for (const path of ['/return', '/return/1', '/arrived', '']) {
    const answer = await limited.fetch(`${order.path}${path}`, { method: 'POST', body: form({}) })
    expect([path, answer.status]).toEqual([path, 429])
    expect(await answer.text()).toContain(TOO_MANY)
  }
})

test('[H13d] the buyer cancels a case; staff approve, receive and refund the next from the order’s page', async () => {
  const [guest, staff, order] = [new Browser(), new Browser(), await shippedOrder()]
  await staff.signInAsStaff()
  const fields = { 'pieces-1': '2', reason: 'mind' }
  await send(guest, order.path, { ...fields, once: 'the-first-form' })
  const cancel = await guest.fetch(`${order.path}/return/1`, { method: 'POST', body: form({}) })
  expect(cancel.status).toBe(303)
  expect(await html(guest, `${order.path}/return/1`)).toContain('You canceled this return')
  await send(guest, order.path, { ...fields, once: 'the-second-form' })
  expect(await html(guest, `${order.path}/return`)).toContain('in a return already')
  const act = async (action: string, more: Record<string, string> = {}) => {
    const body = new URLSearchParams({ action, order: order.orderNumber, case: '2', ...more })
    await staff.fetch('/staff/form/', { method: 'POST', body })
    return html(staff, `/staff/orders/${order.orderNumber}`)
  }
  expect(await act('order-return-approve', { labelHref: 'javascript:alert(1)' })).toContain(
    'Nothing was changed',
  )
  await act('order-return-approve', { labelHref: 'https://carrier.example/label' })
  expect(await html(guest, `${order.path}/return/2`)).toContain('href="https://carrier.example/label"')
  await act('order-return-receive', { restock: 'on' })
  const done = await act('order-return-refund')
  expect(done).toContain(`${order.orderNumber}-R2: Refunded`)
  expect(harness.stripe.refunded.get(order.orderNumber)).toBe(order.grandTotal)
  const late = await guest.fetch(`${order.path}/return/2`, { method: 'POST', body: form({}) })
  expect(late.status).toBe(409)
  expect(await html(guest, `${order.path}/return`)).toContain(RETURN_BARRIER_TEXTS.over.title)
})

test('[H13d] a buyer whose parcels are not marked as delivered says that they are here', async () => {
  const [guest, order] = [new Browser(), await shippedOrder({ delivered: false })]
  expect(await html(guest, `${order.path}/return`)).toContain('These tires haven’t arrived yet')
  expect(await html(guest, order.path)).toContain('They’re here')
  const answer = await guest.fetch(`${order.path}/arrived`, { method: 'POST', body: form({}) })
  expect(answer.status).toBe(303)
  const page = await html(guest, order.path)
  expect(page).toContain('Return or report a problem')
  expect(page).not.toContain('They’re here')
})

test('[H13d] an order that is paid in cash is marked as delivered by staff only', async () => {
  const [guest, order] = [new Browser(), await shippedOrder({ delivered: false, request: cashOrder() })]
  expect(await html(guest, order.path)).not.toContain('They’re here')
  const answer = await guest.fetch(`${order.path}/arrived`, { method: 'POST', body: form({}) })
  expect(answer.status).toBe(409)
  expect(await answer.text()).toContain(NOT_UNDERWAY_MESSAGE)
  expect(await html(guest, order.path)).not.toContain('Return or report a problem')
})

test('[H13d] the page of an order never promises a day that has passed', async () => {
  const [guest, order] = [new Browser(), await shippedOrder({ delivered: false })]
  const setDay = (day: number) =>
    env.DB.prepare('UPDATE sales_order SET arrives_on = ?2 WHERE order_number = ?1')
      .bind(order.orderNumber, day)
      .run()
  await setDay(Date.UTC(2099, 10, 19))
  expect(await html(guest, order.path)).toContain('Thu, Nov 19')
  await setDay(Date.UTC(2024, 10, 19))
  const late = await html(guest, order.path)
  expect(late).toContain('Running late')
  expect(late).toContain('Was due Tue, Nov 19')
  expect(late).not.toContain('Arrives')
})

test('[H13d] mails lead to the form and the case, and a late parcel’s mail names its day', async () => {
  const [guest, order] = [new Browser(), await shippedOrder()]
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('no configuration')
  const mail = (kind: string, more: Record<string, unknown>, now = Date.now()) =>
    buildMail(env, { kind, payload: { orderNumber: order.orderNumber, ...more } }, parsed.config, now)
  const delivered = await mail('order-delivered', {})
  expect(delivered?.text).toContain(`${order.path}/return`)
  expect(delivered?.text).toContain(RETURN_SHIPPING)
  await send(guest, order.path, { once: 'mails-of-this-form', 'pieces-1': '1', reason: 'fit', way: 'store' })
  const approved = await mail('return-update', { number: 1, state: 'approved' })
  expect(approved?.text).toContain('Bring the tires to one of our stores')
  expect(approved?.text).toContain(`${order.path}/return/1`)
  expect(await mail('return-update', { number: 1, state: 'requested' })).toBeNull()
  expect(await mail('order-late', {})).toBeNull()
  const late = await shippedOrder({ delivered: false })
  const payload = { orderNumber: late.orderNumber }
  const text = (await mail('order-late', payload, Date.now() + 10 * DAY_MS))?.text
  expect(text).toContain('hasn’t arrived')
  expect(text).toContain('ups.com/track')
  expect((await mail('order-mail', payload, Date.now() + 10 * DAY_MS))?.text).not.toContain('Arrives')
})

test('[H13d] [H13k] after the appointment tires count as mounted, until staff record that the buyer did not come', async () => {
  const [guest, staff, order] = [new Browser(), new Browser(), await shippedOrder()]
  const { orderNumber, path } = order
  await staff.signInAsStaff()
  await env.DB.prepare(
    `INSERT INTO sales_order_line (order_id, item_id, product_id, sku, type_id, name, facts, qty, setqty, stock_sku, unit_price,
        row_total, discount, tax, tax_percent, parts, service)
      SELECT order_id, 9, product_id, 'MT-1', 'virtual', 'Mounting', '', 2, 1, 'MT-1', 2500, 5000, 0, 0, 0,
        '[{"sku":"MT-1","qty":1,"setqty":1,"unitPrice":2500,"stockSku":"MT-1","taxClassId":2,"tire":null}]', 'mounting'
      FROM sales_order_line WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?)`,
  )
    .bind(orderNumber)
    .run()
  const setDay = (days: number) =>
    env.DB.prepare('INSERT OR REPLACE INTO mounting_appointment VALUES (?, 1, ?, 540, 2, 0)')
      .bind(orderNumber, new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10))
      .run()
  const each = async () =>
    Number(/\$([\d.]+) back for one/.exec(await html(guest, `${path}/return`))?.[1]?.replace(',', ''))
  const missed = async () => {
    const body = new URLSearchParams({ action: 'order-mounting-missed', order: orderNumber })
    await staff.fetch('/staff/form/', { method: 'POST', body })
    return html(staff, `/staff/orders/${orderNumber}`)
  }
  const fields = { once: 'after-the-appointment', 'pieces-1': '1', reason: 'mind' }
  const plain = await each()
  expect(await html(guest, `${path}/return`)).toContain('For all of it, with tax, tire fees, and mounting, ')
  await setDay(3)
  expect([await each(), (await missed()).includes('Nothing was changed')]).toEqual([plain, true])
  await setDay(-300)
  expect(plain - (await each())).toBeCloseTo(25)
  expect(await html(guest, `${path}/return`)).toContain('For all of it, with tax and tire fees, ')
  const refused = await send(guest, path, fields)
  expect([refused.status, (await refused.text()).includes(RETURN_MESSAGES.mounted)]).toEqual([422, true])
  expect(await missed()).toContain('Missed the mounting appointment')
  expect(await each()).toBe(plain)
  await setDay(-300)
  const defect = { ...fields, once: 'a-defect-after-it', reason: 'defect' }
  const photo = new File([JPEG], 'tire.jpg')
  expect((await send(guest, path, defect, [photo])).headers.get('Location')).toBe(`${path}/return/1`)
  const stored = env.DB.prepare('SELECT mounted FROM return_case ORDER BY rowid DESC LIMIT 1')
  expect(await stored.first('mounted')).toBe(1)
})

test('[H13d] photos of a form that nobody finishes are deleted after a day', async () => {
  const [guest, order] = [new Browser(), await shippedOrder()]
  await send(guest, order.path, { once: 'an-unfinished-form' }, [new File([JPEG], 'a.jpg')])
  const count = async () => {
    const { objects } = await env.PICTURES.list({ prefix: `private/returns/${order.orderNumber}/` })
    return objects.length
  }
  await deleteUnneededPhotos(env, Date.now())
  expect(await count()).toBe(1)
  await deleteUnneededPhotos(env, Date.now() + DAY_MS + 1)
  expect(await count()).toBe(0)
})
