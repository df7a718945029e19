import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutMetadata } from './review-photo.ts'

const bytesOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const segment = (marker: number, data: number[]) => {
  const length = data.length + 2
  return [0xff, marker, length >> 8, length & 255, ...data]
}
/** Exif data in the order of a phone: orientation 6, then the place. */
const EXIF = [
  ...bytesOf('Exif'),
  ...[0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
  ...bytesOf('41.88N 87.65W'),
]
/** A frame of 9 × 9 pixels. */
const FRAME = segment(0xc0, [8, 0, 9, 0, 9, 1, 1, 0x11, 0])
const SCAN = [0xff, 0xda, 0, 3, 1, 9, 9, 9, 0xff, 0xd9]
const JPEG = [
  ...[0xff, 0xd8],
  ...segment(0xe0, bytesOf('JFIF\0')),
  ...segment(0xe1, EXIF),
  ...segment(0xfe, bytesOf('made by Kim')),
  ...segment(0xdb, [1, 2, 3]),
  ...FRAME,
  ...SCAN,
]
const chunk = (name: string, data: number[]) => [0, 0, 0, data.length, ...bytesOf(name), ...data, 1, 2, 3, 4]
const PNG = [
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...chunk('IHDR', [1]),
  ...chunk('tEXt', bytesOf('Kim at home')),
  ...chunk('eXIf', bytesOf('41.88N')),
  ...chunk('IDAT', [5, 6]),
  ...chunk('IEND', []),
]
const riff = (name: string, data: number[]) => [
  ...bytesOf(name),
  ...[data.length, 0, 0, 0],
  ...data,
  ...(data.length % 2 ? [0] : []),
]
const WEBP_BODY = [
  ...bytesOf('WEBP'),
  ...riff('VP8X', [0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ...riff('VP8 ', [7, 7, 7]),
  ...riff('EXIF', bytesOf('41.88N')),
]
const WEBP = [...bytesOf('RIFF'), WEBP_BODY.length, 0, 0, 0, ...WEBP_BODY]

const text = (bytes: Uint8Array | null) => String.fromCharCode(...(bytes ?? []))

test('[H13c] the place, texts and names in a photo are removed, the picture stays', () => {
  const jpeg = withoutMetadata('image/jpeg', Uint8Array.from(JPEG))
  const png = withoutMetadata('image/png', Uint8Array.from(PNG))
  const webp = withoutMetadata('image/webp', Uint8Array.from(WEBP))
  for (const clean of [jpeg, png, webp]) expect(text(clean)).not.toMatch(/41\.88N|Kim/)
  expect([...(jpeg ?? [])].slice(-SCAN.length)).toEqual(SCAN)
  expect(text(jpeg)).toContain('JFIF')
  expect(text(png)).toContain('IDAT')
  expect(webp?.[4]).toBe((webp?.length ?? 0) - 8)
  expect(text(webp)).toContain('VP8 ')
})

test('[H13c] metadata between scans, after the picture and in other segments are removed from a JPEG', () => {
  const scan = (...data: number[]) => [0xff, 0xda, 0, 3, 1, ...data]
  const profile = segment(0xe2, bytesOf('ICC_PROFILE\0sRGB'))
  // Data of a scan: a stuffed 0xff and a restart are no ends of it.
  const first = scan(9, 0xff, 0, 9, 0xff, 0xd0, 9)
  const second = scan(8, 8)
  const end = [0xff, 0xd9]
  const clean = withoutMetadata(
    'image/jpeg',
    Uint8Array.from([
      ...[0xff, 0xd8],
      ...profile,
      ...segment(0xe2, bytesOf('MPF\0 41.88N')),
      ...segment(0xe0, bytesOf('JFXX\0Kim')),
      ...segment(0xee, bytesOf('Kim')),
      ...FRAME,
      ...first,
      ...segment(0xfe, bytesOf('made by Kim')),
      ...segment(0xc4, [1]),
      ...[0xff, ...second],
      ...end,
      ...JPEG,
    ]),
  )
  expect([...(clean ?? [])]).toEqual([
    ...[0xff, 0xd8],
    ...profile,
    ...FRAME,
    ...first,
    ...segment(0xc4, [1]),
    ...second,
    ...end,
  ])
})

test('[H13c] a photo that a phone stored sideways stays upright', () => {
  const clean = withoutMetadata('image/jpeg', Uint8Array.from(JPEG)) ?? new Uint8Array()
  const tag = text(clean).indexOf(String.fromCharCode(0x01, 0x12, 0, 3))
  expect(tag).toBeGreaterThan(0)
  expect(clean[tag + 9]).toBe(6)
  expect(text(withoutMetadata('image/jpeg', clean))).toBe(text(clean))
})

test('[H13c] a file that ends too early, or any bytes at all, never throw', () => {
  for (const [kind, file] of [
    ['image/jpeg', JPEG],
    ['image/png', PNG],
    ['image/webp', WEBP],
  ] as const)
    for (let length = 0; length < file.length - 12; length++)
      withoutMetadata(kind, Uint8Array.from(file.slice(0, length)))
  for (let length = 0; length < JPEG.length; length++)
    expect(withoutMetadata('image/jpeg', Uint8Array.from(JPEG.slice(0, length)))).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      for (const [kind, file] of [
        ['image/jpeg', JPEG],
        ['image/png', PNG],
        ['image/webp', WEBP],
      ] as const)
        withoutMetadata(kind, Uint8Array.from([...file.slice(0, 20), ...bytes]))
    }),
  )
})
