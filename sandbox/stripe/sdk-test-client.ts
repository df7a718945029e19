import { env, exports } from 'cloudflare:workers'
import Stripe from 'stripe'

/** Sends a request to the sandbox Worker under test. */
export function toSandbox(path: string, init?: RequestInit): Promise<Response> {
  return exports.default.fetch(new Request(`http://localhost:8788${path}`, init))
}

/** Returns the real SDK with the shop's settings; the Worker under test answers its requests. */
export function shopStripe(key = env.STRIPE_SECRET_KEY): Stripe {
  const answer = (input: RequestInfo | URL, init?: RequestInit) =>
    exports.default.fetch(new Request(input, init))
  return new Stripe(key, {
    host: 'localhost',
    port: 8788,
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(answer),
  })
}

/** Returns the error of a call; throws when the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error(`Expected a refusal, got ${String(error)}`)
}

/** Returns a header of the reply; the fetch client returns `Headers`, although its types differ. */
export function headerOf(object: { lastResponse: { headers: HeadersInit } }, name: string): string | null {
  return new Headers(object.lastResponse.headers).get(name)
}

/** Creates a confirmation token like the frame with the card fields. */
export async function tokenFor(number: string, more: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '44',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][address][postal_code]': '35203',
    ...more,
  })
  const headers = { authorization: `Bearer ${env.STRIPE_PUBLISHABLE_KEY}` }
  return toSandbox('/v1/confirmation_tokens', { method: 'POST', headers, body })
}

/** Returns the id of a new confirmation token. */
export async function tokenId(number: string): Promise<string> {
  const token = await (await tokenFor(number)).json<{ id: string }>()
  return token.id
}

/** Returns the shop's request for a card payment of 12.34 US dollars. */
export function cardPayment(token: string): Stripe.PaymentIntentCreateParams {
  return {
    amount: 1234,
    currency: 'usd',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    confirm: true,
    confirmation_token: token,
    metadata: { order: '000000042' },
    receipt_email: 'buyer@example.com',
  }
}

/** Calls /control/…. */
export function control(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return toSandbox(`/control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
