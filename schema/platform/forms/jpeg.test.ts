import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJpeg, rotateClockwise, withOrientation } from './jpeg.ts'
import { ascii, GPS_EXIF, jpegFile, orientationExif, segment } from './testing/jpeg.harness.ts'

test('[H14] the size of a picture is read, and a plain picture stays as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }), (width, height) => {
      const picture = jpegFile(width, height)
      expect(readJpeg(picture)).toEqual({ width, height, orientation: 1, picture })
    }),
  )
})

test.each([
  ['a place in EXIF', GPS_EXIF],
  ['EXIF of an upright picture', orientationExif(1)],
  ['XMP', segment(0xe1, ascii('http://ns.adobe.com/xap/1.0/'))],
  ['IPTC', segment(0xed, ascii('Photoshop 3.0'))],
  ['a second picture', segment(0xe2, ascii('MPF\0'))],
  ['a comment', segment(0xfe, ascii('Casey was here'))],
])('[H14] %s is taken out, before the picture and between its scans', (_, extra) => {
  const plain = jpegFile(1600, 1200)
  expect(readJpeg(jpegFile(1600, 1200, { extra }))).toMatchObject({ orientation: 1, picture: plain })
  const between = Uint8Array.from([...plain.slice(0, -2), ...extra, ...plain.slice(-2)])
  expect(readJpeg(between)?.picture).toEqual(plain)
})

test('[H14] how a picture has to be turned is read, and written without its other metadata', () => {
  const plain = jpegFile(10, 10)
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    expect(readJpeg(jpegFile(10, 10, { extra: orientationExif(orientation) }))).toMatchObject({
      orientation,
      picture: plain,
    })
    expect(readJpeg(withOrientation(plain, orientation))).toMatchObject({ orientation, picture: plain })
    const turned = [orientation]
    for (let turn = 0; turn < 4; turn += 1) turned.push(rotateClockwise(turned.at(-1) ?? 0))
    expect(new Set(turned).size).toBe(4)
    expect(turned.at(-1)).toBe(orientation)
  }
})

test('[H14] a color profile belongs to the picture', () => {
  const file = jpegFile(480, 360, { extra: segment(0xe2, ascii('ICC_PROFILE\0')) })
  expect(readJpeg(file)?.picture).toEqual(file)
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
