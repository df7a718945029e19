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
import { countPhotos, deletePhotos, findUnneededPhotos, insertPhoto } from './return-photo.sql.ts'

type PhotoEnv = Pick<Env, 'DB' | 'PICTURES'>

/** How long photos wait for their form, and how many one run of the cron deletes. */
const UNFINISHED_MS = DAY_MS
const DELETED_PER_RUN = 200

/**
 * Stores the valid photos of a form. Returns the number of its photos, with those of earlier attempts, and the message
 * about the first photo that was refused.
 */
export async function storeReturnPhotos(
  env: PhotoEnv,
  files: readonly File[],
  { orderNumber, once, now }: { orderNumber: string; once: string; now: number },
): Promise<{ count: number; message: string | null }> {
  let count = await countPhotos(env.DB, { orderNumber, once })
  let message: string | null = null
  for (const file of files) {
    const bytes = file.size > RETURN_PHOTO_MAX ? null : new Uint8Array(await file.arrayBuffer())
    const contentType = bytes && imageType(bytes)
    if (bytes === null || contentType === null) {
      message ??= bytes ? RETURN_MESSAGES.photoType : RETURN_MESSAGES.photoSize
      continue
    }
    if (count >= RETURN_PHOTOS_MAX) {
      message ??= RETURN_MESSAGES.photoCount
      break
    }
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    const fileKey = `returns/${orderNumber}/${once}/${hash}`
    await putPrivateFile(env.PICTURES, fileKey, bytes, contentType)
    await insertPhoto(env.DB, { orderNumber, once, fileKey, contentType, now })
    count = await countPhotos(env.DB, { orderNumber, once })
  }
  return { count, message }
}

/** Deletes photos that no case needs. The rows go last, so an interrupted run is continued by the next. */
export async function deleteUnneededPhotos(env: PhotoEnv, now: number): Promise<void> {
  const photos = await findUnneededPhotos(env.DB, now - UNFINISHED_MS, DELETED_PER_RUN)
  if (photos.length === 0) return
  await deletePrivateFiles(
    env.PICTURES,
    photos.map(({ fileKey }) => fileKey),
  )
  await deletePhotos(
    env.DB,
    photos.map(({ id }) => id),
  )
}
