/** Counts what shoppers ask for, by day (H14s). */
import { type SQL, sql } from 'drizzle-orm'
import type { AskedList } from '../../../schema/platform/analytics/analytics-event.ts'
import { searchMiss, sizeDemand } from '../../../schema/staff/reports/demand.table.ts'
import { type Miss, readAsked } from '../../../schema/staff/reports/read-asked.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'

/** Lists of one beacon that are counted; a shopper’s page shows fewer. */
const MAX_LISTS = 10
/** Sizes and questions of one day; further ones are not counted, as nobody would read them. */
const MAX_SIZES = 3_000
const MAX_MISSES = 1_000

type SizeCount = [day: string, size: string, asked: number, missed: number]

/** Returns the statements that add the lists of beacons to the demand of their days. A beacon asks for a size once. */
export function countDemand(
  db: D1Database,
  beacons: readonly { day: string; asked?: readonly AskedList[] }[],
): D1PreparedStatement[] {
  const sizes = new Map<string, SizeCount>()
  const misses = new Map<string, Miss & { day: string; count: number }>()
  for (const { day, asked = [] } of beacons) {
    const lists = asked.slice(0, MAX_LISTS).map(({ path, isEmpty }) => {
      const [pathname = '', search = ''] = path.split('?', 2)
      return { ...readAsked({ pathname, params: [...new URLSearchParams(search)], isEmpty }), isEmpty }
    })
    const missed = new Set(lists.flatMap((list) => (list.isEmpty ? list.sizes : [])))
    for (const size of new Set(lists.flatMap((list) => list.sizes))) {
      const [, , before = 0, empty = 0] = sizes.get(`${day} ${size}`) ?? []
      sizes.set(`${day} ${size}`, [day, size, before + 1, empty + Number(missed.has(size))])
    }
    const questions = lists.flatMap(({ miss }) => (miss ? [[JSON.stringify(miss), miss] as const] : []))
    for (const [key, miss] of new Map(questions)) {
      const id = `${day} ${key}`
      misses.set(id, { ...miss, day, count: (misses.get(id)?.count ?? 0) + 1 })
    }
  }
  return [
    ...(sizes.size > 0 ? [addSizes([...sizes.values()])] : []),
    ...(misses.size > 0 ? [addMisses([...misses.values()])] : []),
  ].map((query) => toStatement(db, query))
}

function addSizes(rows: readonly SizeCount[]): SQL {
  return sql`insert into ${sizeDemand} (day, size, asked, missed)
    select j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3 from json_each(${JSON.stringify(rows)}) j
      where (select count(*) from ${sizeDemand} d where d.day = j.value ->> 0) < ${MAX_SIZES}
        or exists (select 1 from ${sizeDemand} d where d.day = j.value ->> 0 and d.size = j.value ->> 1)
    on conflict (day, size) do update set asked = ${sizeDemand.asked} + excluded.asked,
      missed = ${sizeDemand.missed} + excluded.missed`
}

function addMisses(rows: readonly (Miss & { day: string; count: number })[]): SQL {
  return sql`insert into ${searchMiss} (day, words, filters, typed, count)
    select j.value ->> 'day', j.value ->> 'words', j.value ->> 'filters', j.value ->> 'typed', j.value ->> 'count'
      from json_each(${JSON.stringify(rows)}) j
      where (select count(*) from ${searchMiss} d where d.day = j.value ->> 'day') < ${MAX_MISSES}
        or exists (select 1 from ${searchMiss} d where d.day = j.value ->> 'day' and d.words = j.value ->> 'words'
          and d.filters = j.value ->> 'filters' and d.typed = j.value ->> 'typed')
    on conflict (day, words, filters, typed) do update set count = ${searchMiss.count} + excluded.count`
}

/** Deletes sizes before one day, and questions before another. */
export async function deleteOldDemand(
  db: D1Database,
  { sizes, misses }: { sizes: string; misses: string },
): Promise<void> {
  const client = connect(db)
  await client.batch([
    client.delete(sizeDemand).where(sql`day < ${sizes}`),
    client.delete(searchMiss).where(sql`day < ${misses}`),
  ])
}
