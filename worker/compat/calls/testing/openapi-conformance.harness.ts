/** Validates replies of the API with the table of calls. Every harness that calls the API uses this file. */
import * as v from 'valibot'
import { ALL_CALLS } from '../../../../schema/compat/calls/all-calls.api.ts'
import { type ApiCall, type ApiReply, SERVER_ERROR_REPLY } from '../../../../schema/compat/calls/call.api.ts'

/** Replies that this test file has received, as `id status`. */
export const seenReplies = new Set<string>()

const PATTERNS = ALL_CALLS.map((call) => ({
  call,
  pattern: new RegExp(`^${call.path.replace(/:\w+(\{(?:[^{}]|\{[^{}]*\})*\})?/g, '[^/]+')}/?$`),
  parameters: call.path.split(':').length,
}))

function callAt(method: string, path: string): ApiCall | null {
  const matches = PATTERNS.filter(({ call, pattern }) => call.method === method && pattern.test(path))
  // Like the router, prefers the pattern with the fewest parameters.
  return matches.sort((a, b) => a.parameters - b.parameters)[0]?.call ?? null
}

/** Statuses that every call may reply with. */
const COMMON = [405, 413, 414, 431, 500, 503]

/**
 * Fails the test when the table does not describe the status or the body of a reply. `path` has no query.
 * Requests that are no calls of the table pass.
 */
export async function expectDescribed(method: string, path: string, response: Response): Promise<void> {
  const call = callAt(method, path)
  if (!call) return
  const { status } = response
  const reply = call.replies[status]
  seenReplies.add(`${call.id} ${status}`)
  if (!reply) {
    if (COMMON.includes(status)) return
    throw new Error(`${call.id} answered ${status}, which the table of calls does not describe`)
  }
  if (reply.form === 'file' || reply.form === 'socket') return
  const body: unknown = await response.clone().json()
  const faults = findDifferences(reply, body, status)
  if ([500, 503].includes(status) && findDifferences(SERVER_ERROR_REPLY, body, status).length === 0) return
  if (faults.length > 0) throw new Error(`${call.id} ${status} is not as described:\n${faults.join('\n')}`)
}

/** Returns the differences between a body and the description of its reply; empty when they match exactly. */
export function findDifferences(reply: ApiReply, body: unknown, status: number): string[] {
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
  // The output lacks keys that the schema does not know: these fields have no description.
  const undescribed = difference(parsed.output, value)
  return undescribed === null ? [] : [`${where}${undescribed} is not described`]
}

/** Returns the path of the first difference between two values; `null` when they are equal. */
function difference(expected: unknown, actual: unknown): string | null {
  if (typeof expected !== 'object' || typeof actual !== 'object' || expected === null || actual === null) {
    return Object.is(expected, actual) ? null : ''
  }
  for (const [name, value] of Object.entries(actual)) {
    const inside = difference((expected as Record<string, unknown>)[name], value)
    if (inside !== null) return `.${name}${inside}`
  }
  return null
}
