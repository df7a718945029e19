/** Names of photographs of units, which are stored in two sizes. */

/** Pixels of the longer side, at most. */
export const LARGE_PHOTO = 1600
export const SMALL_PHOTO = 480

const NAME = /^\/*(\d{4}\/[\w.-]+-[0-9a-f]{16})\.jpg$/

/** Returns the name of the small picture beside a large one; `null` for a photograph that has one size. */
export function smallPhotoName(name: string): string | null {
  const base = NAME.exec(name)?.[1]
  return base === undefined ? null : `${base}-${SMALL_PHOTO}.jpg`
}

/** Returns the field of a form with the small size of the photo in another one. */
export function smallPhotoField(name: string): string {
  return `${name}-small`
}

/** Checks whether a photograph was taken of this unit. */
export function isPhotoOf(sku: string, name: string): boolean {
  return name.includes(`/${sku}-`)
}
