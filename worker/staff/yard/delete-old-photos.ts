/** Deletes photos of sold units two years after the sale, and those of scrap after 30 days (H14h). */
import { isPhotoOf, smallPhotoName } from '../../../schema/catalog/images/photo-name.ts'
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { inParts } from '../../../schema/platform/parts.ts'
import { SHOP_ACTOR } from '../../../schema/staff/changes/change.ts'
import { PHOTO_FOLDER } from '../../catalog/images/photo-address.ts'
import type { Env } from '../../env.ts'
import { applyMany } from '../changes/apply-many.ts'
import {
  deleteIntakePhotos,
  findOldPhotos,
  findScrappedIntakes,
  type OldPhotos,
  readPhotoNames,
} from './old-photos.sql.ts'

/** Claims come within two years. */
const SOLD_PHOTOS_MS = 730 * DAY_MS
/** As long as scrapping can be undone. */
const SCRAP_PHOTOS_MS = 30 * DAY_MS
/** The hour of the day in UTC, at night in Chicago. */
const NIGHT_HOUR = 9
/** Units, and intakes that were scrapped, of one night; the next nights take the rest. All of cron shares 1,000 queries. */
const UNITS_MAX = 100
/** Files that the bucket deletes by one call. */
const FILES_MAX = 1_000
/** Of one batch. */
const AT_ONCE = 40
const WHY = {
  sold: 'Photos are deleted two years after the sale.',
  scrap: 'Photos of scrap are deleted after 30 days.',
} as const

type PhotoEnv = Pick<Env, 'DB' | 'PICTURES'>

/** Runs at night. The rows go last, so the next night continues an interrupted run. `now` is in milliseconds. */
export async function deleteOldPhotos(env: PhotoEnv, now: number): Promise<void> {
  if (Math.floor((now % DAY_MS) / HOUR_MS) !== NIGHT_HOUR) return
  const before = { sold: now - SOLD_PHOTOS_MS, scrapped: now - SCRAP_PHOTOS_MS }
  const scrapped = await findScrappedIntakes(env.DB, before.scrapped, UNITS_MAX)
  const units = await findOldPhotos(env.DB, before, UNITS_MAX)
  const due = [...scrapped.map((sku) => ({ sku, reason: 'intake' as const })), ...units]
  for (let from = 0; from < due.length; from += AT_ONCE) {
    const part = due.slice(from, from + AT_ONCE)
    await deleteFiles(
      env,
      part.map(({ sku }) => sku),
    )
    for (const reason of ['sold', 'scrap'] as const)
      await deleteRows(
        env.DB,
        reason,
        part.flatMap((one) => (one.reason === reason ? one.sku : [])),
        now,
      )
    await deleteIntakePhotos(
      env.DB,
      part.map(({ sku }) => sku),
    )
  }
}

/** A set shows the files of its tires, and a catalog may have files of its own: only a unit’s own files are deleted with it. */
async function deleteFiles({ DB, PICTURES }: PhotoEnv, skus: readonly string[]): Promise<void> {
  const own = (await readPhotoNames(DB, skus)).filter(({ sku, name }) => isPhotoOf(sku, name))
  const names = own.flatMap(({ name }) => [name, smallPhotoName(name) ?? name])
  const keys = [...new Set(names)].map((name) => PHOTO_FOLDER + name.replace(/^\/+/, ''))
  for (const part of inParts(keys, FILES_MAX)) await PICTURES.delete(part)
}

async function deleteRows(
  db: D1Database,
  reason: OldPhotos['reason'],
  skus: readonly string[],
  now: number,
): Promise<void> {
  if (skus.length === 0) return
  const changes = skus.map((id) => ({ id, patch: { photos: [] }, version: null, key: `photos ${id} ${now}` }))
  await applyMany(db, SHOP_ACTOR, { record: 'unit', changes, batch: `photos ${now}`, why: WHY[reason] }, now)
}
