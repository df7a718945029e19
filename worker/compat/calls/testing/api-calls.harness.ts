/** Sends calls by their id in the table of calls, for tests. */
import { expect } from 'vitest'
import { ALL_CALLS } from '../../../../schema/compat/calls/all-calls.api.ts'
import type { ApiCall } from '../../../../schema/compat/calls/call.api.ts'
import { Browser } from '../../../account/testing/account.harness.ts'

/** `path` has the values of the path parameters; `body` is sent as JSON unless it is a form. */
export interface CallOptions {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** The browser that sends the call, by default a new one. */
  by?: Browser
}

/** Returns the call of the table with this id. */
export function callOf(id: string): ApiCall {
  const call = ALL_CALLS.find((one) => one.id === id)
  if (!call) throw new Error(`there is no call ${id}`)
  return call
}

function addressOf(call: ApiCall, { path = {}, query = {} }: CallOptions): string {
  const filled = call.path.replace(/:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return search ? `${filled}?${search}` : filled
}

function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {}
  return { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Sends one call and expects this status; the browser validates the reply with the table. */
export async function callApi<Result = unknown>(
  id: string,
  status: number,
  options: CallOptions = {},
): Promise<Result> {
  const call = callOf(id)
  const { by = new Browser(), body, headers = {} } = options
  const response = await by.fetch(addressOf(call, options), { method: call.method, headers, ...bodyOf(body) })
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '')
  const reply: unknown = isJson ? await response.json() : null
  expect(response.status, `${id}: ${JSON.stringify(reply)?.slice(0, 300)}`).toBe(status)
  expect(call.replies[status], `${id} has no reply for ${status}`).toBeDefined()
  if (!isJson) {
    response.webSocket?.accept()
    response.webSocket?.close()
    await response.arrayBuffer()
  }
  const isEnvelope = call.replies[status]?.form === 'envelope'
  return (isEnvelope ? (reply as { result: Result }).result : reply) as Result
}
