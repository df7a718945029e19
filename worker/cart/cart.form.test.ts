import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { arrivalDate, formatDay } from '../../schema/platform/shop-calendar.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { browser } from './testing/cart-form.harness.ts'
import { quoteDelivery } from './totals/quote-delivery.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

const whereTo = (response: Response) => response.headers.get('Location')

describe('a browser without JavaScript', () => {
  test('[D1] the first added product starts a cart, whose quote id no script can read', async () => {
    const shopper = browser()
    const response = await shopper.post({ action: 'add', sku: 'TL-2001-2', qty: '1' })
    expect(response.status).toBe(303)
    expect(whereTo(response)).toBe('/cart/?notice=added')
    const [cart = '', count = ''] = response.headers.getSetCookie()
    expect(cart).toMatch(/^__Host-cart=[0-9a-f]{32};.*Path=\/;.*HttpOnly;.*Secure/)
    expect(cart).toContain('SameSite=Lax')
    expect(count).toMatch(/^cart-count=1;/)
    expect(count).not.toContain('HttpOnly')
    expect((await shopper.cart()).lines).toMatchObject([{ sku: 'TL-2001-2', qty: 1 }])
  })

  test('[D2] [audit D12] the number beside the cart sums quantities if it is configured so', async () => {
    const path = 'checkout/cart/minicart_count'
    const configure = (value: string) =>
      env.DB.prepare(
        'INSERT INTO config (path, value) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET value = ?2',
      )
        .bind(path, value)
        .run()
    const countOf = async (type: string) => {
      await configure(type)
      const shopper = browser()
      await shopper.post({ action: 'add', sku: 'TL-2001-1', qty: '3' })
      return shopper.jar.get('cart-count')
    }
    expect([await countOf('quantities'), await countOf('items')]).toEqual(['3', '1'])
  })

  test('a form redirects to its own page, and never to another site', async () => {
    const shopper = browser()
    const add = { action: 'add', sku: 'TL-2001-1' }
    expect(whereTo(await shopper.post({ ...add, return: '/t/s/225-45r17?page=2' }))).toBe(
      '/t/s/225-45r17?page=2',
    )
    expect(whereTo(await shopper.post({ ...add, return: '//evil.example/' }))).toBe('/cart/?notice=added')
  })

  test('[D2] a quantity is set, a line removed and restored', async () => {
    const shopper = browser()
    await shopper.post({ action: 'add', sku: 'TL-2001-1' })
    const set = await shopper.post({ action: 'set', item_id: '1', qty: '3' })
    expect(whereTo(set)).toBe('/cart/?notice=updated')
    expect((await shopper.cart()).tires).toBe(3)
    const removed = await shopper.post({ action: 'remove', item_id: '1' })
    expect(whereTo(removed)).toBe('/cart/?notice=removed&sku=TL-2001-1&qty=3')
    expect(shopper.jar.get('cart-count')).toBe('0')
    await shopper.post({ action: 'add', sku: 'TL-2001-1', qty: '3' })
    expect((await shopper.cart()).tires).toBe(3)
  })

  test('[D7] out of stock adds nothing, and the cart page shows the message for forms of all pages', async () => {
    const shopper = browser()
    const response = await shopper.post({ action: 'add', sku: 'TL-1004', return: '/t/s/225-45r17' })
    expect(whereTo(response)).toBe('/cart/?notice=out-of-stock')
    expect((await shopper.cart()).lines).toEqual([])
  })

  test('[D9] a coupon is applied and removed, an invalid one changes nothing', async () => {
    const shopper = browser()
    await shopper.post({ action: 'add', sku: 'TL-2001-1' })
    expect(whereTo(await shopper.post({ action: 'coupon', coupon: ' save10 ' }))).toBe(
      '/cart/?notice=coupon-on',
    )
    expect((await shopper.cart()).totals.discount).toBe(-1280)
    expect(whereTo(await shopper.post({ action: 'coupon', coupon: ' ' }))).toBe(
      '/cart/?notice=coupon-missing',
    )
    expect(whereTo(await shopper.post({ action: 'coupon', coupon: 'EXPIRED' }))).toBe(
      '/cart/?notice=coupon-refused',
    )
    expect((await shopper.cart()).totals.couponCode).toBe('SAVE10')
    await shopper.post({ action: 'coupon-remove' })
    expect((await shopper.cart()).totals.couponCode).toBeNull()
  })

  test('[D8] a ZIP code alone makes tax and fees known', async () => {
    const shopper = browser()
    await shopper.post({ action: 'add', sku: 'TL-2001-4' })
    expect(await shopper.cart()).toMatchObject({ arrives: null, totals: { placeKnown: false } })
    expect(whereTo(await shopper.post({ action: 'zip', zip: '60612' }))).toBe('/cart/?notice=zip-on')
    const { totals, zip, arrives } = await shopper.cart()
    expect([zip, arrives]).toEqual(['60612', formatDay(arrivalDate(Date.now()))])
    expect(totals).toMatchObject({ placeKnown: true, fees: [{ code: 'state-fee', amount: 1000 }] })
    for (const bad of ['6061', '00000', 'Chicago', '']) {
      expect(whereTo(await shopper.post({ action: 'zip', zip: bad }))).toBe('/cart/?notice=zip-unknown')
    }
  })

  test('[D8] an addition brings the ZIP code of another page; one that the shop does not serve changes nothing', async () => {
    const shopper = browser()
    const added = await shopper.ask({ action: 'add', sku: 'TL-2001-4', zip: '96813' })
    expect(added.code).toBe(200)
    expect((await shopper.cart()).zip).toBeNull()
    expect((await shopper.ask({ action: 'add', sku: 'TL-2001-4', zip: '60612' })).code).toBe(200)
    expect(await shopper.cart()).toMatchObject({ zip: '60612', totals: { placeKnown: true } })
    // The cart knows its destination by now, perhaps from an address in the checkout.
    expect((await shopper.ask({ action: 'add', sku: 'TL-2001-4', zip: '75201' })).code).toBe(200)
    expect((await shopper.cart()).zip).toBe('60612')
  })

  test('[audit D2] [E4] a ZIP code outside the delivery area is refused with the message of the product page', async () => {
    await env.DB.batch([
      env.DB.prepare(
        "insert into region (region_id, code, name, country_id) values (20, 'GU', 'Guam', 'US')",
      ),
      env.DB.prepare(
        "insert into zip_code (zip, city, state, county) values ('96910', 'Hagatna', 'GU', 'Guam')",
      ),
    ])
    const shopper = browser()
    await shopper.post({ action: 'add', sku: 'TL-2001-4' })
    await shopper.post({ action: 'zip', zip: '60612' })
    const refused = 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada'
    const notServed = 'Delivery is not available for your current location.'
    for (const [zip, notice, message] of [
      ['96813', 'zip-refused', refused],
      ['99501-1234', 'zip-refused', refused],
      ['00901', 'zip-refused', refused],
      ['K1A 0B1', 'zip-refused', refused],
      ['96910', 'zip-not-served', notServed],
    ] as const) {
      expect(whereTo(await shopper.post({ action: 'zip', zip })), zip).toBe(`/cart/?notice=${notice}`)
      const { code, result } = await shopper.ask({ action: 'zip', zip })
      expect({ code, result }, zip).toEqual({ code: 422, result: message })
      const request = { zip, fields: { sku: 'TL-2001' } }
      expect(await quoteDelivery(env.DB, request, Date.now()), zip).toMatchObject({ message: message })
      expect((await shopper.cart()).zip).toBe('60612')
    }
  })
})

describe('a page that asks for JSON', () => {
  test('[D2] gets the count, the message and the current cart', async () => {
    const shopper = browser()
    const { code, result } = await shopper.ask({ action: 'add', sku: 'TL-1002-2' })
    expect(code).toBe(200)
    expect(result).toMatchObject({
      count: 1,
      message: 'Product has been added to the cart!',
      view: { tires: 2, lines: [{ sku: 'TL-1002-2' }] },
    })
  })

  test('[D7] gets the number of available units when the request is above it', async () => {
    const shopper = browser()
    await shopper.ask({ action: 'add', sku: 'TL-1002-2' })
    expect(await shopper.ask({ action: 'set', item_id: '1', qty: '3' })).toEqual({
      code: 400,
      result: 'Only 2 products of this type are available!',
    })
    expect(await shopper.ask({ action: 'add', sku: 'TL-1002-4' })).toMatchObject({ code: 400 })
    expect((await shopper.cart()).lines).toMatchObject([{ sku: 'TL-1002-2', qty: 1 }])
  })

  test('[D7] a sold-out product is refused with the message of its error code', async () => {
    expect(await browser().ask({ action: 'add', sku: 'TL-1004' })).toEqual({
      code: 400,
      result: 'The product is out of stock and cannot be added to the cart!',
    })
  })

  test('[D7] while the stock is unknown, the product is added by the cached stock, with a message', async () => {
    const shopper = browser()
    await shopper.post({ action: 'add', sku: 'TL-2002-1' })
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
    vi.spyOn(console, 'error').mockReturnValue()
    const away = () => {
      throw new TypeError('Network connection lost.')
    }
    const read = vi.spyOn(env.DB, 'prepare').mockImplementationOnce(away)
    expect(await shopper.ask({ action: 'add', sku: 'TL-2002-1' })).toMatchObject({
      code: 200,
      result: {
        message:
          'The system is not sure about the stock quantity (volatile). Product has been added to the cart for pre-reservation.',
        view: { lines: [{ sku: 'TL-2002-1', qty: 2 }] },
      },
    })
    // Without JavaScript the cart page shows the message for forms of all pages, while D1 does not answer.
    read.mockImplementation(away)
    const led = await shopper.post({ action: 'add', sku: 'TL-2002-1', return: '/' })
    expect(whereTo(led)).toBe('/cart/?notice=volatile')
    vi.restoreAllMocks()
    expect((await shopper.cart()).lines).toMatchObject([{ qty: 3 }])
  })

  test.each(['-1', '0.5', '1e3', '9007199254740992', '', 'two', '1000'])(
    'a quantity of %j is refused and changes nothing',
    async (qty) => {
      const shopper = browser()
      expect((await shopper.ask({ action: 'add', sku: 'TL-2001-1', qty })).code).toBe(400)
      expect((await shopper.cart()).lines).toEqual([])
    },
  )

  test('[D2] a form that is repeated after a lost response adds once', async () => {
    const shopper = browser()
    await shopper.post({ action: 'add', sku: 'TL-2001-1', qty: '1' })
    const again = { action: 'add', sku: 'TL-2001-1', qty: '1', mutation: 'b9c0a1de-one-act' }
    await shopper.ask(again)
    expect(await shopper.ask(again)).toMatchObject({ code: 200 })
    expect((await shopper.cart()).lines.map((line) => line.qty)).toEqual([2])
  })

  test('an unknown sku, an unknown action and no fields at all are refused', async () => {
    const shopper = browser()
    expect((await shopper.ask({ action: 'add', sku: 'TL-NONE' })).code).toBe(404)
    expect((await shopper.ask({ action: 'steal', sku: 'TL-2001-1' })).code).toBe(400)
    expect((await shopper.ask({})).code).toBe(400)
  })

  test('a price that the browser sends is ignored', async () => {
    const shopper = browser()
    await shopper.ask({ action: 'add', sku: 'TL-2001-1', price: '0.01', unitPrice: '1' })
    expect((await shopper.cart()).totals.subtotal).toBe(12_800)
  })
})

test('another site’s form is refused and changes nothing', async () => {
  const shopper = browser()
  const response = await shopper.post({ action: 'add', sku: 'TL-2001-1' }, { 'Sec-Fetch-Site': 'cross-site' })
  expect(response.status).toBe(403)
  expect(response.headers.getSetCookie()).toEqual([])
})

test('a forged cart cookie is replaced by a cart of our own', async () => {
  const shopper = browser()
  shopper.jar.set('__Host-cart', '0'.repeat(32))
  await shopper.post({ action: 'add', sku: 'TL-2001-1' })
  expect(shopper.jar.get('__Host-cart')).not.toBe('0'.repeat(32))
  expect((await shopper.cart()).lines).toHaveLength(1)
})

test('a form above the size limit is refused before it is read', async () => {
  const shopper = browser()
  const response = await shopper.post({ action: 'add', sku: 'x'.repeat(200_000) })
  expect(response.status).toBe(413)
})
