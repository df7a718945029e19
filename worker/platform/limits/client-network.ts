/** The network of a client, as counted by rate limits. */
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** Returns the client's network: an IPv4 address, or the /64 of an IPv6 address, because one household has a whole /64. */
export function clientNetwork(c: Context): string {
  const address = parseClientAddress(c)
  if (address === null) return ''
  return address instanceof ipaddr.IPv6 ? formatPrefix(address, 64) : address.toString()
}

/** Returns the /56 and the /48 around an IPv6 address, because some customers have hundreds of /64; empty for IPv4. */
export function widerClientNetworks(c: Context): string[] {
  const address = parseClientAddress(c)
  return address instanceof ipaddr.IPv6 ? [formatPrefix(address, 56), formatPrefix(address, 48)] : []
}

/** Parses the client's address. An IPv4 address in IPv6 notation is converted to IPv4. */
function parseClientAddress(c: Context): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const text = c.req.header('CF-Connecting-IP') ?? ''
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

function formatPrefix(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${new ipaddr.IPv6(bytes).toNormalizedString()}/${bits}`
}
