/** The steps of a shopper that the resiliency matrix repeats, each with a cart and a network of its own. */
import { env } from 'cloudflare:workers'
import { RILEY } from '../../account/testing/account.harness.ts'
import { newConversationId } from '../../content/chat/conversation-id.ts'
import { newQuoteId } from '../../identity/session/cart-id.ts'
import { ADDRESS } from '../../orders/payments/testing/order-calls.harness.ts'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import type { Answer, FaultyShop } from './faulty-shop.harness.ts'

export interface Journey {
  name: string
  /** Text that only the right answer has. */
  proof: string
  /** Whether the cart has a tire before the step. */
  hasCart?: true
  /** Whether other shoppers have opened the page before. */
  isOpened?: true
  request(shopper: Shopper): { path: string; init: RequestInit }
}

interface Shopper {
  nth: number
  cart: string
  headers: Record<string, string>
}

const TIRE = 'TL-2001-1'
let shoppers = 0

function newShopper(): Shopper {
  shoppers += 1
  const cart = newQuoteId(env.CART_SECRET, randomBytes)
  const network = `10.${shoppers >> 8}.${shoppers & 255}.7`
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    Origin: 'https://shop.example',
    'User-Agent': 'Test/1.0 (X11)',
    'CF-Connecting-IP': network,
    Cookie: `__Host-cart=${cart}`,
  }
  return { nth: shoppers, cart, headers }
}

/** Returns a form as the shop's script sends it. */
function form({ headers }: Shopper, fields: Record<string, string>): RequestInit {
  return {
    method: 'POST',
    headers: { ...headers, Accept: 'application/json' },
    body: new URLSearchParams(fields),
  }
}

function order(method: string, additional: object | '' = ''): Journey['request'] {
  return ({ nth, cart, headers }) => {
    const address = { ...ADDRESS, email: `ada-${nth}@example.com` }
    const body = {
      cart_id: cart,
      addressInformation: {
        billingAddress: address,
        shippingAddress: address,
        shipping_method_code: 'freeshipping',
        shipping_carrier_code: 'freeshipping',
        payment_method_code: method,
        payment_method_additional: additional,
      },
    }
    return { path: '/api/order', init: { method: 'POST', headers, body: JSON.stringify(body) } }
  }
}

const page = (path: string) => (shopper: Shopper) => ({ path, init: { headers: shopper.headers } })

/** Returns a list in a range of prices that no other shopper has. */
function listOf(path: string, nth: number, headers: Record<string, string>) {
  return {
    path: `${path}price_from=${nth % 50}&price_to=${60 + (nth % 290)}`,
    init: { headers },
  }
}

export const JOURNEYS: readonly Journey[] = [
  { name: 'home', proof: 'Used tires with nothing to hide', isOpened: true, request: page('/') },
  { name: 'list', proof: 'TL-1002', isOpened: true, request: page('/t/c/used') },
  // Nobody has opened this list or this search before.
  { name: 'new list', proof: 'TL-1002', request: ({ nth, headers }) => listOf('/t/c/used?', nth, headers) },
  {
    name: 'search',
    proof: 'TL-1002',
    request: ({ nth, headers }) => listOf('/search?q=velo&', nth, headers),
  },
  {
    name: 'product',
    proof: 'Add to cart',
    isOpened: true,
    request: page('/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002'),
  },
  {
    name: 'add',
    proof: TIRE,
    request: (shopper) => ({
      path: '/cart/form/',
      init: form(shopper, { action: 'add', sku: TIRE, qty: '1' }),
    }),
  },
  { name: 'cart', proof: TIRE, hasCart: true, request: page('/cart/') },
  {
    name: 'checkout',
    proof: '"step":"shipping"',
    hasCart: true,
    request: (shopper) => ({
      path: '/checkout/form/',
      init: form(shopper, {
        step: 'personal',
        emailAddress: 'dana@whitfield.example',
        firstName: 'Dana',
        lastName: 'Whitfield',
      }),
    }),
  },
  { name: 'cash', proof: '"code":200', hasCart: true, request: order('cashondelivery') },
  {
    name: 'card',
    proof: '"code":200',
    hasCart: true,
    request: order('stripe', { confirmation_token: 'ctoken_ok' }),
  },
  { name: 'PayPal', proof: 'checkoutnow', hasCart: true, request: order('paypal_express') },
  { name: 'Afterpay', proof: 'afterpay', hasCart: true, request: order('afterpay') },
  { name: 'Affirm', proof: 'affirm', hasCart: true, request: order('affirm') },
  {
    name: 'sign-in',
    proof: '"code":200',
    request: (shopper) => ({
      path: '/account/form/',
      init: form(shopper, { action: 'sign-in', emailAddress: RILEY.email, password: RILEY.password }),
    }),
  },
  {
    name: 'contact',
    proof: '"code":200',
    request: (shopper) => ({
      path: '/contacts/form/',
      init: form(shopper, {
        name: 'Ada Lane',
        email: `ada-${shopper.nth}@example.com`,
        phone: '3125550142',
        topic: 'tire',
        message: 'Is it there?',
        captcha: `sandbox-person-${crypto.randomUUID()}`,
        'cf-turnstile-response': `sandbox-person-${crypto.randomUUID()}`,
      }),
    }),
  },
  {
    name: 'chat',
    proof: '"code":200',
    request: (shopper) => {
      const headers = {
        ...shopper.headers,
        Cookie: `__Host-chat=${newConversationId(env.CART_SECRET, randomBytes)}`,
      }
      return {
        path: '/chat/form/',
        init: form({ ...shopper, headers }, { action: 'say', text: 'Good morning' }),
      }
    },
  },
]

/** Takes all steps at the same time while a dependency has a fault; before, carts are filled and pages opened by others. */
export async function takeSteps(
  shop: FaultyShop,
  broken: Parameters<FaultyShop['ask']>[1],
): Promise<Answer[]> {
  const shoppers = JOURNEYS.map(newShopper)
  const fills = shoppers
    .filter((_, index) => JOURNEYS[index]?.hasCart)
    .map((shopper) => ({
      path: '/cart/form/',
      init: form(shopper, { action: 'add', sku: TIRE, qty: '1' }),
    }))
  // Before each fault: a page whose counts are over a minute old is rendered again.
  const opened = JOURNEYS.filter(({ isOpened }) => isOpened).map((journey) => journey.request(newShopper()))
  for (const { status, text } of await shop.ask([...fills, ...opened], null))
    if (status !== 200) throw new Error(`a cart was not filled or a page not opened: ${status} ${text}`)
  const steps = JOURNEYS.flatMap((journey, index) => {
    const shopper = shoppers[index]
    return shopper ? [journey.request(shopper)] : []
  })
  return shop.ask(steps, broken)
}
