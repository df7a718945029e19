/**
 * Makes two JPEG files of a photo in a worker (H14). The picture is reduced while it is decoded: a canvas of the full
 * picture is black on phones above 16.7 million pixels. Encoding again drops EXIF and with it the place of the photo.
 */
import { differenceHash, HASH_HEIGHT, HASH_WIDTH, isOneColor, toGray } from './difference-hash.ts'
import {
  MAX_PICTURE_BYTES,
  type PictureProblem,
  type PictureSource,
  type ResizedPicture,
  type ResizeReply,
  type ResizeRequest,
} from './resize-messages.ts'

/** Longer sides of the two files in pixels; the product page shows the first, lists show the second. */
const LARGE_SIDE = 1600
const SMALL_SIDE = 480
const QUALITY = 0.8

/** Square root of the pixels that a large photo is decoded to: enough for the larger file, and little memory. */
const DECODED_SIDE = 2000

/** Decodes a JPEG file in part where the browser can; otherwise `null`. A photo of 48 megapixels has 190 MB when it is whole. */
async function decodeInPart(file: Blob): Promise<ImageBitmap | null> {
  if (file.type !== 'image/jpeg' || !('ImageDecoder' in globalThis)) return null
  const size = { desiredWidth: DECODED_SIDE, desiredHeight: DECODED_SIDE }
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type, ...size })
  try {
    const { image } = await decoder.decode()
    return await createImageBitmap(image).finally(() => image.close())
  } catch {
    return null
  } finally {
    decoder.close()
  }
}

/** Decodes the file at this width; `null` for a file that the browser can't decode. */
async function decode(file: Blob, width: number): Promise<ImageBitmap | null> {
  const options = { imageOrientation: 'from-image', resizeWidth: width, resizeQuality: 'medium' } as const
  return createImageBitmap(file, options).catch(() => null)
}

function draw(bitmap: ImageBitmap, width: number, height: number): OffscreenCanvasRenderingContext2D | null {
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false })
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
  }
  return context
}

async function encode(bitmap: ImageBitmap, side: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const [width = 1, height = 1] = [bitmap.width, bitmap.height].map((pixels) =>
    Math.max(1, Math.round(pixels * scale)),
  )
  const canvas = draw(bitmap, width, height)?.canvas
  return (await canvas?.convertToBlob({ type: 'image/jpeg', quality: QUALITY })) ?? null
}

function readGray(bitmap: ImageBitmap): number[] {
  const data = draw(bitmap, HASH_WIDTH, HASH_HEIGHT)?.getImageData(0, 0, HASH_WIDTH, HASH_HEIGHT).data
  return toGray(data ?? [])
}

/** Recognizes HEIC and HEIF by their first bytes: a box `ftyp` with one of their brands. */
async function isHeic(file: Blob): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer())
  return /^ftyp(heic|heix|hevc|heim|heis|mif1|msf1)/.test(head)
}

async function open(source: PictureSource): Promise<ImageBitmap | PictureProblem> {
  if (source instanceof ImageBitmap) return source
  if (source.size > MAX_PICTURE_BYTES) return 'too-large'
  return (
    (await decodeInPart(source)) ??
    (await decode(source, LARGE_SIDE)) ??
    ((await isHeic(source)) ? 'heic' : 'not-a-picture')
  )
}

async function resize(source: PictureSource): Promise<ResizedPicture | PictureProblem> {
  const bitmap = await open(source)
  if (typeof bitmap === 'string') return bitmap
  const gray = readGray(bitmap)
  if (isOneColor(gray)) {
    bitmap.close()
    return 'one-color'
  }
  const [large, small] = [await encode(bitmap, LARGE_SIDE), await encode(bitmap, SMALL_SIDE)]
  bitmap.close()
  return large && small ? { large, small, hash: differenceHash(gray) } : 'not-a-picture'
}

addEventListener('message', async ({ data: { id, source } }: MessageEvent<ResizeRequest>) => {
  const result = await resize(source).catch((): PictureProblem => 'not-a-picture')
  const reply: ResizeReply = typeof result === 'string' ? { id, problem: result } : { id, picture: result }
  postMessage(reply)
})
