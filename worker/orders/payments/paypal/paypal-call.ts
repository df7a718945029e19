/**
 * Requests to PayPal's REST API, with the app's token and a time limit. A request without a clear answer is
 * repeated once under the same request id. Returns failures as values and never throws.
 */
import * as v from 'valibot'
import type { Config } from '../../../config.ts'
import { parseJson } from '../../../platform/outbound/json-call.ts'
import { isProviderPath } from '../../../platform/outbound/provider-path.ts'

/** The time limit of a request with all its attempts, in milliseconds. */
const TIMEOUT_MS = 9_000

/** Attempts of one request; the second has the same request id, so that PayPal acts once. */
const MAX_ATTEMPTS = 2

/** How long before its expiry a token is replaced. */
const TOKEN_MARGIN_MS = 60_000

export type PaypalConfig = NonNullable<Config['paypal']>

export interface PaypalRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** The path with encoded segments. */
  path: string
  /** JSON as text, or a value that is serialized to JSON. */
  body?: unknown
  /** PayPal's idempotency key; each call that changes something has one. */
  requestId?: string
}

export type PaypalAnswer =
  | { kind: 'ok'; status: number; body: unknown }
  /** PayPal refused the request; `issue` is PayPal's code of the reason. */
  | { kind: 'refused'; status: number; issue: string }
  /** The outcome is unknown. */
  | { kind: 'unclear'; detail: string }

export type PaypalCaller = (request: PaypalRequest) => Promise<PaypalAnswer>

/** Access tokens by host and app, cached in the isolate. They belong to the app, not to a shopper. */
const tokens = new Map<string, { token: string; until: number }>()

/** Returns a function that calls PayPal for one app. `now` returns milliseconds since the epoch. */
export function paypalCaller(paypal: PaypalConfig, now: () => number): PaypalCaller {
  return async (request) => {
    if (!isProviderPath(request.path)) return { kind: 'refused', status: 404, issue: 'RESOURCE_NOT_FOUND' }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    let answer: PaypalAnswer = { kind: 'unclear', detail: 'not tried' }
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !signal.aborted; attempt += 1) {
      answer = await send(paypal, now, request, signal)
      if (answer.kind !== 'unclear') return answer
    }
    return answer
  }
}

async function send(
  paypal: PaypalConfig,
  now: () => number,
  request: PaypalRequest,
  signal: AbortSignal,
): Promise<PaypalAnswer> {
  const { method, path, body, requestId } = request
  try {
    const token = await getToken(paypal, now, signal)
    if (typeof token !== 'string') return token
    const response = await fetch(`${paypal.apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // PayPal returns the whole order, not only its id.
        prefer: 'return=representation',
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal,
    })
    // The next attempt requests a new token.
    if (response.status === 401) tokens.delete(appKey(paypal))
    return toAnswer(response.status, await response.text())
  } catch (error) {
    return { kind: 'unclear', detail: error instanceof Error ? error.message : String(error) }
  }
}

const PROBLEM = v.object({
  name: v.optional(v.string(), ''),
  details: v.optional(v.array(v.object({ issue: v.optional(v.string(), '') })), []),
})

function toAnswer(status: number, text: string): PaypalAnswer {
  const body = parseJson(text)
  if (status >= 200 && status < 300) {
    return body === null && text !== ''
      ? { kind: 'unclear', detail: `${status} without JSON` }
      : { kind: 'ok', status, body }
  }
  const problem = v.safeParse(PROBLEM, body)
  const issue = problem.success ? (problem.output.details[0]?.issue ?? '') || problem.output.name : ''
  // 401: the token or the shop's own settings. 409: the same request is in progress. 429: the request was not
  // processed.
  const definite = status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status)
  return definite && !issue.endsWith('REQUEST_IN_PROGRESS')
    ? { kind: 'refused', status, issue }
    : { kind: 'unclear', detail: `${status} ${issue}`.trim() }
}

const TOKEN = v.object({ access_token: v.string(), expires_in: v.number() })

async function getToken(
  paypal: PaypalConfig,
  now: () => number,
  signal: AbortSignal,
): Promise<string | PaypalAnswer> {
  const cached = tokens.get(appKey(paypal))
  if (cached && cached.until > now()) return cached.token
  const response = await fetch(`${paypal.apiUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${paypal.clientId}:${paypal.clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    signal,
  })
  const answer = toAnswer(response.status, await response.text())
  if (answer.kind !== 'ok') return answer
  const parsed = v.safeParse(TOKEN, answer.body)
  if (!parsed.success) return { kind: 'unclear', detail: 'no token' }
  const { access_token: token, expires_in: seconds } = parsed.output
  tokens.set(appKey(paypal), { token, until: now() + seconds * 1000 - TOKEN_MARGIN_MS })
  return token
}

function appKey({ apiUrl, clientId }: PaypalConfig): string {
  return `${apiUrl} ${clientId}`
}
