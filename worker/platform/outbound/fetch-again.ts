/**
 * Makes a request, and once more at once when its connection was lost: a provider closes one that was idle just when the
 * next request uses it. Only for requests that do the same however often they come. Throws what the second try throws,
 * or the first when its time is over.
 */
export async function fetchAgain(
  url: string | URL,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal.aborted) throw error
    return fetch(url, init)
  }
}
