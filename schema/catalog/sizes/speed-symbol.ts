/** Speed symbols: the highest speed of a tire in miles per hour, by the standard table. */
// biome-ignore format: the table reads better in rows
const MPH: Readonly<Record<string, number>> = {
  L: 75, M: 81, N: 87, P: 93, Q: 99, R: 106, S: 112, T: 118, U: 124,
  H: 130, V: 149, W: 168, Y: 186,
}

/** The symbols of the table, slowest first. */
export const SPEED_SYMBOLS: readonly string[] = Object.keys(MPH)

/** Returns the speed of a symbol in miles per hour, 168 for `W`; `null` for an unknown symbol. */
export function speedInMph(symbol: string): number | null {
  return MPH[symbol.toUpperCase()] ?? null
}
