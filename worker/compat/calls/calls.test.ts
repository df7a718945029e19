import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ALL_CALLS } from '../../../schema/compat/calls/all-calls.api.ts'
import { Browser, openShop, RILEY, wireSignIn } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { loadEntities } from '../../catalog/index/testing/entities.fixture.ts'
import { loadParts } from '../../catalog/index/testing/parts.fixture.ts'
import { ask, callOf } from './testing/api-calls.harness.ts'
import { faultsOf, seen } from './testing/openapi-conformance.harness.ts'

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
const STAFF = { email: 'counter@example.com', password: 'torque-and-true-26' }
const ADDRESS = {
  region: 'Illinois',
  region_id: 23,
  country_id: 'US',
  street: ['2720 W Grand Ave', ''],
  telephone: '3125550142',
  city: 'Chicago',
  postcode: '60612',
  firstname: 'Ada',
  lastname: 'Miller',
  email: 'ada@example.com',
}
const OPTION = {
  extension_attributes: { configurable_item_options: [{ option_id: '160', option_value: '1' }] },
}
const LINE = { sku: 'TL-2001', parentSku: 'TL-2001', qty: 2, product_option: OPTION }

beforeAll(async () => {
  await openShop()
  await loadParts(env.DB)
  await loadEntities(env.DB)
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'send').mockResolvedValue(undefined)
})
afterAll(() => {
  vi.restoreAllMocks()
})

async function signedIn(who = RILEY): Promise<Browser> {
  const browser = new Browser()
  await browser.signIn(who)
  return browser
}

test('[G8] [H7] every route of the API is in the table of calls, and nothing else is', () => {
  const routes = app.routes
    .filter(({ path, method }) => /^\/(api|webhooks)\//.test(path) && method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  const named = ALL_CALLS.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].sort()).toEqual([...named].sort())
})

test('[G8] carts answer as they say', async () => {
  const cartId = await ask<string>('createCart', 200)
  await ask('createCart', 401, { query: { token: 'nobody' } })
  const query = { cartId }
  await ask('pullCart', 200, { query })
  const { item_id } = await ask<{ item_id: number }>('updateCart', 200, { query, body: { cartItem: LINE } })
  await ask('updateCart', 500, { query, body: {} })
  await ask('updateCart', 404, { query, body: { cartItem: { ...LINE, sku: 'NONE', parentSku: null } } })
  await ask('updateCart', 400, { query, body: { cartItem: { ...LINE, qty: -1 } } })
  await ask('leftCart', 200, { query: { quote_id: cartId } })
  await ask('leftCart', 404, { query: { quote_id: 'forged' } })
  for (const id of ['pullCart', 'cartTotals', 'collectCartTotals', 'cartPaymentMethods', 'cartCoupon']) {
    await ask(id, 200, { query })
    await ask(id, 404, { query: { cartId: 'forged' } })
  }
  await ask('cartShippingMethods', 200, { query, body: { address: ADDRESS } })
  await ask('cartShippingMethods', 500, { query, body: {} })
  const information = { shippingAddress: ADDRESS, billingAddress: ADDRESS }
  await ask('cartShippingInformation', 200, { query, body: { addressInformation: information } })
  await ask('cartShippingInformation', 500, { query, body: {} })
  const far = { ...ADDRESS, region: 'Hawaii', region_id: 21, postcode: '96801' }
  await ask('cartShippingInformation', 400, {
    query,
    body: { addressInformation: { shippingAddress: far } },
  })
  await ask('applyCartCoupon', 200, { query: { ...query, coupon: 'SAVE10' } })
  await ask('cartTotals', 200, { query })
  await ask('applyCartCoupon', 404, { query: { ...query, coupon: 'NONE' } })
  await ask('applyCartCoupon', 500, { query })
  await ask('removeCartCoupon', 200, { query })
  await ask('removeCartLine', 404, { query, body: { cartItem: { sku: 'NONE' } } })
  await ask('removeCartLine', 200, { query, body: { cartItem: { item_id, sku: 'TL-2001-1' } } })
  await ask('removeCartCoupon', 404)
})

test('[G8] the replies of an order match their description, placed and refused', async () => {
  const cart_id = await ask<string>('createCart', 200)
  const info = {
    billingAddress: ADDRESS,
    shippingAddress: ADDRESS,
    shipping_carrier_code: 'freeshipping',
    shipping_method_code: 'freeshipping',
    payment_method_code: 'cashondelivery',
  }
  const body = { cart_id, addressInformation: info }
  await ask('placeOrder', 404, { body })
  await ask('placeOrder', 400, { body: { cart_id } })
  await ask('placeOrder', 404, { body: { ...body, cart_id: 'forged' } })
  await ask('updateCart', 200, { query: { cartId: cart_id }, body: { cartItem: LINE } })
  await env.DB.prepare("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-2001'").run()
  await ask('placeOrder', 409, { body })
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  const { orderNumber } = await ask<{ orderNumber: string }>('placeOrder', 200, { body })
  const cancel = (customerEmail: string) => ({ body: { orderId: orderNumber, customerEmail } })
  await ask('cancelOrder', 400, cancel('somebody@example.com'))
  await ask('cancelOrder', 200, cancel(ADDRESS.email))
})

test('[G8] stock and catalog match their description', async () => {
  await ask('checkStock', 200, { query: { sku: 'TL-2001-4' } })
  await ask('checkStock', 500)
  await ask('checkStock', 500, { query: { sku: 'NONE' } })
  await ask('checkStockOf', 200, { path: { sku: 'TL-1001' } })
  await ask('checkStockOf', 500, { path: { sku: 'NONE' } })
  await ask('listStock', 200, { query: { skus: 'TL-1001,TL-2001-4' } })
  await ask('listStock', 404, { query: { skus: 'TL-1001,NONE' } })
  await ask('listStock', 500)
  const searchQuery = {
    _availableFilters: [
      { field: 'brand', scope: 'catalog' },
      { field: 'price', scope: 'catalog' },
    ],
  }
  await ask('searchCatalog', 200, { body: { type: 'product', searchQuery, size: 2 } })
  await ask('searchCatalog', 400, { body: { type: 'nothing' } })
  await ask('searchCatalogByAddress', 200, { query: { type: 'category' } })
  await ask('searchCatalogByAddress', 400, { query: { request: '{' } })
  const path = { index: 'vue_storefront_catalog', type: 'product' }
  const compact = { request_format: 'search-query' }
  const applied = { ...searchQuery, _appliedFilters: [{ attribute: 'status', value: { in: [0, 1] } }] }
  await ask('searchIndex', 200, { path, query: compact, body: applied })
  await ask('searchIndex', 200, {
    path,
    body: { query: { match_all: {} }, aggs: { max: { max: { field: 'price' } } } },
  })
  await ask('searchIndex', 400, { path, body: { query: { nothing: {} } } })
  await ask('searchIndex', 500, { path: { ...path, index: 'other' } })
  await ask('searchIndexByAddress', 200, { path, query: { request: '{"query":{"match_all":{}}}' } })
  await ask('searchIndexByAddress', 400, { path, query: { request: '[' } })
  for (const id of ['listProducts', 'listProductsShort']) {
    await ask(id, 200, { query: { skus: 'TL-2001,TL-1001,B4,RH-1' } })
    await ask(id, 500)
  }
  for (const sku of ['TL-2001', 'TL-2001-4', 'TL-1001', 'RH-1'])
    await ask('singleProduct', 200, { query: { sku } })
  await ask('singleProduct', 400)
  await ask('singleProduct', 404, { query: { sku: 'NONE' } })
  await ask('renderList', 200, { query: { skus: 'TL-2001,TL-1001' } })
  await ask('renderList', 400, { query: { skus: 'TL-1001', currencyCode: 'EUR' } })
  await ask('renderList', 404, { query: { skus: 'TL-1001', storeId: '7' } })
  await ask('renderList', 500)
  for (const id of ['mapUrl', 'mapUrlShort']) {
    await ask(id, 200, { body: { url: '/about-us' } })
    await ask(id, 200, { body: { url: '/nowhere/at/all' } })
    await ask(id, 500, { body: {} })
    await ask(id, 400, { body: { url: '/', includeFields: 7 } })
    await ask(`${id}ByAddress`, 200, { query: { url: '/p/TL-2001/any' } })
    await ask(`${id}ByAddress`, 500)
  }
})

test('[G8] accounts answer as they say', async () => {
  const customer = { email: 'new@example.com', firstname: 'Noa', lastname: 'Reed' }
  await ask('createUser', 200, { body: { customer, password: 'a long enough one 26' } })
  await ask('createUser', 400, { body: { customer, password: 'a long enough one 26' } })
  await ask('createUser', 400, { body: {} })
  const login = { username: RILEY.email, password: RILEY.password }
  await ask('loginUser', 200, { body: login })
  await ask('loginUser', 401, { body: { ...login, password: 'wrong' } })
  const { token, refreshToken } = await wireSignIn()
  const query = { token }
  await ask('refreshUser', 200, { body: { refreshToken }, headers: { 'User-Agent': 'Client/1.0' } })
  await ask('refreshUser', 401, { body: { refreshToken: 'nobody' } })
  await ask('refreshUser', 500, { body: {} })
  await ask('readUser', 200, { query })
  await ask('updateUser', 200, { query, body: { customer: { firstname: 'Riley' } } })
  await ask('updateUser', 500, { query, body: { customer: { firstname: 7 } } })
  await ask('orderHistory', 200, { query })
  const fresh = 'another long one 27'
  await ask('changePassword', 500, { query, body: { currentPassword: 'wrong', newPassword: fresh } })
  for (const id of ['readUser', 'updateUser', 'orderHistory', 'changePassword']) await ask(id, 401)
  await ask('createPassword', 500, { body: {} })
  await ask('createPassword', 500, { body: { email: RILEY.email, newPassword: fresh, resetToken: 'none' } })
  await ask('resetPassword', 200, { body: { email: DEALER.email } })
  await ask('resetPassword', 404, { body: { email: 'nobody@example.com' } })
  await ask('resetPassword', 500, { body: { email: 'no address' } })
  await ask('changePassword', 200, { query, body: { currentPassword: RILEY.password, newPassword: fresh } })
  await ask('changePassword', 401, { query: { token: 'nobody' } })
  const again = await wireSignIn({ ...RILEY, password: fresh })
  const back = { currentPassword: fresh, newPassword: RILEY.password }
  await ask('changePassword', 200, { query: { token: again.token }, body: back })
  await ask('socialLogin', 400, { body: {} })
  await ask('socialLogin', 401, { body: { provider: 'google', token: 'forged' } })
  const { id } =
    (await env.DB.prepare("SELECT id FROM product WHERE sku = 'TL-1001'").first<{ id: number }>()) ?? {}
  const review = { product_id: id, title: 'Good', detail: 'They hold.', nickname: 'Sam' }
  await ask('createReview', 200, { body: { review } })
  await ask('createReview', 404, { body: { review: { ...review, product_id: 9_999_999 } } })
  await ask('createReview', 500, { body: {} })
  const staff = await signedIn(STAFF)
  await ask('waitingReviews', 401)
  await ask('waitingReviews', 403, { by: await signedIn() })
  const { reviews } = await ask<{ reviews: { id: number }[] }>('waitingReviews', 200, { by: staff })
  await ask('moderateReview', 200, { by: staff, body: { id: reviews[0]?.id, approve: true, rating: 5 } })
  await ask('moderateReview', 404, { by: staff, body: { id: 9_999_999, approve: true } })
  await ask('moderateReview', 400, { by: staff, body: {} })
})

test('[G8] the calls of our own pages match their description', async () => {
  const browser = new Browser()
  await ask('shownCart', 200)
  await ask('shownCheckout', 200)
  await ask('updateCart', 200, { by: browser, body: { cartItem: LINE } })
  await ask('shownCart', 200, { by: browser })
  await ask('shownCheckout', 200, { by: browser })
  await ask('shownOrder', 200, { by: browser })
  const info = {
    billingAddress: ADDRESS,
    shippingAddress: ADDRESS,
    shipping_carrier_code: 'freeshipping',
    shipping_method_code: 'freeshipping',
    payment_method_code: 'cashondelivery',
  }
  await ask('placeOrder', 200, { by: browser, body: { addressInformation: info } })
  const shown = await ask<object | null>('shownOrder', 200, { by: browser })
  expect(shown).not.toBeNull()
  await ask('checkZip', 200, { body: { zipCode: '60612', state: 'Illinois' } })
  await ask('checkZip', 400, { body: { zipCode: '60612', state: 'Nowhere' } })
  await ask('findSize', 200)
  await ask('findCar', 200)
  await ask('suggest', 200, { query: { q: 'corvane' } })
  await ask('suggest', 400, { query: { q: '' } })
  await ask('quoteDelivery', 200, { query: { zip: '60612', sku: 'TL-1001' } })
  await ask('quoteDelivery', 400, { query: { zip: '1' } })
  await ask('quoteDelivery', 404, { query: { zip: '60612', sku: 'NONE' } })
  await ask('quoteDelivery', 422, { query: { zip: '99801', sku: 'TL-1001' } })
  await ask('geolocation', 200)
  await ask('placeOfZip', 200, { query: { zip: '60612' } })
  await ask('placeOfZip', 400, { query: { zip: '1' } })
  await ask('placeOfZip', 422, { query: { zip: '99801' } })
  await ask('shownSession', 200)
  await ask('shownSession', 200, { by: await signedIn() })
})

test('[G8] pages of an account answer as they say', async () => {
  const by = await signedIn()
  await ask('updateCart', 200, { by, body: { cartItem: LINE } })
  const info = {
    billingAddress: ADDRESS,
    shippingAddress: ADDRESS,
    shipping_carrier_code: 'freeshipping',
    shipping_method_code: 'freeshipping',
    payment_method_code: 'cashondelivery',
  }
  const { orderNumber } = await ask<{ orderNumber: string }>('placeOrder', 200, {
    by,
    body: { addressInformation: info },
  })
  for (const name of [
    'profile',
    'address-book',
    'orders',
    'stored-payment-methods',
    'privacy-settings',
    'dealer',
  ]) {
    await ask('accountPage', 200, { by, path: { name } })
  }
  await ask('accountPage', 200, { by, path: { name: 'order' }, query: { orderId: orderNumber } })
  await ask('accountPage', 404, { by, path: { name: 'nothing' } })
  await ask('accountPage', 401, { path: { name: 'profile' } })
  await ask('customerData', 200, { by })
  await ask('customerData', 401)
  await ask('changeWishList', 200, { by, body: { add: ['TL-1001'] } })
  await ask('changeWishList', 400, { by, body: { add: 7 } })
  await ask('changeWishList', 401, { body: {} })
  await ask('readWishList', 200, { by })
  await ask('readWishList', 401)
  const form = new FormData()
  const company = { companyName: 'Rims & Co', companyEmail: 'office@rims.example', ein: '12-3456789' }
  for (const [name, value] of Object.entries(company)) form.set(name, value)
  form.append('documents', new File(['%PDF-1.7 a licence'], 'licence.pdf'))
  const { documents } = await ask<{ documents: { id: number }[] }>('applyAsDealer', 200, { by, body: form })
  await ask('applyAsDealer', 400, { by, body: new FormData() })
  await ask('applyAsDealer', 401, { body: new FormData() })
  await ask('readDealer', 200, { by })
  await ask('readDealer', 401)
  const path = { id: String(documents[0]?.id) }
  await ask('readDealerDocument', 200, { by, path })
  await ask('readDealerDocument', 404, { path, by: await signedIn(DEALER) })
  await ask('removeDealerDocument', 404, { path, by: await signedIn(DEALER) })
  await ask('removeDealerDocument', 200, { by, path })
  await ask('removeDealerDocument', 401, { path })
})

test('[G8] texts, newsletter, mail, chat and counts answer as they say', async () => {
  for (const type of ['Page', 'Block']) {
    const table = type === 'Page' ? 'cms_page' : 'cms_block'
    const row = await env.DB.prepare(`SELECT id, identifier FROM ${table} LIMIT 1`).first<{
      id: number
      identifier: string
    }>()
    await ask(`cms${type}`, 200, { path: { id: String(row?.id) } })
    await ask(`cms${type}`, 500, { path: { id: '99999' } })
    await ask(`cms${type}ByName`, 200, { path: { identifier: row?.identifier ?? '', store: '1' } })
    await ask(`cms${type}ByName`, 500, { path: { identifier: 'nothing', store: '1' } })
  }
  const email = 'ada@example.com'
  await ask('newsletterState', 200, { query: { email } })
  await ask('newsletterState', 500, { query: { email: 'none' } })
  await ask('subscribe', 200, { body: { email } })
  await ask('subscribe', 500, { body: {} })
  await ask('unsubscribe', 200, { body: { email } })
  await ask('unsubscribe', 500, { body: {} })
  const by = new Browser()
  const token = await ask<string>('mailToken', 200, { by })
  await ask('sendMail', 500, { by, body: {} })
  await env.DB.prepare(
    "INSERT OR REPLACE INTO config VALUES ('contact/email/recipient_email', 'shop@shop.example')",
  ).run()
  const mail = {
    sourceAddress: email,
    targetAddress: 'shop@shop.example',
    subject: 'Tires',
    emailText: 'Hello',
    token,
  }
  await ask('sendMail', 200, { by, body: mail })
  const origin = { Upgrade: 'websocket', Origin: 'https://shop.example' }
  await ask('chatSocket', 426)
  await ask('chatSocket', 403, { headers: { ...origin, Origin: 'https://other.example' } })
  await ask('chatSocket', 404, { headers: origin })
  const shopper = new Browser()
  await shopper.fetch('/chat/form/', {
    method: 'POST',
    body: new URLSearchParams({ action: 'say', text: 'Hello' }),
  })
  await ask('chatSocket', 101, { by: shopper, headers: origin })
  await ask('cartSocket', 101, { by: await signedIn(), headers: origin })
  await ask('countEvents', 200, { body: { events: [{ kind: 'product', sku: 'TL-1001' }] } })
  await ask('countEvents', 400, { body: {} })
  await ask('countEvents', 403, { body: {}, headers: { 'Sec-Fetch-Site': 'cross-site' } })
  const headers = { 'Content-Type': 'application/csp-report' }
  await ask('reportRefusal', 200, { headers, body: { 'csp-report': {} } })
  await ask('reportRefusal', 400, { headers, body: {} })
  await ask('reportRefusal', 415, { body: {}, headers: { 'Content-Type': 'text/plain' } })
  const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'other', data: { object: {} } })
  const signature = await new Stripe('sk_test_12345678').webhooks.generateTestHeaderStringAsync({
    payload: event,
    secret: env.STRIPE_WEBHOOK_SECRET,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  })
  await ask('stripeWebhook', 200, { body: event, headers: { 'stripe-signature': signature } })
  await ask('setExpressCheckout', 500, { body: {} })
  await ask('completeExpressCheckout', 400, { body: {} })
  await ask('payLaterCheckout', 404, { body: {} })
  await ask('stripeWebhook', 400, { body: event, headers: { 'stripe-signature': 'forged' } })
})

test('[G8] a reply with an undescribed field fails', async () => {
  const { replies } = callOf('checkStock')
  const result = await ask<Record<string, unknown>>('checkStock', 200, { query: { sku: 'TL-1001' } })
  const reply = replies[200]
  if (!reply) throw new Error('the call says nothing of 200')
  const { qty, ...rest } = result
  expect(faultsOf(reply, { code: 200, result }, 200)).toEqual([])
  expect(faultsOf(reply, { code: 200, result: { ...rest, quantity: qty } }, 200)).not.toEqual([])
  expect(faultsOf(reply, { code: 200, result: { ...result, quantity: qty } }, 200)).not.toEqual([])
  expect(faultsOf(reply, { code: 201, result }, 200)).not.toEqual([])
})

/** Those that cannot work without a provider of sign-in or a mailed link; tests of their own walk them. */
const ELSEWHERE = [
  'socialLogin',
  'createPassword',
  'setExpressCheckout',
  'completeExpressCheckout',
  'paypalWebhook',
  'payLaterCheckout',
]

test('[G8] [H7] every call was made, once with success', () => {
  const worked = ALL_CALLS.filter(({ id }) => seen.has(`${id} 200`) || seen.has(`${id} 101`)).map(
    ({ id }) => id,
  )
  expect([...worked, ...ELSEWHERE].sort()).toEqual(ALL_CALLS.map(({ id }) => id).sort())
})
