import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, answerOf, call, findProduct, INTERNALS } from './api-client.ts'
import { shopUrl } from './shop.ts'

const FORGED = 'f'.repeat(32)
const ADDRESS = {
  region: 'Illinois',
  region_id: 23,
  region_code: 'IL',
  country_id: 'US',
  postcode: '60622',
  street: ['1458 N Wood St'],
  city: 'Chicago',
  firstname: 'Dana',
  lastname: 'Whitfield',
  telephone: '3125550186',
  email: 'dana@whitfield.example',
}
const QUANTITY = 'The quantity must be a whole number from 1 to 999.'
const NOT_JSON = 'The request body is not'
const UNKNOWN_CART = `No such entity with cartId = ${FORGED}`

/** The cart with one line, its product, and another parent. */
const at = { cart: '', sku: '', otherParent: '' }
const query = (cart = at.cart) => `?token=&cartId=${cart}`

beforeAll(async () => {
  const product = await findProduct(shopUrl, { path: '/t/c/new', min: 3, skus: /-/ })
  const other = await findProduct(shopUrl, { path: '/t/c/used', skus: /-/ })
  at.sku = product.sku
  at.otherParent = other.sku.replace(/-\d+$/, '')
  at.cart = String((await call(`${shopUrl}/api/cart/create`, '')).result)
  // The shop ignores a price from the client.
  const added = await update({ price: 0.01, price_incl_tax: 0.01, row_total: 0.01 })
  expect(added.code, added.text).toBe(200)
})

function update(item: object, cart = at.cart): Promise<Answer> {
  return call(`${shopUrl}/api/cart/update${query(cart)}`, {
    cartItem: { sku: at.sku, qty: 1, quoteId: cart, ...item },
  })
}

function sendTo(shippingAddress: object): Promise<Answer> {
  return call(`${shopUrl}/api/cart/shipping-information${query()}`, {
    addressInformation: { shippingAddress },
  })
}

function order(address: object, { cart = at.cart, payment = 'cashondelivery' } = {}): Promise<Answer> {
  return call(`${shopUrl}/api/order`, {
    cart_id: cart,
    products: [{ sku: at.sku, qty: 1, price: 0.01 }],
    addressInformation: {
      billingAddress: ADDRESS,
      shippingAddress: { ...ADDRESS, ...address },
      shipping_carrier_code: 'freeshipping',
      shipping_method_code: 'freeshipping',
      payment_method_code: payment,
      payment_method_additional: '',
    },
  })
}

/** Returns the lines and the subtotal of the cart. */
async function cartNow(): Promise<{ lines: unknown; subtotal: number }> {
  const pulled = await call(`${shopUrl}/api/cart/pull${query()}`)
  const totals = await call(`${shopUrl}/api/cart/totals${query()}`)
  expect([pulled.code, totals.code]).toEqual([200, 200])
  return { lines: pulled.result, subtotal: (totals.result as { subtotal: number }).subtotal }
}

/**
 * Announces 10 MB and sends the beginning. The shop answers without waiting for the rest and closes the
 * connection, so a client that continues to write might miss the answer.
 */
function sendTenMegabytes(path: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'content-length': 10_000_000 }
  return new Promise((resolve, reject) => {
    const sent = request(`${shopUrl}${path}`, { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const init = {
          status: answer.statusCode ?? 0,
          headers: { 'content-type': answer.headers['content-type'] ?? '' },
        }
        resolve(answerOf(new Response(Buffer.concat(chunks), init)))
        sent.destroy()
      })
    })
    sent.on('error', reject)
    sent.write('{"cartItem":{"sku":"')
  })
}

describe('[D1] a wrong request is answered in the envelope and does not change the cart', () => {
  test.each<[name: string, code: number, message: string, send: () => Promise<Answer>]>([
    ['a forged cart id', 404, UNKNOWN_CART, () => update({}, FORGED)],
    ['reading a forged cart', 404, UNKNOWN_CART, () => call(`${shopUrl}/api/cart/pull${query(FORGED)}`)],
    ['a quantity of -1', 400, QUANTITY, () => update({ qty: -1 })],
    ['a quantity of 0', 400, QUANTITY, () => update({ qty: 0 })],
    ['a quantity of 0.5', 400, QUANTITY, () => update({ qty: 0.5 })],
    ['a quantity of "1e3"', 400, QUANTITY, () => update({ qty: '1e3' })],
    ['a quantity of 2^53', 400, QUANTITY, () => update({ qty: 2 ** 53 })],
    ['a quantity of "abc"', 400, QUANTITY, () => update({ qty: 'abc' })],
    ['a quantity that is a list', 400, QUANTITY, () => update({ qty: [1] })],
    ['a bad quantity of a known line', 400, QUANTITY, () => update({ item_id: 1, qty: -1 })],
    [
      'more than there are',
      400,
      'The requested qty is not available',
      () => update({ item_id: 1, qty: 999 }),
    ],
    ['an unknown sku', 404, "The product that was requested doesn't exist.", () => update({ sku: 'TL-NO' })],
    [
      ...(['a child of another parent', 400, 'No such configuration for the product.'] as const),
      () => update({ parentSku: at.otherParent }),
    ],
    ['an unknown line', 404, 'The cart does not contain the item 77.', () => update({ item_id: 77 })],
    ['broken JSON', 400, NOT_JSON, () => call(`${shopUrl}/api/cart/update${query()}`, '{"cartItem":')],
    ['JSON that is no object', 400, NOT_JSON, () => call(`${shopUrl}/api/cart/update${query()}`, '[1]')],
    [
      ...(['a body of 10 MB', 413, 'The request is too large.'] as const),
      () => sendTenMegabytes(`/api/cart/update${query()}`),
    ],
    [
      ...(['an unknown state', 400, 'We don’t know this state.'] as const),
      () => sendTo({ countryId: 'US', region: 'Atlantis', postcode: '60622' }),
    ],
    [
      ...(['Hawaii', 400, 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada'] as const),
      () => sendTo({ countryId: 'US', region: 'Hawaii', postcode: '96815' }),
    ],
    [
      ...(['no coupon', 500, 'No coupon code provided'] as const),
      () => call(`${shopUrl}/api/cart/apply-coupon${query()}`, ''),
    ],
    [
      ...(['a wrong coupon', 404, "You've entered an incorrect coupon code."] as const),
      () => call(`${shopUrl}/api/cart/apply-coupon${query()}&coupon=${encodeURIComponent("' OR 1=1--")}`, ''),
    ],
    [
      ...([
        'an order with a zip of another state',
        400,
        'Invalid combination of zip code and state.',
      ] as const),
      () => order({ region: 'Indiana', region_id: 24, region_code: 'IN' }),
    ],
    [
      ...(['an order to an unknown state', 400, 'Delivery is not available for your current'] as const),
      () => order({ region: 'Atlantis', region_id: 9999, region_code: 'AT' }),
    ],
    ['an order of a forged cart', 404, UNKNOWN_CART, () => order({}, { cart: FORGED })],
    [
      ...(['an unknown way to pay', 400, 'You can’t use this payment method'] as const),
      () => order({}, { payment: 'gold' }),
    ],
    ['an order without addresses', 400, 'addressInformation', () => call(`${shopUrl}/api/order`, {})],
    ['an order that is not JSON', 400, NOT_JSON, () => call(`${shopUrl}/api/order`, '<order/>')],
    ['an order of 10 MB', 413, 'The request is too large.', () => sendTenMegabytes('/api/order')],
    ['a call that is none', 404, 'There is no such call.', () => call(`${shopUrl}/api/nope`)],
    [
      ...(['a method that is none', 405, 'This call takes POST.'] as const),
      () => call(`${shopUrl}/api/cart/update${query()}`, undefined, { method: 'PUT' }),
    ],
  ])('%s: %i', async (_name, code, message, send) => {
    const before = await cartNow()
    const answer = await send()
    expect([answer.status, answer.code, answer.type]).toEqual([code, code, 'application/json'])
    expect(JSON.stringify(answer.result)).toContain(message)
    expect(answer.text).not.toMatch(INTERNALS)
    expect(await cartNow()).toEqual(before)
  })

  test('a zip of another state is used for the totals and marked as an error', async () => {
    const answer = await sendTo({ countryId: 'US', region: 'Indiana', postcode: '60622' })
    expect(answer.code).toBe(200)
    expect(answer.result).toMatchObject({ extension_attributes: { error_fields: ['postcode'] } })
  })

  test('a price sent by the client changes nothing', async () => {
    const { subtotal } = await cartNow()
    expect(subtotal).toBeGreaterThan(10)
  })
})
