/**
 * Returns the redirect from http to https, also for cached pages; `null` for a request by https, for a shop without
 * https and for another host. Built files are served before the Worker runs: for them the platform's "Always Use
 * HTTPS" is needed (docs/operations.md).
 */
export function redirectToHttps(request: Request, siteUrl: string | undefined): Response | null {
  if (!request.url.startsWith('http:') || !siteUrl?.startsWith('https:')) return null
  // A tunnel in front of a shop on a developer's machine terminates https.
  if (request.headers.get('X-Forwarded-Proto') === 'https') return null
  const url = new URL(request.url)
  if (url.hostname !== new URL(siteUrl).hostname) return null
  url.protocol = 'https:'
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return new Response(null, { status: isRead ? 301 : 308, headers: { Location: url.href } })
}
