/** Reads the user's token from where clients of the API put it. */
import type { Context } from 'hono'

/** The user token of a call; empty for a guest. In header mode a guest sends `Bearer null`. */
export function readUserToken(c: Context): string {
  const bearer = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1] ?? ''
  return (c.req.query('token') ?? '').trim() || (bearer === 'null' ? '' : bearer)
}
