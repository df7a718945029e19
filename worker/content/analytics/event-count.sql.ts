/** Counts of analytics events by day, kind and sku. */
import { and, desc, eq, gte, lt, ne, or, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { eventCount } from '../../../schema/content/analytics/event-count.table.ts'
import type { TrackedCount } from '../../../schema/platform/analytics/analytics-event.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

/** Adds events to the counts of a day. Events of unknown skus are not counted. */
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
  await db.batch(
    [...sums.values()].map(({ kind, sku, count }) => {
      const isKnown = sql`where ${sku} = '' or exists (select 1 from ${product} where ${product.sku} = ${sku})`
      const insert = insertFrom(eventCount, { day, kind, sku, count }, isKnown)
      return toStatement(
        db,
        sql`${insert} on conflict (day, kind, sku) do update set count = ${eventCount.count} + excluded.count`,
      )
    }),
  )
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

/** Returns the counts since `day` by day and kind, and the products with the highest counts of each kind. One batch. */
export async function countsSince(
  db: D1Database,
  day: string,
  products: number,
): Promise<{ days: DayCount[]; skus: SkuCount[] }> {
  const client = connect(db)
  const { kind, sku } = eventCount
  const count = sql<number>`sum(${eventCount.count})`.as('total')
  const [days, skus] = await client.batch([
    // A purchase has a row without a sku and one for each of its products; the days use the former only.
    client
      .select({ day: eventCount.day, kind, count })
      .from(eventCount)
      .where(and(gte(eventCount.day, day), or(ne(kind, 'purchase'), eq(sku, ''))))
      .groupBy(eventCount.day, kind)
      .orderBy(desc(eventCount.day), kind),
    client
      .select({ sku, kind, count })
      .from(eventCount)
      .where(and(gte(eventCount.day, day), ne(sku, '')))
      .groupBy(sku, kind)
      .orderBy(desc(sql`total`), sku)
      .limit(products),
  ])
  return { days, skus }
}

/** Deletes the counts of days before `day`. */
export async function deleteOldCounts(db: D1Database, day: string): Promise<void> {
  await connect(db).delete(eventCount).where(lt(eventCount.day, day))
}
