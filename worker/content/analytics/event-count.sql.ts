/** Counts of analytics events by day, kind and sku. */
import { and, desc, eq, gte, lt, ne, or, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { eventCount } from '../../../schema/content/analytics/event-count.table.ts'
import type { TrackedCount } from '../../../schema/platform/analytics/analytics-event.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

/** Returns the statement that adds the events of beacons to the counts of their days, except events of unknown skus. */
export function countEvents(
  db: D1Database,
  beacons: readonly { day: string; events: readonly TrackedCount[] }[],
): D1PreparedStatement {
  const sums = new Map<string, [day: string, kind: string, sku: string, count: number]>()
  for (const { day, events } of beacons) {
    for (const { kind, sku } of events) {
      const key = `${day} ${kind} ${sku}`
      const sum = sums.get(key)
      if (sum) sum[3] += 1
      else sums.set(key, [day, kind, sku, 1])
    }
  }
  const column = (at: number) => sql`value ->> ${sql.raw(`'$[${at}]'`)}`
  const sku = column(2)
  const insert = insertFrom(
    eventCount,
    { day: column(0), kind: column(1), sku, count: column(3) },
    sql`from json_each(${JSON.stringify([...sums.values()])})
      where ${sku} = '' or exists (select 1 from ${product} where ${product.sku} = ${sku})`,
  )
  return toStatement(
    db,
    sql`${insert} on conflict (day, kind, sku) do update set count = ${eventCount.count} + excluded.count`,
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
