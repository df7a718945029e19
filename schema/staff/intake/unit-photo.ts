/** Photos of a unit as the phone sends them (H14): JPEG files of two sizes, which are stored without metadata. */
import { type LARGE_PHOTO, SMALL_PHOTO, smallPhotoName } from '../../catalog/images/photo-name.ts'
import { readJpeg, withOrientation } from '../../platform/forms/jpeg.ts'
import type { PhotoSlot } from './intake-draft.ts'

/** Pixels of the longer side, at most. */
export type UnitPhotoSize = typeof LARGE_PHOTO | typeof SMALL_PHOTO

/** The largest file in bytes. */
export const MAX_PHOTO_BYTES = 1_000_000
/** The largest form with photos in bytes: the four of a tire in both sizes, and some room to say which one is too large. */
export const MAX_PHOTOS_BYTES = 10 * MAX_PHOTO_BYTES
export const PHOTOS_TOO_LARGE = 'These photos are too large together: each may have up to 1 MB.'

/** What the gallery says beside each photo. */
export const PHOTO_LABELS: Readonly<Record<PhotoSlot, string>> = {
  tread: 'Tread',
  sidewall: 'Sidewall',
  dot: 'DOT code',
  worst: 'Worst spot',
}

export const UNIT_PHOTO_MESSAGES = {
  'photo-size': 'This photo is larger than 1 MB. Choose a smaller size, or take it again.',
  'photo-type': 'This isn’t a JPEG photo, or it’s damaged. Take it again.',
  'photo-pixels': 'This photo has too many pixels. Choose a smaller size, or take it again.',
  'photo-draft': 'This tire isn’t saved yet. The photo is sent again after it.',
} as const
export type PhotoProblem = keyof typeof UNIT_PHOTO_MESSAGES

/** Returns the picture of a photo without its metadata but how it is turned, or what is wrong with it. */
export function toUnitPhoto(
  bytes: Uint8Array,
  size: UnitPhotoSize,
): { picture: Uint8Array } | { problem: PhotoProblem } {
  if (bytes.length > MAX_PHOTO_BYTES) return { problem: 'photo-size' }
  const file = readJpeg(bytes)
  if (!file) return { problem: 'photo-type' }
  if (Math.max(file.width, file.height) > size) return { problem: 'photo-pixels' }
  return { picture: withOrientation(file.picture, file.orientation) }
}

/**
 * Returns the name of a photo below `photos/`: `2026/TL-104327-tread-0123456789abcdef.jpg`. `hash` is the difference hash of the
 * picture, so both sizes of one photo belong together and a new photo has a new name.
 */
export function photoName(photo: {
  sku: string
  /** `photo` for one that shows something else. */
  slot: PhotoSlot | 'photo'
  hash: string
  size: UnitPhotoSize
  now: number
}): string {
  const { sku, slot, hash, size, now } = photo
  const large = `${new Date(now).getUTCFullYear()}/${sku}-${slot}-${hash}.jpg`
  return size === SMALL_PHOTO ? (smallPhotoName(large) ?? large) : large
}
