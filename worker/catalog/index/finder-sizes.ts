/** The sizes that the finder leads to. */
import { formatTireSize, parseTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import type { SizeLine } from './listing-engine.ts'

/**
 * What the finder counts. It knows numbers alone, so three of them lead to one size: the radial one of passenger cars
 * where it is in stock (225/45R17, neither 225/45ZR17 nor LT225/45R17), otherwise the most stocked; the button must not
 * count what that page does not show.
 */
export function finderSizes(sizes: readonly SizeLine[]): SizeLine[] {
  const best = new Map<string, SizeLine>()
  const isPlain = (line: SizeLine) => line.slug === sizeSlug(formatTireSize({ ...line, construction: 'R' }))
  for (const line of sizes) {
    const numbers = `${line.width} ${line.aspect} ${line.rim}`
    const known = best.get(numbers)
    if (!known || isPlain(line) || (!isPlain(known) && line.count > known.count)) best.set(numbers, line)
  }
  return sizes.filter((line) => best.get(`${line.width} ${line.aspect} ${line.rim}`) === line)
}

/** Sizes of one standard, for who names it (`LT`); an empty one is that of passenger cars. */
export function sizesOfType(sizes: readonly SizeLine[], type: string): SizeLine[] {
  const wanted = type === 'P' ? '' : type
  return sizes.filter(({ label }) => (parseTireSize(label)?.type ?? '') === wanted)
}
