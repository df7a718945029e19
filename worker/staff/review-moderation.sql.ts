/** The reviews that wait to be read, for the shop's own people. */

export interface PendingReview {
  id: number
  title: string
  text: string
  /** `null` where no stars were given; whoever approves it gives them. */
  rating: number | null
  reviewer: string
  /** Milliseconds. */
  createdAt: number
  customerId: number | null
  product: { id: number; sku: string; name: string } | null
}

/** Reviews on one page of the desk. */
export const PENDING_REVIEWS_PER_PAGE = 25

interface Row extends Omit<PendingReview, 'product'> {
  productId: number | null
  sku: string | null
  name: string | null
}

/** The oldest first, with how many wait. One batch. */
export async function pendingReviews(
  db: D1Database,
  page: number,
): Promise<{ reviews: PendingReview[]; total: number }> {
  const [rows, counted] = await db.batch<Row & { n: number }>([
    db
      .prepare(
        `SELECT r.id, r.title, r.text, r.rating, r.reviewer_name AS reviewer, r.created_on AS createdAt,
           r.customer_id AS customerId, r.product_id AS productId, p.sku, p.name
         FROM review r LEFT JOIN product p ON p.id = r.product_id
         WHERE r.is_approved = 0 ORDER BY r.created_on, r.id LIMIT ?1 OFFSET ?2`,
      )
      .bind(PENDING_REVIEWS_PER_PAGE, (page - 1) * PENDING_REVIEWS_PER_PAGE),
    db.prepare('SELECT count(*) AS n FROM review WHERE is_approved = 0'),
  ])
  const reviews = (rows?.results ?? []).map(({ productId, sku, name, ...review }) => ({
    ...review,
    product: productId !== null && sku !== null ? { id: productId, sku, name: name ?? '' } : null,
  }))
  return { reviews, total: counted?.results[0]?.n ?? 0 }
}

/**
 * Shows a review from now on, with its own stars or, where it has none, with `rating`; pages are made anew. False when
 * there is no such review waiting, or when nobody knows its stars.
 */
export async function approveReview(
  db: D1Database,
  { id, rating, now }: { id: number; rating: number | null; now: number },
): Promise<boolean> {
  const [approved] = await db.batch([
    db
      .prepare(
        `UPDATE review SET is_approved = 1, rating = coalesce(rating, ?2)
         WHERE id = ?1 AND is_approved = 0 AND coalesce(rating, ?2) BETWEEN 1 AND 5`,
      )
      .bind(id, rating),
    // Kept pages show reviews; they go by the catalogue's version.
    db
      .prepare("UPDATE config SET value = ?1 WHERE path = 'catalog/version' AND changes() > 0")
      .bind(`reviews-${now}`),
  ])
  return (approved?.meta.changes ?? 0) > 0
}

/** Throws a waiting review away; one that is shown stays. False when there is none. */
export async function rejectReview(db: D1Database, id: number): Promise<boolean> {
  const { meta } = await db.prepare('DELETE FROM review WHERE id = ? AND is_approved = 0').bind(id).run()
  return meta.changes > 0
}
