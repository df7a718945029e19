/** /staff/address-labels/: a 4 × 6 in. label with the address for each parcel of one or several orders (H14o). */
import { type Context, Hono } from 'hono'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import type { Order } from '../../../schema/orders/order.ts'
import { staffPaths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { allStores, type Store } from '../../identity/location/physical-stores.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { addressLines } from '../../orders/address-lines.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { readOrdersToPrint } from '../picking/printed-orders.ts'
import { recordDocuments } from '../picking/record-documents.sql.ts'
import { type AddressedParcel, readAddressedParcels } from './packing-order.sql.ts'

async function addressLabelsPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const orders = await readOrdersToPrint(c)
  if (orders.length === 0) return c.notFound()
  const [parcels, [store]] = await Promise.all([
    readAddressedParcels(
      c.env.DB,
      orders.map(({ orderNumber }) => orderNumber),
    ),
    allStores(c.env.DB),
  ])
  const ids = [...parcels.keys()]
  if (ids.length > 0)
    await recordDocuments(c.env.DB, toActor(staff, 'page'), { record: 'order', ids }, Date.now())
  const labels = orders.flatMap((order) =>
    (parcels.get(order.orderNumber) ?? []).map((parcel) => (
      <AddressLabel key={`${order.orderNumber} ${parcel.number}`} {...{ order, parcel, store }} />
    )),
  )
  return staffPage(c, {
    title: 'Address labels',
    current: staffPaths.pack,
    print: labels.length > 0,
    body:
      labels.length > 0 ? (
        [
          <h1 key="title" className="visually-hidden">
            Address labels
          </h1>,
          ...labels,
        ]
      ) : (
        <EmptyState title="No parcel to label" other={{ href: staffPaths.pack, label: 'Pack orders' }}>
          Pack the tires of an order first: each parcel has a label of its own.
        </EmptyState>
      ),
  })
}

function AddressLabel({
  order: { orderNumber, shippingAddress },
  parcel: { number, parcels, weight },
  store,
}: {
  order: Order
  parcel: AddressedParcel
  store: Store | undefined
}) {
  return (
    <article className="address-label">
      <p>
        From Treadline
        {store ? (
          <>
            <br />
            {store.street}
            <br />
            {store.city}, {store.state} {store.zip}
          </>
        ) : null}
      </p>
      <address>
        {shippingAddress
          ? addressLines(shippingAddress).map((line) => (
              <span key={line}>
                {line}
                <br />
              </span>
            ))
          : 'Pick-up at the store'}
      </address>
      <footer>
        <b>{orderNumber}</b>
        <span>
          Parcel {number} of {parcels}
          {weight ? `, ${weight} lb` : ''}
        </span>
      </footer>
    </article>
  )
}

export const addressLabelPages = new Hono<AppEnv>().get(
  staffPaths.addressLabels,
  staffRoute('orders.send', addressLabelsPage),
)
