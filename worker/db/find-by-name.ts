/** Plain search: names, models and numbers as they are written (spec §5: at least 3 characters). */
import { LISTED } from './listing-conditions.ts'

/** Words beyond this many are not looked at. */
const MAX_WORDS = 6
const FROM = 'from product p join stock s on s.stock_sku = p.stock_sku'

/**
 * Ids of listed products whose name or number holds every word, newest first, and how many there are. `instr`
 * instead of `like`, because D1 takes patterns of at most 50 bytes and shoppers type `%` and `_`.
 */
export async function findByName(
  db: D1Database,
  text: string,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return { ids: [], total: 0 }
  const holds = "instr(lower(p.name || ' ' || p.sku || ' ' || coalesce(p.part_number, '')), ?) > 0"
  const { results } = await db
    .prepare(
      `select p.id, count(*) over () as total ${FROM}
       where ${LISTED} and ${words.map(() => holds).join(' and ')} order by p.created_at desc, p.id desc limit ?`,
    )
    .bind(...words, limit)
    .all<{ id: number; total: number }>()
  return { ids: results.map(({ id }) => id), total: results[0]?.total ?? 0 }
}

export interface ModelName {
  brandSlug: string
  modelSlug: string
}

/** The models that are called `slug`, with or without their brand in front. */
export async function findModel(db: D1Database, slug: string): Promise<ModelName | null> {
  const { results } = await db
    .prepare(
      `select distinct p.brand_slug as brandSlug, p.model_slug as modelSlug ${FROM}
       where ${LISTED} and (p.model_slug = ?1 or p.brand_slug || '-' || p.model_slug = ?1) limit 2`,
    )
    .bind(slug)
    .all<ModelName>()
  // Two brands with a model of one name: a list of both is the better answer.
  return results.length === 1 ? (results[0] ?? null) : null
}

/** Sku of the product that has this sku or part number. */
export async function findByNumber(db: D1Database, number: string): Promise<string | null> {
  const row = await db
    .prepare('select sku from product where sku = ?1 and status in (0, 1)')
    .bind(number.toUpperCase())
    .first<{ sku: string }>()
  return row?.sku ?? null
}
