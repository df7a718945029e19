import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { CheckoutView } from '../../schema/checkout/checkout.api.ts'
import { EXTRA_FIELDS } from '../../schema/identity/location/extra-fields.ts'
import type { Order } from '../../schema/orders/order.ts'
import type { Reply } from '../../schema/platform/http/reply.api.ts'
import { cartForm } from '../cart/cart.form.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import type { AppEnv } from '../env.ts'
import { pageLayout } from '../layout/document.tsx'
import { addressLines } from '../orders/address-lines.ts'
import { readOrder } from '../orders/order.sql.ts'
import { orderConfirmation } from '../orders/order-confirmation-content.tsx'
import { readOrderForThankYou } from '../orders/status/read-thank-you.ts'
import { requireConfig } from '../platform/security/require-config.ts'
import { checkoutForm } from './checkout.form.ts'
import { readCheckoutView } from './read-checkout.ts'

const app = new Hono<AppEnv>()

app
  .use(pageLayout())
  .use(requireConfig())
  .route('/cart/form/', cartForm)
  .route('/checkout/form/', checkoutForm)

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

type Fields = Record<string, string>

async function shopperWith(...skus: string[]) {
  const jar = new Map<string, string>()
  async function send(path: string, fields: Fields, more: Fields = {}): Promise<Response> {
    const request = new Request(`https://shop.test${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'same-origin',
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...more,
      },
    })
    const response = await app.request(request, undefined, env, createExecutionContext())
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return response
  }
  for (const sku of skus) await send('/cart/form/', { action: 'add', sku })
  const quoteId = () => jar.get('__Host-cart') ?? ''
  return {
    jar,
    quoteId,
    post: (fields: Fields, more?: Fields) => send('/checkout/form/', fields, more),
    view: () => readCheckoutView(env, quoteId(), Date.now()),
  }
}

const PERSONAL = {
  step: 'personal',
  emailAddress: 'dana@whitfield.example',
  firstName: 'Dana',
  lastName: 'Whitfield',
}
const ADDRESS = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  streetAddress: '1458 N Wood St',
  apartmentNumber: '',
  zipCode: '60612',
  city: 'Chicago',
  state: 'Illinois',
  phoneNumber: '(312) 555-0186',
}
const SHIPPING = { step: 'shipping', ...ADDRESS, shippingMethod: 'freeshipping:freeshipping' }
const PAYMENT = { step: 'payment', paymentMethod: 'cashondelivery', billingSameAsShipping: 'on' }
const whereTo = (response: Response) => response.headers.get('Location')

describe('[E1] the three steps by plain forms', () => {
  test('a valid step is stored and opens the next one', async () => {
    const shopper = await shopperWith('TL-2001-2')
    const response = await shopper.post(PERSONAL)
    expect([response.status, whereTo(response)]).toEqual([303, '/checkout/'])
    expect(await shopper.view()).toMatchObject({
      step: 'shipping',
      errors: {},
      personal: { emailAddress: 'dana@whitfield.example' },
    })
  })

  test('[H13f] the checkout does not look up what the cart page offers', async () => {
    const shopper = await shopperWith('TL-2001-2')
    const prepare = vi.spyOn(env.DB, 'prepare')
    await shopper.view()
    const queries = prepare.mock.calls.map(([query]) => query)
    prepare.mockRestore()
    expect(queries.length).toBeGreaterThan(0)
    expect(queries.filter((query) => query.includes('cart_extra'))).toEqual([])
  })

  test('an invalid step stays open with its errors and the typed values', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post({ ...PERSONAL, emailAddress: 'dana@', firstName: '' })
    const view = await shopper.view()
    expect(view.step).toBe('personal')
    expect(view.personal.emailAddress).toBe('dana@')
    expect(view.errors).toEqual({
      emailAddress: 'Please use a valid e-mail address, such as name@example.com',
      firstName: 'Field is required',
    })
  })

  test('Edit opens a passed step, and no typed value is lost', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post(SHIPPING)
    expect((await shopper.view()).step).toBe('payment')
    await shopper.post({ action: 'edit', step: 'personal' })
    expect(await shopper.view()).toMatchObject({ step: 'personal', shipping: { city: 'Chicago' } })
  })

  test('the last step does not let the shopper skip an earlier step', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PAYMENT)
    const view = await shopper.view()
    expect(view.step).toBe('personal')
    expect(view.errors.emailAddress).toBe('Field is required')
  })
})

describe('[E2] [E4] the shipping address', () => {
  test('a ZIP code of another state has an error of its own', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post({ ...SHIPPING, zipCode: '75201' })
    expect(await shopper.view()).toMatchObject({
      step: 'shipping',
      errors: { zipCode: 'Invalid combination of zip code and state.' },
      cart: { totals: { placeKnown: false } },
    })
  })

  test('Hawaii, Alaska and Puerto Rico are refused with an error of the ZIP code', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    for (const [state, zipCode] of [
      ['Hawaii', '96813'],
      ['Alaska', '99501'],
      ['Puerto Rico', '00901'],
    ]) {
      await shopper.post({ ...SHIPPING, state: state ?? '', zipCode: zipCode ?? '' })
      expect((await shopper.view()).errors.zipCode).toBe(
        'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
      )
    }
  })

  test('an empty city is filled in from the ZIP code, and the phone number is reduced to ten digits', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post({ ...SHIPPING, city: '' })
    expect((await shopper.view()).shipping).toMatchObject({
      city: 'Chicago',
      regionId: 23,
      phoneNumber: '3125550186',
    })
  })

  test('[E3] a valid address makes tax and fees known; free delivery is the default', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post({ ...SHIPPING, shippingMethod: '' })
    expect(await shopper.view()).toMatchObject({
      step: 'payment',
      shipping: { shippingMethod: 'freeshipping:freeshipping' },
      cart: { zip: '60612', totals: { placeKnown: true, fees: [{ amount: 500 }] } },
    })
  })
})

test('[audit D2] [E4] a state outside the delivery area is refused and no total is computed for it', async () => {
  const shopper = await shopperWith('TL-2001-2')
  await shopper.post(PERSONAL)
  await shopper.post({ ...SHIPPING, state: 'Hawaii', city: 'Honolulu', zipCode: '96813' })
  expect(await shopper.view()).toMatchObject({
    step: 'shipping',
    errors: { zipCode: 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada' },
    cart: { zip: null, totals: { placeKnown: false } },
  })
})

describe('[E6] [E12] the order by plain forms', () => {
  test('the last step places the order with cash on delivery and redirects to the thank-you page', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post(SHIPPING)
    const response = await shopper.post(PAYMENT)
    expect([response.status, whereTo(response)]).toEqual([303, '/checkout/onepage/success/'])
    expect(shopper.jar.get('cart-count')).toBe('0')
    const order = await readOrderForThankYou(env, shopper.quoteId())
    expect(order).toMatchObject({
      email: 'dana@whitfield.example',
      lines: [{ sku: 'TL-2001-2', qty: 1 }],
      billingAddress: { city: 'Chicago' },
    })
    expect(await shopper.view()).toMatchObject({ ordered: true, cart: { lines: [] } })
    // The response was lost and the form is sent again: no second order, and a redirect to the first one.
    expect(whereTo(await shopper.post(PAYMENT))).toBe('/checkout/onepage/success/')
  })

  test('[audit A11] the plain form places no order with a total other than the one that it showed', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post(SHIPPING)
    const { grandTotal } = (await shopper.view()).cart.totals
    await shopper.post({ ...PAYMENT, shownTotal: String(grandTotal - 500) })
    expect(await shopper.view()).toMatchObject({
      step: 'payment',
      notice: expect.stringMatching(/^The total is now \$[\d.]+, not \$[\d.]+\. Nothing was charged\./),
      cart: { lines: [{ qty: 1 }] },
    })
    const paid = await shopper.post({ ...PAYMENT, shownTotal: String(grandTotal) })
    expect(whereTo(paid)).toBe('/checkout/onepage/success/')
  })

  test('[audit D3] [E5] the order, its mail and its invoice show company, tax ID and every extra field', async () => {
    const shopper = await shopperWith('TL-2001-2')
    const extras = Object.fromEntries(EXTRA_FIELDS.map(({ name }) => [name, `Text of ${name}`]))
    await shopper.post(PERSONAL)
    await shopper.post({ ...SHIPPING, ...extras })
    await shopper.post({ ...PAYMENT, ...extras, company: 'Marsh Towing LLC', taxId: '12-3456789' })
    const view = await readOrderForThankYou(env, shopper.quoteId())
    expect(view?.billingAddress).toMatchObject({ company: 'Marsh Towing LLC', vatId: '12-3456789' })
    expect(view?.shippingAddress).toMatchObject({ company: 'Marsh Towing LLC', vatId: '' })
    const order = await readOrder(env.DB, view?.orderNumber ?? '')
    const { text, html } = orderConfirmation(order as Order, 'https://shop.example', {
      status: '',
      invoice: '',
    })
    for (const mail of [text, html]) {
      expect(mail).toContain('Marsh Towing LLC')
      expect(mail).toContain('Tax ID 12-3456789')
    }
    const { billingAddress, shippingAddress } = order as Order
    expect(addressLines(billingAddress)).toContain('Tax ID 12-3456789')
    const shown = [billingAddress, shippingAddress].flatMap((address) =>
      address ? addressLines(address) : [],
    )
    const others = EXTRA_FIELDS.filter(({ name }) => name !== 'company' && name !== 'taxId')
    for (const line of others.map(({ name, title }) =>
      [title, `Text of ${name}`].filter(Boolean).join(' '),
    )) {
      expect(text).toContain(line)
      expect(shown).toContain(line)
    }
  })

  test('[audit D4] [E8] a card without JavaScript keeps the last step open and names the other payment methods', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post(SHIPPING)
    expect(whereTo(await shopper.post({ ...PAYMENT, paymentMethod: 'stripe' }))).toBe('/checkout/')
    expect(await shopper.view()).toMatchObject({
      step: 'payment',
      payment: { paymentMethod: 'stripe' },
      errors: {
        paymentMethod:
          'The card fields need JavaScript and hadn’t loaded yet. Choose another way to pay: Cash on delivery.',
      },
    })
    expect(await readOrderForThankYou(env, shopper.quoteId())).toBeNull()
    expect(whereTo(await shopper.post(PAYMENT))).toBe('/checkout/onepage/success/')
  })

  test('a network that orders too often is refused with a message, and no input is lost', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post(SHIPPING)
    const limit = vi
      .spyOn(Object.getPrototypeOf(env.ORDER_LIMIT), 'limit')
      .mockResolvedValue({ success: false })
    await shopper.post(PAYMENT)
    limit.mockRestore()
    expect(await shopper.view()).toMatchObject({
      step: 'payment',
      notice: 'Too many orders in a short time. Please wait a minute and try again.',
      cart: { lines: [{ qty: 1 }] },
    })
  })

  test('[E5] a separate billing address is required and validated by the same rules', async () => {
    const shopper = await shopperWith('TL-2001-2')
    await shopper.post(PERSONAL)
    await shopper.post(SHIPPING)
    await shopper.post({ step: 'payment', paymentMethod: 'cashondelivery', ...ADDRESS, zipCode: '90210' })
    expect(await shopper.view()).toMatchObject({
      step: 'payment',
      errors: { zipCode: 'Invalid combination of zip code and state.' },
      payment: { billingSameAsShipping: false },
    })
    const other = { ...ADDRESS, zipCode: '75201', city: 'Dallas', state: 'Texas' }
    const response = await shopper.post({ step: 'payment', paymentMethod: 'cashondelivery', ...other })
    expect(whereTo(response)).toBe('/checkout/onepage/success/')
    expect((await readOrderForThankYou(env, shopper.quoteId()))?.billingAddress.city).toBe('Dallas')
  })

  test('[D7] the last unit that another shopper bought leads to a message, and the cart stays', async () => {
    const first = await shopperWith('TL-1001')
    const second = await shopperWith('TL-1001')
    for (const shopper of [first, second]) {
      await shopper.post(PERSONAL)
      await shopper.post(SHIPPING)
    }
    expect(whereTo(await first.post(PAYMENT))).toBe('/checkout/onepage/success/')
    expect(whereTo(await second.post(PAYMENT))).toBe('/checkout/')
    const view = await second.view()
    expect(view.notice).toBe('Some products are out of stock. Please update your cart and try again.')
    expect(view.cart.lines).toHaveLength(1)
  })

  test('a virtual cart has no shipping step and no cash on delivery', async () => {
    const shopper = await shopperWith('RH-1')
    await shopper.post(PERSONAL)
    const view = await shopper.view()
    expect(view.step).toBe('payment')
    expect(view.paymentMethods.map(({ code }) => code)).not.toContain('cashondelivery')
  })
})

describe('a page that asks for JSON', () => {
  test('gets the current checkout; the last step is stored and never ordered by this endpoint', async () => {
    const shopper = await shopperWith('TL-2001-2')
    const ask = async (fields: Fields) => {
      const response = await shopper.post(fields, { Accept: 'application/json' })
      return response.json<Reply<CheckoutView>>()
    }
    expect((await ask(PERSONAL)).result.step).toBe('shipping')
    expect((await ask({ ...SHIPPING, zipCode: '6' })).result.errors.zipCode).toBe(
      'Please provide valid zip code.',
    )
    await ask(SHIPPING)
    const { code, result } = await ask({ ...PAYMENT, paymentMethod: 'stripe' })
    expect([code, result.step, result.errors]).toEqual([200, 'payment', {}])
    expect(result.payment.paymentMethod).toBe('stripe')
    expect(await readOrderForThankYou(env, shopper.quoteId())).toBeNull()
  })
})

test('without a cart the form redirects to the cart page', async () => {
  const shopper = await shopperWith()
  const response = await shopper.post(PERSONAL)
  expect([response.status, whereTo(response)]).toEqual([303, '/cart/'])
})

test('another site’s form is refused', async () => {
  const shopper = await shopperWith('TL-2001-2')
  expect((await shopper.post(PERSONAL, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect((await shopper.view()).personal.emailAddress).toBe('')
})
