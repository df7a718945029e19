/** What the pages of an order say about mounting: the appointment, or the way to one (H13k). */
import { tireCount } from '../../../schema/cart/cart.ts'
import { formatSlot, isChangeable } from '../../../schema/orders/mounting/mounting.ts'
import { mountingHref } from '../../../schema/orders/mounting/mounting-paths.ts'
import type { ReturnCase } from '../../../schema/orders/returns/return-case.ts'
import type { OrderView } from '../../../schema/orders/status/order-view.api.ts'
import { allStores, formatStorePlace } from '../../identity/location/physical-stores.ts'
import type { OrderDetails } from '../life/order-lifecycle.sql.ts'
import { findAppointment } from './mounting.sql.ts'
import { findMountingTerms } from './mounting-terms.ts'

/** Returns the view; `null` for an order that has no appointment and can have none. */
export async function mountingView(
  db: D1Database,
  details: OrderDetails,
  { statusHref, cases }: { statusHref: string; cases: Promise<readonly ReturnCase[]> },
  now: number,
): Promise<OrderView['mounting']> {
  const isOver = ['canceled', 'refunded'].includes(details.order.status)
  if (isOver || tireCount(details.order) === 0) return null
  const [stores, terms, appointment] = await Promise.all([
    allStores(db),
    findMountingTerms(db, details, now, cases),
    findAppointment(db, details.order.orderNumber),
  ])
  const href = mountingHref(statusHref)
  if (appointment) {
    const store = stores[appointment.store - 1]
    const place = store ? `, ${formatStorePlace(store)}` : ''
    const label = isChangeable(appointment, now) ? 'Change or cancel mounting' : 'See the appointment'
    return { text: `${formatSlot(appointment)}${place}`, isBooked: true, label, href }
  }
  return terms && stores.length > 0
    ? { text: terms.text, isBooked: false, label: 'Book mounting', href }
    : null
}
