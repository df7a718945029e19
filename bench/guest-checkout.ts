/** The five calls of a guest's checkout with cash on delivery, as a client of the API sends them. */
import { retryFetch } from './retry.ts'

export interface ApiReply {
  code: number
  result: unknown
}

export const CALL_NAMES = ['create', 'update', 'shipping-methods', 'shipping-information', 'order'] as const
export type CallName = (typeof CALL_NAMES)[number]

const ADDRESS = {
  region: 'Illinois',
  region_id: 23,
  region_code: 'IL',
  country_id: 'US',
  city: 'Chicago',
  postcode: '60612',
  street: ['2720 W Grand Ave'],
  firstname: 'Ada',
  lastname: 'Miller',
  telephone: '3125550142',
  email: 'ada@example.com',
  company: '',
  vat_id: '',
}

/** Returns the path and the body of a call; `quoteId` is what `create` has returned. */
export function checkoutCall(name: CallName, quoteId: string, sku: string): { path: string; body: unknown } {
  const path = `/api/cart/${name}?token=&cartId=${quoteId}`
  switch (name) {
    case 'create':
      return { path: '/api/cart/create', body: {} }
    case 'update':
      return { path, body: { cartItem: { sku, qty: 1, quoteId } } }
    case 'shipping-methods':
      return { path, body: { address: ADDRESS } }
    case 'shipping-information': {
      const addressInformation = {
        shippingAddress: ADDRESS,
        billingAddress: ADDRESS,
        shippingCarrierCode: 'freeshipping',
        shippingMethodCode: 'freeshipping',
      }
      return { path, body: { addressInformation } }
    }
    default: {
      // A mailbox of its own, because orders per mailbox are limited.
      const address = { ...ADDRESS, email: `${quoteId}@example.com` }
      const addressInformation = {
        billingAddress: address,
        shippingAddress: address,
        shipping_carrier_code: 'freeshipping',
        shipping_method_code: 'freeshipping',
        payment_method_code: 'cashondelivery',
      }
      return { path: '/api/order', body: { user_id: '', cart_id: quoteId, addressInformation } }
    }
  }
}

/** Sends a request, repeated if the connection is lost: an order that is sent twice is one order. */
export function post(url: string, path: string, body: unknown): Promise<ApiReply> {
  const headers = { 'Content-Type': 'application/json', ...randomNetwork() }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  return retryFetch(`${url}${path}`, init, (response) => response.json() as Promise<ApiReply>)
}

/** Returns an address in a random network, because orders per network are limited. */
export function randomNetwork(): { 'CF-Connecting-IP': string } {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return { 'CF-Connecting-IP': `10.${a}.${b}.${c}` }
}

/** Sends a call of the checkout; throws unless it succeeds. */
export async function send(url: string, name: CallName, quoteId: string, sku: string): Promise<ApiReply> {
  const { path, body } = checkoutCall(name, quoteId, sku)
  const reply = await post(url, path, body)
  if (reply.code !== 200) throw new Error(`${name} answers ${reply.code}: ${JSON.stringify(reply.result)}`)
  return reply
}
