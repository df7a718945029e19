/** Checks and stores the photos of a review. */
import {
  PHOTO_MAX,
  PHOTO_MESSAGES,
  PHOTOS_MAX,
  withoutMetadata,
} from '../../../../schema/content/reviews/review-photo.ts'
import { imageType } from '../../../../schema/platform/forms/file-signature.ts'
import { putPrivateFile } from '../../../orders/status/private-file.ts'
import { newSecretToken } from '../../../platform/security/secret-token.ts'

export interface CheckedPhoto {
  fileKey: string
  contentType: string
  bytes: Uint8Array
}

/** Returns the photos without metadata, or the error message. Their content decides the type, not their name. */
export async function checkPhotos(
  files: readonly File[],
): Promise<{ ok: true; photos: CheckedPhoto[] } | { ok: false; message: string }> {
  if (files.length > PHOTOS_MAX) return { ok: false, message: PHOTO_MESSAGES.tooMany }
  if (files.some(({ size }) => size > PHOTO_MAX)) return { ok: false, message: PHOTO_MESSAGES.tooLarge }
  const photos: CheckedPhoto[] = []
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const contentType = imageType(bytes)
    const clean = contentType && withoutMetadata(contentType, bytes)
    if (!contentType || !clean) return { ok: false, message: PHOTO_MESSAGES.content }
    photos.push({ fileKey: `review/${newSecretToken()}`, contentType, bytes: clean })
  }
  return { ok: true, photos }
}

/** Stores the files. */
export async function storePhotos(
  bucket: Pick<R2Bucket, 'put'>,
  photos: readonly CheckedPhoto[],
): Promise<void> {
  for (const { fileKey, bytes, contentType } of photos)
    await putPrivateFile(bucket, fileKey, bytes, contentType)
}
