/** Calls by their name in the table, and every reply held to what the table says of it. For tests. */
import * as v from 'valibot'
import { expect } from 'vitest'
import { ALL_CALLS } from '../../schema/api/calls/all-calls.ts'
import type { ApiCall, ApiReply } from '../../schema/api/calls/call.ts'
import { Browser } from './account-rig.ts'

/** `path` fills what stands in the path; `body` is JSON unless it is a form. */
export interface Asked {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** Without one, somebody new. */
  by?: Browser
}

/** Replies that were seen, as `id status`. */
export const seen = new Set<string>()

export function callOf(id: string): ApiCall {
  const call = ALL_CALLS.find((one) => one.id === id)
  if (!call) throw new Error(`there is no call ${id}`)
  return call
}

function addressOf(call: ApiCall, { path = {}, query = {} }: Asked): string {
  const filled = call.path.replace(/:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return search ? `${filled}?${search}` : filled
}

/** What is wrong with a body under the reply's description; empty when it is just that and nothing more. */
export function faultsOf(reply: ApiReply, body: unknown, status: number): string[] {
  if (reply.form === 'file' || reply.form === 'socket') return []
  if (reply.form === 'bare') return faultsIn(reply.schema, body, 'body')
  const { code, result, meta, ...more } = body as Record<string, unknown>
  return [
    ...(code === status ? [] : [`code ${code} under status ${status}`]),
    ...Object.keys(more).map((name) => `${name} is no part of the envelope`),
    ...faultsIn(reply.schema, result, 'result'),
    ...(reply.meta
      ? faultsIn(reply.meta, meta, 'meta')
      : meta === undefined
        ? []
        : ['meta is not described']),
  ]
}

function faultsIn(schema: v.GenericSchema, value: unknown, where: string): string[] {
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) {
    return parsed.issues.map((issue) => `${where}.${v.getDotPath(issue) ?? ''}: ${issue.message}`)
  }
  // A schema leaves out what it does not know: a field that nobody described.
  const [known, given] = [parsed.output, value].map((one) => JSON.stringify(sorted(one)))
  return known === given
    ? []
    : [`${where} has fields that are not described: ${differing(parsed.output, value)}`]
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

function differing(known: unknown, given: unknown, path = ''): string {
  if (typeof known !== 'object' || typeof given !== 'object' || !known || !given) return path
  const names = Object.keys(given).filter(
    (name) =>
      JSON.stringify(sorted((known as Record<string, unknown>)[name])) !==
      JSON.stringify(sorted((given as Record<string, unknown>)[name])),
  )
  const [name = ''] = names
  return differing(
    (known as Record<string, unknown>)[name],
    (given as Record<string, unknown>)[name],
    `${path}.${name}`,
  )
}

/** One call. Its status must be the expected one and in the table, its body what the table says. */
export async function ask<Result = unknown>(id: string, status: number, asked: Asked = {}): Promise<Result> {
  const call = callOf(id)
  const { by = new Browser(), body, headers = {} } = asked
  const sent =
    body === undefined
      ? {}
      : { body: body instanceof FormData ? body : typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await by.ask(addressOf(call, asked), { method: call.method, headers, ...sent })
  const reply = call.replies[status]
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '')
  const answered: unknown = isJson ? await response.json() : null
  expect(response.status, `${id}: ${JSON.stringify(answered)?.slice(0, 300)}`).toBe(status)
  expect(reply, `${id} says nothing of ${status}`).toBeDefined()
  if (reply) expect(faultsOf(reply, answered, status), `${id} ${status}`).toEqual([])
  if (!isJson) {
    response.webSocket?.accept()
    response.webSocket?.close()
    await response.arrayBuffer()
  }
  seen.add(`${id} ${status}`)
  return (reply?.form === 'envelope' ? (answered as { result: Result }).result : answered) as Result
}
