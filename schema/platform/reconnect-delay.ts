/**
 * Returns the milliseconds until the next attempt to connect: doubled with each attempt up to half a minute, with a
 * jitter of up to half by `chance` (0 to 1).
 */
export function reconnectDelay(attempts: number, chance: number): number {
  const max = Math.min(30_000, 500 * 2 ** Math.min(attempts, 10))
  return Math.round(max * (0.5 + chance / 2))
}
