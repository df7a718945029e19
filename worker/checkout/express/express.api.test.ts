import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import type { ExpressQuote } from '../../../schema/checkout/express/express.api.ts'
import { DELIVERY_MESSAGES } from '../../../schema/identity/location/delivery-area.ts'
import { DECLINE_MESSAGES } from '../../../schema/orders/payment.ts'
import { FIELD_MESSAGES } from '../../../schema/platform/forms/field.ts'
import { TOO_MANY } from '../../../schema/platform/limits/limits.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import {
  StripeSandbox,
  skipRetryDelays,
} from '../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'

const DESTINATION = { city: 'Chicago', state: 'IL', postalCode: '60612', country: 'US' }
const BUYER = {
  name: 'Dana Whitfield',
  email: 'dana@whitfield.example',
  phone: '+13125550186',
  address: { ...DESTINATION, line1: '1458 N Wood St', line2: '' },
}
let stripe: StripeSandbox
let restoreDelays: () => void

beforeAll(openShop)
beforeEach(async () => {
  stripe = new StripeSandbox()
  restoreDelays = skipRetryDelays()
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => stripe.fetch(input, init))
  await env.DB.exec('DELETE FROM order_actor')
})
afterEach(() => {
  restoreDelays()
  vi.unstubAllGlobals()
})

interface Answer<Result> {
  code: number
  result: Result
}
interface OrderResult {
  orderNumber?: string
  code?: string
  message?: string
  action?: { clientSecret: string }
}

/** A guest with one tire in the cart, and the calls of the wallet's page. */
async function guest() {
  const browser = new Browser()
  const fields = { action: 'add', sku: 'TL-2001-1' }
  await browser.fetch('/cart/form/', { method: 'POST', body: new URLSearchParams(fields) })
  const call = async <Result>(name: string, body: object) =>
    (await browser.fetch(`/api/ext/express/${name}`, { method: 'POST', body: JSON.stringify(body) })).json<
      Answer<Result>
    >()
  const quote = (destination: object) => call<ExpressQuote>('quote', { destination })
  const total = async () => (await quote(DESTINATION)).result.total
  const order = (token: string, shownTotal: number, buyer: object = BUYER) =>
    call<OrderResult>('order', { buyer, token, shownTotal })
  const checkout = async () =>
    (await (await browser.fetch('/api/ext/checkout')).json<Answer<CheckoutView>>()).result
  return { quote, total, order, checkout }
}

const ordersOf = async (email: string) =>
  (
    await env.DB.prepare('SELECT status, grand_total AS total FROM sales_order WHERE email = ?')
      .bind(email)
      .all<{ status: string; total: number }>()
  ).results

test('[H13h] the quote has the rows of the server’s total, and refuses in the words of the checkout', async () => {
  const { quote, checkout } = await guest()
  const { code, result } = await quote(DESTINATION)
  expect(code).toBe(200)
  expect(result.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(result.total)
  expect(result.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Subtotal', 'Shipping', 'Sales tax']),
  )
  expect(result.shipping.promise).toMatch(/^Arrives /)
  for (const [change, message] of [
    [{ state: 'HI', postalCode: '96813' }, DELIVERY_MESSAGES.refused],
    [{ state: 'ON', postalCode: 'M5V 2T6', country: 'CA' }, DELIVERY_MESSAGES.refused],
    [{ country: 'FR', state: '', postalCode: '75001' }, DELIVERY_MESSAGES.notAllowed],
    [{ state: 'TX' }, FIELD_MESSAGES.backendValidationAfter],
  ] as const) {
    expect(await quote({ ...DESTINATION, ...change })).toMatchObject({ code: 422, result: message })
  }
  // A quote is not a change of the cart.
  expect((await checkout()).cart.zip).toBeNull()
})

test('[H13h] quotes are not counted as orders, but have a limit of their own', async () => {
  const orders = vi.spyOn(env.ORDER_LIMIT, 'limit')
  const quotes = vi.spyOn(env.EVENT_LIMIT, 'limit')
  const { quote } = await guest()
  expect((await quote(DESTINATION)).code).toBe(200)
  quotes.mockResolvedValueOnce({ success: false })
  expect(await quote(DESTINATION)).toMatchObject({ code: 429, result: TOO_MANY })
  expect(orders).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('[H13h] [H2] a wallet’s order is charged once with the total of its sheet, also when the call is repeated', async () => {
  const { total, order } = await guest()
  const buyer = { ...BUYER, email: 'once@whitfield.example' }
  const shown = await total()
  const first = await order('ctoken_ok', shown, buyer)
  expect(first).toMatchObject({ code: 200, result: { orderNumber: expect.stringMatching(/^TL-/) } })
  expect((await order('ctoken_ok', shown, buyer)).result).toEqual(first.result)
  expect(await ordersOf(buyer.email)).toEqual([{ status: 'paid', total: shown }])
  expect([...stripe.captured.values()]).toEqual([shown])
})

test('[H13h] [H2] a lost reply of the charge is no second charge', async () => {
  const { total, order } = await guest()
  const buyer = { ...BUYER, email: 'lost@whitfield.example' }
  const shown = await total()
  stripe.addFault({ target: 'stripe-api', match: 'payment_intents.confirm', action: 'lose_reply' })
  await order('ctoken_ok', shown, buyer)
  expect(await order('ctoken_ok', shown, buyer)).toMatchObject({ code: 200 })
  expect(await ordersOf(buyer.email)).toEqual([{ status: 'paid', total: shown }])
  expect([...stripe.captured.values()]).toEqual([shown])
})

test('[H13h] another total than the sheet’s, a declined card and an incomplete name charge nothing', async () => {
  const { total, order, checkout } = await guest()
  const shown = await total()
  expect(await order('ctoken_ok', shown - 1)).toMatchObject({ code: 409, result: { code: 'total-changed' } })
  expect(await order('ctoken_declined', shown)).toMatchObject({
    code: 409,
    result: { code: 'payment-declined', message: DECLINE_MESSAGES.declined },
  })
  const single = await order('ctoken_ok', shown, { ...BUYER, name: 'Cher' })
  expect(single).toMatchObject({ code: 409, result: { code: 'address-invalid' } })
  expect(single.result.message).toContain('Nothing was charged')
  // The checkout has the wallet's values and the error at its field.
  expect(await checkout()).toMatchObject({
    step: 'personal',
    errors: { lastName: FIELD_MESSAGES.required },
    shipping: { streetAddress: '1458 N Wood St' },
  })
  expect(stripe.captured.size).toBe(0)
})

test('[H13h] a card that the bank authenticates is paid after the answer, by the same call', async () => {
  const { total, order } = await guest()
  const buyer = { ...BUYER, email: 'bank@whitfield.example' }
  const shown = await total()
  const asked = await order('ctoken_3ds', shown, buyer)
  expect(asked).toMatchObject({ code: 409, result: { code: 'payment-action' } })
  stripe.answerBank([...stripe.intents.keys()].at(-1) ?? '')
  expect(await order('ctoken_3ds', shown, buyer)).toMatchObject({ code: 200 })
  expect(await ordersOf(buyer.email)).toEqual([{ status: 'paid', total: shown }])
})
