/** Limits the size of JSON bodies and reads them without exceptions. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { reply } from './reply.ts'

/** Largest body of a call in bytes: an order contains whole products. */
export const BODY_MAX = 1_048_576

/**
 * Responds with 413 in the envelope before a larger body is read. Reads a smaller body to its end if the handler did
 * not: the runtime closes the connection after a response to an unread body, and the client's next call would be
 * lost.
 */
export function limitBody(maxSize = BODY_MAX, message = 'The request is too large.'): MiddlewareHandler {
  const limit = bodyLimit({ maxSize, onError: (c) => reply(c, 413, message) })
  return async (c, next) => {
    const refusal = await limit(c, async () => {
      await next()
      const { raw } = c.req
      if (raw.body !== null && !raw.bodyUsed) await raw.arrayBuffer()
    })
    if (refusal instanceof Response) return refusal
  }
}

export const NOT_JSON_MESSAGE = 'The request body is not a JSON object.'

/** Returns the body as an object; `null` when it is not a JSON object. An empty body is an empty object. */
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
