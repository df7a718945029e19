/** /staff/pack/: orders to pack and to send; /staff/pack/{number}: tires into parcels by scan (H14o). Names no customer. */
import { type Context, Hono } from 'hono'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { packHref, staffPaths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { CARRIER_PATHS } from '../../../schema/staff/carriers/carrier-paths.ts'
import { PACKED_STATUSES } from '../../../schema/staff/packing/parcel-record.ts'
import {
  isInspectionDue,
  SECOND_INSPECTION_MESSAGES,
} from '../../../schema/staff/packing/second-inspection.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import { MAX_PRINTED_ORDERS } from '../picking/printed-orders.ts'
import { readOrderRegistrations, readTireDealer } from '../safety/registrations.sql.ts'
import { TinEntry } from '../safety/tins/tin-entry.tsx'
import { PackOrder, PutBack } from './pack-order.tsx'
import { type PackedItem, readPackedOrder } from './packing-order.sql.ts'
import { type QueuedOrder, readPackingQueue } from './packing-queue.sql.ts'
import { InspectionForm } from './second-inspection.tsx'

async function packPage(c: Context<AppEnv>, { role }: StaffSession): Promise<Response> {
  const { toPack, toSend, toPutBack } = await readPackingQueue(c.env.DB)
  const isEmpty = toPack.length + toSend.length + toPutBack.length === 0
  return staffPage(c, {
    title: 'Pack',
    current: staffPaths.pack,
    body: [
      flashAlert(c),
      <form key="find" method="post" action={staffPaths.packForm} className="pack-find">
        <input type="hidden" name="action" value="find" />
        <div className="field-and-button">
          <Field
            name="code"
            label="Scan a picked tire, or type an order number"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={300}
            data-search=""
          />
          <Button type="submit">Open</Button>
        </div>
      </form>,
      <Queue key="back" title="Canceled: put tires back" orders={toPutBack} isUrgent />,
      <Queue key="pack" title="To pack" orders={toPack} />,
      <Queue key="send" title="To send" orders={toSend} />,
      toSend.length > 0 && hasPermission(role, 'orders.send') ? (
        <p key="send-all" className="button-row">
          <LinkButton href={CARRIER_PATHS.page}>Carrier files</LinkButton>
          <LinkButton
            href={`${staffPaths.addressLabels}?orders=${toSend
              .slice(0, MAX_PRINTED_ORDERS)
              .map(({ orderNumber }) => orderNumber)
              .join('+')}`}
          >
            {toSend.length > MAX_PRINTED_ORDERS
              ? `Print address labels of the first ${MAX_PRINTED_ORDERS}`
              : 'Print address labels'}
          </LinkButton>
        </p>
      ) : null,
      isEmpty ? (
        <EmptyState
          key="none"
          title="Nothing to pack"
          other={{ href: staffPaths.pick, label: 'Pick orders' }}
        >
          Orders show up here once all of their tires are picked.
        </EmptyState>
      ) : null,
    ],
  })
}

function Queue({
  title,
  orders,
  isUrgent = false,
}: {
  title: string
  orders: readonly QueuedOrder[]
  isUrgent?: boolean
}) {
  if (orders.length === 0) return null
  return (
    <section className={isUrgent ? 'pack-queue pack-urgent' : 'pack-queue'}>
      <h2>
        {title} <span className="quiet">{orders.length}</span>
      </h2>
      <ul className="pick-runs">
        {orders.map(({ orderNumber, placedAt, tires }) => (
          <li key={orderNumber}>
            <a href={packHref(orderNumber)}>
              <b>{orderNumber}</b>
              <span>{formatQuantity(tires, 'tire')}</span>
              <span className="quiet">
                <Timestamp at={placedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PackState {
  orderNumber: string
  /** The parcel of the address; 0 without one. */
  parcel: number
  /** The tire whose second inspection is asked for, with what was typed and why it was refused. */
  inspected: { sku: string; typed: readonly string[]; message: string | null } | null
}

/** Renders an order on the packing table, or the second inspection of one of its tires. */
export async function packOrderPage(
  c: Context<AppEnv>,
  { role, staffId }: StaffSession,
  { orderNumber, parcel, inspected }: PackState,
): Promise<Response> {
  const packed = isOrderNumber(orderNumber) ? await readPackedOrder(c.env.DB, orderNumber) : null
  if (!packed) return c.notFound()
  const isOpen = PACKED_STATUSES.includes(packed.status)
  const item = isOpen ? packed.items.find(({ sku }) => sku === inspected?.sku) : undefined
  if (inspected && item?.report && isInspectionDue(item.report))
    return staffPage(c, {
      title: `Pack ${orderNumber}`,
      current: staffPaths.pack,
      status: inspected.message === null ? 200 : 422,
      body: (
        <InspectionForm
          {...{ orderNumber, item, ...inspected, report: item.report }}
          parcel={Math.max(1, parcel)}
          refusal={refusalOf(item, { role, staffId })}
        />
      ),
    })
  const [newTires, dealer] = await Promise.all([
    readOrderRegistrations(c.env.DB, orderNumber),
    readTireDealer(c.env.DB),
  ])
  return staffPage(c, {
    title: `Pack ${orderNumber}`,
    current: staffPaths.pack,
    body: [
      flashAlert(c),
      isOpen ? (
        <PackOrder
          key="pack"
          packed={packed}
          asked={parcel}
          maySend={hasPermission(role, 'orders.send')}
          maySee={hasPermission(role, 'orders.see')}
        />
      ) : (
        <PutBack key="back" packed={packed} />
      ),
      isOpen ? (
        <TinEntry
          key="tins"
          lines={newTires}
          returnTo={packHref(orderNumber)}
          {...{ orderNumber, dealer, role }}
        />
      ) : null,
    ],
  })
}

function refusalOf(
  { firstInspectors }: PackedItem,
  { role, staffId }: Pick<StaffSession, 'role' | 'staffId'>,
): string | null {
  if (!hasPermission(role, 'inspect')) return SECOND_INSPECTION_MESSAGES.permission
  return firstInspectors.includes(staffId) ? SECOND_INSPECTION_MESSAGES.own : null
}

function packOrder(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const parcel = Number(c.req.query('parcel'))
  const sku = c.req.query('inspect')
  return packOrderPage(c, staff, {
    orderNumber: c.req.param('order') ?? '',
    parcel: Number.isInteger(parcel) ? parcel : 0,
    inspected: sku === undefined ? null : { sku, typed: [], message: null },
  })
}

export const packingPages = new Hono<AppEnv>()
  .get(staffPaths.pack, staffRoute('orders.pick', packPage))
  .get(packHref(':order'), staffRoute('orders.pick', packOrder))
