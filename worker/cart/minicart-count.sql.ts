/** The configuration of the number beside the word "Cart". */
import { eq } from 'drizzle-orm'
import type { MinicartCountType } from '../../schema/cart/cart-format.ts'
import { config } from '../../schema/platform/config.table.ts'
import { connect } from '../platform/drizzle.sql.ts'

/** Returns the configured unit of the count: lines by default. */
export async function readMinicartCountType(db: D1Database): Promise<MinicartCountType> {
  const row = await connect(db)
    .select({ value: config.value })
    .from(config)
    .where(eq(config.path, 'checkout/cart/minicart_count'))
    .get()
  return row?.value === 'quantities' ? 'quantities' : 'items'
}
