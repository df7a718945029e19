/** Validates replies of the API by the table of calls. Every harness that calls the API uses this. */
import * as v from 'valibot'
import { ALL_CALLS } from '../../../../schema/compat/calls/all-calls.api.ts'
import { type ApiCall, type ApiReply, SERVER_ERROR_REPLY } from '../../../../schema/compat/calls/call.api.ts'

/** Replies so far in this test file, as `id status`. */
export const seen = new Set<string>()

const PATTERNS = ALL_CALLS.map((call) => ({
  call,
  // Names first, then what the router would prefer: a fixed part before one that is filled.
  pattern: new RegExp(`^${call.path.replace(/:\w+(\{(?:[^{}]|\{[^{}]*\})*\})?/g, '[^/]+')}/?$`),
  filled: call.path.split(':').length,
}))

function callAt(method: string, path: string): ApiCall | null {
  const fits = PATTERNS.filter(({ call, pattern }) => call.method === method && pattern.test(path))
  return fits.sort((a, b) => a.filled - b.filled)[0]?.call ?? null
}

/** Common replies of every call. */
const COMMON = [405, 413, 414, 431, 500, 503]

/**
 * Fails a test whose reply has an undescribed status or body. `path` is without the query. Requests that are no calls of the
 * table pass.
 */
export async function expectDescribed(method: string, path: string, response: Response): Promise<void> {
  const call = callAt(method, path)
  if (!call) return
  const { status } = response
  const reply = call.replies[status]
  seen.add(`${call.id} ${status}`)
  if (!reply) {
    if (COMMON.includes(status)) return
    throw new Error(`${call.id} answered ${status}, of which the table of calls says nothing`)
  }
  if (reply.form === 'file' || reply.form === 'socket') return
  const body: unknown = await response.clone().json()
  const faults = faultsOf(reply, body, status)
  if ([500, 503].includes(status) && faultsOf(SERVER_ERROR_REPLY, body, status).length === 0) return
  if (faults.length > 0) throw new Error(`${call.id} ${status} is not as described:\n${faults.join('\n')}`)
}

/** Returns the faults of a body under the reply's description; empty when it matches exactly. */
export function faultsOf(reply: ApiReply, body: unknown, status: number): string[] {
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
  // A schema drops unknown keys: fields without a description.
  const stranger = difference(parsed.output, value)
  return stranger === null ? [] : [`${where}${stranger} is not described`]
}

/** Returns the path of the first difference between `known` and `given`. */
function difference(known: unknown, given: unknown): string | null {
  if (typeof known !== 'object' || typeof given !== 'object' || known === null || given === null) {
    return Object.is(known, given) ? null : ''
  }
  for (const [name, value] of Object.entries(given)) {
    const inside = difference((known as Record<string, unknown>)[name], value)
    if (inside !== null) return `.${name}${inside}`
  }
  return null
}
