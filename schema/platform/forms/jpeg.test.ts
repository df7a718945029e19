import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJpeg } from './jpeg.ts'
import { ascii, GPS_EXIF, jpegFile, segment } from './testing/jpeg.harness.ts'

test('[H14] the size of a picture is read, and a plain picture has no metadata', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }), (width, height) => {
      expect(readJpeg(jpegFile(width, height))).toEqual({ width, height, hasMetadata: false })
    }),
  )
})

test.each([
  ['a place in EXIF', GPS_EXIF],
  ['XMP', segment(0xe1, [0x68, 0x74, 0x74, 0x70])],
  ['IPTC', segment(0xed, [0x50])],
  ['a second picture', segment(0xe2, [0x4d, 0x50, 0x46, 0])],
  ['a comment', segment(0xfe, [0x41])],
])('[H14] %s is found, before the picture and between its scans', (_, extra) => {
  expect(readJpeg(jpegFile(1600, 1200, { extra }))).toMatchObject({ hasMetadata: true })
  const file = [...jpegFile(1600, 1200)]
  const between = Uint8Array.from([...file.slice(0, -2), ...extra, ...file.slice(-2)])
  expect(readJpeg(between)).toMatchObject({ hasMetadata: true })
})

test('[H14] a color profile belongs to the picture', () => {
  const extra = segment(
    0xe2,
    [...'ICC_PROFILE\0'].map((letter) => letter.charCodeAt(0)),
  )
  expect(readJpeg(jpegFile(480, 360, { extra }))).toMatchObject({ hasMetadata: false })
})

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['HTML', Uint8Array.from(ascii('<html><script>alert(1)</script>'))],
  ['SVG', Uint8Array.from(ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['a PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['a video', Uint8Array.from([0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70, 0x6d, 0x70, 0x34, 0x32])],
  ['the first bytes of a JPEG', Uint8Array.from([0xff, 0xd8, 0xff])],
  ['a JPEG with a script behind its end', jpegFile(10, 10, { tail: [0x3c, 0x73] })],
  ['a JPEG without height', jpegFile(10, 0)],
])('[H14] %s is no JPEG file', (_, bytes) => {
  expect(readJpeg(bytes)).toBeNull()
})

test('[H14] a file that is cut anywhere is refused, and no bytes throw', () => {
  const file = jpegFile(1600, 1200, { fill: 40 })
  for (let length = 0; length < file.length; length += 1)
    expect(readJpeg(file.subarray(0, length))).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      readJpeg(Uint8Array.from([0xff, 0xd8, ...bytes]))
    }),
  )
})
