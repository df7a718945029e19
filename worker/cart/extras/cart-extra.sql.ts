/** The plans and mounting kits that the cart offers. */
import { and, asc, desc, eq } from 'drizzle-orm'
import { cartExtra } from '../../../schema/cart/extras/cart-extra.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export type CartExtra = typeof cartExtra.$inferSelect

/** Returns the plans, the one for most tires first, and the kits in the order of their offer. */
export function findCartExtras(db: D1Database): Promise<CartExtra[]> {
  const { kind, position, tires } = cartExtra
  return connect(db).select().from(cartExtra).orderBy(asc(kind), asc(position), desc(tires))
}

/** Checks whether a product is the road hazard plan. */
export async function isPlan(db: D1Database, sku: string): Promise<boolean> {
  const isKnown = and(eq(cartExtra.sku, sku), eq(cartExtra.kind, 'plan'))
  return (await connect(db).select({ sku: cartExtra.sku }).from(cartExtra).where(isKnown).get()) !== undefined
}
