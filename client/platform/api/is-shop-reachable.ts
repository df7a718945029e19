/** Resolves to true when the shop answers: a browser may report a connection that leads nowhere. */
export async function isShopReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  // A file, because the address of the page may act when it is requested; the service worker answers no HEAD.
  const probe = fetch('/manifest.webmanifest', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(5_000),
  })
  return probe.then(
    () => true,
    () => false,
  )
}
