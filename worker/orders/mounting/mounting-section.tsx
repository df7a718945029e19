/** What the page of an order says about mounting: the appointment, or the way to one. */
import type { ReactNode } from 'react'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { formatSlot, isChangeable } from '../../../schema/orders/mounting/mounting.ts'
import { mountingHref } from '../../../schema/orders/mounting/mounting-paths.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import type { OrderDetails } from '../life/order-lifecycle.sql.ts'
import { findAppointment } from './mounting.sql.ts'
import { findMountingTerms } from './mounting-terms.ts'

/** Renders the section; `null` for an order without tires to mount, or a shop without a store. */
export async function mountingSection(
  db: D1Database,
  details: OrderDetails,
  statusHref: string,
  now: number,
): Promise<ReactNode> {
  const [stores, terms, appointment] = await Promise.all([
    allStores(db),
    findMountingTerms(db, details, now),
    findAppointment(db, details.order.orderNumber),
  ])
  if (!terms || stores.length === 0) return null
  const store = appointment && stores[appointment.store - 1]
  return (
    <>
      <h2 className="t-28">Mounting</h2>
      {appointment ? (
        <p>
          <b>{formatSlot(appointment)}</b>
          {store ? `, ${store.name}, ${store.street}` : null}
        </p>
      ) : (
        <p>{terms}</p>
      )}
      <p className="button-row">
        <LinkButton href={mountingHref(statusHref)}>
          {!appointment
            ? 'Book mounting'
            : isChangeable(appointment, now)
              ? 'Change or cancel mounting'
              : 'See the appointment'}
        </LinkButton>
      </p>
    </>
  )
}
