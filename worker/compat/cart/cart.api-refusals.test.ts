import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  call,
  create,
  inform,
  openShop,
  pull,
  sets,
  totals,
  update,
} from '../../cart/testing/cart.harness.ts'

beforeAll(openShop)

describe('[D1] bad input', () => {
  test.each([['0'.repeat(32)], ['f'.repeat(32)], ['nonsense'], ['81668'], ['']])(
    'cart id “%s” is not from the shop: 404, and no cart object is called',
    async (id) => {
      const untouchable = { ...env, CART: { getByName: () => expect.unreachable() } }
      for (const [method, path] of [
        ['GET', 'pull'],
        ['POST', 'update'],
        ['POST', 'delete'],
        ['GET', 'totals'],
        ['GET', 'payment-methods'],
        ['POST', 'shipping-methods'],
        ['POST', 'shipping-information'],
        ['POST', 'collect-totals'],
        ['POST', 'apply-coupon'],
        ['POST', 'delete-coupon'],
      ] as const) {
        const body = method === 'POST' ? { cartItem: { sku: 'TL-1001', qty: 1 } } : undefined
        const answer = await call(method, `${path}?token=&cartId=${id}&coupon=X`, body, {}, untouchable)
        expect(answer).toMatchObject({ code: 404, result: `No such entity with cartId = ${id}` })
      }
    },
  )

  test('an unknown token is not authorized', async () => {
    const expected = { code: 401, result: 'Consumer is not authorized to access %resources' }
    expect(await call('POST', 'create?token=abc', '')).toMatchObject(expected)
    expect(await call('GET', 'pull?token=abc&cartId=81668')).toMatchObject(expected)
    expect(await call('GET', 'pull?cartId=', undefined, { Authorization: 'Bearer abc' })).toMatchObject(
      expected,
    )
    const id = await create()
    expect((await call('GET', `pull?token=abc&cartId=${id}`)).code).toBe(200)
  })

  test.each([[-1], [0], [0.5], ['1e3'], [2 ** 53], [''], [null], ['many']])(
    'quantity %j is refused with a message and changes nothing',
    async (qty) => {
      const id = await create()
      await update(id, { sku: 'TL-2001-1', qty: 2 })
      for (const item of [
        { sku: 'TL-2001-1', qty },
        { sku: 'TL-2001-1', item_id: 1, qty },
      ]) {
        expect(await update(id, item)).toMatchObject({
          code: 400,
          result: 'The quantity must be a whole number from 1 to 999.',
        })
      }
      expect((await pull(id)).result[0]?.qty).toBe(2)
    },
  )

  test.each([
    [
      { sku: 'NOPE', qty: 1 },
      404,
      "The product that was requested doesn't exist. Verify the product and try again.",
    ],
    [
      { sku: '', qty: 1 },
      404,
      "The product that was requested doesn't exist. Verify the product and try again.",
    ],
    [{ sku: 'TL-1005', qty: 1 }, 400, 'Product that you are trying to add is not available.'],
    [{ sku: 'TL-2001', qty: 1 }, 400, 'You need to choose options for your item.'],
    [
      { sku: 'TL-2001-1', parentSku: 'TL-2002', qty: 1 },
      400,
      'No such configuration for the product. Please do choose another combination of attributes.',
    ],
    [
      { sku: 'TL-2001', qty: 1, product_option: sets('9') },
      400,
      'No such configuration for the product. Please do choose another combination of attributes.',
    ],
    [
      { sku: 'TL-2001-1', qty: 1, product_option: sets('4') },
      400,
      'No such configuration for the product. Please do choose another combination of attributes.',
    ],
    [{ sku: 'TL-1001', item_id: 77, qty: 1 }, 404, 'The cart does not contain the item 77.'],
  ])('%j is refused', async (item, code, result) => {
    const id = await create()
    expect(await update(id, item)).toMatchObject({ code, result })
    expect((await pull(id)).result).toEqual([])
  })

  test('the price of a client is ignored', async () => {
    const id = await create()
    const { result } = await update(id, { sku: 'TL-1001', qty: 1, price: 0.01, price_incl_tax: 0.01 })
    expect(result.price).toBe(62)
    expect((await totals(id)).result.subtotal).toBe(62)
  })

  test('[D7] out of stock adds nothing, and more than the stock adds nothing', async () => {
    const id = await create()
    expect(await update(id, { sku: 'TL-1004', qty: 1 })).toMatchObject({
      code: 400,
      result: 'The product is out of stock and cannot be added to the cart!',
    })
    expect(await update(id, { sku: 'TL-1001', qty: 2 })).toMatchObject({
      code: 400,
      result: 'The requested qty is not available',
    })
    expect((await pull(id)).result).toEqual([])
  })

  test('[D7] lines that share a pool count its tires together', async () => {
    const id = await create()
    await update(id, { sku: 'TL-1002-2', qty: 1 })
    await update(id, { sku: 'TL-1002-1', qty: 2 })
    expect((await update(id, { sku: 'TL-1002-1', qty: 1 })).code).toBe(400)
    expect((await update(id, { sku: 'TL-1002-4', qty: 1 })).code).toBe(400)
    expect((await pull(id)).result.map(({ qty }) => qty)).toEqual([1, 2])
  })

  test('a body that is not a JSON object, is incomplete or too large has an error in the envelope', async () => {
    const id = await create()
    for (const body of ['{', '[]', 'null', '"x"']) {
      expect(await call('POST', `update?cartId=${id}`, body)).toMatchObject({
        code: 400,
        result: 'The request body is not a JSON object.',
      })
    }
    for (const cartItem of [undefined, null, [], 'TL-1001']) {
      for (const path of ['update', 'delete']) {
        expect(await call('POST', `${path}?cartId=${id}`, { cartItem })).toMatchObject({
          code: 500,
          result: 'No cartItem element provided within the request body',
        })
      }
    }
    expect(await call('POST', `shipping-methods?cartId=${id}`, {})).toMatchObject({
      code: 500,
      result: 'No address element provided within the request body',
    })
    await inform(id, { countryId: 'US', region_id: 23, postcode: '60612' })
    for (const addressInformation of [undefined, null, [], 'IL']) {
      expect(await call('POST', `shipping-information?cartId=${id}`, { addressInformation })).toMatchObject({
        code: 500,
        result: 'No address element provided within the request body',
      })
    }
    await update(id, { sku: 'TL-1001', qty: 1 })
    expect((await totals(id)).result.tax_amount).toBeGreaterThan(0)
    const large = JSON.stringify({ cartItem: { sku: 'x'.repeat(10_000_000) } })
    expect(await call('POST', `update?cartId=${id}`, large)).toMatchObject({
      code: 413,
      result: 'The request is too large.',
    })
  })
})
