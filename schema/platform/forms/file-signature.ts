/** Recognizes files by their first bytes; name and declared type of an upload are the sender's claims. */

/** The types of images that forms accept. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** Returns the type of an image by its content; `null` for anything else. */
export function imageType(bytes: Uint8Array): ImageType | null {
  if (hasSignature(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (hasSignature(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  const isWebp =
    hasSignature(bytes, [0x52, 0x49, 0x46, 0x46]) && hasSignature(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50])
  return isWebp ? 'image/webp' : null
}

/** Returns whether a file begins with these bytes. */
export function hasSignature(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
