/** The token of the user, which clients of the API send in the query or the Authorization header. */
import type { Context } from 'hono'

/** Returns the user token of a call; empty for a guest, who sends `Bearer null` in header mode. */
export function readUserToken(c: Context): string {
  const bearer = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1] ?? ''
  return (c.req.query('token') ?? '').trim() || (bearer === 'null' ? '' : bearer)
}
