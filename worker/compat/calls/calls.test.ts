import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ALL_CALLS } from '../../../schema/compat/calls/all-calls.api.ts'
import { Browser, openShop, RILEY, signInThroughApi } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { loadEntities } from '../../catalog/index/testing/entities.fixture.ts'
import { loadParts } from '../../catalog/index/testing/parts.fixture.ts'
import { callApi, callOf } from './testing/api-calls.harness.ts'
import { findDifferences, seenReplies } from './testing/openapi-conformance.harness.ts'

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
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
const ORDER_INFORMATION = {
  billingAddress: ADDRESS,
  shippingAddress: ADDRESS,
  shipping_carrier_code: 'freeshipping',
  shipping_method_code: 'freeshipping',
  payment_method_code: 'cashondelivery',
}
const OPTION = {
  extension_attributes: { configurable_item_options: [{ option_id: '160', option_value: '1' }] },
}
const STEP = { label: 'Civic', slug: 'civic' }
const FRONT = { size: '225/45R17', sizeSlug: '225-45r17', minLoad: 91, minSpeed: 'V' }
const CAR = { year: 2019, make: STEP, model: STEP, trim: STEP, fitment: { front: FRONT, rear: null } }
const LINE = { sku: 'TL-2001', parentSku: 'TL-2001', qty: 2, product_option: OPTION }

beforeAll(async () => {
  await openShop()
  await loadParts(env.DB)
  await loadEntities(env.DB)
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
})
afterAll(() => {
  vi.restoreAllMocks()
})

async function signedIn(credentials = RILEY): Promise<Browser> {
  const browser = new Browser()
  await browser.signIn(credentials)
  return browser
}

test('[G8] [H7] every route of the API is in the table of calls, and nothing else is', () => {
  const routes = app.routes
    .filter(({ path, method }) => /^\/(api|webhooks)\//.test(path) && method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
  const named = ALL_CALLS.map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].sort()).toEqual([...named].sort())
})

test('[G8] replies of carts match their description', async () => {
  const cartId = await callApi<string>('createCart', 200)
  await callApi('createCart', 401, { query: { token: 'nobody' } })
  const query = { cartId }
  await callApi('pullCart', 200, { query })
  const { item_id } = await callApi<{ item_id: number }>('updateCart', 200, {
    query,
    body: { cartItem: LINE },
  })
  await callApi('updateCart', 500, { query, body: {} })
  await callApi('updateCart', 404, { query, body: { cartItem: { ...LINE, sku: 'NONE', parentSku: null } } })
  await callApi('updateCart', 400, { query, body: { cartItem: { ...LINE, qty: -1 } } })
  await callApi('leftCart', 200, { query: { quote_id: cartId } })
  await callApi('leftCart', 404, { query: { quote_id: 'forged' } })
  for (const id of ['pullCart', 'cartTotals', 'collectCartTotals', 'cartPaymentMethods', 'cartCoupon']) {
    await callApi(id, 200, { query })
    await callApi(id, 404, { query: { cartId: 'forged' } })
  }
  await callApi('cartShippingMethods', 200, { query, body: { address: ADDRESS } })
  await callApi('cartShippingMethods', 500, { query, body: {} })
  const information = { shippingAddress: ADDRESS, billingAddress: ADDRESS }
  await callApi('cartShippingInformation', 200, {
    query,
    body: { addressInformation: information },
  })
  await callApi('cartShippingInformation', 500, { query, body: {} })
  const far = { ...ADDRESS, region: 'Hawaii', region_id: 21, postcode: '96801' }
  await callApi('cartShippingInformation', 400, {
    query,
    body: { addressInformation: { shippingAddress: far } },
  })
  await callApi('applyCartCoupon', 200, { query: { ...query, coupon: 'SAVE10' } })
  await callApi('cartTotals', 200, { query })
  await callApi('applyCartCoupon', 404, { query: { ...query, coupon: 'NONE' } })
  await callApi('applyCartCoupon', 500, { query })
  await callApi('removeCartCoupon', 200, { query })
  await callApi('removeCartLine', 404, { query, body: { cartItem: { sku: 'NONE' } } })
  await callApi('removeCartLine', 200, { query, body: { cartItem: { item_id, sku: 'TL-2001-1' } } })
  await callApi('removeCartCoupon', 404)
})

test('[G8] replies of placed and refused orders match their description', async () => {
  const cart_id = await callApi<string>('createCart', 200)
  const body = { cart_id, addressInformation: ORDER_INFORMATION }
  await callApi('placeOrder', 404, { body })
  await callApi('placeOrder', 400, { body: { cart_id } })
  await callApi('placeOrder', 404, { body: { ...body, cart_id: 'forged' } })
  await callApi('updateCart', 200, { query: { cartId: cart_id }, body: { cartItem: LINE } })
  await env.DB.prepare("UPDATE stock SET qty = 1 WHERE stock_sku = 'TL-2001'").run()
  await callApi('placeOrder', 409, { body })
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  const { orderNumber } = await callApi<{ orderNumber: string }>('placeOrder', 200, { body })
  const cancel = (customerEmail: string) => ({ body: { orderId: orderNumber, customerEmail } })
  await callApi('cancelOrder', 400, cancel('somebody@example.com'))
  await callApi('cancelOrder', 200, cancel(ADDRESS.email))
})

test('[G8] replies of stock and catalog match their description', async () => {
  await callApi('checkStock', 200, { query: { sku: 'TL-2001-4' } })
  await callApi('checkStock', 500)
  await callApi('checkStock', 500, { query: { sku: 'NONE' } })
  await callApi('checkStockOf', 200, { path: { sku: 'TL-1001' } })
  await callApi('checkStockOf', 500, { path: { sku: 'NONE' } })
  await callApi('listStock', 200, { query: { skus: 'TL-1001,TL-2001-4' } })
  await callApi('listStock', 404, { query: { skus: 'TL-1001,NONE' } })
  await callApi('listStock', 500)
  const searchQuery = {
    _availableFilters: [
      { field: 'brand', scope: 'catalog' },
      { field: 'price', scope: 'catalog' },
    ],
  }
  await callApi('searchCatalog', 200, { body: { type: 'product', searchQuery, size: 2 } })
  await callApi('searchCatalog', 400, { body: { type: 'nothing' } })
  await callApi('searchCatalogByAddress', 200, { query: { type: 'category' } })
  await callApi('searchCatalogByAddress', 400, { query: { request: '{' } })
  const path = { index: 'vue_storefront_catalog', type: 'product' }
  const compact = { request_format: 'search-query' }
  const applied = { ...searchQuery, _appliedFilters: [{ attribute: 'status', value: { in: [0, 1] } }] }
  await callApi('searchIndex', 200, { path, query: compact, body: applied })
  await callApi('searchIndex', 200, {
    path,
    body: { query: { match_all: {} }, aggs: { max: { max: { field: 'price' } } } },
  })
  await callApi('searchIndex', 400, { path, body: { query: { nothing: {} } } })
  await callApi('searchIndex', 500, { path: { ...path, index: 'other' } })
  await callApi('searchIndexByAddress', 200, { path, query: { request: '{"query":{"match_all":{}}}' } })
  await callApi('searchIndexByAddress', 400, { path, query: { request: '[' } })
  for (const id of ['listProducts', 'listProductsShort']) {
    await callApi(id, 200, { query: { skus: 'TL-2001,TL-1001,B4,RH-1' } })
    await callApi(id, 500)
  }
  for (const sku of ['TL-2001', 'TL-2001-4', 'TL-1001', 'RH-1'])
    await callApi('singleProduct', 200, { query: { sku } })
  await callApi('singleProduct', 400)
  await callApi('singleProduct', 404, { query: { sku: 'NONE' } })
  await callApi('renderList', 200, { query: { skus: 'TL-2001,TL-1001' } })
  await callApi('renderList', 400, { query: { skus: 'TL-1001', currencyCode: 'EUR' } })
  await callApi('renderList', 404, { query: { skus: 'TL-1001', storeId: '7' } })
  await callApi('renderList', 500)
  for (const id of ['mapUrl', 'mapUrlShort']) {
    await callApi(id, 200, { body: { url: '/about-us' } })
    await callApi(id, 200, { body: { url: '/nowhere/at/all' } })
    await callApi(id, 500, { body: {} })
    await callApi(id, 400, { body: { url: '/', includeFields: 7 } })
    await callApi(`${id}ByAddress`, 200, { query: { url: '/p/TL-2001/any' } })
    await callApi(`${id}ByAddress`, 500)
  }
})

test('[G8] replies of accounts match their description', async () => {
  const customer = { email: 'new@example.com', firstname: 'Noa', lastname: 'Reed' }
  await callApi('createUser', 200, { body: { customer, password: 'a long enough one 26' } })
  await callApi('createUser', 400, { body: { customer, password: 'a long enough one 26' } })
  await callApi('createUser', 400, { body: {} })
  const login = { username: RILEY.email, password: RILEY.password }
  await callApi('loginUser', 200, { body: login })
  await callApi('loginUser', 401, { body: { ...login, password: 'wrong' } })
  const { token, refreshToken } = await signInThroughApi()
  const query = { token }
  await callApi('refreshUser', 200, { body: { refreshToken }, headers: { 'User-Agent': 'Client/1.0' } })
  await callApi('refreshUser', 401, { body: { refreshToken: 'nobody' } })
  await callApi('refreshUser', 500, { body: {} })
  await callApi('readUser', 200, { query })
  await callApi('updateUser', 200, { query, body: { customer: { firstname: 'Riley' } } })
  await callApi('updateUser', 500, { query, body: { customer: { firstname: 7 } } })
  await callApi('orderHistory', 200, { query })
  const fresh = 'another long one 27'
  await callApi('changePassword', 500, { query, body: { currentPassword: 'wrong', newPassword: fresh } })
  for (const id of ['readUser', 'updateUser', 'orderHistory', 'changePassword']) await callApi(id, 401)
  await callApi('createPassword', 500, { body: {} })
  await callApi('createPassword', 500, {
    body: { email: RILEY.email, newPassword: fresh, resetToken: 'none' },
  })
  await callApi('resetPassword', 200, { body: { email: DEALER.email } })
  await callApi('resetPassword', 404, { body: { email: 'nobody@example.com' } })
  await callApi('resetPassword', 500, { body: { email: 'no address' } })
  await callApi('changePassword', 200, {
    query,
    body: { currentPassword: RILEY.password, newPassword: fresh },
  })
  await callApi('changePassword', 401, { query: { token: 'nobody' } })
  const again = await signInThroughApi({ ...RILEY, password: fresh })
  const back = { currentPassword: fresh, newPassword: RILEY.password }
  await callApi('changePassword', 200, { query: { token: again.token }, body: back })
  await callApi('socialLogin', 400, { body: {} })
  await callApi('socialLogin', 401, { body: { provider: 'google', token: 'forged' } })
  const { id } =
    (await env.DB.prepare("SELECT id FROM product WHERE sku = 'TL-1001'").first<{ id: number }>()) ?? {}
  const review = { product_id: id, title: 'Good', detail: 'They hold.', nickname: 'Sam' }
  await callApi('createReview', 200, { body: { review } })
  await callApi('createReview', 404, { body: { review: { ...review, product_id: 9_999_999 } } })
  await callApi('createReview', 500, { body: {} })
  const [staff, yard] = [new Browser(), new Browser()]
  await Promise.all([staff.signInAsStaff('manager'), yard.signInAsStaff('yard')])
  await callApi('waitingReviews', 401)
  await callApi('waitingReviews', 401, { by: await signedIn() })
  await callApi('waitingReviews', 403, { by: yard })
  const { reviews } = await callApi<{ reviews: { id: number }[] }>('waitingReviews', 200, { by: staff })
  await callApi('moderateReview', 200, { by: staff, body: { id: reviews[0]?.id, approve: true, rating: 5 } })
  await callApi('moderateReview', 404, { by: staff, body: { id: 9_999_999, approve: true } })
  await callApi('moderateReview', 400, { by: staff, body: {} })
})

test('[G8] replies to our own pages match their description', async () => {
  const browser = new Browser()
  await callApi('shownCart', 200)
  await callApi('shownCheckout', 200)
  await callApi('updateCart', 200, { by: browser, body: { cartItem: LINE } })
  await callApi('shownCart', 200, { by: browser })
  await callApi('shownCheckout', 200, { by: browser })
  await callApi('shownOrder', 200, { by: browser })
  await callApi('placeOrder', 200, { by: browser, body: { addressInformation: ORDER_INFORMATION } })
  const shown = await callApi<object | null>('shownOrder', 200, { by: browser })
  expect(shown).not.toBeNull()
  await callApi('checkZip', 200, { body: { zipCode: '60612', state: 'Illinois' } })
  await callApi('checkZip', 400, { body: { zipCode: '60612', state: 'Nowhere' } })
  await callApi('findSize', 200)
  await callApi('countFitting', 200, { query: { path: '/t', fit: 'fit-225-45r17-91-v' } })
  await callApi('countFitting', 404, { query: { path: '/none', fit: 'fit-225-45r17-91-v' } })
  await callApi('findCar', 200)
  await callApi('suggest', 200, { query: { q: 'corvane' } })
  await callApi('suggest', 400, { query: { q: '' } })
  await callApi('quoteDelivery', 200, { query: { zip: '60612', sku: 'TL-1001' } })
  await callApi('quoteDelivery', 400, { query: { zip: '1' } })
  await callApi('quoteDelivery', 404, { query: { zip: '60612', sku: 'NONE' } })
  await callApi('quoteDelivery', 422, { query: { zip: '99801', sku: 'TL-1001' } })
  await callApi('geolocation', 200)
  await callApi('placeOfZip', 200, { query: { zip: '60612' } })
  await callApi('placeOfZip', 400, { query: { zip: '1' } })
  await callApi('placeOfZip', 422, { query: { zip: '99801' } })
  await callApi('shownSession', 200)
  await callApi('shownSession', 200, { by: await signedIn() })
})

test('[G8] replies to pages of an account match their description', async () => {
  const by = await signedIn()
  await callApi('addGarageCar', 200, { by, body: { car: CAR } })
  await callApi('addGarageCar', 400, { by, body: {} })
  await callApi('addGarageCar', 401, { body: { car: CAR } })
  await callApi('readGarage', 200, { by })
  await callApi('readGarage', 401)
  await callApi('updateCart', 200, { by, body: { cartItem: LINE } })
  const { orderNumber } = await callApi<{ orderNumber: string }>('placeOrder', 200, {
    by,
    body: { addressInformation: ORDER_INFORMATION },
  })
  for (const name of [
    'profile',
    'address-book',
    'orders',
    'stored-payment-methods',
    'privacy-settings',
    'dealer',
  ]) {
    await callApi('accountPage', 200, { by, path: { name } })
  }
  await callApi('accountPage', 200, { by, path: { name: 'order' }, query: { orderId: orderNumber } })
  await callApi('accountPage', 404, { by, path: { name: 'nothing' } })
  await callApi('accountPage', 401, { path: { name: 'profile' } })
  await callApi('customerData', 200, { by })
  await callApi('customerData', 401)
  await callApi('changeWishList', 200, { by, body: { add: ['TL-1001'] } })
  await callApi('changeWishList', 400, { by, body: { add: 7 } })
  await callApi('changeWishList', 401, { body: {} })
  await callApi('readWishList', 200, { by })
  await callApi('readWishList', 401)
  const form = new FormData()
  const company = { companyName: 'Rims & Co', companyEmail: 'office@rims.example', ein: '12-3456789' }
  for (const [name, value] of Object.entries(company)) form.set(name, value)
  form.append('documents', new File(['%PDF-1.7 a licence'], 'licence.pdf'))
  const { documents } = await callApi<{ documents: { id: number }[] }>('applyAsDealer', 200, {
    by,
    body: form,
  })
  await callApi('applyAsDealer', 400, { by, body: new FormData() })
  await callApi('applyAsDealer', 401, { body: new FormData() })
  await callApi('readDealer', 200, { by })
  await callApi('readDealer', 401)
  const path = { id: String(documents[0]?.id) }
  await callApi('readDealerDocument', 200, { by, path })
  await callApi('readDealerDocument', 404, { path, by: await signedIn(DEALER) })
  await callApi('removeDealerDocument', 404, { path, by: await signedIn(DEALER) })
  await callApi('removeDealerDocument', 200, { by, path })
  await callApi('removeDealerDocument', 401, { path })
})

test('[G8] replies of texts, newsletter, mail, chat and event counts match their description', async () => {
  for (const type of ['Page', 'Block']) {
    const table = type === 'Page' ? 'cms_page' : 'cms_block'
    const row = await env.DB.prepare(`SELECT id, identifier FROM ${table} LIMIT 1`).first<{
      id: number
      identifier: string
    }>()
    await callApi(`cms${type}`, 200, { path: { id: String(row?.id) } })
    await callApi(`cms${type}`, 500, { path: { id: '99999' } })
    await callApi(`cms${type}ByName`, 200, { path: { identifier: row?.identifier ?? '', store: '1' } })
    await callApi(`cms${type}ByName`, 500, { path: { identifier: 'nothing', store: '1' } })
  }
  const email = 'ada@example.com'
  await callApi('newsletterState', 200, { query: { email } })
  await callApi('newsletterState', 500, { query: { email: 'none' } })
  await callApi('subscribe', 200, { body: { email } })
  await callApi('subscribe', 500, { body: {} })
  await callApi('unsubscribe', 200, { body: { email } })
  await callApi('unsubscribe', 500, { body: {} })
  const by = new Browser()
  const token = await callApi<string>('mailToken', 200, { by })
  await callApi('sendMail', 500, { by, body: {} })
  await env.DB.prepare(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('contact/email/recipient_email', 'shop@shop.example')",
  ).run()
  const mail = {
    sourceAddress: email,
    targetAddress: 'shop@shop.example',
    subject: 'Tires',
    emailText: 'Hello',
    token,
  }
  await callApi('sendMail', 200, { by, body: mail })
  const origin = { Upgrade: 'websocket', Origin: 'https://shop.example' }
  await callApi('chatSocket', 426)
  await callApi('chatSocket', 403, { headers: { ...origin, Origin: 'https://other.example' } })
  await callApi('chatSocket', 404, { headers: origin })
  const shopper = new Browser()
  await shopper.fetch('/chat/form/', {
    method: 'POST',
    body: new URLSearchParams({ action: 'say', text: 'Hello' }),
  })
  await callApi('chatSocket', 101, { by: shopper, headers: origin })
  await callApi('cartSocket', 101, { by: await signedIn(), headers: origin })
  await callApi('countEvents', 200, { body: { events: [{ kind: 'product', sku: 'TL-1001' }] } })
  await callApi('countEvents', 400, { body: {} })
  await callApi('countEvents', 403, { body: {}, headers: { 'Sec-Fetch-Site': 'cross-site' } })
  const headers = { 'Content-Type': 'application/csp-report' }
  await callApi('reportRefusal', 200, { headers, body: { 'csp-report': {} } })
  await callApi('reportRefusal', 400, { headers, body: {} })
  await callApi('reportRefusal', 415, { body: {}, headers: { 'Content-Type': 'text/plain' } })
  const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'other', data: { object: {} } })
  const signature = await new Stripe('sk_test_12345678').webhooks.generateTestHeaderStringAsync({
    payload: event,
    secret: env.STRIPE_WEBHOOK_SECRET,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  })
  await callApi('stripeWebhook', 200, { body: event, headers: { 'stripe-signature': signature } })
  await callApi('setExpressCheckout', 500, { body: {} })
  await callApi('completeExpressCheckout', 400, { body: {} })
  await callApi('payLaterCheckout', 404, { body: {} })
  await callApi('stripeWebhook', 400, { body: event, headers: { 'stripe-signature': 'forged' } })
})

test('[G8] a reply with an undescribed field fails the test', async () => {
  const { replies } = callOf('checkStock')
  const result = await callApi<Record<string, unknown>>('checkStock', 200, { query: { sku: 'TL-1001' } })
  const reply = replies[200]
  if (!reply) throw new Error('the call has no reply for 200')
  const { qty, ...rest } = result
  expect(findDifferences(reply, { code: 200, result }, 200)).toEqual([])
  expect(findDifferences(reply, { code: 200, result: { ...rest, quantity: qty } }, 200)).not.toEqual([])
  expect(findDifferences(reply, { code: 200, result: { ...result, quantity: qty } }, 200)).not.toEqual([])
  expect(findDifferences(reply, { code: 201, result }, 200)).not.toEqual([])
})

/** Calls that need a provider, the link of a mail or a passkey to succeed; other tests cover them. */
const TESTED_ELSEWHERE = [
  ...'socialLogin createPassword setExpressCheckout completeExpressCheckout paypalWebhook payLaterCheckout quoteExpress orderExpress paypalShipping'.split(
    ' ',
  ),
  ...ALL_CALLS.flatMap(({ id, path }) => (/ext\/staff\/(?!reviews)/.test(path) ? [id] : [])),
]

test('[G8] [H7] every call has succeeded in this file', () => {
  const succeeded = ALL_CALLS.filter(
    ({ id }) => seenReplies.has(`${id} 200`) || seenReplies.has(`${id} 101`),
  ).map(({ id }) => id)
  expect([...succeeded, ...TESTED_ELSEWHERE].sort()).toEqual(ALL_CALLS.map(({ id }) => id).sort())
})
