/** One call with JSON both ways, for providers whose own SDK does not run here. Never throws. */

import { isProviderPath } from './provider-path.ts'

export type JsonAnswer =
  /** What the provider said; `body` is `null` when it said nothing, or nothing that is JSON. */
  | { kind: 'answer'; status: number; body: unknown }
  /** No answer, or one that is not the provider's own (a proxy's page): it may have worked or not. */
  | { kind: 'silence'; detail: string; timedOut: boolean; status?: number }

export interface JsonCall {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: object
  /** Milliseconds until the call is given up. */
  ms: number
}

/** Statuses after which nobody knows whether the call worked; a duplicate may also be under way (409). */
const UNCLEAR = [408, 409, 425, 429]

export async function callJson({ method, url, headers, body, ms }: JsonCall): Promise<JsonAnswer> {
  const [, path = ''] = /^\w+:\/\/[^/]+(.*)$/.exec(url) ?? []
  if (!isProviderPath(path)) return { kind: 'answer', status: 404, body: null }
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ms),
    })
    const text = await response.text()
    const { status } = response
    if (status >= 500 || UNCLEAR.includes(status)) {
      return { kind: 'silence', detail: `${status} ${text.slice(0, 200)}`, timedOut: false, status }
    }
    return { kind: 'answer', status, body: jsonOf(text) }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'silence', detail: error instanceof Error ? error.message : String(error), timedOut }
  }
}

/** Makes the call once more when its answer was lost on the way; only for what the provider does once. */
export async function callJsonTwice(call: JsonCall): Promise<JsonAnswer> {
  const first = await callJson(call)
  return first.kind === 'silence' && !first.timedOut ? callJson(call) : first
}

/** Returns the body of a successful answer; `null` otherwise. */
export function successBody(answer: JsonAnswer): unknown {
  return answer.kind === 'answer' && answer.status < 300 ? answer.body : null
}

/** What the provider said, short enough for the log. */
export function detailOf(answer: JsonAnswer): string {
  return answer.kind === 'silence'
    ? answer.detail
    : `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`
}

/** The value of an `Authorization: Basic` header. */
export function basic(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
