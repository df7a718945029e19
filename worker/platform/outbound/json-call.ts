/** Calls of providers with JSON, for providers whose SDK does not run on Workers. The calls never throw. */

import { isProviderPath } from './provider-path.ts'

export type JsonAnswer =
  /** The provider's response; `body` is `null` when the response has no JSON body. */
  | { kind: 'answer'; status: number; body: unknown }
  /** No response, or not the provider's own (a proxy's page): the outcome of the call is unknown. */
  | { kind: 'silence'; detail: string; timedOut: boolean; status?: number }

export interface JsonCall {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: object
  /** Time limit of the call in milliseconds. */
  ms: number
}

/** Statuses after which the outcome is unknown; with 409 a duplicate call may be in progress. */
const UNKNOWN_OUTCOME = [408, 409, 425, 429]

/** Calls a provider once. */
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
    if (status >= 500 || UNKNOWN_OUTCOME.includes(status)) {
      return { kind: 'silence', detail: `${status} ${text.slice(0, 200)}`, timedOut: false, status }
    }
    return { kind: 'answer', status, body: parseJson(text) }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'silence', detail: error instanceof Error ? error.message : String(error), timedOut }
  }
}

/** Calls a provider and repeats the call once when the response was lost; only for calls that the provider executes once. */
export async function callJsonWithRetry(call: JsonCall): Promise<JsonAnswer> {
  const first = await callJson(call)
  return first.kind === 'silence' && !first.timedOut ? callJson(call) : first
}

/** Returns the body of a successful response; `null` otherwise. */
export function successBody(answer: JsonAnswer): unknown {
  return answer.kind === 'answer' && answer.status < 300 ? answer.body : null
}

/** Formats the response for the log, shortened. */
export function formatAnswerDetail(answer: JsonAnswer): string {
  return answer.kind === 'silence'
    ? answer.detail
    : `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`
}

/** Returns the value of an `Authorization: Basic` header. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`
}

/** Returns the parsed text; `null` when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
