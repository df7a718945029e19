/** Calls the shop's API from the browser. Expected failures are returned as values. */
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { OFFLINE_MESSAGE } from '../../../schema/platform/notification.ts'

/** Messages for a call without a response, or with one that cannot be read (G8). */
export const NETWORK_MESSAGES = {
  offline: OFFLINE_MESSAGE,
  contentType: 'Error with response - bad content-type!',
  format: 'Unhandled error, wrong response format!',
} as const

/** Dispatched on the document after a response with code 401. */
export const UNAUTHORIZED_EVENT = 'call:refused'

/** The code of a call without a response: no connection, or a timeout. */
export const NETWORK_ERROR = 0

export interface ApiFailure {
  ok: false
  /** The envelope's code, or `NETWORK_ERROR`. */
  code: number
  message: string
  /** The envelope's result; `null` without a readable envelope. */
  result: unknown
}
export type ApiResult<T> = { ok: true; value: T } | ApiFailure

export interface SendOptions {
  timeoutMs?: number
  /** Lets the call outlive the page. */
  keepalive?: boolean
}

const TIMEOUT_MS = 10_000

/** Sends one call and opens its envelope (docs/compatibility.md). Never throws. */
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
    return toUnreadable(response, NETWORK_MESSAGES.contentType)
  }
  const envelope: Reply<T> | null = await response.json().catch(() => null)
  if (envelope === null || typeof envelope.code !== 'number') {
    return toUnreadable(response, NETWORK_MESSAGES.format)
  }
  if (envelope.code === 401 && typeof document !== 'undefined')
    document.dispatchEvent(new Event(UNAUTHORIZED_EVENT))
  if (envelope.code === 200) return { ok: true, value: envelope.result }
  return { ok: false, code: envelope.code, message: readMessage(envelope.result), result: envelope.result }
}

function toUnreadable(response: Response, message: string): ApiFailure {
  return { ok: false, code: response.ok ? 500 : response.status, message, result: null }
}

/** Returns the message of a failure: the result itself, its `message` or its `errorMessage` (docs/compatibility.md). */
function readMessage(result: unknown): string {
  if (typeof result === 'string' && result !== '') return result
  if (typeof result === 'object' && result !== null) {
    const { message, errorMessage } = result as { message?: unknown; errorMessage?: unknown }
    if (typeof message === 'string') return message
    if (typeof errorMessage === 'string') return errorMessage
  }
  return NETWORK_MESSAGES.format
}

/** Returns the value of a result, or throws. The error of a loader may reach the browser, so it contains only a code. */
export function unwrap<T>(outcome: ApiResult<T>): T {
  if (!outcome.ok) throw new Error(outcome.code === NETWORK_ERROR ? 'offline' : 'unreadable')
  return outcome.value
}

/** Calls the API for a loader; throws as `unwrap` does. */
export async function readApi<T>(path: string): Promise<T> {
  return unwrap(await callApi<T>(path))
}
