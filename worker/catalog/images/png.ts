/** Encodes PNG files from rows of pixels, and compresses the rows as they arrive, in short steps. */
import { crc32 } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** 8 bits for each of red, green and blue. */
const FORMAT = [8, 2, 0, 0, 0]
const CHANNELS = 3
/** PNG filter that stores each byte as the difference from the pixel above; gradients then compress well. */
const FILTER_UP = 2

/** Encodes a picture. `strips` are opaque RGBA rows from the top, `height` rows in total. */
export async function encodePng(
  width: number,
  height: number,
  strips: AsyncIterable<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const deflate = new CompressionStream('deflate')
  const compressed = new Response(deflate.readable).arrayBuffer()
  const writer = deflate.writable.getWriter()
  let above = new Uint8Array(width * CHANNELS)
  for await (const strip of strips) {
    const rows = strip.length / (width * 4)
    const lines = new Uint8Array(rows * (1 + width * CHANNELS))
    for (let row = 0, at = 0; row < rows; row++) {
      const line = new Uint8Array(width * CHANNELS)
      lines[at++] = FILTER_UP
      for (let x = 0; x < width; x++) {
        for (let channel = 0; channel < CHANNELS; channel++) {
          const value = strip[(row * width + x) * 4 + channel] ?? 0
          const index = x * CHANNELS + channel
          line[index] = value
          lines[at++] = value - (above[index] ?? 0)
        }
      }
      above = line
    }
    await writer.write(lines)
  }
  await writer.close()
  const header = new Uint8Array([...uint32(width), ...uint32(height), ...FORMAT])
  const parts = [
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', new Uint8Array(await compressed)),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function chunk(type: string, data: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(data.length + 12)
  whole.set(uint32(data.length))
  whole.set(new TextEncoder().encode(type), 4)
  whole.set(data, 8)
  whole.set(uint32(crc32(whole.subarray(4, data.length + 8))), data.length + 8)
  return whole
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
