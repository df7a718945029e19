/** The sizes that the finder leads to. */
import { formatTireSize, sizeSlug } from '../../schema/domain/tire-size.ts'
import type { SizeLine } from './listing-engine.ts'

/**
 * What the finder counts. It knows no construction, so three numbers lead to the radial size where there is one
 * (225/45R17, not 225/45ZR17); the button must not count what that page does not show.
 */
export function finderSizes(sizes: readonly SizeLine[]): SizeLine[] {
  const inStock = new Set(sizes.map(({ slug }) => slug))
  return sizes.filter((line) => {
    const radial = sizeSlug(formatTireSize({ ...line, construction: 'R' }))
    return line.slug === radial || !inStock.has(radial)
  })
}
