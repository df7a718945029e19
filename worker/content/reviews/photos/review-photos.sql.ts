/** Reads and deletes the photos of reviews. */
import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { review, reviewPhoto } from '../../../../schema/content/reviews/review.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'

/**
 * Columns of a query over `review`: the ids of the review's photos, the first chosen first. The names are literal, because
 * Drizzle writes columns without their table in a query over one table, and both tables have an `id`.
 */
const photoIds = (condition: SQL) =>
  sql`(select json_group_array(photo.id order by photo.id) from review_photo as photo
    where photo.review_id = review.id and ${condition})`.mapWith(
    (list) => JSON.parse(String(list)) as number[],
  )
export const PHOTO_IDS = photoIds(sql`photo.removed_at is null`)
export const REMOVED_PHOTO_IDS = photoIds(sql`photo.removed_at is not null`)

/** Returns a photo and whether shoppers may see it; `null` when there is none. */
export async function findPhoto(
  db: D1Database,
  id: number,
): Promise<{ fileKey: string; contentType: string; isShown: boolean } | null> {
  const { fileKey, contentType, removedAt } = reviewPhoto
  const row = await connect(db)
    .select({ fileKey, contentType, removedAt, isApproved: review.isApproved })
    .from(reviewPhoto)
    .innerJoin(review, eq(review.id, reviewPhoto.reviewId))
    .where(eq(reviewPhoto.id, id))
    .get()
  return row ? { ...row, isShown: row.isApproved && row.removedAt === null } : null
}

/** Returns photos that nobody has been shown since `before`: of refused or never moderated reviews, and those taken down. */
export function findHiddenPhotos(
  db: D1Database,
  before: number,
  limit: number,
): Promise<{ id: number; fileKey: string }[]> {
  const isRefused = lt(sql`coalesce(${review.refusedAt}, ${review.createdAt})`, before)
  const isHidden = sql`((${review.isApproved} = 0 and ${isRefused})
    or ${and(isNotNull(reviewPhoto.removedAt), lt(reviewPhoto.removedAt, before))})`
  return connect(db)
    .select({ id: reviewPhoto.id, fileKey: reviewPhoto.fileKey })
    .from(reviewPhoto)
    .innerJoin(review, eq(review.id, reviewPhoto.reviewId))
    .where(isHidden)
    .limit(limit)
}

export async function deleteReviewPhotos(db: D1Database, ids: readonly number[]): Promise<void> {
  await connect(db)
    .delete(reviewPhoto)
    .where(inArray(reviewPhoto.id, [...ids]))
}

/** Returns the statement that takes a photo down, or with `null` shows it again with its review. */
export function setPhotoRemoved(db: D1Database, id: number, removedAt: number | null) {
  const isOther = removedAt === null ? isNotNull(reviewPhoto.removedAt) : isNull(reviewPhoto.removedAt)
  return connect(db)
    .update(reviewPhoto)
    .set({ removedAt })
    .where(and(eq(reviewPhoto.id, id), isOther))
}
