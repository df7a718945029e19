/** URLs of sizes, apart from `paths.ts`: the app needs none, and reading sizes is code that it would load. */
import { formatTireSize, sizeSlug } from './domain/tire-size.ts'
import { isFinalSize } from './domain/wizard.ts'

export function sizeHref(sizeLabel: string): string {
  return `/t/s/${sizeSlug(sizeLabel)}`
}

/**
 * Where the finder's size leads: to its landing, or, where it is no final size (spec §5: truck wheels of 22.5), to the
 * listing of sizes with the size as its filters.
 */
export function finderHref(
  size: { width: number; aspect: number; rim: number },
  slug: string | null = null,
): string {
  if (isFinalSize(size)) return sizeHref(slug ?? formatTireSize({ ...size, construction: 'R' }))
  const { width, aspect, rim } = size
  return `/t/s?width=${width}&aspect=${aspect}&rim=${rim}`
}
