/** Drizzle over D1; made per request, which is cheap. */
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'

export function connect(db: D1Database) {
  return drizzle(db)
}

/**
 * The values of a list as a subquery, `x in (…)`. The whole list is one parameter: D1 takes at most 100 per statement,
 * lists of the shop are longer.
 */
export function inList(values: readonly (string | number)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`
}
