/**
 * Returns the address to which a payment provider sends the shopper back: `wanted`, or `path` when `wanted` is empty;
 * `null` when `wanted` is an address of another site.
 */
export function validateReturnUrl(siteUrl: string, wanted: string, path: string): string | null {
  if (wanted === '') return `${siteUrl}${path}`
  if (!URL.canParse(wanted)) return null
  const url = new URL(wanted)
  return url.origin === new URL(siteUrl).origin && url.username === '' ? url.href : null
}
