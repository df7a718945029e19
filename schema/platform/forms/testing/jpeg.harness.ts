/** JPEG files for tests, built segment by segment. */

/** Returns a segment: marker, length and content. */
export function segment(marker: number, content: readonly number[]): number[] {
  const length = content.length + 2
  return [0xff, marker, length >> 8, length & 255, ...content]
}

export const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

/** EXIF with a place: an IFD with one entry, the pointer to GPS data. */
export const GPS_EXIF = segment(0xe1, [
  ...ascii('Exif\0\0MM\0*'),
  ...[0, 0, 0, 8, 0, 1, 0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0],
])

/** EXIF with one entry, the orientation of the picture. */
export function orientationExif(orientation: number): number[] {
  return segment(0xe1, [
    ...ascii('Exif\0\0II*\0'),
    ...[8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0],
  ])
}

/** Returns a JPEG file of this size; `extra` segments stand before the picture, `tail` after its end. */
export function jpegFile(
  width: number,
  height: number,
  {
    extra = [],
    tail = [],
    fill = 0,
  }: { extra?: readonly number[]; tail?: readonly number[]; fill?: number } = {},
): Uint8Array<ArrayBuffer> {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, [...ascii('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 0, 0]),
    ...extra,
    ...segment(
      0xdb,
      Array.from({ length: 65 }, () => 1),
    ),
    ...segment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    ...segment(
      0xc4,
      Array.from({ length: 19 }, (_, index) => (index === 1 ? 1 : 0)),
    ),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x12, 0xff, 0x00, 0xff, 0xd0, 0x34],
    ...Array.from({ length: fill }, () => 0x55),
    ...[0xff, 0xd9],
    ...tail,
  ])
}
