/** What mounting costs: it is a product of the shop, sold in the cart, or for an order without it at the store (H13k). */
import { bookableDays, canBeMounted, hasMounting } from '../../../schema/orders/mounting/mounting.ts'
import { type ReturnCase, unreturnedTires } from '../../../schema/orders/returns/return-case.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { findServicePrice } from '../../cart/extras/cart-offers.ts'
import { findDelivery, type OrderDetails } from '../life/order-lifecycle.sql.ts'
import { readReturns } from '../returns/return.sql.ts'

export interface MountingTerms {
  /** Says what it costs. */
  text: string
  /** The tires that the buyer has not returned. */
  tires: number
  /** The days that the buyer can choose. */
  days: string[]
}

/**
 * Returns how an order can be mounted; `null` for an order without tires to mount, or a shop that mounts none. `reading` are the
 * order's returns, for a caller that reads them anyway.
 */
export async function findMountingTerms(
  db: D1Database,
  { order, life, events }: OrderDetails,
  now: number,
  reading: Promise<readonly ReturnCase[]> = readReturns(db, order.orderNumber),
): Promise<MountingTerms | null> {
  const { status, arrivesOn, lines } = order
  const isShipped = order.shippingAddress !== null
  const tires = unreturnedTires(lines, await reading)
  if (!canBeMounted({ status, tires, isShipped, wasCanceled: life.wasCanceled })) return null
  const count = formatQuantity(tires, 'tire')
  const days = bookableDays({ arrivesOn, deliveredAt: findDelivery(events) }, now)
  if (hasMounting(order))
    return { text: `Mounting and balancing of ${count} is part of your order.`, tires, days }
  const price = await findServicePrice(db, 'mounting', tires, now)
  if (price === null) return null
  const each = price % tires === 0 ? `${formatMoney(price / tires)} per tire. That’s ` : ''
  const text = `Mounting, balancing and recycling of your old tires: ${each}${formatMoney(price)} plus tax for ${count}, paid at the store.`
  return { text, tires, days }
}
