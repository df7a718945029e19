/**
 * Filter values that match a minimum and everything above: `min-116` for a load index, `min-t` for a speed symbol,
 * `min-2022` for the year in which a tire was made, `min-4` for stars. A shopper who types the markings of an old tire also finds stronger
 * and faster tires.
 */
import type { ChoiceFilter } from '../listing/listing.ts'
import { loadCapacity } from '../sizes/load-index.ts'
import { speedInMph } from '../sizes/speed-symbol.ts'

const PREFIX = 'min-'

/** Load indexes and years are ordered by number, speed symbols by miles per hour: H is between U and V. */
const RANKS: Partial<Record<ChoiceFilter, (key: string) => number | null>> = {
  tire_load: (key) => (loadCapacity(Number(key)) ? Number(key) : null),
  tire_speed: speedInMph,
  rating: (key) => (/^[1-5](\.5)?$/.test(key) ? Number(key) : null),
  made_year: (key) => (/^20\d\d$/.test(key) ? Number(key) : null),
}

/** Returns the filter value for `key` and everything above: `min-116`. */
export function atLeast(key: string): string {
  return `${PREFIX}${key}`
}

/** Returns the minimum in a `min-` value; `null` for other values. */
export function parseMinimum(filter: ChoiceFilter, value: string): string | null {
  const min = value.startsWith(PREFIX) ? value.slice(PREFIX.length) : ''
  return (RANKS[filter]?.(min) ?? null) === null ? null : min
}

/** Returns the existing keys that match `value`. */
export function matchingKeys(
  filter: ChoiceFilter,
  value: string,
  keys: readonly string[],
): readonly string[] {
  const min = parseMinimum(filter, value)
  if (min === null) return [value]
  const rank = (key: string) => RANKS[filter]?.(key) ?? Number.NEGATIVE_INFINITY
  return keys.filter((key) => rank(key) >= rank(min))
}
