/** Reads the photos of reviews. */
import { sql } from 'drizzle-orm'

/**
 * A column of a query over `review`: the ids of the review's photos, the first chosen first. The names are literal, because
 * Drizzle writes columns without their table in a query over one table, and both tables have an `id`.
 */
export const PHOTO_IDS = sql`(select json_group_array(photo.id order by photo.id) from review_photo as photo
  where photo.review_id = review.id)`.mapWith((list) => JSON.parse(String(list)) as number[])
