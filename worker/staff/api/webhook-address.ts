/** Which addresses webhooks may have (H14y): public hosts by name, over https. A request to the shop’s own network is never made. */

const ADDRESS_MAX = 500
/** Names that are resolved inside of a network, or never. */
const PRIVATE_NAMES =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa|test|example|invalid|onion)$/

/**
 * Returns the normalized address; `null` unless it is https at the usual port of a public host name. Numbers of hosts are refused in
 * every spelling, because the URL parser normalizes them: `0x7f.1` and `2130706433` are `127.0.0.1`.
 */
export function parseWebhookAddress(text: string, ownHost: string): string | null {
  const typed = text.trim()
  if (typed.length > ADDRESS_MAX || !URL.canParse(typed)) return null
  const url = new URL(typed)
  const host = url.hostname.replace(/\.+$/, '')
  const isNumber = host.startsWith('[') || /^[\d.]+$/.test(host)
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  if (isNumber || !host.includes('.') || PRIVATE_NAMES.test(host) || host === ownHost) return null
  url.hash = ''
  return url.href
}
