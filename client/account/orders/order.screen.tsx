/** /customer/account/order/?orderId=: one order with its history and files, and a button to order the same again. */
import { getRouteApi } from '@tanstack/react-router'
import type { AccountOrderView } from '../../../schema/account/account.api.ts'
import { formatLineCount, formatUnitPrice, totalRows } from '../../../schema/cart/cart-format.ts'
import type { OrderLineView } from '../../../schema/orders/status/order-view.api.ts'
import { orderHref, paths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { TotalsList } from '../../cart/totals/totals-list.tsx'
import { useFitGate } from '../../catalog/vehicle/use-fit-gate.ts'
import { CancelOrderForm } from '../../orders/life/cancel-order-form.tsx'
import { DownloadList } from '../../orders/status/download-list.tsx'
import { Alert } from '../../platform/ui/alert.tsx'
import { LinkButton } from '../../platform/ui/button.tsx'
import { ChoiceList } from '../../platform/ui/choice-list.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { ActionButtonForm } from '../action-button-form.tsx'

const route = getRouteApi('/customer/account/order')

export function OrderScreen() {
  return <Order order={route.useLoaderData()} />
}

function Order({ order }: { order: AccountOrderView }) {
  const askAboutFit = useFitGate(order.lines.flatMap(({ fitting }) => fitting))
  return (
    <AccountFrame title={`Order ${order.orderNumber}`} current={paths.orders} notice={order.notice}>
      {order.warning ? (
        <Alert tone="error" action={<LinkButton href={paths.contacts}>Contact support</LinkButton>}>
          {order.warning}
        </Alert>
      ) : null}
      <dl className="account-facts">
        <div>
          <dt>Placed</dt>
          <dd>{order.placed}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{order.statusWords}</dd>
        </div>
        {order.arrival ? (
          <div>
            <dt>{order.arrival.label}</dt>
            <dd>{order.arrival.text}</dd>
          </div>
        ) : null}
        <div>
          <dt>Paid with</dt>
          <dd>{order.payment}</dd>
        </div>
      </dl>
      <ul className="summary-lines">
        {order.lines.map((line) => (
          <Line key={line.itemId} line={line} />
        ))}
      </ul>
      <TotalsList {...totalRows(order, order.zip)} />
      {order.returned ? <p>{order.returned}</p> : null}
      <div className="button-row">
        <div onSubmitCapture={askAboutFit}>
          <ActionButtonForm action="reorder" fields={{ orderId: order.orderNumber }} kind="buy">
            Buy again
          </ActionButtonForm>
        </div>
        <LinkButton href={paths.cart}>Cart</LinkButton>
        <LinkButton href={order.invoiceHref}>Invoice</LinkButton>
        {order.returnHref ? (
          <LinkButton href={order.returnHref}>Return or report a problem</LinkButton>
        ) : null}
      </div>
      {order.returnUntil ? <p className="t-14 quiet">{order.returnUntil}</p> : null}
      {order.canConfirmArrival ? (
        <p>
          Already have your tires? <a href={order.statusHref}>Say they’re here</a>.
        </p>
      ) : null}
      {order.mounting ? (
        <section className="account-part" aria-labelledby="mounting-title">
          <h2 className="t-28" id="mounting-title">
            Mounting
          </h2>
          <p>{order.mounting.isBooked ? <b>{order.mounting.text}</b> : order.mounting.text}</p>
          <p className="button-row">
            <LinkButton href={order.mounting.href}>{order.mounting.label}</LinkButton>
          </p>
        </section>
      ) : null}
      {order.returns.length > 0 ? (
        <section className="account-part" aria-labelledby="returns-title">
          <h2 className="t-28" id="returns-title">
            Returns
          </h2>
          <ul className="order-events">
            {order.returns.map(({ reference, words, href }) => (
              <li key={reference}>
                <a href={href}>{reference}</a> <span>{words}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {order.downloads.length > 0 ? (
        <section className="account-part" aria-labelledby="files-title">
          <h2 className="t-28" id="files-title">
            Your files
          </h2>
          <DownloadList files={order.downloads} />
        </section>
      ) : null}
      <div className="account-halves">
        {order.shipTo ? <Address title="Ship to" lines={order.shipTo} /> : null}
        <Address title="Bill to" lines={order.billTo} />
      </div>
      <section className="account-part" aria-labelledby="history-title">
        <h2 className="t-28" id="history-title">
          Order history
        </h2>
        <ol className="order-events">
          {order.events.map(({ at, words, track }, index) => (
            <li key={`${at} ${words} ${String(index)}`}>
              <span>{track ? <a href={track}>{words}</a> : words}</span> <span className="quiet">{at}</span>
            </li>
          ))}
        </ol>
      </section>
      {order.cancel ? (
        <CancelOrderForm
          action={paths.customerForm}
          fields={{ action: 'order-cancel', orderId: order.orderNumber }}
          cost={order.cancel}
          here={orderHref(order.orderNumber)}
        />
      ) : null}
      <p>
        <a href={paths.contacts}>Ask us about this order</a>
      </p>
    </AccountFrame>
  )
}

function Line({ line }: { line: OrderLineView }) {
  return (
    <li>
      <span className="cart-picture">
        {line.picture ? <img src={line.picture} alt="" width={350} height={350} loading="lazy" /> : null}
      </span>
      <div>
        <b className="cond t-22">{line.href ? <a href={line.href}>{line.title}</a> : line.title}</b>
        {line.facts ? <p className="t-14">{line.facts}</p> : null}
        <ChoiceList choices={line.choices} />
        <p className="t-14 quiet">
          {formatLineCount(line)}, {formatUnitPrice(line)}
        </p>
      </div>
      <b className="cond t-22">{formatMoney(line.rowTotal)}</b>
    </li>
  )
}

function Address({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h2 className="t-22">{title}</h2>
      <address className="account-address">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}

/** Renders the same page for an unknown order number and for the order of another customer. */
export function OrderNotFound() {
  return (
    <AccountFrame title="Order" current={paths.orders} notice={null}>
      <EmptyState
        title="Order not found"
        action={{ href: paths.orders, label: 'All orders' }}
        other={{ href: paths.contacts, label: 'Ask us' }}
      >
        <p>We couldn’t find this order in your account.</p>
      </EmptyState>
    </AccountFrame>
  )
}
