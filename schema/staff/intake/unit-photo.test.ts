import { expect, test } from 'vitest'
import { LARGE_PHOTO, SMALL_PHOTO, smallPhotoName } from '../../catalog/images/photo-name.ts'
import { withOrientation } from '../../platform/forms/jpeg.ts'
import { ascii, GPS_EXIF, jpegFile, orientationExif } from '../../platform/forms/testing/jpeg.harness.ts'
import { photoName, toUnitPhoto, type UnitPhotoSize } from './unit-photo.ts'

test('[H14d] a photo has a name of its own in each size, which belong together', () => {
  const photo = {
    sku: 'TL-104327',
    slot: 'tread',
    hash: '0123456789abcdef',
    now: Date.UTC(2026, 10, 26),
  } as const
  const large = photoName({ ...photo, size: LARGE_PHOTO })
  expect(large).toBe('2026/TL-104327-tread-0123456789abcdef.jpg')
  expect(photoName({ ...photo, size: SMALL_PHOTO })).toBe('2026/TL-104327-tread-0123456789abcdef-480.jpg')
  expect(smallPhotoName(large)).toBe(photoName({ ...photo, size: SMALL_PHOTO }))
  for (const name of ['n/frost-1.webp', '2026/frost.jpg', '../2026/a-0123456789abcdef.jpg'])
    expect(smallPhotoName(name)).toBeNull()
})

test('[H14d] a photo of the right size is stored without its metadata', () => {
  const problemOf = (bytes: Uint8Array, size: UnitPhotoSize) => {
    const photo = toUnitPhoto(bytes, size)
    return 'problem' in photo ? photo.problem : null
  }
  expect(toUnitPhoto(jpegFile(480, 360, { extra: GPS_EXIF }), SMALL_PHOTO)).toEqual({
    picture: jpegFile(480, 360),
  })
  expect(problemOf(jpegFile(1600, 1200), LARGE_PHOTO)).toBeNull()
  expect(problemOf(jpegFile(1601, 1200), LARGE_PHOTO)).toBe('photo-pixels')
  expect(problemOf(jpegFile(1600, 1200), SMALL_PHOTO)).toBe('photo-pixels')
  const turned = toUnitPhoto(jpegFile(480, 360, { extra: orientationExif(6) }), SMALL_PHOTO)
  expect(turned).toEqual({ picture: withOrientation(jpegFile(480, 360), 6) })
  expect(problemOf(jpegFile(1600, 1200, { fill: 1_000_000 }), LARGE_PHOTO)).toBe('photo-size')
  expect(problemOf(Uint8Array.from(ascii('<svg/>')), SMALL_PHOTO)).toBe('photo-type')
})
