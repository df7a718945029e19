/** Reads the structure of a JPEG file: its size in pixels, and whether anything but the picture is in it. */

export interface JpegFile {
  width: number
  height: number
  /** True for EXIF, XMP, IPTC and comments, which may say where and by whom a photo was taken. */
  hasMetadata: boolean
}

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const COMMENT = 0xfe
/** JFIF, color profile and Adobe's color transform belong to the picture. */
const PICTURE_APPS = [0xe0, 0xe2, 0xee]
const MULTI_PICTURE = [0x4d, 0x50, 0x46]

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function isMetadata(marker: number, content: Uint8Array): boolean {
  if (marker === COMMENT) return true
  if (marker < 0xe0 || marker > 0xef) return false
  // A second picture in the file has metadata of its own.
  return !PICTURE_APPS.includes(marker) || MULTI_PICTURE.every((byte, index) => content[index] === byte)
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

/** Walks through the segments of a JPEG file; `null` for a file that is none or has anything after its end. */
export function readJpeg(bytes: Uint8Array): JpegFile | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null
  const file: JpegFile = { width: 0, height: 0, hasMetadata: false }
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) return at + 2 === bytes.length && file.width > 0 && file.height > 0 ? file : null
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (length < 2 || at + 2 + length > bytes.length) return null
    const content = bytes.subarray(at + 4, at + 2 + length)
    if (isMetadata(marker, content)) file.hasMetadata = true
    if (isFrame(marker)) {
      file.height = ((content[1] ?? 0) << 8) | (content[2] ?? 0)
      file.width = ((content[3] ?? 0) << 8) | (content[4] ?? 0)
    }
    at = marker === SCAN ? afterScan(bytes, at + 2 + length) : at + 2 + length
  }
  return null
}
