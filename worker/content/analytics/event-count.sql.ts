/** How often things happened, per day, kind and sku. */
import type { TrackedCount } from '../../../schema/platform/analytics/analytics-event.ts'

/** Adds each of these once to its day. A sku that the shop does not have is not counted. */
export async function countEvents(
  db: D1Database,
  day: string,
  events: readonly TrackedCount[],
): Promise<void> {
  const sums = new Map<string, TrackedCount & { count: number }>()
  for (const { kind, sku } of events) {
    const key = `${kind} ${sku}`
    sums.set(key, { kind, sku, count: (sums.get(key)?.count ?? 0) + 1 })
  }
  const add = db.prepare(
    `INSERT INTO event_count (day, kind, sku, count)
     SELECT ?1, ?2, ?3, ?4 WHERE ?3 = '' OR EXISTS (SELECT 1 FROM product WHERE sku = ?3)
     ON CONFLICT (day, kind, sku) DO UPDATE SET count = count + excluded.count`,
  )
  await db.batch([...sums.values()].map(({ kind, sku, count }) => add.bind(day, kind, sku, count)))
}

export interface DayCount {
  day: string
  kind: string
  count: number
}

export interface SkuCount {
  sku: string
  kind: string
  count: number
}

/** Everything since `day` by day and kind, and the products with the most of each kind. One batch. */
export async function countsSince(
  db: D1Database,
  day: string,
  products: number,
): Promise<{ days: DayCount[]; skus: SkuCount[] }> {
  const [days, skus] = await db.batch<DayCount & SkuCount>([
    // A purchase is counted for itself and for each of its products.
    db
      .prepare(
        `SELECT day, kind, sum(count) AS count FROM event_count
         WHERE day >= ? AND (kind <> 'purchase' OR sku = '') GROUP BY day, kind ORDER BY day DESC, kind`,
      )
      .bind(day),
    db
      .prepare(
        `SELECT sku, kind, sum(count) AS count FROM event_count WHERE day >= ? AND sku <> ''
         GROUP BY sku, kind ORDER BY count DESC, sku LIMIT ?`,
      )
      .bind(day, products),
  ])
  return { days: days?.results ?? [], skus: skus?.results ?? [] }
}

/** Forgets what is older than `day`. */
export async function deleteOldCounts(db: D1Database, day: string): Promise<void> {
  await db.prepare('DELETE FROM event_count WHERE day < ?').bind(day).run()
}
