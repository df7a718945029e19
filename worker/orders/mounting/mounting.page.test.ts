import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { AccountOrderView } from '../../../schema/account/account.api.ts'
import {
  formatSlot,
  MOUNTING_MESSAGES,
  type MountingSlot,
  mountingDayName,
  parseSlot,
  SLOT_CARS,
} from '../../../schema/orders/mounting/mounting.ts'
import { STAFF_MOUNTING } from '../../../schema/orders/mounting/mounting-paths.ts'
import { staffOrderHref } from '../../../schema/paths.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { Browser, openShop, RILEY, SITE } from '../../account/testing/account.harness.ts'
import { loadMounting } from '../../cart/testing/mounting.fixture.ts'
import {
  newPlacementHarness,
  type PlacementHarness,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { newPlacedOrder } from '../life/testing/order-lifecycle.harness.ts'
import { orderLinks } from '../order-links.ts'
import { insertReturn } from '../returns/return.sql.ts'
import { findAppointment, setAppointment } from './mounting.sql.ts'

let harness: PlacementHarness

beforeAll(async () => {
  await openShop()
  await loadMounting(env.DB)
  const second = { path: 'second', name: 'South', street: '9 Elm St', city: 'Aurora', state: 'IL' }
  const more = { ...second, zip: '60505', phone: '3125550143', hours: 'Mon to Fri 8 a.m. to 6 p.m.' }
  for (const [field, value] of Object.entries(more))
    await env.DB.prepare('INSERT INTO config (path, value) VALUES (?, ?)')
      .bind(`stores/2/${field}`, value)
      .run()
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
})

/** Places an order of a pair, of the customer if given; returns its number and the path of its page. */
async function newOrder(customerId: number | null = null) {
  const { orderNumber } = await newPlacedOrder(harness, { 'TL-2001-2': 1 })
  await env.DB.prepare('UPDATE sales_order SET customer_id = ?2 WHERE order_number = ?1')
    .bind(orderNumber, customerId)
    .run()
  const { status } = orderLinks(env.CART_SECRET, SITE, orderNumber)
  return { orderNumber, path: status.slice(SITE.length) }
}

const setStatus = (orderNumber: string, status: string) =>
  env.DB.prepare('UPDATE sales_order SET status = ?2 WHERE order_number = ?1').bind(orderNumber, status).run()
const html = async (who: Browser, path: string) => (await who.fetch(path)).text()
const post = (who: Browser, path: string, fields: Record<string, string>) =>
  who.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
const attribute = (page: string, pattern: RegExp) =>
  pattern.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? `no ${pattern}`

/** Returns the days that the page offers, and what the browser sends with the first time of the shown one. */
async function readTimes(who: Browser, path: string) {
  const page = await html(who, path)
  const slot = attribute(page, /name="slot"[^>]* value="([^"]+)"/)
  const [store = '', day = ''] = slot.split(' ')
  return {
    page,
    days: [...page.matchAll(/<option value="(\d{4}-\d\d-\d\d)"/g)].map(([, option]) => option ?? ''),
    slot,
    fields: { action: 'book', store, day, slot },
  }
}
const shownDay = (page: string) => attribute(page, /<option value="(\d{4}-\d\d-\d\d)" selected=""/)

test('[H13k] a time that was just taken is refused on the page of the same day', async () => {
  const [guest, order] = [new Browser(), await newOrder()]
  const { days } = await readTimes(guest, `${order.path}/mounting`)
  const { slot, fields } = await readTimes(guest, `${order.path}/mounting?store=1&day=${days[2]}`)
  const taken = parseSlot(slot) ?? { store: 0, day: '', time: 0 }
  expect(taken.day).toBe(days[2])
  const object = env.MOUNTING.getByName(mountingDayName(taken))
  for (let car = 0; car < SLOT_CARS; car += 1) await object.book(`TL-OTHER00${car}`, taken, Date.now())
  const refused = await post(guest, `${order.path}/mounting`, fields)
  const page = await refused.text()
  expect([refused.status, shownDay(page)]).toEqual([409, days[2]])
  expect(page).toContain(MOUNTING_MESSAGES.taken)
})

test('[H13k] a time of another day or store than the menus say is refused, with the times of the menus', async () => {
  const [guest, order] = [new Browser(), await newOrder()]
  const href = `${order.path}/mounting`
  const { page, days, fields } = await readTimes(guest, href)
  // No time is chosen for the buyer.
  expect(page).not.toContain('checked')
  const other = days[3] ?? ''
  for (const menus of [{ day: other }, { store: '2' }]) {
    const refused = await post(guest, href, { ...fields, ...menus })
    const answer = await refused.text()
    expect(refused.status).toBe(400)
    expect(answer).toContain(MOUNTING_MESSAGES.changed)
    const shown = { ...fields, ...menus }
    expect(answer).toContain(`value="${shown.store} ${shown.day} `)
    expect(answer).not.toContain(`value="${fields.slot}"`)
  }
  expect((await post(guest, href, { action: 'book', store: '1', day: other })).status).toBe(400)
  expect(await findAppointment(env.DB, order.orderNumber)).toBeNull()
})

test('[H13k] the menu says the city of each store, and an appointment is canceled after a second press', async () => {
  const [guest, order] = [new Browser(), await newOrder()]
  const href = `${order.path}/mounting`
  const { page, fields } = await readTimes(guest, href)
  expect(page).toContain('<option value="2">South, 9 Elm St, Aurora, IL 60505</option>')
  await post(guest, href, fields)
  const cancel = /<details[^>]*><summary>Cancel the appointment<\/summary><form.*?<\/form><\/details>/
  expect(await html(guest, href)).toMatch(cancel)
})

test.each([
  ['pending_payment', 404, 'Order not found'],
  ['canceled', 400, MOUNTING_MESSAGES.refused],
  ['refunded', 400, MOUNTING_MESSAGES.refused],
])('[H13k] an order that is %s gets no time', async (status, code, message) => {
  const [guest, order] = [new Browser(), await newOrder()]
  const { fields } = await readTimes(guest, `${order.path}/mounting`)
  await setStatus(order.orderNumber, status)
  const refused = await post(guest, `${order.path}/mounting`, fields)
  expect(refused.status).toBe(code)
  expect(await refused.text()).toContain(message)
  expect(await findAppointment(env.DB, order.orderNumber)).toBeNull()
})

test('[H13k] order page and account lead to mounting while it is possible, and show the time that is booked', async () => {
  const [riley, order] = [new Browser(), await newOrder(1)]
  await riley.signIn(RILEY)
  const view = async () => {
    const answer = await riley.fetch(`/api/ext/account/order?orderId=${order.orderNumber}`)
    return (await answer.json<{ result: AccountOrderView }>()).result.mounting
  }
  const href = `${order.path}/mounting`
  expect(await view()).toEqual({
    text: expect.stringContaining('per tire'),
    isBooked: false,
    label: 'Book mounting',
    href,
  })
  const { slot, fields } = await readTimes(riley, href)
  expect((await post(riley, href, fields)).headers.get('Location')).toBe(href)
  const booked = formatSlot(parseSlot(slot) ?? { day: '', time: 0 })
  expect(await view()).toMatchObject({
    text: expect.stringContaining(`${booked}, `),
    isBooked: true,
    label: 'Change or cancel mounting',
  })
  const account = `/customer/account/order/?orderId=${order.orderNumber}`
  for (const page of [order.path, account]) {
    const shown = await html(riley, page)
    expect(shown).toContain(booked)
    expect(shown).toContain(`href="${href}"`)
  }
  expect((await post(riley, href, { action: 'cancel' })).status).toBe(303)
  await setStatus(order.orderNumber, 'canceled')
  expect(await view()).toBeNull()
  expect(await html(riley, account)).not.toContain('/mounting')
})

test('[H13k] staff see the appointments of a day at a store, and nobody else does', async () => {
  const [guest, staff, order] = [new Browser(), new Browser(), await newOrder()]
  await staff.signInAsStaff()
  const { slot, fields } = await readTimes(guest, `${order.path}/mounting`)
  await post(guest, `${order.path}/mounting`, fields)
  const { store, day } = parseSlot(slot) ?? { store: 0, day: '' }
  const list = await html(staff, `${STAFF_MOUNTING}?store=${store}&day=${day}`)
  expect(list).toContain(`href="${staffOrderHref(order.orderNumber)}"`)
  expect(list).toContain('Ada')
  const time = formatSlot(parseSlot(slot) ?? { day: '', time: 0 })
  expect(await html(staff, staffOrderHref(order.orderNumber))).toContain(`<dd>${time}, `)
  expect(await html(staff, `${STAFF_MOUNTING}?store=${store}&day=2020-01-06`)).toContain('No appointments.')
  expect(await html(staff, `${STAFF_MOUNTING}?store=99&day=<i>`)).not.toContain('<i>')
  expect(await html(guest, `${STAFF_MOUNTING}?store=${store}&day=${day}`)).not.toContain(order.orderNumber)
})

test('[H13k] staff see how many tires are left to mount, and can record who did not come only when the day is there', async () => {
  const [staff, { orderNumber }] = [new Browser(), await newOrder()]
  await staff.signInAsStaff()
  const now = Date.now()
  const itemId = await env.DB.prepare(
    'SELECT item_id FROM sales_order_line WHERE order_id = (SELECT id FROM sales_order WHERE order_number = ?)',
  )
    .bind(orderNumber)
    .first<number>('item_id')
  await insertReturn(env.DB, {
    ...{ orderNumber, once: crypto.randomUUID(), number: 1, state: 'requested', by: 'buyer', reason: 'fit' },
    ...{ lines: [{ itemId: itemId ?? 0, pieces: 1 }], mounted: false, outcome: 'refund', way: 'store' },
    ...{ note: '', amount: 100, now },
  })
  const listOn = async (day: string, before: MountingSlot | null) => {
    const slot = { store: 1, day, time: 540 }
    await setAppointment(env.DB, { orderNumber, before, slot, tires: 2, now })
    const page = await html(staff, `${STAFF_MOUNTING}?store=1&day=${day}`)
    return { slot, row: attribute(page, new RegExp(`(<tr(?:(?!<tr).)*${orderNumber}.*?</tr>)`)) }
  }
  const later = await listOn(shopDay(now + 3 * DAY_MS), null)
  expect(later.row).toMatch(/<td[^>]*>1<\/td>/)
  expect(later.row).not.toContain('Didn’t come')
  expect((await listOn(shopDay(now), later.slot)).row).toContain('Didn’t come')
})

test('[H13k] late tires have no day to choose, on the page and by the form', async () => {
  const { orderNumber, path } = await newOrder()
  const guest = new Browser()
  const booking = await readTimes(guest, `${path}/mounting`)
  const past = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
  await env.DB.prepare('UPDATE sales_order SET arrives_on = ?2 WHERE order_number = ?1')
    .bind(orderNumber, past)
    .run()
  const page = await html(guest, `${path}/mounting`)
  expect(page).toContain(MOUNTING_MESSAGES.waiting)
  expect(page).not.toContain('Book this time')
  const refused = await post(guest, `${path}/mounting`, booking.fields)
  expect([refused.status, await findAppointment(env.DB, orderNumber)]).toEqual([400, null])
  expect(await refused.text()).toContain(MOUNTING_MESSAGES.waiting)
})
