/** Reviews that may be shown (spec §7: approved, 5 stars, with text) and the honest numbers beside them. */
export interface ShownReviews {
  shown: { id: number; text: string; reviewer: string }[]
  fiveStar: number
  all: number
  /** Average of all approved ones. */
  rating: number
}

/** Newest first; `null` when nobody has written yet. One batch. */
export async function topReviews(db: D1Database, limit: number): Promise<ShownReviews | null> {
  const [shown, numbers] = await db.batch<Record<string, string | number>>([
    db
      .prepare(
        `select id, text, reviewer_name as reviewer from review
         where is_approved = 1 and rating = 5 and text <> '' order by created_on desc, id desc limit ?`,
      )
      .bind(limit),
    db.prepare(
      `select count(*) as n, coalesce(sum(rating = 5), 0) as five, coalesce(avg(rating), 0) as average
       from review where is_approved = 1`,
    ),
  ])
  const { n = 0, five = 0, average = 0 } = numbers?.results[0] ?? {}
  if (Number(n) === 0) return null
  return {
    shown: (shown?.results ?? []).map(({ id, text, reviewer }) => ({
      id: Number(id),
      text: String(text),
      reviewer: String(reviewer),
    })),
    fiveStar: Number(five),
    all: Number(n),
    rating: Number(average),
  }
}
