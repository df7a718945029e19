/** Stores photos of units that come by a form, and turned ones, in the bucket of pictures (H14h). */
import { createHash } from 'node:crypto'
import { LARGE_PHOTO, SMALL_PHOTO, smallPhotoName } from '../../../schema/catalog/images/photo-name.ts'
import { readJpeg, rotateClockwise, withOrientation } from '../../../schema/platform/forms/jpeg.ts'
import {
  MAX_PHOTO_BYTES,
  type PhotoProblem,
  photoName,
  toUnitPhoto,
} from '../../../schema/staff/intake/unit-photo.ts'
import type { slotOf } from '../../../schema/staff/photos/photo-order.ts'
import type { UnitPhoto } from '../../../schema/staff/units/unit-record.ts'
import { PHOTO_FOLDER } from '../../catalog/images/photo-address.ts'
import type { Env } from '../../env.ts'

type PhotoEnv = Pick<Env, 'PICTURES'>

export interface OfPhoto {
  sku: string
  slot: ReturnType<typeof slotOf>
  /** Milliseconds. */
  now: number
}

/** Reads a file, but no more of it than `toUnitPhoto` refuses. */
async function readFile(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, MAX_PHOTO_BYTES + 1).arrayBuffer())
}

/** Writes both sizes under a name that follows from the content; a name is never written twice. */
async function putPhoto(
  { PICTURES }: PhotoEnv,
  { large, small }: { large: Uint8Array; small: Uint8Array },
  of: OfPhoto,
): Promise<string> {
  const hash = createHash('sha256').update(large).digest('hex').slice(0, 16)
  const name = photoName({ ...of, hash, size: LARGE_PHOTO })
  const smallName = photoName({ ...of, hash, size: SMALL_PHOTO })
  for (const [key, picture] of [
    [smallName, small],
    [name, large],
  ] as const)
    await PICTURES.put(PHOTO_FOLDER + key, picture, {
      httpMetadata: { contentType: 'image/jpeg' },
      onlyIf: new Headers({ 'If-None-Match': '*' }),
    })
  return name
}

/**
 * Stores a photo of a form without its metadata and returns its name, or what is wrong with it. Without the smaller file, which the
 * script of the page makes, the photo stands in for it.
 */
export async function storePhoto(
  env: PhotoEnv,
  files: { large: File; small: File | undefined },
  of: OfPhoto,
): Promise<{ image: string } | { problem: PhotoProblem }> {
  const large = toUnitPhoto(await readFile(files.large), LARGE_PHOTO)
  if ('problem' in large) return large
  const small = files.small && toUnitPhoto(await readFile(files.small), SMALL_PHOTO)
  const pictures = {
    large: large.picture,
    small: small && 'picture' in small ? small.picture : large.picture,
  }
  return { image: await putPhoto(env, pictures, of) }
}

/** Stores a photo after a quarter turn clockwise, and returns its name; `null` if its file is not there or no JPEG. */
export async function turnPhoto(env: PhotoEnv, photo: UnitPhoto, of: OfPhoto): Promise<string | null> {
  const turn = async (name: string) => {
    const file = await env.PICTURES.get(PHOTO_FOLDER + name.replace(/^\/+/, ''))
    const jpeg = file && readJpeg(new Uint8Array(await file.arrayBuffer()))
    return jpeg && withOrientation(jpeg.picture, rotateClockwise(jpeg.orientation))
  }
  const large = await turn(photo.image)
  if (!large) return null
  const smallName = smallPhotoName(photo.image)
  const small = smallName === null ? null : await turn(smallName)
  return putPhoto(env, { large, small: small ?? large }, of)
}
