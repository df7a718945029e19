import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartView } from '../../schema/cart/cart.api.ts'
import type { ApiCartItem } from '../../schema/compat/compat-cart.api.ts'
import type { ApiTotals } from '../../schema/compat/compat-totals.api.ts'
import { ORDER_HISTORY } from '../../schema/compat/order-history.api.ts'
import { Browser, call, openShop, RILEY, signInThroughApi } from '../account/testing/account.harness.ts'
import { loadMounting } from './testing/mounting.fixture.ts'

beforeAll(async () => {
  // The cart's object sends the mails of its orders itself.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 'mail' }))
  await openShop()
})
afterAll(() => {
  vi.restoreAllMocks()
})

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
let browser: Browser
let customers = 0
beforeEach(() => {
  browser = new Browser()
})

async function newCustomer() {
  customers += 1
  const customer = { email: `cart${customers}@example.com`, firstname: 'Ada', lastname: 'Hill' }
  const password = 'rubber-meets-road'
  const { result } = await call<{ id: number }>('POST', 'user/create', { customer, password })
  return { id: result.id, email: customer.email, password }
}

const put = (sku: string, qty = '1', who = browser) =>
  who.fetch('/cart/form/', { method: 'POST', body: new URLSearchParams({ action: 'add', sku, qty }) })
const form = (fields: Record<string, string>, who: Browser) =>
  who.fetch('/cart/form/', {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(fields),
  })
const view = async (who = browser) =>
  (await (await who.fetch('/api/ext/cart')).json<{ result: CartView }>()).result
const shown = async (who = browser) => (await view(who)).lines.map(({ sku, qty }) => [sku, qty])
const pull = (token: string, cartId: number | string) =>
  call<ApiCartItem[]>('GET', `cart/pull?token=${token}&cartId=${cartId}`)
const add = (token: string, cartId: number | string, sku: string) =>
  call<ApiCartItem>('POST', `cart/update?token=${token}&cartId=${cartId}`, {
    cartItem: { sku, qty: 1, quoteId: String(cartId) },
  })

describe('[D1] the cart of a customer in the API', () => {
  test('is the same open cart each time, with a number that cannot be guessed; the number in a call is ignored', async () => {
    const { token } = await signInThroughApi(await newCustomer())
    const first = await call<number>('POST', `cart/create?token=${token}`)
    const again = await call<number>('POST', `cart/create?token=${token}`)
    expect(first.result).toBe(again.result)
    expect(String(first.result)).toMatch(/^\d{15}$/)
    const { code, result } = await add(token, first.result, 'TL-2001-1')
    expect([code, result.quote_id]).toEqual([200, String(first.result)])
    expect((await pull(token, '81668')).result).toMatchObject([
      { sku: 'TL-2001-1', quote_id: String(first.result) },
    ])
  })

  test('is refused without a token, with an invalid token, and with another customer’s token', async () => {
    const { token } = await signInThroughApi(await newCustomer())
    const other = await signInThroughApi(await newCustomer())
    const { result: id } = await call<number>('POST', `cart/create?token=${token}`)
    await add(token, id, 'TL-2001-1')
    expect((await pull('', id)).code).toBe(404)
    expect((await pull(`${token}x`, id)).code).toBe(401)
    expect((await call('POST', `cart/create?token=${token}x`)).code).toBe(401)
    // The token names the cart of the other customer, who has no cart yet.
    expect((await pull(other.token, id)).code).toBe(404)
    await call('POST', `cart/create?token=${other.token}`)
    expect((await pull(other.token, id)).result).toEqual([])
    expect((await pull(token, id)).result).toHaveLength(1)
  })

  test('a guest’s cart stays the guest’s when the call has a token', async () => {
    const { result: masked } = await call<string>('POST', 'cart/create?token=')
    const { token } = await signInThroughApi()
    expect((await add(token, masked, 'TL-2001-1')).result.quote_id).toBe(masked)
  })

  test('[E1] a dealer’s cart is taxed by the dealer’s group', async () => {
    const tax = async (token: string) => {
      const { result: id } = await call<number>('POST', `cart/create?token=${token}`)
      await add(token, id, 'TL-2001-4')
      const address = { countryId: 'US', regionId: 23, region: 'Illinois', postcode: '60612' }
      const { result } = await call<{ totals: ApiTotals }>(
        'POST',
        `cart/shipping-information?token=${token}&cartId=${id}`,
        { addressInformation: { shippingAddress: address, billingAddress: address } },
      )
      return result.totals.tax_amount
    }
    expect(await tax((await signInThroughApi(await newCustomer())).token)).toBeGreaterThan(0)
    expect(await tax((await signInThroughApi(DEALER)).token)).toBe(0)
  })
})

describe('[F1] [D1] signing in with a cart', () => {
  test('merges the guest’s cart, shows the customer’s cart afterwards, and removes it from the browser after a sign-out', async () => {
    const customer = await newCustomer()
    await put('TL-2001-1', '2')
    await browser.signIn(customer)
    expect(await shown()).toEqual([['TL-2001-1', 2]])
    const phone = new Browser()
    await put('TL-3001-1', '1', phone)
    await phone.signIn(customer)
    expect(await shown(phone)).toEqual([
      ['TL-2001-1', 2],
      ['TL-3001-1', 1],
    ])
    expect(phone.cookies.get('cart-count')).toBe('2')
    expect(await shown()).toHaveLength(2)
    // In the API the cart is the same.
    const { token } = await signInThroughApi(customer)
    const { result: id } = await call<number>('POST', `cart/create?token=${token}`)
    expect((await pull(token, id)).result).toHaveLength(2)
    await phone.form({ action: 'sign-out' })
    expect([await shown(phone), phone.cookies.has('cart-count')]).toEqual([[], false])
    expect(await shown()).toHaveLength(2)
    // A second sign-in merges no more.
    await phone.signIn(customer)
    await browser.signIn(customer)
    expect(await shown()).toEqual([
      ['TL-2001-1', 2],
      ['TL-3001-1', 1],
    ])
  })

  test('merges coupon, destination and checkout draft if the customer’s cart has none', async () => {
    const customer = await newCustomer()
    await put('TL-2001-1')
    await browser.signIn(customer)
    const phone = new Browser()
    await put('TL-3001-1', '1', phone)
    for (const body of [
      { action: 'coupon', coupon: 'SAVE10' },
      { action: 'zip', zip: '60612' },
    ]) {
      await phone.fetch('/cart/form/', { method: 'POST', body: new URLSearchParams(body) })
    }
    const personal = {
      step: 'personal',
      firstName: 'Ada',
      lastName: 'Hill',
      emailAddress: 'typed@example.com',
    }
    await phone.fetch('/checkout/form/', { method: 'POST', body: new URLSearchParams(personal) })
    await phone.signIn(customer)
    const { result } = await (await phone.fetch('/api/ext/checkout')).json<{
      result: { cart: { zip: string; totals: { couponCode: string } }; personal: object }
    }>()
    expect(result.cart).toMatchObject({ zip: '60612', totals: { couponCode: 'SAVE10' } })
    expect(result.personal).toMatchObject({ emailAddress: 'typed@example.com' })
  })

  test('[H13k] a guest’s mounting joins a cart without tires, and charges nothing for the customer’s own tires', async () => {
    await loadMounting(env.DB)
    const signInWithMounting = async (own: string) => {
      const customer = await newCustomer()
      await put(own)
      await browser.signIn(customer)
      const phone = new Browser()
      await put('TL-2001-2', '1', phone)
      await form({ action: 'mounting' }, phone)
      const { key, lines } = await view(phone)
      await phone.signIn(customer)
      const service = lines.find(({ sku }) => sku === 'MT-1')
      return { phone, late: { action: 'remove', item_id: String(service?.itemId), cart: key } }
    }
    const { phone } = await signInWithMounting('TL-3001-1')
    expect(await shown(phone)).toEqual([
      ['TL-3001-1', 1],
      ['TL-2001-2', 1],
    ])
    browser = new Browser()
    const other = await signInWithMounting('CG-1')
    expect((await shown(other.phone)).at(-1)).toEqual(['MT-1', 2])
    // A page from before the sign-in removes the line of the guest's cart.
    expect((await form(other.late, other.phone)).status).toBe(200)
    expect((await form(other.late, other.phone)).status).toBe(200)
    expect(await shown(other.phone)).toEqual([
      ['CG-1', 1],
      ['TL-2001-2', 1],
    ])
  })

  test('units above the stock are not merged', async () => {
    const customer = await newCustomer()
    await put('TL-1001')
    await browser.signIn(customer)
    const phone = new Browser()
    await put('TL-1001', '1', phone)
    await phone.signIn(customer)
    expect(await shown(phone)).toEqual([['TL-1001', 1]])
  })

  test('the cart of the browser’s previous customer is not changed', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()]
    await put('TL-2001-1')
    await browser.signIn(first)
    // The session expires, the cart's cookie stays.
    browser.cookies.delete('__Host-session')
    await browser.signIn(second)
    expect(await shown()).toEqual([])
    const { token } = await signInThroughApi(first)
    const { result: id } = await call<number>('POST', `cart/create?token=${token}`)
    expect((await pull(token, id)).result).toHaveLength(1)
  })

  test('an order on one device starts a new cart on the other', async () => {
    const customer = await newCustomer()
    await put('TL-2001-1')
    await browser.signIn(customer)
    const phone = new Browser()
    await phone.signIn(customer)
    const body = JSON.stringify({ ...order('', ''), cart_id: '' })
    expect((await browser.fetch('/api/order', { method: 'POST', body })).status).toBe(200)
    await put('TL-3001-1')
    const before = phone.cookies.get('__Host-cart')
    const page = await phone.fetch('/cart/')
    expect(await page.text()).toContain('225/70R19.5')
    expect(phone.cookies.get('__Host-cart')).not.toBe(before)
    expect(await shown(phone)).toEqual([['TL-3001-1', 1]])
  })

  test('a line that is added while signed in is in the customer’s cart', async () => {
    const customer = await newCustomer()
    await browser.signIn(customer)
    await put('TL-2001-1')
    const phone = new Browser()
    await phone.signIn(customer)
    expect(await shown(phone)).toEqual([['TL-2001-1', 1]])
  })

  test('[D2] an addition that reached the former cart late and is repeated in the next one is in the cart once', async () => {
    const customer = await newCustomer()
    await browser.signIn(customer)
    const late = new Browser()
    late.cookies = new Map(browser.cookies)
    const phone = new Browser()
    await put('TL-3001-1', '1', phone)
    // The cart of the laptop is empty, so the phone's cart becomes the customer's own.
    await phone.signIn(customer)
    await phone.fetch('/cart/form/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'remove', item_id: '1' }),
    })
    expect(await shown()).toEqual([])
    const addition = new URLSearchParams({
      action: 'add',
      sku: 'TL-2001-1',
      qty: '1',
      mutation: 'early-page.1',
    })
    const repeat = (who: Browser) => who.fetch('/cart/form/', { method: 'POST', body: addition })
    await repeat(late)
    await shown(late)
    await repeat(browser)
    for (const who of [browser, phone]) expect(await shown(who)).toEqual([['TL-2001-1', 1]])
  })
})

const ADDRESS = {
  firstname: 'Ada',
  lastname: 'Hill',
  street: ['1 Elm Street'],
  city: 'Chicago',
  region: 'Illinois',
  region_id: 23,
  postcode: '60612',
  country_id: 'US',
  telephone: '3125550142',
  email: 'guest@example.com',
}
const order = (cart_id: string, user_id: string) => ({
  user_id,
  cart_id,
  addressInformation: {
    billingAddress: ADDRESS,
    shippingAddress: ADDRESS,
    payment_method_code: 'cashondelivery',
  },
})

describe('[F4] an order of a signed-in customer', () => {
  test('is in the history, newest first and 20 per page; the next cart is new', async () => {
    const customer = await newCustomer()
    const { token } = await signInThroughApi(customer)
    const numbers: string[] = []
    let last = 0
    for (const sku of ['TL-2001-1', 'TL-2002-1']) {
      const { result: id } = await call<number>('POST', `cart/create?token=${token}`)
      expect(id).not.toBe(last)
      last = id
      await add(token, id, sku)
      // Clients send no token with an order.
      const placed = await call<{ orderNumber: string }>(
        'POST',
        'order',
        order(String(id), String(customer.id)),
      )
      expect(placed.code).toBe(200)
      numbers.unshift(placed.result.orderNumber)
    }
    const history = async (query: string) =>
      (
        await call<{ items: { increment_id: string; items: { sku: string }[] }[]; total_count: number }>(
          'GET',
          `user/order-history?token=${token}${query}`,
        )
      ).result
    const all = await history('')
    expect(v.safeParse(v.strictObject(ORDER_HISTORY.entries), all).issues).toBeUndefined()
    expect(all.items.map((one) => one.increment_id)).toEqual(numbers)
    expect(all).toMatchObject({ total_count: 2, search_criteria: { page_size: 20 } })
    expect(all.items[0]).toMatchObject({
      customer_email: 'guest@example.com',
      order_currency_code: 'USD',
      items: [{ sku: 'TL-2002-1', qty_ordered: 1, product_type: 'configurable' }],
      billing_address: { city: 'Chicago', region: 'Illinois' },
      payment: { method: 'cashondelivery', additional_information: ['Cash on delivery'] },
      shipping_description: 'Free shipping',
      extension_attributes: { shipping_assignments: [{ shipping: { address: { city: 'Chicago' } } }] },
    })
    const second = await history('&pageSize=1&currentPage=2')
    expect([second.items.length, second.items[0]?.increment_id, second.total_count]).toEqual([
      1,
      numbers[1],
      2,
    ])
    const stranger = await signInThroughApi()
    const theirs = await call<{ total_count: number }>('GET', `user/order-history?token=${stranger.token}`)
    expect(theirs.result.total_count).toBe(0)
  })

  test('of a customer’s cart is refused with another user id, and for another customer', async () => {
    const customer = await newCustomer()
    const { token } = await signInThroughApi(customer)
    const { result: id } = await call<number>('POST', `cart/create?token=${token}`)
    await add(token, id, 'TL-2001-1')
    expect((await call('POST', 'order', order(String(id), '1'))).code).toBe(404)
    expect((await call('POST', 'order', order('100000000000001', String(customer.id)))).code).toBe(404)
    expect((await call('POST', 'order?token=forged', order(String(id), ''))).code).toBe(401)
    const stranger = await signInThroughApi(await newCustomer())
    expect((await call('POST', `order?token=${stranger.token}`, order(String(id), ''))).code).toBe(404)
  })

  test('of a guest’s cart with a token belongs to the customer; user_id in a body assigns it to no customer', async () => {
    const { token } = await signInThroughApi(RILEY)
    const ordered = async (path: string, user: string) => {
      const { result: masked } = await call<string>('POST', 'cart/create?token=')
      await add('', masked, 'TL-2001-1')
      const { result } = await call<{ orderNumber: string }>('POST', path, order(masked, user))
      return env.DB.prepare('SELECT customer_id AS id FROM sales_order WHERE order_number = ?')
        .bind(result.orderNumber)
        .first<{ id: number | null }>()
    }
    expect(await ordered(`order?token=${token}`, '')).toEqual({ id: 1 })
    expect(await ordered('order', '1')).toEqual({ id: null })
  })
})

test('[D1] a customer’s cart outlives a replaced CART_SECRET; a guest begins a new cart', async () => {
  const customer = await newCustomer()
  await browser.signIn(customer)
  await put('TL-2001-1')
  const guest = new Browser()
  await put('TL-2002-1', '1', guest)
  const secret = { CART_SECRET: 'another secret of the tests, long enough' }
  const [later, laterGuest] = [new Browser(secret), new Browser(secret)]
  await later.signIn(customer)
  expect(await shown(later)).toEqual([['TL-2001-1', 1]])
  const body = JSON.stringify({ ...order('', ''), cart_id: '' })
  expect((await later.fetch('/api/order', { method: 'POST', body })).status).toBe(200)
  laterGuest.cookies = new Map(guest.cookies)
  await put('TL-2001-1', '2', laterGuest)
  expect(await shown(laterGuest)).toEqual([['TL-2001-1', 2]])
})
