/** An address that a client names to come back to: one of this shop, `wanted` or else `path`; `null` for one of another site. */
export function validateReturnUrl(siteUrl: string, wanted: string, path: string): string | null {
  if (wanted === '') return `${siteUrl}${path}`
  if (!URL.canParse(wanted)) return null
  const url = new URL(wanted)
  return url.origin === new URL(siteUrl).origin && url.username === '' ? url.href : null
}
