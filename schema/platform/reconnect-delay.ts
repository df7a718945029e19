/** Returns the milliseconds until the next attempt to connect: doubling up to half a minute, spread by `chance` (0 to 1). */
export function reconnectDelay(attempts: number, chance: number): number {
  const max = Math.min(30_000, 500 * 2 ** Math.min(attempts, 10))
  return Math.round(max * (0.5 + chance / 2))
}
