/** The services and mounting kits that the cart offers. */
import { asc, desc, eq } from 'drizzle-orm'
import { cartExtra } from '../../../schema/cart/extras/cart-extra.table.ts'
import type { TireService } from '../../../schema/cart/extras/tire-services.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export type CartExtra = typeof cartExtra.$inferSelect

/** Returns the services, each with the product for most tires first, and the kits in the order of their offer. */
export function findCartExtras(db: D1Database): Promise<CartExtra[]> {
  const { kind, position, tires } = cartExtra
  return connect(db).select().from(cartExtra).orderBy(asc(kind), asc(position), desc(tires))
}

/** Returns the service that a product is, and the tires that one unit is for; `null` for another product. */
export async function findTireService(
  db: D1Database,
  sku: string,
): Promise<{ kind: TireService; tires: number } | null> {
  const { kind, tires } = cartExtra
  const row = await connect(db).select({ kind, tires }).from(cartExtra).where(eq(cartExtra.sku, sku)).get()
  return row && row.kind !== 'kit' ? { kind: row.kind, tires: row.tires } : null
}
