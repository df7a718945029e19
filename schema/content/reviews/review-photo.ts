/** Photos of reviews: which files are accepted, and how data about the photographer is removed from them. */
import type { ImageType } from '../../platform/forms/file-signature.ts'

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

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const COMMENT = 0xfe
/** The segments for applications that draw the picture: file format, color profile, color transform. */
const PICTURE_SEGMENTS: ReadonlyMap<number, string> = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])

/** Returns the parts from the start to the end of the picture: what follows, such as a second picture, is not a part of it. */
function jpegParts(bytes: Uint8Array): Uint8Array[] | null {
  const parts = [bytes.subarray(0, 2)]
  const data = view(bytes)
  let hasScan = false
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === 0xff) {
      // A byte that fills up to the marker.
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) return hasScan ? [...parts, bytes.subarray(at, at + 2)] : null
    if (at + 4 > bytes.length) return null
    let end = at + 2 + data.getUint16(at + 2)
    if (end > bytes.length || end < at + 4) return null
    if (marker === START_OF_SCAN) {
      hasScan = true
      end = endOfScan(bytes, end)
    }
    const content = bytes.subarray(at + 4, end)
    const orientation = marker === 0xe1 ? readOrientation(content) : 1
    if (orientation > 1) parts.push(orientationSegment(orientation))
    if (!isMetadata(marker, content)) parts.push(bytes.subarray(at, end))
    at = end
  }
  return null
}

function isMetadata(marker: number, content: Uint8Array): boolean {
  if (marker < 0xe0 || marker > 0xef) return marker === COMMENT
  const name = PICTURE_SEGMENTS.get(marker)
  return name === undefined || text(content, 0, name.length) !== name
}

/** Returns where the data of a scan end: at the next marker that is no restart; 0 after 0xff is no marker but data. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

/** Tag of the orientation in the first directory of Exif data. */
const ORIENTATION = 0x0112

/** Returns the orientation in Exif data, 2 to 8; 1 for none. */
function readOrientation(exif: Uint8Array): number {
  if (text(exif, 0) !== 'Exif' || exif.length < 16) return 1
  const tiff = exif.subarray(6)
  const data = view(tiff)
  const isLittle = tiff[0] === 0x49
  const directory = data.getUint32(4, isLittle)
  if (directory + 2 > tiff.length) return 1
  const count = data.getUint16(directory, isLittle)
  for (
    let entry = directory + 2;
    entry < directory + 2 + 12 * count && entry + 12 <= tiff.length;
    entry += 12
  ) {
    if (data.getUint16(entry, isLittle) !== ORIENTATION) continue
    const value = data.getUint16(entry + 8, isLittle)
    return value <= 8 ? value : 1
  }
  return 1
}

/** Returns Exif data with an orientation and nothing else. */
function orientationSegment(orientation: number): Uint8Array {
  const header = [0xff, 0xe1, 0, 34, ...[...'Exif'].map((letter) => letter.charCodeAt(0)), 0, 0]
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  return Uint8Array.from([...header, ...tiff])
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
