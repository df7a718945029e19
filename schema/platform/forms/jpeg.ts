/** Reads the structure of a JPEG file, takes out of it what is not the picture, and turns it without encoding it again. */

export interface JpegFile {
  width: number
  height: number
  /** How the picture has to be turned or mirrored, 1 to 8 as in EXIF; 1 is upright. */
  orientation: number
  /** The file without EXIF, XMP, IPTC and comments, which may say where and by whom a photo was taken. */
  picture: Uint8Array
}

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const COMMENT = 0xfe
const EXIF = 0xe1
/** The segments for applications that draw the picture: file format, color profile, color transform. */
const PICTURE_APPS: ReadonlyMap<number, string> = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])
const ORIENTATION = 0x0112
const UPRIGHT = 1

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function startsWith(content: Uint8Array, text: string): boolean {
  return [...text].every((letter, index) => content[index] === letter.charCodeAt(0))
}

function isMetadata(marker: number, content: Uint8Array): boolean {
  if (marker === COMMENT) return true
  if (marker < 0xe0 || marker > 0xef) return false
  const name = PICTURE_APPS.get(marker)
  return name === undefined || !startsWith(content, name)
}

/** Returns the orientation that EXIF data has, 0 without one. */
function readOrientation(content: Uint8Array): number {
  if (!startsWith(content, 'Exif\0\0')) return 0
  const tiff = content.subarray(6)
  const isLittle = tiff[0] === 0x49
  const byte = (at: number) => tiff[at] ?? 0
  const short = (at: number) => (isLittle ? byte(at) | (byte(at + 1) << 8) : (byte(at) << 8) | byte(at + 1))
  const long = (at: number) =>
    isLittle ? short(at) + short(at + 2) * 0x10000 : short(at) * 0x10000 + short(at + 2)
  const directory = long(4)
  for (let entry = 0; entry < Math.min(short(directory), 100); entry += 1) {
    const at = directory + 2 + entry * 12
    if (short(at) === ORIENTATION) return short(at + 8) <= 8 ? short(at + 8) : 0
  }
  return 0
}

/** Returns the position of the next marker after the compressed data at `from`; the end of the file without one. */
function afterScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (bytes[at] === 0xff && !isData) return at
  }
  return bytes.length
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Walks through the segments of a JPEG file; `null` for a file that is none, or has anything after its end unless `dropsTail`. */
export function readJpeg(bytes: Uint8Array, { dropsTail = false } = {}): JpegFile | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null
  const parts = [bytes.subarray(0, 2)]
  let [width, height, orientation] = [0, 0, UPRIGHT]
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) {
      if ((at + 2 !== bytes.length && !dropsTail) || width === 0 || height === 0) return null
      return { width, height, orientation, picture: join([...parts, bytes.subarray(at, at + 2)]) }
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (length < 2 || at + 2 + length > bytes.length) return null
    const content = bytes.subarray(at + 4, at + 2 + length)
    if (isFrame(marker)) {
      height = ((content[1] ?? 0) << 8) | (content[2] ?? 0)
      width = ((content[3] ?? 0) << 8) | (content[4] ?? 0)
    }
    if (marker === EXIF) orientation = readOrientation(content) || orientation
    const next = marker === SCAN ? afterScan(bytes, at + 2 + length) : at + 2 + length
    if (!isMetadata(marker, content)) parts.push(bytes.subarray(at, next))
    at = next
  }
  return null
}

/** The orientation after a quarter turn clockwise, for each orientation from 1. */
const CLOCKWISE = [6, 7, 8, 5, 2, 3, 4, 1]

/** Returns the orientation after a quarter turn clockwise. */
export function rotateClockwise(orientation: number): number {
  return CLOCKWISE[orientation - 1] ?? CLOCKWISE[0] ?? UPRIGHT
}

/** Returns a picture without metadata with the one entry of EXIF that browsers turn it by. */
export function withOrientation(picture: Uint8Array, orientation: number): Uint8Array {
  if (orientation === UPRIGHT) return picture
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const content = [...[...'Exif\0\0'].map((letter) => letter.charCodeAt(0)), ...tiff, 0, 0, 0, 0]
  const segment = Uint8Array.of(0xff, EXIF, 0, content.length + 2, ...content)
  return join([picture.subarray(0, 2), segment, picture.subarray(2)])
}
