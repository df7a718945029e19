/** A customer's cart on two devices: merged guests' carts, mutations during a sign-in, and notifications. */
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { CART_VERSION_EVENT } from '../../../schema/cart/sync/cart-live.api.ts'
import { Browser, call, openShop } from '../../account/testing/account.harness.ts'

const SITE = 'https://shop.example'
beforeAll(openShop)

let customers = 0
async function newCustomer() {
  customers += 1
  const customer = { email: `live${customers}@example.com`, firstname: 'Ada', lastname: 'Byron' }
  await call('POST', 'user/create', { customer, password: 'rubber-meets-road' })
  return { email: customer.email, password: 'rubber-meets-road' }
}

async function send(browser: Browser, fields: Record<string, string>) {
  const response = await browser.fetch('/cart/form/', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: 'application/json' },
  })
  return response.json<{ code: number; result: { view: CartView } | string }>()
}
const add = (browser: Browser, sku: string, qty = '1') => send(browser, { action: 'add', sku, qty })
async function readCart(browser: Browser): Promise<CartView> {
  return (await (await browser.fetch('/api/ext/cart')).json<{ result: CartView }>()).result
}
const lines = async (browser: Browser) => (await readCart(browser)).lines.map(({ sku, qty }) => [sku, qty])

describe('[D5] a guest who signs in', () => {
  let home: Browser
  let phone: Browser
  let customer: { email: string; password: string }
  beforeEach(async () => {
    home = new Browser()
    phone = new Browser()
    customer = await newCustomer()
    await add(home, 'TL-2001-1', '1')
    await home.signIn(customer)
    await add(phone, 'TL-2001-1', '2')
  })

  test('and repeats the sign-in after a lost reply, and nothing is counted twice', async () => {
    const guest = phone.cookies.get('__Host-cart') ?? ''
    await phone.signIn(customer)
    phone.cookies.set('__Host-cart', guest)
    await add(phone, 'TL-3001-1', '1')
    phone.cookies.set('__Host-cart', guest)
    await phone.signIn(customer)
    expect(await lines(home)).toEqual([
      ['TL-2001-1', 3],
      ['TL-3001-1', 1],
    ])
  })

  test('and changes a guest line after the merge keeps the quantity that the customer had before', async () => {
    const { key } = await readCart(phone)
    await phone.signIn(customer)
    const guestLine = { cart: key, item_id: '1' }
    const page = 'a-page-of-the-phone'
    await send(phone, { action: 'set', qty: '4', mutation: `${page}.1`, ...guestLine })
    expect(await lines(home)).toEqual([['TL-2001-1', 5]])
    await send(phone, { action: 'remove', mutation: `${page}.2`, ...guestLine })
    // The same mutations arrive again, late.
    await send(phone, { action: 'set', qty: '4', mutation: `${page}.1`, ...guestLine })
    await send(phone, { action: 'remove', mutation: `${page}.2`, ...guestLine })
    expect(await lines(home)).toEqual([['TL-2001-1', 1]])
    // A mutation of a cart that was never merged changes nothing.
    const unknownCart = { action: 'remove', cart: '0123456789abcdef', item_id: '1' }
    expect(await send(phone, unknownCart)).toMatchObject({ code: 409 })
    expect(await lines(home)).toEqual([['TL-2001-1', 1]])
  })

  test('and repeats an add after a lost reply has the product once', async () => {
    const mutation = { action: 'add', sku: 'TL-3001-1', qty: '1', mutation: 'page-of-the-phone.1' }
    await send(phone, mutation)
    await phone.signIn(customer)
    expect(await send(phone, mutation)).toMatchObject({ code: 200 })
    expect(await lines(home)).toContainEqual(['TL-3001-1', 1])
  })

  test('keeps a valid coupon and loses one that is no longer valid', async () => {
    await send(home, { action: 'coupon', coupon: 'SAVE10' })
    await phone.signIn(customer)
    expect((await readCart(home)).totals.couponCode).toBe('SAVE10')
    await env.DB.prepare("UPDATE coupon SET is_active = 0 WHERE code = 'SAVE10'").run()
    const tablet = new Browser()
    await add(tablet, 'TL-3001-1', '1')
    await tablet.signIn(customer)
    expect((await readCart(home)).totals.couponCode).toBeNull()
    await env.DB.prepare("UPDATE coupon SET is_active = 1 WHERE code = 'SAVE10'").run()
  })
})

test('[D2] changes of one page that arrive late, twice and out of order are applied once, in the order in which they were made', async () => {
  const shopper = new Browser()
  const page = 'a-page-of-this-test'
  const add = { action: 'add', sku: 'TL-2001-1', qty: '1' }
  for (const seq of [1, 2, 2, 1, 3, 1, 2]) await send(shopper, { ...add, mutation: `${page}.${seq}` })
  expect(await lines(shopper)).toEqual([['TL-2001-1', 3]])
  await send(shopper, { action: 'coupon', coupon: 'SAVE10', mutation: `${page}.4` })
  await send(shopper, { action: 'coupon-remove', mutation: `${page}.5` })
  await send(shopper, { action: 'coupon', coupon: 'SAVE10', mutation: `${page}.4` })
  expect((await readCart(shopper)).totals.couponCode).toBeNull()
  // A repeated mutation that has failed stays failed.
  const tooMany = { action: 'set', item_id: '1', qty: '900', mutation: `${page}.6` }
  expect((await send(shopper, tooMany)).code).toBe(400)
  await env.DB.prepare("UPDATE stock SET qty = qty + 900 WHERE stock_sku = 'TL-2001'").run()
  expect((await send(shopper, tooMany)).code).toBe(400)
  await env.DB.prepare("UPDATE stock SET qty = qty - 900 WHERE stock_sku = 'TL-2001'").run()
})

describe('[D3] a page that requests a cart', () => {
  const create = (browser: Browser, more = '') =>
    browser.fetch(`/api/cart/create?token=${more}`, { method: 'POST' })

  test('keeps the browser’s cart with its lines', async () => {
    const shopper = new Browser()
    await create(shopper)
    const first = shopper.cookies.get('__Host-cart')
    await add(shopper, 'TL-2001-1')
    await create(shopper)
    expect([shopper.cookies.get('__Host-cart'), await lines(shopper)]).toEqual([first, [['TL-2001-1', 1]]])
  })

  test('gets no cookie for a known cart, because a late reply could replace the cookie of a newer cart', async () => {
    const shopper = new Browser()
    await add(shopper, 'TL-2001-1')
    const { headers } = await create(shopper)
    expect(headers.getSetCookie().filter((cookie) => cookie.startsWith('__Host-cart='))).toEqual([])
  })

  test('gets a guest cart while the account is unavailable, which is merged later', async () => {
    const customer = await newCustomer()
    const [home, phone] = [new Browser(), new Browser()]
    await home.signIn(customer)
    await add(home, 'TL-2001-1')
    await phone.signIn(customer)
    phone.cookies.delete('__Host-cart')
    await create(phone, '&as=guest')
    await add(phone, 'TL-3001-1')
    expect(await lines(phone)).toEqual([
      ['TL-2001-1', 1],
      ['TL-3001-1', 1],
    ])
    expect(await lines(home)).toEqual(await lines(phone))
  })
})

describe('[D2] a customer’s devices', () => {
  const listen = (browser: Browser, headers: Record<string, string> = {}) =>
    browser.fetch('/api/ext/cart/live', { headers: { Upgrade: 'websocket', Origin: SITE, ...headers } })

  test('receive the version of each change and nothing else', async () => {
    const customer = await newCustomer()
    const [home, phone] = [new Browser(), new Browser()]
    await add(home, 'TL-2001-1')
    await home.signIn(customer)
    await phone.signIn(customer)
    const { webSocket } = await listen(phone)
    const versions: number[] = []
    webSocket?.addEventListener('message', ({ data }) => {
      versions.push(v.parse(v.strictObject(CART_VERSION_EVENT.entries), JSON.parse(String(data))).version)
    })
    webSocket?.accept()
    await vi.waitFor(() => expect(versions).toHaveLength(1))
    await add(home, 'TL-2001-1')
    await vi.waitFor(() => expect(versions).toHaveLength(2))
    expect(versions[1]).toBe((await readCart(phone)).version)
    webSocket?.close()
  })

  test('get a socket only with a sign-in and from pages of the shop', async () => {
    const guest = new Browser()
    await add(guest, 'TL-2001-1')
    expect((await listen(guest)).status).toBe(401)
    expect((await listen(guest, { Origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await guest.fetch('/api/ext/cart/live')).status).toBe(426)
  })
})
