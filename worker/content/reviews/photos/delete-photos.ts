/** Deletes photos of reviews that are not shown. */
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import type { Env } from '../../../env.ts'
import { deletePrivateFiles } from '../../../orders/status/private-file.ts'
import { deleteReviewPhotos, findHiddenPhotos } from './review-photos.sql.ts'

/** How long photos of refused, waiting or taken down reviews are stored: staff may change their mind meanwhile. */
const HIDDEN_PHOTOS_MS = 90 * DAY_MS
/** Largest number of photos that one run of cron deletes; a statement of D1 has up to 100 parameters. */
const DELETED_PER_RUN = 90

/** Deletes photos that nobody was shown for 90 days. The rows go last, so the next run continues an interrupted one. */
export async function deleteHiddenPhotos(
  { DB, PICTURES }: Pick<Env, 'DB' | 'PICTURES'>,
  now: number,
): Promise<void> {
  const photos = await findHiddenPhotos(DB, now - HIDDEN_PHOTOS_MS, DELETED_PER_RUN)
  if (photos.length === 0) return
  await deletePrivateFiles(
    PICTURES,
    photos.map(({ fileKey }) => fileKey),
  )
  await deleteReviewPhotos(
    DB,
    photos.map(({ id }) => id),
  )
}
