/** The page of one order for staff: its data, the possible actions, and its history with the actors. */
import type { Context } from 'hono'
import { LinkButton } from '../../client/platform/ui/button.tsx'
import type { ApiAddress } from '../../schema/identity/location/address.ts'
import { type AccessRole, hasPermission } from '../../schema/identity/staff/permissions.ts'
import {
  canShip,
  formatLifecycle,
  formatRefund,
  type OrderRefund,
  trackingHref,
} from '../../schema/orders/life/order-lifecycle.ts'
import { formatSlot } from '../../schema/orders/mounting/mounting.ts'
import { isOrderNumber } from '../../schema/orders/order.ts'
import { paymentTitle } from '../../schema/orders/payment.ts'
import { RETURN_STATES } from '../../schema/orders/returns/return-case.ts'
import { formatOrderEvent } from '../../schema/orders/status/order-format.ts'
import { orderStatusHref, packHref, paths } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { Timestamp } from '../content/chat/chat-view.tsx'
import type { AppEnv } from '../env.ts'
import { allStores, formatStorePlace } from '../identity/location/physical-stores.ts'
import type { OrderEvent } from '../orders/life/order-event.sql.ts'
import { type OrderDetails, readOrderDetails } from '../orders/life/order-lifecycle.sql.ts'
import { findAppointment } from '../orders/mounting/mounting.sql.ts'
import { signOrderLink } from '../orders/order-signature.ts'
import { readReturns } from '../orders/returns/return.sql.ts'
import { addressLines } from '../orders/status/order-view.ts'
import { flashAlert } from './frame/flash-alert.tsx'
import { staffPage } from './frame/staff-page.tsx'
import { readActorNames } from './orders/actor-names.sql.ts'
import { StaffOrderActions } from './staff-order-actions.tsx'
import { StaffReturns } from './staff-returns.tsx'

/** Renders the page of an order for staff. */
export async function staffOrderPage(
  c: Context<AppEnv>,
  orderNumber: string,
  role: AccessRole,
): Promise<Response> {
  const details = isOrderNumber(orderNumber) ? await readOrderDetails(c.env.DB, orderNumber) : null
  if (!details) return c.notFound()
  const { order, life, events } = details
  const [names, cases, appointment, stores] = await Promise.all([
    readActorNames(
      c.env.DB,
      events.flatMap(({ detail }) => detail?.by ?? []),
    ),
    readReturns(c.env.DB, orderNumber),
    findAppointment(c.env.DB, orderNumber),
    allStores(c.env.DB),
  ])
  const store = appointment && stores[appointment.store - 1]
  const mounting =
    appointment && [formatSlot(appointment), store && formatStorePlace(store)].filter(Boolean).join(', ')
  const statusHref = orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber))
  const { shippingAddress, billingAddress } = order
  return staffPage(c, {
    title: `Order ${orderNumber}`,
    current: paths.staffOrders,
    body: [
      flashAlert(c),
      <Facts key="facts" details={details} mounting={mounting} />,
      <p key="link">
        <a href={statusHref}>View as the customer</a>
      </p>,
      <h2 key="actions">Actions</h2>,
      mayPack(details, role) ? (
        <p key="pack">
          <LinkButton kind="buy" href={packHref(orderNumber)}>
            Pack by scan
          </LinkButton>
        </p>
      ) : null,
      <StaffOrderActions key="forms" order={order} life={life} once={crypto.randomUUID()} role={role} />,
      <StaffReturns key="returns" {...{ order, life, cases, statusHref, role }} />,
      <h2 key="lines">Items</h2>,
      <ul key="list">
        {order.lines.map(({ itemId, sku, qty, title, facts, rowTotal }) => (
          <li key={itemId}>
            {qty} × {title}
            {facts ? `, ${facts}` : ''} ({sku}), {formatMoney(rowTotal)}
          </li>
        ))}
      </ul>,
      <div key="addresses" className="staff-halves">
        {shippingAddress ? <AddressSection title="Ship to" address={shippingAddress} /> : null}
        <AddressSection title="Bill to" address={billingAddress} />
      </div>,
      <Refunds key="refunds" refunds={life.refunds} />,
      <h2 key="history">History</h2>,
      <ol key="events" className="staff-events">
        {events.map((event, index) => (
          <li key={`${event.at} ${event.kind} ${String(index)}`}>
            <Event event={event} names={names} />
          </li>
        ))}
      </ol>,
    ],
  })
}

/** The packing table shows what is not picked yet, so its link is there before a pick run too. */
function mayPack({ life }: OrderDetails, role: AccessRole): boolean {
  return hasPermission(role, 'orders.pick') && canShip(life)
}

function Facts({
  details: { order, life },
  mounting,
}: {
  details: OrderDetails
  /** Time and place of the appointment. */
  mounting: string | null
}) {
  const facts: [string, React.ReactNode][] = [
    ['Status', formatLifecycle(life)],
    ['Total', formatMoney(order.totals.grandTotal)],
    ['Payment', paymentTitle(order.paymentMethod)],
    ['Placed', <Timestamp key="placed" at={order.placedAt} />],
    ['Email', order.email || 'deleted'],
    ...(mounting ? ([['Mounting', mounting]] as [string, string][]) : []),
    ...(life.shipments.length > 0
      ? ([
          [
            'Shipments',
            life.shipments.map((parcel) => {
              const href = trackingHref(parcel)
              const label = `${parcel.carrier} ${parcel.trackingNumber}`
              return <div key={label}>{href ? <a href={href}>{label}</a> : label}</div>
            }),
          ],
        ] as [string, React.ReactNode][])
      : []),
    ...(formatRefund(life) ? ([['Refund', formatRefund(life)]] as [string, string][]) : []),
  ]
  return (
    <dl className="staff-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function AddressSection({ title, address }: { title: string; address: ApiAddress }) {
  return (
    <section>
      <h3>{title}</h3>
      <address className="staff-address">
        {[...addressLines(address), address.telephone].filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}

const REFUND_LABELS: Record<OrderRefund['status'], string> = {
  pending: 'waiting for the provider',
  stuck: 'unclear, check with the provider',
  done: 'refunded',
  refused: 'refused by the provider',
}

function Refunds({ refunds }: { refunds: readonly OrderRefund[] }) {
  if (refunds.length === 0) return null
  return (
    <>
      <h2>Refunds</h2>
      <ul>
        {refunds.map(({ id, amount, status, cancels, reason, at }) => (
          <li key={id}>
            {formatMoney(amount)}
            {cancels ? ' with the cancellation' : ''}: {REFUND_LABELS[status]}
            {reason && !cancels ? `, ${reason}` : ''} <Timestamp at={at} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Events that the buyer does not see. */
const INTERNAL_EVENTS: Readonly<Record<string, string>> = {
  'cancel-begun': 'Cancellation started',
  'refund-begun': 'Refund started',
  'refund-refused': 'Refund refused',
  'refund-stuck': 'Refund unclear',
  'refund-failed': 'Refund failed',
  'mounting-missed': 'Missed the mounting appointment',
  ...Object.fromEntries(RETURN_STATES.map((state) => [`return-${state}`, `Return ${state}`])),
}

function Event({ event, names }: { event: OrderEvent; names: ReadonlyMap<string, string> }) {
  const { kind, detail, at } = event
  const actor = detail?.by && (names.get(detail.by) ?? detail.by)
  // The text of the first event is a client's campaign data, which staff do not need.
  const text = kind === 'placed' ? null : detail?.text
  const more = [
    detail?.carrier && `${detail.carrier} ${detail.trackingNumber ?? ''}`,
    detail?.amount !== undefined && formatMoney(detail.amount),
    text,
    actor && `by ${actor}`,
  ].filter(Boolean)
  return (
    <>
      {formatOrderEvent(kind) ?? INTERNAL_EVENTS[kind] ?? kind}
      {more.length > 0 ? `: ${more.join(', ')}` : ''} <Timestamp at={at} />
    </>
  )
}
