import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DELIVERY_MESSAGES } from '../../../schema/identity/location/delivery-area.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { FIELD_MESSAGES } from '../../../schema/platform/forms/field.ts'
import {
  expectBalance,
  newPaypal,
  openPaypalShop,
} from '../../orders/payments/paypal/testing/paypal.harness.ts'
import type { PaypalSandbox } from '../../orders/payments/paypal/testing/paypal-sandbox.harness.ts'
import {
  bindings,
  newCart,
  readOrders,
  SITE,
  sendRequest,
} from '../../orders/payments/testing/order-calls.harness.ts'

const SKU = 'TL-2001-1'
let paypal: PaypalSandbox

beforeAll(async () => {
  await openPaypalShop()
  // The addresses of the sandbox's payer.
  await env.DB.exec(
    "INSERT OR IGNORE INTO zip_code (zip, city, state) VALUES ('60622', 'Chicago', 'IL'), ('78701', 'Austin', 'TX')",
  )
})
beforeEach(() => {
  paypal = newPaypal()
  // PayPal's callbacks reach the shop, all other requests reach PayPal.
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = new URL(String(input))
    const path = `${url.pathname}${url.search}`
    return url.origin === SITE ? sendRequest(path, init ?? {}) : paypal.fetch(input, init)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Presses the button of a page; returns the address of PayPal's page. */
async function press(quoteId: string, from = 'cart'): Promise<URL> {
  const response = await sendRequest('/checkout/express/', {
    method: 'POST',
    body: new URLSearchParams({ from }),
    quoteId,
  })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '', SITE)
}

/** Opens PayPal's page with one of the shopper's addresses; returns its text. */
async function openPage(page: URL, address: string): Promise<string> {
  page.searchParams.set('address', address)
  return (await paypal.fetch(page)).text()
}

async function returnTo(quoteId: string, location: string): Promise<string | null> {
  const response = await sendRequest(location, { quoteId })
  expect(response.status).toBe(303)
  return response.headers.get('location')
}

const draftOf = async (quoteId: string) => (await bindings.CART.getByName(quoteId).readCheckout()).draft
const amountOf = (page: URL) =>
  paypal.orders.get(page.searchParams.get('token') ?? '')?.purchase_units[0].amount.value

test('[H13h] [H2] a guest pays by PayPal from the cart: one order with the address and the total of PayPal’s page', async () => {
  const quoteId = await newCart(SKU, 2)
  const page = await press(quoteId)
  const before = amountOf(page)
  const shown = await openPage(page, 'chicago')
  // The tax and the tire fees of Illinois.
  expect(Number(amountOf(page))).toBeGreaterThan(Number(before))
  expect(shown).toContain(`$${amountOf(page)}`)
  expect(shown).toContain('Free shipping. Arrives ')
  const back = await paypal.decide(page.href, 'approve')
  expect(await returnTo(quoteId, back)).toBe('/checkout/onepage/success/')
  // The shopper reloads the address, or the reply was lost.
  expect(await returnTo(quoteId, back)).toBe('/checkout/onepage/success/')
  const [order, ...more] = await readOrders(quoteId)
  expect([order?.status, more]).toEqual(['paid', []])
  expect((order?.total ?? 0) / 100).toBe(Number(amountOf(page)))
  expect(paypal.captured.size).toBe(1)
  await expectBalance(paypal, quoteId)
  const row = await env.DB.prepare('SELECT email, addresses FROM sales_order WHERE quote_id = ?')
    .bind(quoteId)
    .first<{ email: string; addresses: string }>()
  expect(row?.email).toBe('dana@whitfield.example')
  expect(JSON.parse(row?.addresses ?? '').shippingAddress).toMatchObject({
    ...{ firstname: 'Dana', lastname: 'Whitfield', street: ['1458 N Wood St'], postcode: '60622' },
    ...{ regionCode: 'IL', telephone: '3125550186' },
  })
})

test('[H13h] PayPal’s page shows the total of each address, and the order has the last one', async () => {
  const quoteId = await newCart(SKU, 1)
  const page = await press(quoteId)
  await openPage(page, 'chicago')
  const inChicago = amountOf(page)
  await openPage(page, 'austin')
  expect(amountOf(page)).not.toBe(inChicago)
  await returnTo(quoteId, await paypal.decide(page.href, 'approve'))
  const [order] = await readOrders(quoteId)
  expect((order?.total ?? 0) / 100).toBe(Number(amountOf(page)))
})

test('[H13h] [E4] [D10] Hawaii and a ZIP code of another state are refused on PayPal’s page, which cannot approve them', async () => {
  const quoteId = await newCart(SKU, 1)
  const page = await press(quoteId)
  const before = amountOf(page)
  const honolulu = await openPage(page, 'honolulu')
  expect(honolulu).toContain('can’t be shipped to this state')
  expect(honolulu).not.toContain('choice=approve')
  expect(await openPage(page, 'mismatch')).toContain('can’t be shipped to this ZIP code')
  expect(amountOf(page)).toBe(before)
})

test('[H13h] [E4] an address that PayPal approved without asking the shop is refused with the words of the checkout', async () => {
  const quoteId = await newCart(SKU, 1)
  for (const [state, postal, field, message] of [
    ['HI', '96813', 'zipCode', DELIVERY_MESSAGES.refused],
    ['TX', '60622', 'zipCode', FIELD_MESSAGES.backendValidationAfter],
  ] as const) {
    const page = await press(quoteId)
    await openPage(page, 'chicago')
    const token = page.searchParams.get('token') ?? ''
    const key = paypal.ledger.records.get<{ order: object }>('paypal-order', token)
    const text = JSON.stringify(key).replace('"IL"', `"${state}"`).replace('"60622"', `"${postal}"`)
    paypal.ledger.records.put('paypal-order', token, JSON.parse(text))
    expect(await returnTo(quoteId, await paypal.decide(page.href, 'approve'))).toBe('/checkout/')
    const draft = await draftOf(quoteId)
    expect(draft?.errors[field]).toBe(message)
    expect(draft?.steps.shipping.isOpen).toBe(true)
    expect(draft?.shipping.streetAddress).toBe('1458 N Wood St')
  }
  expect([await readOrders(quoteId), paypal.captured.size]).toEqual([[], 0])
})

test('[H13h] without a phone number the checkout opens with everything else filled in, and nothing is charged', async () => {
  const quoteId = await newCart(SKU, 1)
  const page = await press(quoteId)
  await openPage(page, 'no-phone')
  expect(await returnTo(quoteId, await paypal.decide(page.href, 'approve'))).toBe('/checkout/')
  const draft = await draftOf(quoteId)
  expect(draft?.personal.emailAddress).toBe('dana@whitfield.example')
  expect(draft?.errors).toEqual({ phoneNumber: FIELD_MESSAGES.required })
  expect(draft?.notice).toContain('Nothing was charged')
  expect([await readOrders(quoteId), paypal.captured.size]).toEqual([[], 0])
})

test('[H13h] another total than the one on PayPal’s page is refused, and nothing is charged', async () => {
  const quoteId = await newCart(SKU, 1)
  const page = await press(quoteId)
  await openPage(page, 'chicago')
  const back = await paypal.decide(page.href, 'approve')
  // A tax that changed between the page and the return.
  await env.DB.prepare('UPDATE tax_rate SET rate = rate + 1').run()
  expect(await returnTo(quoteId, back)).toBe('/checkout/')
  await env.DB.prepare('UPDATE tax_rate SET rate = rate - 1').run()
  expect((await draftOf(quoteId))?.notice).toContain('The total is now')
  expect(paypal.captured.size).toBe(0)
})

test('[H13h] [H2] after any lost request or reply of the return, the shopper is charged once or not at all', async () => {
  const results = new Set<string>()
  for (const lost of [1, 2, 3, 4]) {
    for (const isDone of [false, true]) {
      const quoteId = await newCart('TL-2002-1', 1)
      const page = await press(quoteId)
      await openPage(page, 'chicago')
      const back = await paypal.decide(page.href, 'approve')
      let at = 0
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        at += 1
        if (at !== lost) return paypal.fetch(input, init)
        if (isDone) await paypal.fetch(input, init)
        throw new TypeError('Network connection lost.')
      })
      await returnTo(quoteId, back)
      for (let run = 0; run < 2; run += 1) await env.CART.getByName(quoteId).resume()
      results.add((await readOrders(quoteId))[0]?.status ?? 'none')
      await expectBalance(paypal, quoteId)
      vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
        const url = new URL(String(input))
        return url.origin === SITE
          ? sendRequest(`${url.pathname}${url.search}`, init ?? {})
          : paypal.fetch(input, init)
      })
    }
  }
  expect(results).toContain('paid')
})

test('[H13h] a payment of another cart, a canceled one and a made-up token place no order', async () => {
  const quoteId = await newCart(SKU, 1)
  const page = await press(quoteId, 'checkout')
  await openPage(page, 'chicago')
  const token = page.searchParams.get('token')
  expect(await paypal.decide(page.href, 'cancel')).toBe(`/checkout/?token=${token}`)
  // Returned without an approval.
  expect(await returnTo(quoteId, `/checkout/express/return?token=${token}`)).toBe('/checkout/')
  expect((await draftOf(quoteId))?.notice).toBe(ORDER_MESSAGES['payment-canceled'])
  const other = await newCart(SKU, 1)
  const back = await paypal.decide(page.href, 'approve')
  expect(await returnTo(other, back)).toBe('/cart/')
  expect(await returnTo(quoteId, '/checkout/express/return?token=../evil')).toBe('/cart/')
  expect([await readOrders(quoteId), await readOrders(other)]).toEqual([[], []])
})

test('[H13h] the shipping callback computes only for the carts of this shop and reveals no cart', async () => {
  const quoteId = await newCart(SKU, 1)
  const page = await press(quoteId)
  const order = paypal.orders.get(page.searchParams.get('token') ?? '')
  const url = new URL(order?.context.order_update_callback_config?.callback_url ?? '')
  expect(url.href).not.toContain(quoteId)
  const ask = async (cart: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) }
    const response = await sendRequest(`${url.pathname}?cart=${encodeURIComponent(cart)}`, init)
    return [
      response.status,
      ((await response.json()) as { details?: { issue: string }[] }).details?.[0]?.issue,
    ]
  }
  const address = { country_code: 'US', admin_area_1: 'IL', admin_area_2: 'Chicago', postal_code: '60622' }
  const body = { id: 'ABCDEFGH1', shipping_address: address }
  const sealed = url.searchParams.get('cart') ?? ''
  expect(await ask(sealed, body)).toEqual([200, undefined])
  expect(await ask(`${sealed.slice(0, -2)}xx`, body)).toEqual([422, 'STORE_UNAVAILABLE'])
  expect(await ask(quoteId, body)).toEqual([422, 'STORE_UNAVAILABLE'])
  const abroad = { ...body, shipping_address: { ...address, country_code: 'FR' } }
  expect(await ask(sealed, abroad)).toEqual([422, 'COUNTRY_ERROR'])
  expect(await ask(sealed, { id: 'ABCDEFGH1' })).toEqual([422, 'STORE_UNAVAILABLE'])
})

test('[H13h] other sites cannot press the button, and the checkout shows an outage of PayPal', async () => {
  const quoteId = await newCart(SKU, 1)
  const form = { method: 'POST', body: new URLSearchParams({ from: 'cart' }), quoteId }
  const cross = await sendRequest('/checkout/express/', {
    ...form,
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(cross.status).toBe(403)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Network connection lost.'))
  expect((await press(quoteId)).pathname).toBe('/checkout/')
  expect((await draftOf(quoteId))?.notice).toBe(ORDER_MESSAGES['payment-unavailable'])
})
