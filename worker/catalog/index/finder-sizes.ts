/** Selects the sizes that the finder offers. */
import { formatTireSize, parseTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import type { SizeInStock } from './listing-engine.ts'

/**
 * Returns one size for each combination of width, aspect ratio and rim, the only numbers that the finder has:
 * the radial passenger size where it is in stock (225/45R17, not 225/45ZR17 or LT225/45R17), otherwise the
 * size with the most tires. So the count on the finder's button is the count of the page that opens.
 */
export function finderSizes(sizes: readonly SizeInStock[]): SizeInStock[] {
  const best = new Map<string, SizeInStock>()
  const numbersOf = ({ width, aspect, rim }: SizeInStock) => `${width} ${aspect} ${rim}`
  const isPlain = (line: SizeInStock) =>
    line.slug === sizeSlug(formatTireSize({ ...line, construction: 'R' }))
  for (const line of sizes) {
    const known = best.get(numbersOf(line))
    if (!known || isPlain(line) || (!isPlain(known) && line.count > known.count))
      best.set(numbersOf(line), line)
  }
  return sizes.filter((line) => best.get(numbersOf(line)) === line)
}

/** Returns the sizes of one type such as `LT`; `P` and an empty type select passenger sizes. */
export function sizesOfType(sizes: readonly SizeInStock[], type: string): SizeInStock[] {
  const wanted = type === 'P' ? '' : type
  return sizes.filter(({ label }) => (parseTireSize(label)?.type ?? '') === wanted)
}
