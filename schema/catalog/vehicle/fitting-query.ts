/** The part of a list that fits a car. */
import type { ListingQuery } from '../listing/listing.ts'
import type { ListingBase } from '../listing/listing-url.ts'
import { type AxleNeed, fitValue } from './fit-value.ts'
import { isSameSize } from './fitment.ts'

/** Returns the query without the sizes, loads and speeds that were chosen; the sizes in the path of the list stay. */
export function withoutFit(query: ListingQuery, base: ListingBase): ListingQuery {
  const { size: _size, tire_load: _load, tire_speed: _speed, ...others } = query.choices
  const { size, tire_load, tire_speed } = base
  const own = { ...(size && { size }), ...(tire_load && { tire_load }), ...(tire_speed && { tire_speed }) }
  return { ...query, start: 0, choices: { ...others, ...own } }
}

/**
 * Returns the query of the tires in a list that fit one of the axles, instead of the sizes, loads and speeds that were chosen;
 * `null` when the path of the list has other sizes.
 */
export function fittingQuery(
  query: ListingQuery,
  base: ListingBase,
  axles: readonly AxleNeed[],
): ListingQuery | null {
  const listed = axles.filter(
    ({ sizeSlug }) => !base.size || base.size.some((size) => isSameSize(size, sizeSlug)),
  )
  if (listed.length === 0) return null
  const all = withoutFit(query, base)
  return { ...all, choices: { ...all.choices, size: listed.map(fitValue).sort() } }
}
