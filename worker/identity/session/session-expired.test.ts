import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { Browser, openShop, RILEY } from '../../account/testing/account.harness.ts'

const JSON_PLEASE = { Accept: 'application/json' }
const PERSONAL = {
  ...{ step: 'personal', emailAddress: RILEY.email, firstName: 'Riley', lastName: 'Marsh' },
}
const SHIPPING = {
  ...{ step: 'shipping', firstName: 'Riley', lastName: 'Marsh', phoneNumber: '3125550118' },
  ...{ streetAddress: '1458 N Wood St', city: 'Chicago', state: 'Illinois', zipCode: '60612' },
  shippingMethod: 'freeshipping:freeshipping',
}
const PAYMENT = { step: 'payment', billingSameAsShipping: 'on', paymentMethod: 'cashondelivery' }
const OVER = 'Your session has ended. We’ve saved what you typed.'

beforeAll(async () => {
  // The cart object sends the mails of its orders itself.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 'mail' }))
  await openShop()
})
afterAll(() => {
  vi.restoreAllMocks()
})

let browser: Browser
beforeEach(async () => {
  browser = new Browser()
  await browser.signIn()
  await browser.fetch('/cart/form/', {
    method: 'POST',
    body: new URLSearchParams({ action: 'add', sku: 'TL-2001-2' }),
  })
  await step(PERSONAL)
  await env.DB.prepare('DELETE FROM customer_session').run()
})

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
const ADDRESS = {
  ...{
    firstname: 'Riley',
    lastname: 'Marsh',
    street: ['1458 N Wood St'],
    city: 'Chicago',
    region: 'Illinois',
  },
  ...{ region_id: 23, postcode: '60612', country_id: 'US', telephone: '3125550118', email: RILEY.email },
}
const ORDER = {
  ...{ user_id: '', cart_id: '' },
  addressInformation: {
    ...{ billingAddress: ADDRESS, shippingAddress: ADDRESS, payment_method_code: 'cashondelivery' },
  },
}

function step(
  fields: Record<string, string>,
  headers: Record<string, string> = JSON_PLEASE,
): Promise<Response> {
  return browser.fetch('/checkout/form/', { method: 'POST', body: new URLSearchParams(fields), headers })
}
async function checkout(): Promise<CheckoutView> {
  return (await (await browser.fetch('/api/ext/checkout')).json<Reply<CheckoutView>>()).result
}

test('[F2] a session that ends during the checkout is reported, and everything typed is stored', async () => {
  const response = await step(SHIPPING)
  expect(await response.json()).toEqual({ code: 401, result: OVER })
  await browser.signIn()
  const view = await checkout()
  expect(view.personal.emailAddress).toBe(RILEY.email)
  expect(view.shipping.streetAddress).toBe('1458 N Wood St')
  expect(view.cart.lines.map(({ sku }) => sku)).toEqual(['TL-2001-2'])
  const next = await (await step(SHIPPING)).json<Reply<CheckoutView>>()
  expect(next.code).toBe(200)
  expect(next.result.step).toBe('payment')
})

test('[F2] no order is placed for a customer whose session has ended; the shopper can continue as a guest', async () => {
  const order = () => browser.fetch('/api/order', { method: 'POST', body: JSON.stringify(ORDER) })
  expect(await (await order()).json()).toMatchObject({ code: 401, result: OVER })
  // Requesting the session deletes the name cookie.
  await browser.fetch('/api/ext/session')
  expect((await step(SHIPPING)).status).toBe(200)
  expect((await (await order()).json<Reply<unknown>>()).code).toBe(200)
})

test('[F2] without script the shopper is redirected to the sign-in with the reason, and then back to the filled checkout', async () => {
  await step(SHIPPING, {})
  await step(PAYMENT, {})
  const redirect = await step(PAYMENT, {})
  expect(redirect.status).toBe(303)
  expect(redirect.headers.get('Location')).toBe('/login/?back=%2Fcheckout%2F')
  const page = await (await browser.fetch('/login/?back=%2Fcheckout%2F')).text()
  expect(page).toContain(OVER)
  expect(page).toContain('Continue as a guest')
  const back = await browser.form({
    ...{ action: 'sign-in', emailAddress: RILEY.email, password: RILEY.password, back: '/checkout/' },
  })
  expect(back.headers.get('Location')).toBe('/checkout/')
  expect((await checkout()).shipping.streetAddress).toBe('1458 N Wood St')
  const placed = await step(PAYMENT, {})
  expect(placed.headers.get('Location')).toBe('/checkout/onepage/success/')
})

test('[E5] the checkout is prefilled from the account of a signed-in customer, but not after the session has ended', async () => {
  const fresh = new Browser()
  await fresh.fetch('/cart/form/', {
    method: 'POST',
    body: new URLSearchParams({ action: 'add', sku: 'TL-2001-2' }),
  })
  const personal = async () => {
    const response = await fresh.fetch('/api/ext/checkout')
    return (await response.json<Reply<CheckoutView>>()).result.personal
  }
  expect((await personal()).emailAddress).toBe('')
  await fresh.signIn(DEALER)
  expect(await personal()).toMatchObject({ emailAddress: DEALER.email, firstName: 'Dana' })
  await env.DB.prepare('DELETE FROM customer_session').run()
  expect((await personal()).emailAddress).toBe('')
})
