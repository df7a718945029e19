/** For security tests: a valid request for each endpoint of the shop. */
import { type TireRecord, toAppearance } from '../../../schema/catalog/product/tire-appearance.ts'
import { pictureHref } from '../../catalog/images/picture-address.ts'
import { documents } from './sample-uploads.ts'
import { type SampleRequest, STAFF_WRITES } from './staff-samples.ts'

const ADDRESS = {
  ...{ firstname: 'Ada', lastname: 'Miller', street: ['2720 W Grand Ave', ''], city: 'Chicago' },
  ...{ region: 'Illinois', region_id: 23, region_code: 'IL', country_id: 'US', postcode: '60612' },
  ...{ telephone: '3125550142', email: 'ada@example.com', company: '' },
}
const HOME = {
  ...{ firstName: 'Riley', lastName: 'Marsh', streetAddress: '1458 N Wood St', zipCode: '60612' },
  ...{ city: 'Chicago', state: 'Illinois', phoneNumber: '3125550118' },
}
const WALLET_BUYER = {
  ...{ name: 'Ada Miller', email: 'ada@example.com', phone: '3125550142' },
  address: {
    ...{ line1: '2720 W Grand Ave', line2: '', city: 'Chicago' },
    ...{ state: 'IL', postalCode: '60612', country: 'US' },
  },
}
const ADDRESSES = { shippingAddress: ADDRESS, billingAddress: ADDRESS }
const SUBSCRIBER = { email: 'reader@example.com' }
const CATALOG_QUERY = { _appliedFilters: [{ attribute: 'sku', value: { eq: 'TL-1001' }, scope: 'default' }] }
const CREDENTIAL = { id: 'passkey-1', rawId: 'passkey-1', type: 'public-key', clientExtensionResults: {} }
const INTAKE = '/api/ext/staff/intake/6f1c2f0e-7a51-4c3e-9d0b-3f1f6f0a7b11'
const SEARCH = { query: { bool: { filter: { terms: { sku: ['TL-1001'] } } } } }

/** Requests of endpoints that change data. */
const WRITES: Readonly<Record<string, SampleRequest>> = {
  'POST /cart/form/': { form: { action: 'add', sku: 'TL-2001-1' } },
  'POST /checkout/form/': {
    form: { step: 'personal', emailAddress: 'riley@example.com', firstName: 'Riley', lastName: 'Marsh' },
  },
  'POST /checkout/express/': { form: { from: 'cart' } },
  'POST /cards/form/': { form: { cards: 'columns', back: '/t' } },
  'POST /newsletter/form/': { form: SUBSCRIBER },
  'POST /stock-alerts/form': { form: { size: '225/45R17', email: 'a@example.com' } },
  'POST /stock-alerts/mine': { form: { action: 'stop' } },
  'POST /order-merge': { form: { id: '0'.repeat(24), side: 'to', proof: 'x'.repeat(24) } },
  'POST /stock-alerts/stop': { form: { id: '1', proof: 'x'.repeat(24) } },
  'POST /staff/daily-summary': { form: { id: '1', proof: 'x'.repeat(24) } },
  'POST /newsletter/stop/': { form: { id: '1', proof: 'x'.repeat(24) } },
  'POST /contacts/form/': {
    form: {
      ...{ name: 'Ada Lane', email: 'ada@example.com', phone: '3125550142' },
      ...{ topic: 'tire', message: 'Hello' },
    },
  },
  'POST /reviews/form/': {
    path: '/reviews/form/?sku=TL-1001',
    form: { title: 'Quiet', detail: 'Two weeks of rain.', nickname: 'Sam', rating: '5' },
  },
  'POST /reviews/vote/': { form: { review: '1', sku: 'TL-1001' } },
  'POST /reviews/stop/': { form: { order: 'TL-000001', proof: 'x'.repeat(24) } },
  'POST /questions/form/': {
    path: '/questions/form/?sku=TL-1001',
    form: { question: 'How loud are they?', nickname: 'Sam' },
  },
  'POST /customer/account/form/': { form: { action: 'address', ...HOME } },
  'POST /customer/account/wish-list/form/': { form: { action: 'add', sku: 'TL-1002' } },
  'POST /chat/form/': { form: { action: 'say', text: 'Hello?' } },
  ...STAFF_WRITES,
  'POST /pay/:sale{[1-9][0-9]{0,14}}/:proof': {
    path: `/pay/1/${'x'.repeat(24)}`,
    form: {
      action: 'pay',
      version: '1',
      due: '1',
      confirmationToken: 'ctoken_ok',
      emailAddress: 'a@example.com',
    },
  },
  'POST /staff/sell/drawer': { form: { start: '200', counted: '200', key: 'd'.repeat(36) } },
  'POST /staff/sell/form/': { form: { action: 'scan', code: 'TL-00000001', key: 'k'.repeat(36) } },
  'POST /staff/sign-in/form/': { form: { action: 'recover', email: 'a@shop.example', code: 'aaaa-bbbb' } },
  'POST /staff/audit/form/': { form: { undo: '1', key: 'k'.repeat(36) } },
  'POST /api/ext/staff/changes': { json: {} },
  'POST /api/ext/staff/units/grid': { json: {} },
  'PATCH /api/ext/staff/units/:sku': { path: '/api/ext/staff/units/TL-1001', json: {} },
  'POST /api/ext/staff/changes/undo': { json: {} },
  'POST /api/ext/staff/intake/numbers': { json: {} },
  'PUT /api/ext/staff/intake/:key': { path: INTAKE, json: { draft: {}, revision: 1 } },
  'PUT /api/ext/staff/intake/:key/photos/:slot': { path: `${INTAKE}/photos/tread?size=480`, json: {} },
  'POST /api/ext/staff/intake/:key/publish': { path: `${INTAKE}/publish`, json: { key: 'k'.repeat(36) } },
  'POST /api/ext/staff/intake/:key/scrap': { path: `${INTAKE}/scrap`, json: {} },
  'POST /staff/me/form/': { form: { action: 'pin', pin: '123456' } },
  'POST /staff/people/form/': { form: { action: 'enroll', label: 'Yard phone' } },
  'POST /api/ext/staff/passkeys/begin': { json: {} },
  'POST /api/ext/staff/passkeys/finish': {
    json: {
      label: 'Phone',
      response: { ...CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'o2' } },
    },
  },
  'POST /api/ext/staff/sign-in/begin': { json: {} },
  'POST /api/ext/staff/sign-in/finish': {
    json: {
      response: {
        ...CREDENTIAL,
        response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
      },
    },
  },
  'POST /api/ext/staff/verify': {
    json: {
      response: {
        ...CREDENTIAL,
        response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
      },
    },
  },
  'POST /api/ext/staff/sign-out': { json: {} },
  'POST /account/form/': {
    form: { action: 'sign-in', emailAddress: 'riley@example.com', password: 'another-road-26' },
  },
  'POST /reclaim/checkout/cart/': { form: { quote_id: 'x' } },
  'POST /reclaim/stop/': { form: { id: '1', proof: 'x'.repeat(24) } },
  'POST /api/cart/create': {},
  'POST /api/cart/update': { json: { cartItem: { sku: 'TL-2002-1', qty: 1 } } },
  'POST /api/cart/delete': { json: { cartItem: { sku: 'TL-2002-1' } } },
  'POST /api/cart/collect-totals': {},
  'POST /api/cart/shipping-methods': { json: { address: ADDRESS } },
  'POST /api/cart/shipping-information': { json: { addressInformation: ADDRESSES } },
  'POST /api/cart/apply-coupon': { path: '/api/cart/apply-coupon?coupon=SAVE10' },
  'POST /api/cart/delete-coupon': {},
  'POST /api/order': {
    json: {
      addressInformation: {
        ...ADDRESSES,
        ...{ shipping_method_code: 'freeshipping', shipping_carrier_code: 'freeshipping' },
        ...{ payment_method_code: 'cashondelivery', payment_method_additional: '' },
      },
    },
  },
  'POST /api/catalog': { json: { type: 'product', searchQuery: CATALOG_QUERY } },
  'POST /api/catalog/:index/:type/_search': {
    path: '/api/catalog/vue_storefront_catalog/product/_search',
    json: SEARCH,
  },
  'POST /api/url': { json: { url: 'nobody/knows' } },
  'POST /api/url/map': { json: { url: 'nobody/knows' } },
  'POST /api/review/create': {
    json: { review: { product_id: 1, title: 'Quiet', detail: 'Rain.', nickname: 'Sam' } },
  },
  'POST /api/user/create': {
    json: {
      customer: { email: 'new@example.com', firstname: 'Ada', lastname: 'Lane' },
      password: 'rubber-meets-road',
    },
  },
  'POST /api/user/login': { json: { username: 'riley@example.com', password: 'tread-and-true-26' } },
  'POST /api/user/refresh': { json: { refreshToken: 'r'.repeat(43) } },
  'POST /api/user/me': { json: { firstname: 'Rowan' } },
  'POST /api/user/change-password': {
    json: { currentPassword: 'tread-and-true-26', newPassword: 'another-road-26' },
  },
  'POST /api/user/create-password': {
    json: { email: 'riley@example.com', newPassword: 'another-road-26', resetToken: 't'.repeat(43) },
  },
  'POST /api/user/reset-password': { json: { email: 'riley@example.com' } },
  'POST /api/ext/zip-check': { json: { zipCode: '60612', state: 'Illinois' } },
  'POST /api/ext/social-login': { json: { provider: 'google', token: 'x' } },
  'POST /api/ext/wish-list': { json: { add: ['TL-1001'] } },
  'POST /api/ext/garage': {
    json: {
      car: {
        year: 2019,
        make: { label: 'Honda', slug: 'honda' },
        model: { label: 'Civic', slug: 'civic' },
        trim: { label: 'LX', slug: 'lx' },
        fitment: {
          front: { size: '215/55R16', sizeSlug: '215-55r16', minLoad: 93, minSpeed: 'H' },
          rear: null,
        },
      },
    },
  },
  'POST /api/ext/mailchimp-subscribe/subscribe': { json: SUBSCRIBER },
  'DELETE /api/ext/mailchimp-subscribe/subscribe': { json: SUBSCRIBER },
  'POST /api/ext/mail-service/send-email': { json: { token: 'x', sourceAddress: 'a@example.com' } },
  'POST /api/ext/dealer-documents': { upload: documents },
  'DELETE /api/ext/dealer-documents/:id{[0-9]{1,15}}': { path: '/api/ext/dealer-documents/1' },
  'POST /api/ext/staff/reviews': { json: { id: 2, approve: false } },
  'POST /api/ext/events': { json: { events: [{ kind: 'product', sku: 'TL-1001' }] } },
  'POST /api/ext/security-report': { json: {} },
  'POST /api/ext/order/cancel': { json: { order: 'TL-000001', email: 'ada@example.com' } },
  'POST /sales/guest/form/': { form: { order: 'TL-000001', email: 'ada@example.com' } },
  'POST /order/:order/:proof': { path: `/order/TL-000001/${'x'.repeat(24)}`, form: { action: 'cancel' } },
  'POST /order/:order/:proof/arrived': { path: `/order/TL-000001/${'x'.repeat(24)}/arrived`, form: {} },
  'POST /order/:order/:proof/return': {
    path: `/order/TL-000001/${'x'.repeat(24)}/return`,
    form: { reason: 'fit' },
  },
  'POST /order/:order/:proof/return/:number{[0-9]{1,3}}': {
    path: `/order/TL-000001/${'x'.repeat(24)}/return/1`,
    form: { action: 'cancel' },
  },
  'POST /order/:order/:proof/mounting': {
    path: `/order/TL-000001/${'x'.repeat(24)}/mounting`,
    form: { action: 'cancel' },
  },
  'POST /api/ext/paypal/setExpressCheckout': { json: { cart_id: 'x' } },
  'POST /api/ext/afterpay/checkout': { json: { cart_id: 'x' } },
  'POST /api/ext/paypal/complete': { json: { order_id: 'x', cart_id: 'x' } },
  'POST /api/ext/express/quote': {
    json: { destination: { city: 'Chicago', state: 'IL', postalCode: '60612', country: 'US' } },
  },
  'POST /api/ext/express/order': { json: { buyer: WALLET_BUYER, token: 'ctoken_x', shownTotal: 10_000 } },
  'POST /webhooks/paypal': { json: {} },
  'POST /webhooks/paypal-shipping': {
    path: '/webhooks/paypal-shipping?cart=x',
    json: { id: '5O190127TN364715T', shipping_address: { country_code: 'US', postal_code: '60612' } },
  },
  'POST /webhooks/stripe': { json: {} },
}

const TIRE: TireRecord = { brand: 'Halden', model: 'Velo Sport', section: 225, aspect: 45, rim: 17 }
const LOT = '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002'
const requestParam = (query: object) => `request=${encodeURIComponent(JSON.stringify(query))}`

/** Addresses of endpoints that only read data and whose pattern has parameters. */
const READS: Readonly<Record<string, string>> = {
  '/icons/:file': '/icons/192.png',
  '/pictures/product/:file': '/pictures/product/TL-1001.png',
  '/pictures/*': pictureHref(toAppearance(TIRE), 'tread', 350),
  '/photos/:name{.+}': '/photos/x.jpg',
  '/api/stock/check': '/api/stock/check?sku=TL-1001',
  '/api/stock/check/:sku': '/api/stock/check/TL-1001',
  '/api/stock/list': '/api/stock/list?skus=TL-1001',
  '/api/catalog': `/api/catalog?${requestParam(CATALOG_QUERY)}`,
  '/api/catalog/:index/:type/_search': `/api/catalog/vue_storefront_catalog/product/_search?${requestParam(SEARCH)}`,
  '/api/product': '/api/product?skus=TL-1001',
  '/api/product/list': '/api/product/list?skus=TL-1001',
  '/api/product/single': '/api/product/single?sku=TL-1001',
  '/api/product/render-list': '/api/product/render-list?skus=TL-1001',
  '/api/url': '/api/url?url=nobody/knows',
  '/api/url/map': '/api/url/map?url=nobody/knows',
  '/api/ext/suggest': '/api/ext/suggest?q=halden',
  '/api/ext/delivery': '/api/ext/delivery?zip=60612&sku=TL-1001',
  '/api/ext/place': '/api/ext/place?zip=60612',
  '/api/ext/geolocation': '/api/ext/geolocation?ip=203.0.113.7',
  '/api/ext/mailchimp-subscribe/subscribe': '/api/ext/mailchimp-subscribe/subscribe?email=a@example.com',
  '/api/ext/account/:name': '/api/ext/account/profile',
  '/api/ext/abandoned-cart/getItems': '/api/ext/abandoned-cart/getItems?quote_id=x',
  '/api/ext/dealer-documents/:id{[0-9]{1,15}}': '/api/ext/dealer-documents/1',
  '/api/ext/cms-data/cmsPage/:id': '/api/ext/cms-data/cmsPage/1',
  '/api/ext/cms-data/cmsPageIdentifier/:identifier/storeId/:store':
    '/api/ext/cms-data/cmsPageIdentifier/about-us/storeId/1',
  '/api/ext/cms-data/cmsBlock/:id': '/api/ext/cms-data/cmsBlock/1',
  '/api/ext/cms-data/cmsBlockIdentifier/:identifier/storeId/:store':
    '/api/ext/cms-data/cmsBlockIdentifier/x/storeId/1',
  '/staff/registrations/:order': '/staff/registrations/TL-00000001',
  '/staff/registrations/:order/form': '/staff/registrations/TL-00000001/form',
  '/staff/recalls/:campaign': '/staff/recalls/24T011',
  '/reviews/form/': '/reviews/form/?sku=TL-1001',
  '/order-merge': `/order-merge?id=${'0'.repeat(24)}&side=to&proof=${'x'.repeat(24)}`,
  '/stock-alerts/stop': '/stock-alerts/stop?id=1&proof=x',
  '/questions/form/': '/questions/form/?sku=TL-1001',
  '/reviews/stop/': '/reviews/stop/?order=TL-000001&proof=x',
  '/reviews/photos/:id{[0-9]{1,12}}': '/reviews/photos/1',
  '/staff/daily-summary': '/staff/daily-summary?id=1&proof=x',
  '/newsletter/stop/': '/newsletter/stop/?id=1&proof=x',
  '/reclaim/checkout/cart/': '/reclaim/checkout/cart/?quote_id=x',
  '/reclaim/stop/': '/reclaim/stop/?id=1&proof=x',
  '/auth-login/start': '/auth-login/start?provider=google',
  '/checkout/return/:method': '/checkout/return/paypal?order=TL000001',
  '/checkout/cancel/:method': '/checkout/cancel/paypal?order=TL000001',
  '/customer/account/order/': '/customer/account/order/?orderId=TL000001',
  '/api/ext/staff/units/:sku': '/api/ext/staff/units/TL-1001',
  '/api/ext/staff/orders/:order': '/api/ext/staff/orders/TL-00000001',
  '/staff/settings/api/webhooks/:id{[0-9a-f]{12}}': `/staff/settings/api/webhooks/${'0'.repeat(12)}`,
  '/staff/people/roles/:id{own-[0-9a-f]{12}}': `/staff/people/roles/own-${'0'.repeat(12)}`,
  '/staff/bins/:bin': '/staff/bins/A-12-3',
  '/staff/bins/:bin/count': '/staff/bins/A-12-3/count',
  '/staff/units/:sku': '/staff/units/TL-1001',
  '/staff/units/:sku/photos': '/staff/units/TL-1001/photos',
  '/:part{[uU]}/:sku': '/u/TL-1001',
  '/:part{[bB]}/:bin': '/b/A-12-3',
  '/staff/orders/:order': '/staff/orders/TL-000001',
  '/staff/orders/:order/mails/:mail{[1-9][0-9]{0,14}}': '/staff/orders/TL-00000001/mails/1',
  '/staff/orders/:order/items': '/staff/orders/TL-00000001/items?change=swap&item=1&code=TL-1001',
  '/staff/carriers/:file{[1-9][0-9]{0,14}}': '/staff/carriers/1',
  '/staff/pack/:order': '/staff/pack/TL-000001',
  '/staff/taxes/:kind{rate|fee}/:row{[1-9][0-9]{0,8}}': '/staff/taxes/rate/1',
  '/staff/texts/:kind{page|block}/:name': '/staff/texts/page/return-policy',
  '/staff/coupons/:code': '/staff/coupons/SAVE10',
  '/staff/customers/:id{[1-9][0-9]{0,14}}': '/staff/customers/1',
  '/staff/customers/:id{[1-9][0-9]{0,14}}/account/:page': '/staff/customers/1/account/profile',
  '/staff/dealers/documents/:id{[1-9][0-9]{0,14}}': '/staff/dealers/documents/1',
  '/staff/bulk/:job{[1-9][0-9]{0,14}}': '/staff/bulk/1',
  '/staff/bulk/:job{[1-9][0-9]{0,14}}/progress': '/staff/bulk/1/progress',
  '/staff/bulk/:job{[1-9][0-9]{0,14}}/refused': '/staff/bulk/1/refused',
  '/staff/plans/:plan{[1-9][0-9]{0,14}}': '/staff/plans/1',
  '/staff/returns/:order/:case{[1-9][0-9]{0,3}}': '/staff/returns/TL-000001/1',
  '/staff/sell/:sale{[1-9][0-9]{0,14}}': '/staff/sell/1',
  '/staff/sell/:sale{[1-9][0-9]{0,14}}/link': '/staff/sell/1/link',
  '/pay/:sale{[1-9][0-9]{0,14}}/:proof': `/pay/1/${'x'.repeat(24)}`,
  '/pay/:sale{[1-9][0-9]{0,14}}/:proof/return': `/pay/1/${'x'.repeat(24)}/return`,
  '/pay/:sale{[1-9][0-9]{0,14}}/:proof/cancel': `/pay/1/${'x'.repeat(24)}/cancel`,
  '/staff/sell/:sale{[1-9][0-9]{0,14}}/receipt': '/staff/sell/1/receipt',
  '/staff/pick/:run{[1-9][0-9]{0,14}}': '/staff/pick/1',
  '/staff/pick/:run{[1-9][0-9]{0,14}}/list': '/staff/pick/1/list',
  '/order/:order/:proof': `/order/TL-000001/${'x'.repeat(24)}`,
  '/order/:order/:proof/invoice': `/order/TL-000001/${'x'.repeat(24)}/invoice`,
  '/order/:order/:proof/return': `/order/TL-000001/${'x'.repeat(24)}/return`,
  '/order/:order/:proof/return/:number{[0-9]{1,3}}': `/order/TL-000001/${'x'.repeat(24)}/return/1`,
  '/order/:order/:proof/return/photos/:photo{[0-9]{1,15}}': `/order/TL-000001/${'x'.repeat(24)}/return/photos/1`,
  '/order/:order/:proof/mounting': `/order/TL-000001/${'x'.repeat(24)}/mounting`,
  '/staff/chats/:id{[0-9]{1,15}}': '/staff/chats/1',
  '/download/:order/:link{[0-9]{1,9}}': '/download/TL000001/1?expires=9999999999999&proof=x',
  '/sitemaps/:file': '/sitemaps/products-1.xml',
  '/feeds/:file': '/feeds/merchant-1.xml',
  '/compare/': '/compare/?sku=TL-1001&sku=TL-1002',
  '/picks/': '/picks/?sku=TL-1001',
  '/landing': '/landing?route_id=2',
  '/t/*': '/t/s/225-45r17',
  '/landing/:slug': '/landing/x',
  '/c/:slug': '/c/used-tires',
  '/p/:parentSku/:slug': LOT,
  '/p/:parentSku/:slug/:childSku': `${LOT}/TL-1002-1`,
  '/search': '/search?q=halden',
  '/i/:slug': '/i/warranty',
  '/applycoupon/index/': '/applycoupon/index/?coupon=SAVE10',
  '/:store': '/4400-south-kedzie-60632/',
}

/** Returns the address of an endpoint and a valid request without headers; `undefined` when this file has none. */
export function sampleRequest(endpoint: string): { path: string; init: () => RequestInit } | undefined {
  const [method = '', pattern = ''] = endpoint.split(' ')
  if (method === 'GET') {
    const path = READS[pattern] ?? pattern
    return /[:*{]/.test(path) ? undefined : { path, init: () => ({}) }
  }
  const sample = WRITES[endpoint]
  if (!sample) return undefined
  const { path = pattern, form, json, upload } = sample
  const body = () => (upload ? upload() : form ? new URLSearchParams(form) : JSON.stringify(json ?? {}))
  return { path, init: () => ({ method, body: body() }) }
}
