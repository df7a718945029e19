/** What mounting costs: it is a product of the shop, sold in the cart, or for an order without it at the store (H13k). */
import { tireCount } from '../../../schema/cart/cart.ts'
import { canBeMounted, isMountingPaid } from '../../../schema/orders/mounting/mounting.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
import { findServiceUnits } from '../../cart/extras/cart-offers.ts'
import type { OrderDetails } from '../life/order-lifecycle.sql.ts'

/** Returns today's price of mounting one tire; `null` for a shop that does not sell mounting. */
export async function findMountingPrice(db: D1Database, now: number): Promise<Cents | null> {
  const [unit] = await findServiceUnits(db, 'mounting', now)
  return unit ? Math.ceil(unit.unitPrice / unit.serviceTires) : null
}

/** Says what the mounting of an order costs; `null` for an order without tires to mount, or a shop that mounts none. */
export async function findMountingTerms(
  db: D1Database,
  { order, life }: Pick<OrderDetails, 'order' | 'life'>,
  now: number,
): Promise<string | null> {
  const tires = tireCount(order)
  const isShipped = order.shippingAddress !== null
  if (!canBeMounted({ status: order.status, tires, isShipped, wasCanceled: life.wasCanceled })) return null
  const count = formatQuantity(tires, 'tire')
  if (isMountingPaid(order)) return `Mounting and balancing of ${count} is paid with your order.`
  const price = await findMountingPrice(db, now)
  if (price === null) return null
  return `Mounting, balancing and recycling of your old tires: ${formatMoney(price)} per tire. That’s ${formatMoney(price * tires)} plus tax for ${count}, paid at the store.`
}
