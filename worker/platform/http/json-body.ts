/** A JSON body, bounded and read without exceptions. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { reply } from './reply.ts'

/** Largest body of a call: an order carries whole products. */
export const BODY_MAX = 1_048_576

/**
 * Answers 413 in the envelope before a larger body is read. A smaller one that nobody wanted is read to its end: the
 * runtime hangs up after an answer to an unread body, and the client's next call on that connection would be lost.
 */
export function limitBody(maxSize = BODY_MAX): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (c) => reply(c, 413, 'The request is too large.'),
  })
  return async (c, next) => {
    const answer = await limit(c, async () => {
      await next()
      const { raw } = c.req
      if (raw.body !== null && !raw.bodyUsed) await raw.arrayBuffer()
    })
    if (answer instanceof Response) return answer
  }
}

export const NOT_JSON = 'The request body is not a JSON object.'

/** The body as an object; `null` for what is no JSON object. An empty body is an empty object. */
export async function jsonBody(c: Context): Promise<Record<string, unknown> | null> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
