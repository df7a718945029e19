/** One order for staff: what it is, what happened and who did it, and what can be done now. */
import type { Context } from 'hono'
import { Alert } from '../../client/platform/ui/alert.tsx'
import type { WireAddress } from '../../schema/identity/location/address.ts'
import {
  formatLifecycle,
  formatRefund,
  type OrderRefund,
  trackingHref,
} from '../../schema/orders/life/order-lifecycle.ts'
import { isOrderNumber } from '../../schema/orders/order.ts'
import { paymentTitle } from '../../schema/orders/payment.ts'
import { orderStatusHref } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { Moment } from '../content/chat/chat-view.tsx'
import type { AppEnv } from '../env.ts'
import type { OrderEvent } from '../orders/life/order-event.sql.ts'
import { readWholeOrder, type WholeOrder } from '../orders/life/order-lifecycle.sql.ts'
import { signOrderLink } from '../orders/order-signature.ts'
import { addressLines } from '../orders/status/order-view.ts'
import { takeFlashState } from '../platform/forms/flash-cookie.ts'
import { staffPage } from './staff-frame.tsx'
import { StaffOrderActions } from './staff-order-actions.tsx'
import { readOrderEmails } from './staff-orders.sql.ts'

export async function staffOrderPage(c: Context<AppEnv>, orderNumber: string): Promise<Response> {
  const whole = isOrderNumber(orderNumber) ? await readWholeOrder(c.env.DB, orderNumber) : null
  if (!whole) return c.notFound()
  const { order, life, events } = whole
  const people = await readOrderEmails(
    c.env.DB,
    events.flatMap(({ detail }) => idIn(detail?.by)),
  )
  const said = takeFlashState(c)
  const { shippingAddress, billingAddress } = order
  return staffPage(c, `Order ${orderNumber}`, '', [
    said?.message ? (
      <Alert key="said" tone={said.ok ? 'plain' : 'error'}>
        {said.message}
      </Alert>
    ) : null,
    <Facts key="facts" whole={whole} />,
    <p key="link">
      <a href={orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber))}>
        As its buyer sees it
      </a>
    </p>,
    <h2 key="acts">What can be done</h2>,
    <StaffOrderActions key="forms" order={order} life={life} once={crypto.randomUUID()} />,
    <h2 key="lines">What was ordered</h2>,
    <ul key="list">
      {order.lines.map(({ itemId, sku, qty, title, facts, rowTotal }) => (
        <li key={itemId}>
          {qty} × {title}
          {facts ? `, ${facts}` : ''} ({sku}), {formatMoney(rowTotal)}
        </li>
      ))}
    </ul>,
    <div key="places" className="account-halves">
      {shippingAddress ? <Place title="Goes to" address={shippingAddress} /> : null}
      <Place title="Billed to" address={billingAddress} />
    </div>,
    <Money key="money" refunds={life.refunds} />,
    <h2 key="history">What happened</h2>,
    <ol key="events" className="staff-events">
      {events.map((event, index) => (
        <li key={`${event.at} ${event.kind} ${String(index)}`}>
          <Event event={event} people={people} />
        </li>
      ))}
    </ol>,
  ])
}

function Facts({ whole: { order, life } }: { whole: WholeOrder }) {
  const facts: [string, React.ReactNode][] = [
    ['Status', formatLifecycle(life)],
    ['Total', formatMoney(order.totals.grandTotal)],
    ['Paid with', paymentTitle(order.paymentMethod)],
    ['Placed', <Moment key="placed" at={order.placedAt} />],
    ['E-mail', order.email || 'forgotten'],
    ...(life.shipments.length > 0
      ? ([
          [
            'Parcels',
            life.shipments.map((parcel) => {
              const href = trackingHref(parcel)
              const words = `${parcel.carrier} ${parcel.trackingNumber}`
              return <div key={words}>{href ? <a href={href}>{words}</a> : words}</div>
            }),
          ],
        ] as [string, React.ReactNode][])
      : []),
    ...(formatRefund(life) ? ([['Returned', formatRefund(life)]] as [string, string][]) : []),
  ]
  return (
    <dl className="account-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Place({ title, address }: { title: string; address: WireAddress }) {
  return (
    <section>
      <h3>{title}</h3>
      <address className="account-address">
        {[...addressLines(address), address.telephone].filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}

const REFUND_LABELS: Record<OrderRefund['status'], string> = {
  pending: 'asked of the provider, not answered yet',
  stuck: 'not certain; look at the provider',
  done: 'returned',
  refused: 'refused by the provider',
}

function Money({ refunds }: { refunds: readonly OrderRefund[] }) {
  if (refunds.length === 0) return null
  return (
    <>
      <h2>Money</h2>
      <ul>
        {refunds.map(({ id, amount, status, cancels, reason, at }) => (
          <li key={id}>
            {formatMoney(amount)}
            {cancels ? ' with the cancellation' : ''}: {REFUND_LABELS[status]}
            {reason && !cancels ? `, ${reason}` : ''} <Moment at={at} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Event({ event, people }: { event: OrderEvent; people: ReadonlyMap<number, string> }) {
  const { kind, detail, at } = event
  const [id] = idIn(detail?.by)
  const who = (id !== undefined && people.get(id)) || detail?.by
  // What a campaign said stands in the first row; it is no word of ours.
  const text = kind === 'placed' ? null : detail?.text
  const more = [
    detail?.carrier && `${detail.carrier} ${detail.trackingNumber ?? ''}`,
    detail?.amount !== undefined && formatMoney(detail.amount),
    text,
    who && `by ${who}`,
  ].filter(Boolean)
  return (
    <>
      {kind}
      {more.length > 0 ? `: ${more.join(', ')}` : ''} <Moment at={at} />
    </>
  )
}

function idIn(by: string | undefined): number[] {
  const [, id] = /^(?:staff|customer):(\d+)$/.exec(by ?? '') ?? []
  return id ? [Number(id)] : []
}
