/** A picture's difference hash, for finding two photos of the same tire (H14). */

/** Size of the gray picture that is hashed: eight comparisons in each of eight rows. */
export const HASH_WIDTH = 9
export const HASH_HEIGHT = 8

/**
 * Returns the difference hash of a picture as 16 hex digits; `gray` has `HASH_WIDTH` × `HASH_HEIGHT` brightness values,
 * row by row. A bit is set where the next pixel of the row is brighter, so light and size of a photo hardly matter.
 */
export function differenceHash(gray: ArrayLike<number>): string {
  let hex = ''
  for (let row = 0; row < HASH_HEIGHT; row++) {
    for (let half = 0; half < 2; half++) {
      let digit = 0
      for (let bit = 0; bit < 4; bit++) {
        const at = row * HASH_WIDTH + half * 4 + bit
        digit = digit * 2 + ((gray[at + 1] ?? 0) > (gray[at] ?? 0) ? 1 : 0)
      }
      hex += digit.toString(16)
    }
  }
  return hex
}

/** Returns the brightness of each pixel, 0 to 255; `rgba` is the data of a canvas. */
export function toGray(rgba: ArrayLike<number>): number[] {
  return Array.from({ length: rgba.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = [rgba[4 * pixel], rgba[4 * pixel + 1], rgba[4 * pixel + 2]]
    return Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
  })
}

/** How far the brightness of a photo differs at least between its darkest and its brightest part. */
const MIN_CONTRAST = 6

/**
 * Checks whether a picture has one color only. Phones return black or white pictures when they run out of memory, and
 * a lens may be covered.
 */
export function isOneColor(gray: readonly number[]): boolean {
  return Math.max(...gray) - Math.min(...gray) < MIN_CONTRAST
}
