/**
 * The one caller of the shop's API from a page. In the browser it is fetch; on the server the pages' reads are handed
 * in through the router's context (`PageLoaders`) and stay inside the process. Expected failures come back as values.
 */
import type { AccountViewName, AccountViews } from '../schema/account/account.api.ts'
import type { CartView } from '../schema/cart/cart.api.ts'
import type { CartFormFields, CartFormResult } from '../schema/cart/cart-form.api.ts'
import type { CheckoutView } from '../schema/checkout/checkout.api.ts'
import type { SignInOffer, SignInView } from '../schema/identity/sign-in/sign-in.api.ts'
import type { ThankYouView } from '../schema/orders/status/thank-you.api.ts'
import { paths } from '../schema/paths.ts'
import type { Reply } from '../schema/platform/http/reply.api.ts'

/** What a screen needs before its first paint. `thankYou` gives `null` when this browser has placed no order. */
export interface PageLoaders {
  cart(): Promise<CartView>
  checkout(): Promise<CheckoutView>
  thankYou(): Promise<ThankYouView | null>
  signIn(): Promise<SignInView>
  /** A page of the account; `query` is what its address says. */
  account<Name extends AccountViewName>(name: Name, query?: AccountQuery): Promise<AccountViews[Name]>
}

type AccountQuery = Readonly<Record<string, string>>

/** spec §8: what to say when there is no answer, or none that can be read. */
export const NETWORK_MESSAGES = {
  offline: 'There is no Internet connection',
  contentType: 'Error with response - bad content-type!',
  format: 'Unhandled error, wrong response format!',
} as const

/** Raised on the document by a call that was answered with 401. */
export const UNAUTHORIZED_EVENT = 'call:refused'

/** The code of a call that got no answer: no connection, or none in time. */
export const NETWORK_ERROR = 0

export interface ApiFailure {
  ok: false
  /** The envelope's code, or `NETWORK_ERROR`. */
  code: number
  message: string
  /** The envelope's result, where there was one. */
  result: unknown
}
export type ApiResult<T> = { ok: true; value: T } | ApiFailure

interface SendOptions {
  timeoutMs?: number
  /** Lets the call outlive the page. */
  keepalive?: boolean
}

const TIMEOUT_MS = 10_000

/** Sends one call and opens its envelope (wire.md §0). Never throws. */
export async function callApi<T>(
  path: string,
  body?: unknown,
  options: SendOptions = {},
): Promise<ApiResult<T>> {
  const form = body instanceof URLSearchParams || body instanceof FormData
  let response: Response
  try {
    response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        ...(body === undefined || form ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
      keepalive: options.keepalive ?? false,
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    })
  } catch {
    return { ok: false, code: NETWORK_ERROR, message: NETWORK_MESSAGES.offline, result: null }
  }
  if (!response.headers.get('Content-Type')?.includes('application/json')) {
    return unreadable(response, NETWORK_MESSAGES.contentType)
  }
  const envelope: Reply<T> | null = await response.json().catch(() => null)
  if (envelope === null || typeof envelope.code !== 'number') {
    return unreadable(response, NETWORK_MESSAGES.format)
  }
  if (envelope.code === 401 && typeof document !== 'undefined')
    document.dispatchEvent(new Event(UNAUTHORIZED_EVENT))
  if (envelope.code === 200) return { ok: true, value: envelope.result }
  return { ok: false, code: envelope.code, message: messageOf(envelope.result), result: envelope.result }
}

function unreadable(response: Response, message: string): ApiFailure {
  return { ok: false, code: response.ok ? 500 : response.status, message, result: null }
}

/** A failure's words stand in the result itself, or in its `message` or `errorMessage` (wire.md §0). */
function messageOf(result: unknown): string {
  if (typeof result === 'string' && result !== '') return result
  if (typeof result === 'object' && result !== null) {
    const { message, errorMessage } = result as { message?: unknown; errorMessage?: unknown }
    if (typeof message === 'string') return message
    if (typeof errorMessage === 'string') return errorMessage
  }
  return NETWORK_MESSAGES.format
}

/** A loader's error may be sent to the browser, so it holds a code and no more. */
async function read<T>(path: string): Promise<T> {
  const outcome = await callApi<T>(path)
  if (!outcome.ok) throw new Error(outcome.code === NETWORK_ERROR ? 'offline' : 'unreadable')
  return outcome.value
}

/** The reads of a page that is already in the browser. */
export const browserLoaders: PageLoaders = {
  cart: () => read('/api/ext/cart'),
  checkout: () => read('/api/ext/checkout'),
  thankYou: () => read('/api/ext/thank-you'),
  signIn: async () => ({
    ...(await read<SignInOffer>('/api/ext/session')),
    ...{ back: null, token: null, notice: null },
  }),
  account: async (name, query = {}) => {
    const outcome = await callApi<AccountViews[typeof name]>(
      `/api/ext/account/${name}?${new URLSearchParams(query)}`,
    )
    if (outcome.ok) return outcome.value
    // The session has ended since the page was made.
    if (outcome.code === 401) location.reload()
    throw new Error(outcome.code === NETWORK_ERROR ? 'offline' : 'unreadable')
  },
}

/** Changes the cart through the plain-form door; the answer holds the cart as it is now. */
export function postCartForm(
  fields: CartFormFields,
  options: SendOptions = {},
): Promise<ApiResult<CartFormResult>> {
  return callApi(paths.cartForm, new URLSearchParams({ ...fields }), options)
}
