/**
 * Makes a request, and repeats it once when its connection was lost: a provider may close an idle connection just when
 * the next request uses it. Only for requests that are safe to repeat. Throws the error of the second attempt, or that of
 * the first when `signal` has ended.
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
