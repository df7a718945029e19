/** Requests of a benchmark: a busy machine refuses and resets connections, which is no answer of the shop's. */
import { setTimeout as pause } from 'node:timers/promises'

const TRIES = 6
const FIRST_PAUSE_MS = 50
const LOST = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT']

let lost = 0

/** What went wrong down to its cause: `fetch failed` alone says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const parts =
    error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause]
  return [error.message, ...parts.map(reasonOf)].filter((text) => text !== '').join(': ')
}

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (LOST.includes((error as NodeJS.ErrnoException).code ?? '')) return true
  return isLost(error.cause) || (error instanceof AggregateError && error.errors.some(isLost))
}

/** `fetch` and `read`, again where the connection was refused or reset. What is sent must do no harm twice. */
export async function fetchAgain<T>(
  url: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read(await fetch(url, init))
    } catch (error) {
      if (!isLost(error) || tries === TRIES) throw error
      lost += 1
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1))
    }
  }
}

/** Says how many connections were lost since it was asked last; nothing where none was. */
export function lostLines(): string[] {
  const lines =
    lost === 0 ? [] : [`  ${lost} connections were refused or reset, and what they asked was asked again`]
  lost = 0
  return lines
}
