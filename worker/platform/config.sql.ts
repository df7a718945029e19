/** The shop's configuration rows: path and value, such as `general/region/allowed_state`. */
import { eq } from 'drizzle-orm'
import type { MinicartCountType } from '../../schema/cart/cart-format.ts'
import { config } from '../../schema/platform/config.table.ts'
import { connect } from './client.sql.ts'

/** All paths with their values as text. */
export async function shopConfig(db: D1Database): Promise<Map<string, string>> {
  const rows = await connect(db).select().from(config)
  return new Map(rows.map(({ path, value }) => [path, value]))
}

/** What the number beside the word "Cart" counts; lines, unless it is configured otherwise. */
export async function minicartCountType(db: D1Database): Promise<MinicartCountType> {
  const row = await connect(db)
    .select({ value: config.value })
    .from(config)
    .where(eq(config.path, 'checkout/cart/minicart_count'))
    .get()
  return row?.value === 'quantities' ? 'quantities' : 'items'
}

/** Codes of the states that are delivered to, in capitals; empty when nothing is configured. */
export function allowedStates(settings: ReadonlyMap<string, string>): Set<string> {
  const list = settings.get('general/region/allowed_state') ?? ''
  return new Set(
    list
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
}
