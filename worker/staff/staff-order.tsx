/** The page of one order for staff: its data, the possible actions, and its history with the actors. */
import type { Context } from 'hono'
import { LinkButton } from '../../client/platform/ui/button.tsx'
import type { ApiAddress } from '../../schema/identity/location/address.ts'
import { hasPermission, type SessionRole } from '../../schema/identity/staff/permissions.ts'
import { formatPayment } from '../../schema/orders/credit/credit-format.ts'
import {
  canShip,
  formatLifecycle,
  formatRefund,
  type OrderRefund,
} from '../../schema/orders/life/order-lifecycle.ts'
import { formatSlot } from '../../schema/orders/mounting/mounting.ts'
import { isOrderNumber } from '../../schema/orders/order.ts'
import { isPaidAtCounter } from '../../schema/orders/payment.ts'
import { shippedLines } from '../../schema/orders/shipped-lines.ts'
import { orderStatusHref, packHref, paths, staffCustomerHref } from '../../schema/paths.ts'
import { formatPhone } from '../../schema/platform/forms/field.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { orderItemsHref } from '../../schema/staff/orders/order-paths.ts'
import { isInYard } from '../../schema/staff/picking/pick-record.ts'
import { unitHref } from '../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../env.ts'
import { allStores, formatStorePlace } from '../identity/location/physical-stores.ts'
import { addressLines } from '../orders/address-lines.ts'
import { findDelivery, type OrderDetails, readOrderDetails } from '../orders/life/order-lifecycle.sql.ts'
import { findAppointment } from '../orders/mounting/mounting.sql.ts'
import { signOrderLink } from '../orders/order-signature.ts'
import { readReturns } from '../orders/returns/return.sql.ts'
import { flashAlert } from './frame/flash-alert.tsx'
import { staffPage } from './frame/staff-page.tsx'
import { Timestamp } from './frame/timestamp.tsx'
import { readActorNames } from './orders/actor-names.sql.ts'
import { AddressEdit } from './orders/address-edit.tsx'
import { readEdits } from './orders/line-edit.sql.ts'
import { readOrderDesk } from './orders/order-desk.sql.ts'
import { OrderMails, OrderNotes, OrderSums, SentParcels } from './orders/order-desk.tsx'
import { OrderEdits } from './orders/order-edits.tsx'
import { OrderTimeline } from './orders/order-timeline.tsx'
import { readOrderWork } from './orders/order-work.sql.ts'
import { OrderWorkSection } from './orders/order-work.tsx'
import { StaffOrderActions } from './staff-order-actions.tsx'
import { StaffReturns } from './staff-returns.tsx'

/** Renders the page of an order for staff. */
export async function staffOrderPage(
  c: Context<AppEnv>,
  orderNumber: string,
  role: SessionRole,
): Promise<Response> {
  const details = isOrderNumber(orderNumber) ? await readOrderDetails(c.env.DB, orderNumber) : null
  if (!details) return c.notFound()
  const { order, life, events } = details
  const [names, cases, appointment, stores, { notes, parcels, mails, changes }, edits, work] =
    await Promise.all([
      readActorNames(
        c.env.DB,
        events.flatMap(({ detail }) => detail?.by ?? []),
      ),
      readReturns(c.env.DB, orderNumber),
      findAppointment(c.env.DB, orderNumber),
      allStores(c.env.DB),
      readOrderDesk(c.env.DB, orderNumber),
      readEdits(c.env.DB, orderNumber),
      readOrderWork(c.env.DB, orderNumber),
    ])
  const store = appointment && stores[appointment.store - 1]
  const mounting =
    appointment && [formatSlot(appointment), store && formatStorePlace(store)].filter(Boolean).join(', ')
  const statusHref = orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber))
  const { shippingAddress, billingAddress } = order
  const maySend = hasPermission(role, 'orders.send')
  const tires = hasPermission(role, 'units.see') ? shippedLines(order) : []
  const shipped = new Set(tires.map(({ itemId }) => itemId))
  return staffPage(c, {
    title: `Order ${orderNumber}`,
    current: paths.staffOrders,
    body: [
      flashAlert(c),
      <Facts key="facts" {...{ details, mounting, role }} />,
      <p key="link">
        <a href={statusHref}>View as the customer</a> <span className="quiet">You can look, not change.</span>
      </p>,
      <h2 key="actions">Actions</h2>,
      mayPack(details, role) ? (
        <p key="pack">
          <LinkButton kind={isInYard(life) ? 'buy' : 'plain'} href={packHref(orderNumber)}>
            Pack by scan
          </LinkButton>
        </p>
      ) : null,
      <StaffOrderActions key="forms" order={order} life={life} once={crypto.randomUUID()} role={role} />,
      <OrderWorkSection key="work" {...{ orderNumber, work }} mayChange={maySend} />,
      <OrderNotes key="notes" {...{ orderNumber, notes }} mayWrite={maySend} />,
      <StaffReturns
        key="returns"
        {...{ order, life, cases, statusHref, role }}
        deliveredAt={findDelivery(events)}
        now={Date.now()}
      />,
      <SentParcels key="parcels" {...{ orderNumber, parcels }} mayCorrect={maySend} />,
      <h2 key="lines">Items</h2>,
      <ul key="list">
        {order.lines.map(({ itemId, sku, qty, title, facts, rowTotal }) => (
          <li key={itemId}>
            {qty} × {title}
            {facts ? `, ${facts}` : ''} ({shipped.has(itemId) ? <a href={unitHref(sku)}>{sku}</a> : sku}),{' '}
            {formatMoney(rowTotal)}
          </li>
        ))}
      </ul>,
      mayEdit(details, role) && life.isShipped ? (
        <p key="edit">
          <LinkButton href={orderItemsHref(orderNumber)}>Remove or swap items</LinkButton>
        </p>
      ) : null,
      <OrderEdits key="edits" edits={edits} maySell={hasPermission(role, 'sell')} />,
      <OrderSums key="sums" order={order} />,
      <div key="addresses" className="staff-halves">
        {shippingAddress ? (
          <AddressSection title="Ship to" address={shippingAddress}>
            {mayEdit(details, role) ? (
              <AddressEdit orderNumber={orderNumber} address={shippingAddress} />
            ) : null}
          </AddressSection>
        ) : null}
        <AddressSection title="Bill to" address={billingAddress} />
      </div>,
      <Refunds key="refunds" refunds={life.refunds} />,
      <OrderMails key="mails" {...{ orderNumber, mails }} />,
      <h2 key="history">History</h2>,
      <OrderTimeline key="events" {...{ events, changes, names }} />,
    ],
  })
}

/** The packing table shows what is not picked yet, so its link is there before a pick run too. */
function mayPack({ life }: OrderDetails, role: SessionRole): boolean {
  return hasPermission(role, 'orders.pick') && canShip(life)
}

function mayEdit({ life }: OrderDetails, role: SessionRole): boolean {
  return isInYard(life) && hasPermission(role, 'orders.edit')
}

function Facts({
  details: { order, life },
  mounting,
  role,
}: {
  details: OrderDetails
  /** Time and place of the appointment. */
  mounting: string | null
  role: SessionRole
}) {
  const { customerId, billingAddress } = order
  const isLinked = customerId !== null && hasPermission(role, 'customers.see')
  const facts: (readonly [string, React.ReactNode])[] = [
    ['Status', formatLifecycle(life)],
    ['Total', formatMoney(order.totals.grandTotal)],
    ['Payment', formatPayment(life)],
    ['Placed', <Timestamp key="placed" at={order.placedAt} />],
    ['Email', order.email || (isPaidAtCounter(order.paymentMethod) ? 'None (walk-in)' : 'deleted')],
    ...(isLinked
      ? ([['Customer', <BuyerLink key="buyer" id={customerId} address={billingAddress} />]] as const)
      : []),
    ...(mounting ? ([['Mounting', mounting]] as [string, string][]) : []),
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

function BuyerLink({ id, address }: { id: number; address: ApiAddress }) {
  const name = [address.firstname, address.lastname].filter(Boolean).join(' ')
  return <a href={staffCustomerHref(id)}>{name || `Account ${id}`}</a>
}

function AddressSection({
  title,
  address,
  children,
}: {
  title: string
  address: ApiAddress
  children?: React.ReactNode
}) {
  return (
    <section>
      <h3>{title}</h3>
      <address className="staff-address">
        {addressLines(address).map((line) => (
          <span key={line}>{line}</span>
        ))}
        {address.telephone ? <PhoneLink phone={address.telephone} /> : null}
      </address>
      {children}
    </section>
  )
}

function PhoneLink({ phone }: { phone: string }) {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? <a href={`tel:+1${digits}`}>{formatPhone(digits)}</a> : <span>{phone}</span>
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
        {refunds.map(({ id, amount, credit = 0, status, cancels, reason, at }) => (
          <li key={id}>
            {formatMoney(amount)}
            {credit > 0 ? `, ${credit < amount ? formatMoney(credit) : 'all of it'} as store credit` : ''}
            {cancels ? ' with the cancellation' : ''}: {REFUND_LABELS[status]}
            {reason && !cancels ? `, ${reason}` : ''} <Timestamp at={at} />
          </li>
        ))}
      </ul>
    </>
  )
}
