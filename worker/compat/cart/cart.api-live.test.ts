/** A customer's cart on two devices: merged guests' carts, mutations during a sign-in, and notifications. */
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { CART_FRAME } from '../../../schema/cart/sync/cart-live.api.ts'
import { Browser, call, openShop } from '../../account/testing/account.harness.ts'

const SITE = 'https://shop.example'
beforeAll(openShop)

let made = 0
async function newCustomer() {
  made += 1
  const customer = { email: `live${made}@example.com`, firstname: 'Ada', lastname: 'Byron' }
  await call('POST', 'user/create', { customer, password: 'rubber-meets-road' })
  return { email: customer.email, password: 'rubber-meets-road' }
}

async function send(who: Browser, fields: Record<string, string>) {
  const response = await who.fetch('/cart/form/', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: 'application/json' },
  })
  return response.json<{ code: number; result: { view: CartView } | string }>()
}
const put = (who: Browser, sku: string, qty = '1') => send(who, { action: 'add', sku, qty })
async function shown(who: Browser): Promise<CartView> {
  return (await (await who.fetch('/api/ext/cart')).json<{ result: CartView }>()).result
}
const lines = async (who: Browser) => (await shown(who)).lines.map(({ sku, qty }) => [sku, qty])

describe('[D5] a guest who signs in', () => {
  let home: Browser
  let phone: Browser
  let customer: { email: string; password: string }
  beforeEach(async () => {
    home = new Browser()
    phone = new Browser()
    customer = await newCustomer()
    await put(home, 'TL-2001-1', '1')
    await home.signIn(customer)
    await put(phone, 'TL-2001-1', '2')
  })

  test('whose answer is lost signs in again, and nothing counts twice', async () => {
    const guest = phone.cookies.get('__Host-cart') ?? ''
    await phone.signIn(customer)
    phone.cookies.set('__Host-cart', guest)
    await put(phone, 'TL-3001-1', '1')
    phone.cookies.set('__Host-cart', guest)
    await phone.signIn(customer)
    expect(await lines(home)).toEqual([
      ['TL-2001-1', 3],
      ['TL-3001-1', 1],
    ])
  })

  test('gets a guest’s mutation of a line just before: the customer’s part stays', async () => {
    const { key } = await shown(phone)
    await phone.signIn(customer)
    const wish = { cart: key, item_id: '1' }
    const page = 'a-page-of-the-phone'
    await send(phone, { action: 'set', qty: '4', mutation: `${page}.1`, ...wish })
    expect(await lines(home)).toEqual([['TL-2001-1', 5]])
    await send(phone, { action: 'remove', mutation: `${page}.2`, ...wish })
    // Late, and again.
    await send(phone, { action: 'set', qty: '4', mutation: `${page}.1`, ...wish })
    await send(phone, { action: 'remove', mutation: `${page}.2`, ...wish })
    expect(await lines(home)).toEqual([['TL-2001-1', 1]])
    // A wish about a cart that never came along changes nothing in this one.
    const stranger = { action: 'remove', cart: '0123456789abcdef', item_id: '1' }
    expect(await send(phone, stranger)).toMatchObject({ code: 409 })
    expect(await lines(home)).toEqual([['TL-2001-1', 1]])
  })

  test('and had put something in with an answer that got lost: sent once more it is there once', async () => {
    const act = { action: 'add', sku: 'TL-3001-1', qty: '1', mutation: 'page-of-the-phone.1' }
    await send(phone, act)
    await phone.signIn(customer)
    expect(await send(phone, act)).toMatchObject({ code: 200 })
    expect(await lines(home)).toContainEqual(['TL-3001-1', 1])
  })

  test('keeps the coupon while it fits, and loses it when it does not any more', async () => {
    await send(home, { action: 'coupon', coupon: 'SAVE10' })
    await phone.signIn(customer)
    expect((await shown(home)).totals.couponCode).toBe('SAVE10')
    await env.DB.prepare("UPDATE coupon SET is_active = 0 WHERE code = 'SAVE10'").run()
    const tablet = new Browser()
    await put(tablet, 'TL-3001-1', '1')
    await tablet.signIn(customer)
    expect((await shown(home)).totals.couponCode).toBeNull()
    await env.DB.prepare("UPDATE coupon SET is_active = 1 WHERE code = 'SAVE10'").run()
  })
})

test('[D2] changes of one page arrive late, twice and out of order, and count once in the order they were made', async () => {
  const shopper = new Browser()
  const page = 'a-page-of-this-test'
  const add = { action: 'add', sku: 'TL-2001-1', qty: '1' }
  for (const seq of [1, 2, 2, 1, 3, 1, 2]) await send(shopper, { ...add, mutation: `${page}.${seq}` })
  expect(await lines(shopper)).toEqual([['TL-2001-1', 3]])
  await send(shopper, { action: 'coupon', coupon: 'SAVE10', mutation: `${page}.4` })
  await send(shopper, { action: 'coupon-remove', mutation: `${page}.5` })
  await send(shopper, { action: 'coupon', coupon: 'SAVE10', mutation: `${page}.4` })
  expect((await shown(shopper)).totals.couponCode).toBeNull()
  // Answered as failed, it stays failed.
  const tooMany = { action: 'set', item_id: '1', qty: '900', mutation: `${page}.6` }
  expect((await send(shopper, tooMany)).code).toBe(400)
  await env.DB.prepare("UPDATE stock SET qty = qty + 900 WHERE stock_sku = 'TL-2001'").run()
  expect((await send(shopper, tooMany)).code).toBe(400)
  await env.DB.prepare("UPDATE stock SET qty = qty - 900 WHERE stock_sku = 'TL-2001'").run()
})

describe('[D3] a page that asks for a cart', () => {
  const create = (who: Browser, more = '') => who.fetch(`/api/cart/create?token=${more}`, { method: 'POST' })

  test('keeps the browser’s cart with its lines', async () => {
    const shopper = new Browser()
    await create(shopper)
    const first = shopper.cookies.get('__Host-cart')
    await put(shopper, 'TL-2001-1')
    await create(shopper)
    expect([shopper.cookies.get('__Host-cart'), await lines(shopper)]).toEqual([first, [['TL-2001-1', 1]]])
  })

  test('has no cookie of the one that it holds: a late answer would put it in the place of one that came meanwhile', async () => {
    const shopper = new Browser()
    await put(shopper, 'TL-2001-1')
    const { headers } = await create(shopper)
    expect(headers.getSetCookie().filter((cookie) => cookie.startsWith('__Host-cart='))).toEqual([])
  })

  test('gets a guest’s cart while the account is unavailable, which is merged later', async () => {
    const customer = await newCustomer()
    const [home, phone] = [new Browser(), new Browser()]
    await home.signIn(customer)
    await put(home, 'TL-2001-1')
    await phone.signIn(customer)
    phone.cookies.delete('__Host-cart')
    await create(phone, '&as=guest')
    await put(phone, 'TL-3001-1')
    expect(await lines(phone)).toEqual([
      ['TL-2001-1', 1],
      ['TL-3001-1', 1],
    ])
    expect(await lines(home)).toEqual(await lines(phone))
  })
})

describe('[D2] a customer’s devices', () => {
  const listen = (who: Browser, headers: Record<string, string> = {}) =>
    who.fetch('/api/ext/cart/live', { headers: { Upgrade: 'websocket', Origin: SITE, ...headers } })

  test('hear of each change, and of nothing but its version', async () => {
    const customer = await newCustomer()
    const [home, phone] = [new Browser(), new Browser()]
    await put(home, 'TL-2001-1')
    await home.signIn(customer)
    await phone.signIn(customer)
    const { webSocket } = await listen(phone)
    const heard: number[] = []
    webSocket?.addEventListener('message', ({ data }) => {
      heard.push(v.parse(v.strictObject(CART_FRAME.entries), JSON.parse(String(data))).version)
    })
    webSocket?.accept()
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    await put(home, 'TL-2001-1')
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(heard[1]).toBe((await shown(phone)).version)
    webSocket?.close()
  })

  test('are a customer’s own, on pages of the shop', async () => {
    const guest = new Browser()
    await put(guest, 'TL-2001-1')
    expect((await listen(guest)).status).toBe(401)
    expect((await listen(guest, { Origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await guest.fetch('/api/ext/cart/live')).status).toBe(426)
  })
})
