/**
 * Photos of returns. They are stored before the rest of the form is checked, so that a refused form loses none; name
 * and type of a file are the sender's claims, so its content decides.
 */
import { createHash } from 'node:crypto'
import {
  RETURN_MESSAGES,
  RETURN_PHOTO_MAX,
  RETURN_PHOTOS_MAX,
} from '../../../schema/orders/returns/return-form.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { imageType } from '../../../schema/platform/forms/file-signature.ts'
import type { Env } from '../../env.ts'
import { deletePrivateFiles, putPrivateFile } from '../status/private-file.ts'
import { deleteReturnPhotos, findUnneededPhotos, insertPhoto, readPhotoKeys } from './return-photo.sql.ts'

type PhotoEnv = Pick<Env, 'DB' | 'PICTURES'>

/** How long photos wait for their form, and how many one run of the cron deletes. */
const UNFINISHED_MS = DAY_MS
const DELETED_PER_RUN = 200

/**
 * Stores the valid photos of a form. Returns the number of its photos, with those of earlier attempts, and the message
 * about the first photo that was refused. A photo that is stored already counts once, so a repeated form is not refused.
 */
export async function storeReturnPhotos(
  env: PhotoEnv,
  files: readonly File[],
  form: { orderNumber: string; once: string; now: number },
): Promise<{ count: number; message: string | null }> {
  const stored = await readPhotoKeys(env.DB, form)
  let message: string | null = null
  for (const file of files) {
    const bytes = file.size > RETURN_PHOTO_MAX ? null : new Uint8Array(await file.arrayBuffer())
    const contentType = bytes && imageType(bytes)
    if (bytes === null || contentType === null) {
      message ??= bytes ? RETURN_MESSAGES.photoType : RETURN_MESSAGES.photoSize
      continue
    }
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    const fileKey = `returns/${form.orderNumber}/${form.once}/${hash}`
    if (stored.has(fileKey)) continue
    if (
      stored.size < RETURN_PHOTOS_MAX &&
      (await storePhoto(env, { ...form, fileKey, contentType }, bytes))
    ) {
      stored.add(fileKey)
      continue
    }
    message ??= stored.size < RETURN_PHOTOS_MAX ? RETURN_MESSAGES.orderPhotos : RETURN_MESSAGES.photoCount
    break
  }
  return { count: stored.size, message }
}

/** Stores a photo, the file first, so that each row has its file. False if the form or the order can have no more. */
async function storePhoto(
  { DB, PICTURES }: PhotoEnv,
  photo: Parameters<typeof insertPhoto>[1],
  bytes: Uint8Array,
): Promise<boolean> {
  await putPrivateFile(PICTURES, photo.fileKey, bytes, photo.contentType)
  if (await insertPhoto(DB, photo)) return true
  // Another request with the same form may have recorded the same photo meanwhile.
  if ((await readPhotoKeys(DB, photo)).has(photo.fileKey)) return true
  await deletePrivateFiles(PICTURES, [photo.fileKey])
  return false
}

/** Deletes photos that no case needs. The rows go last, so an interrupted run is continued by the next. */
export async function deleteUnneededPhotos(env: PhotoEnv, now: number): Promise<void> {
  const photos = await findUnneededPhotos(env.DB, now - UNFINISHED_MS, DELETED_PER_RUN)
  if (photos.length === 0) return
  await deletePrivateFiles(
    env.PICTURES,
    photos.map(({ fileKey }) => fileKey),
  )
  await deleteReturnPhotos(
    env.DB,
    photos.map(({ id }) => id),
  )
}
