/** Photos of reviews: which files are accepted, and how data about the photographer is removed from them. */
import type { ImageType } from '../../platform/forms/file-signature.ts'
import { readJpeg, withOrientation } from '../../platform/forms/jpeg.ts'

export const PHOTOS_MAX = 3
export const PHOTO_MEGABYTES = 5
/** Largest photo, in bytes. */
export const PHOTO_MAX = PHOTO_MEGABYTES * 1024 * 1024

export const PHOTO_MESSAGES = {
  tooMany: `Please choose up to ${PHOTOS_MAX} photos.`,
  tooLarge: `Please choose photos of up to ${PHOTO_MEGABYTES} MB each.`,
  content: 'Please choose JPEG, PNG or WebP photos.',
  notSent: 'Your photos weren’t sent, because our spam check passes on only text.',
  again: 'Please choose your photos again. We don’t store them before the form is complete.',
} as const

/**
 * Returns a photo without its metadata, such as the place where a phone took it. The orientation of a JPEG stays. `null` for a
 * damaged file, such as one that ends too early.
 */
export function withoutMetadata(type: ImageType, bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const parts = PARTS[type](bytes)
  if (parts === null) return null
  const result = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  // The second field of a WebP file is the length of the rest.
  if (type === 'image/webp') view(result).setUint32(4, result.length - 8, true)
  return result
}

const PARTS = { 'image/jpeg': jpegParts, 'image/png': pngParts, 'image/webp': webpParts } as const

/** What follows a picture, such as a second one of the phone, is not a part of it. */
function jpegParts(bytes: Uint8Array): Uint8Array[] | null {
  const file = readJpeg(bytes, { dropsTail: true })
  return file && [withOrientation(file.picture, file.orientation)]
}

/** Chunks that draw the picture; all others are texts, times and Exif data. */
const PNG_CHUNKS: ReadonlySet<string> = new Set('IHDR PLTE tRNS IDAT IEND gAMA sRGB iCCP cHRM'.split(' '))

function pngParts(bytes: Uint8Array): Uint8Array[] | null {
  const parts = [bytes.subarray(0, 8)]
  const data = view(bytes)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const name = text(bytes, at + 4)
    const end = at + 12 + data.getUint32(at)
    if (end > bytes.length) return null
    if (PNG_CHUNKS.has(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return parts
    at = end
  }
  return null
}

const WEBP_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'])
/** Flags of VP8X that announce Exif and XMP data. */
const WEBP_METADATA_FLAGS = 0x0c

function webpParts(bytes: Uint8Array): Uint8Array[] | null {
  const parts = [bytes.slice(0, 12)]
  const data = view(bytes)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = text(bytes, at)
    const length = data.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (at + 8 + length > bytes.length) return null
    const chunk = bytes.slice(at, end)
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~WEBP_METADATA_FLAGS
    if (WEBP_CHUNKS.has(name)) parts.push(chunk)
    at = end
  }
  return parts.length > 1 ? parts : null
}

function view({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function text(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
