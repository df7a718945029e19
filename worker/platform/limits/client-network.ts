/** Where a request comes from, as coarse as a limit needs it. */
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** The caller's network: an IPv4 address, or the /64 of an IPv6 one, for a household has all of that. */
export function clientNetwork(c: Context): string {
  const address = addressOf(c)
  if (address === null) return ''
  return address instanceof ipaddr.IPv6 ? prefixOf(address, 64) : address.toString()
}

/** The /56 and the /48 around an IPv6 address: a customer of a provider who rents one has hundreds of /64. None for IPv4. */
export function widerNetworksOf(c: Context): string[] {
  const address = addressOf(c)
  return address instanceof ipaddr.IPv6 ? [prefixOf(address, 56), prefixOf(address, 48)] : []
}

/** An IPv4 address that is written as an IPv6 one is the IPv4 address. */
function addressOf(c: Context): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const text = c.req.header('CF-Connecting-IP') ?? ''
  return ipaddr.isValid(text) ? ipaddr.process(text) : null
}

function prefixOf(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, at) => (at < bits / 8 ? byte : 0))
  return `${new ipaddr.IPv6(bytes).toNormalizedString()}/${bits}`
}
