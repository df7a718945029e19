/**
 * One request to PayPal's REST API: the app's token, a time limit, and a repeat under the same request id when nobody
 * knows what became of the first try. What comes back is a value; nothing here throws.
 */
import * as v from 'valibot'
import type { Config } from '../../../config.ts'
import { isProviderPath } from '../../../platform/outbound/provider-path.ts'

/** Milliseconds until a request with all its tries is given up. */
const TIMEOUT_MS = 9_000

/** Tries of one request; the second goes out under the same request id, so that it does nothing twice. */
const TRIES = 2

/** A token is used no longer than this before its end. */
const TOKEN_RESERVE_MS = 60_000

export type PaypalConfig = NonNullable<Config['paypal']>

export interface PaypalRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** Path, its parts encoded. */
  path: string
  /** JSON text, or a value that becomes one. */
  body?: unknown
  /** PayPal's idempotency key; each call that makes something has one. */
  requestId?: string
}

export type PaypalAnswer =
  | { kind: 'ok'; status: number; body: unknown }
  /** PayPal will not do this; `issue` is its own word for why. */
  | { kind: 'refused'; status: number; issue: string }
  /** Nobody knows whether it happened. */
  | { kind: 'unclear'; detail: string }

export type PaypalCaller = (request: PaypalRequest) => Promise<PaypalAnswer>

/** Tokens by host and app, as long as the isolate lives. They are the app's, not a shopper's. */
const tokens = new Map<string, { token: string; until: number }>()

/** A caller for one app; cheap enough to make for each order. `now` in milliseconds. */
export function paypalCaller(paypal: PaypalConfig, now: () => number): PaypalCaller {
  return async (request) => {
    if (!isProviderPath(request.path)) return { kind: 'refused', status: 404, issue: 'RESOURCE_NOT_FOUND' }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    let answer: PaypalAnswer = { kind: 'unclear', detail: 'not tried' }
    for (let tries = 0; tries < TRIES && !signal.aborted; tries += 1) {
      answer = await attempt(paypal, now, request, signal)
      if (answer.kind !== 'unclear') return answer
    }
    return answer
  }
}

async function attempt(
  paypal: PaypalConfig,
  now: () => number,
  request: PaypalRequest,
  signal: AbortSignal,
): Promise<PaypalAnswer> {
  const { method, path, body, requestId } = request
  try {
    const token = await tokenOf(paypal, now, signal)
    if (typeof token !== 'string') return token
    const response = await fetch(`${paypal.apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // The whole order comes back, not only its id.
        prefer: 'return=representation',
        ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal,
    })
    // The next try brings a new one.
    if (response.status === 401) tokens.delete(nameOf(paypal))
    return answerOf(response.status, await response.text())
  } catch (error) {
    return { kind: 'unclear', detail: error instanceof Error ? error.message : String(error) }
  }
}

const PROBLEM = v.object({
  name: v.optional(v.string(), ''),
  details: v.optional(v.array(v.object({ issue: v.optional(v.string(), '') })), []),
})

function answerOf(status: number, text: string): PaypalAnswer {
  const body = text === '' ? null : jsonOf(text)
  if (status >= 200 && status < 300) {
    return body === undefined
      ? { kind: 'unclear', detail: `${status} without JSON` }
      : { kind: 'ok', status, body }
  }
  const problem = v.safeParse(PROBLEM, body)
  const issue = problem.success ? (problem.output.details[0]?.issue ?? '') || problem.output.name : ''
  // 401 is the token or the shop's own settings, 409 the same request at work right now, 429 was not tried.
  const definite = status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status)
  return definite && !issue.endsWith('REQUEST_IN_PROGRESS')
    ? { kind: 'refused', status, issue }
    : { kind: 'unclear', detail: `${status} ${issue}`.trim() }
}

const TOKEN = v.object({ access_token: v.string(), expires_in: v.number() })

async function tokenOf(
  paypal: PaypalConfig,
  now: () => number,
  signal: AbortSignal,
): Promise<string | PaypalAnswer> {
  const known = tokens.get(nameOf(paypal))
  if (known && known.until > now()) return known.token
  const response = await fetch(`${paypal.apiUrl}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${paypal.clientId}:${paypal.clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    signal,
  })
  const answer = answerOf(response.status, await response.text())
  if (answer.kind !== 'ok') return answer
  const read = v.safeParse(TOKEN, answer.body)
  if (!read.success) return { kind: 'unclear', detail: 'no token' }
  const { access_token: token, expires_in: seconds } = read.output
  tokens.set(nameOf(paypal), { token, until: now() + seconds * 1000 - TOKEN_RESERVE_MS })
  return token
}

function nameOf({ apiUrl, clientId }: PaypalConfig): string {
  return `${apiUrl} ${clientId}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
