/** Checks whether the shop answers: a browser may report a connection that does not work. */
export async function isShopReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  // A file, because a request for the page itself may change data; the service worker does not answer HEAD.
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
