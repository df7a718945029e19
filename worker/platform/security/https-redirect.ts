/**
 * A shop whose address is https redirects http to https, cached pages included. Built files are answered before
 * the Worker: the platform's "Always Use HTTPS" is for them (docs/operations.md).
 */

/** The way to the encrypted address; `null` for a request that came encrypted, or to a shop or host that is not. */
export function redirectToHttps(request: Request, siteUrl: string | undefined): Response | null {
  if (!request.url.startsWith('http:') || !siteUrl?.startsWith('https:')) return null
  // A tunnel in front of a shop on somebody's machine took the encryption off.
  if (request.headers.get('X-Forwarded-Proto') === 'https') return null
  const url = new URL(request.url)
  if (url.hostname !== new URL(siteUrl).hostname) return null
  url.protocol = 'https:'
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return new Response(null, { status: isRead ? 301 : 308, headers: { Location: url.href } })
}
