/** Repeats requests of a benchmark when a busy machine refuses or resets their connection. */
import { setTimeout as pause } from 'node:timers/promises'

const MAX_ATTEMPTS = 8
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000
const LOST = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]

let lost = 0

/** Returns the error message with its causes, because `fetch failed` alone explains nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const parts =
    error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause]
  return [error.message, ...parts.map(reasonOf)].filter((text) => text !== '').join(': ')
}

/** Checks whether a request failed because its connection was refused, reset or silent. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (LOST.includes((error as NodeJS.ErrnoException).code ?? '')) return true
  return isLost(error.cause) || (error instanceof AggregateError && error.errors.some(isLost))
}

/** Fetches and reads, again after a refused or reset connection. The request must be safe to repeat. */
export async function retryFetch<T>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(await fetch(url, init))
    } catch (error) {
      if (!isLost(error) || attempt === MAX_ATTEMPTS) throw error
      lost += 1
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)))
    }
  }
}

/** Returns a line with the number of connections lost since the last call; no line for none. */
export function lostLines(): string[] {
  const lines =
    lost === 0 ? [] : [`  ${lost} connections were refused or reset, and their requests were repeated`]
  lost = 0
  return lines
}
