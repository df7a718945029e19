/** The client of Stripe's SDK; the host is configuration. */
import Stripe from 'stripe'
import type { Config } from '../../../config.ts'

/**
 * The time limit of one request to Stripe, in milliseconds; the shopper waits at most ANSWER_MS for an
 * answer.
 */
const TIMEOUT_MS = 9_000

/** Retries of one request by the SDK, with the same idempotency key. */
const RETRIES = 1

/**
 * The cached client. One order needs it about twelve times, and its creation is more expensive than its use.
 */
let cached: { id: string; client: Stripe } | null = null

/** Who asks Stripe, and where it answers. */
export type CardAccount = Pick<NonNullable<Config['card']>, 'secretKey' | 'apiUrl'>

/** Returns a client for one key and one host. It has no state of a request, so orders can share it. */
export function cardClient(card: CardAccount): Stripe {
  const id = `${card.apiUrl} ${card.secretKey}`
  if (cached?.id !== id) cached = { id, client: newClient(card) }
  return cached.client
}

function newClient(card: CardAccount): Stripe {
  const { hostname, port, protocol } = new URL(card.apiUrl)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return new Stripe(card.secretKey, {
    httpClient: Stripe.createFetchHttpClient(send),
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    protocol: scheme,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Treadline' },
  })
}

/** Sends a request without the length that Stripe's SDK sets: `fetch` adds its own, and Node's may refuse two of them. */
function send(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.delete('Content-Length')
  return fetch(input, { ...init, headers })
}
