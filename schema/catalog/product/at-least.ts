/**
 * Filter values that mean a number and all above it: `min-116` of a load index, `min-t` of a speed symbol. Who types what
 * stands on the old tire is served by every stronger and faster one.
 */
import type { ChoiceFilter } from '../listing/listing.ts'
import { loadOf } from '../sizes/load-index.ts'
import { speedOf } from '../sizes/speed-symbol.ts'

const PREFIX = 'min-'

/** Load indexes rise by number, speed symbols by miles per hour: H stands between U and V. */
const RANKS: Partial<Record<ChoiceFilter, (key: string) => number | null>> = {
  tire_load: (key) => (loadOf(Number(key)) ? Number(key) : null),
  tire_speed: speedOf,
}

export function atLeast(key: string): string {
  return `${PREFIX}${key}`
}

/** The value that `value` begins at; `null` where it means itself. */
export function leastOf(filter: ChoiceFilter, value: string): string | null {
  const least = value.startsWith(PREFIX) ? value.slice(PREFIX.length) : ''
  return (RANKS[filter]?.(least) ?? null) === null ? null : least
}

/** The keys that `value` stands for, among those that there are. */
export function keysMeant(filter: ChoiceFilter, value: string, keys: readonly string[]): readonly string[] {
  const least = leastOf(filter, value)
  if (least === null) return [value]
  const rank = (key: string) => RANKS[filter]?.(key) ?? Number.NEGATIVE_INFINITY
  return keys.filter((key) => rank(key) >= rank(least))
}
