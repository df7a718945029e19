/**
 * Sends a request and repeats it once when the connection is lost: a provider may close an idle connection at the
 * moment when the next request uses it. Only for requests that are safe to repeat. Throws the error of the second
 * attempt, or of the first attempt when `signal` is aborted.
 */
export async function fetchWithRetry(
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
