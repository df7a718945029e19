/** Where a request comes from, as coarse as a limit needs it. */
import type { Context } from 'hono'

/** The caller's network: an IPv4 address, or the /64 of an IPv6 one, for a household has all of that. */
export function networkOf(c: Context): string {
  const address = c.req.header('CF-Connecting-IP') ?? ''
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}
