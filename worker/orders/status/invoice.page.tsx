/** The page of an order's invoice, which the order's link opens; it is laid out for printing. */
import type { Context } from 'hono'
import PrintButton from '../../../client/catalog/product/print-button.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { taxLabel } from '../../../schema/cart/totals/tax.ts'
import {
  capturedAmount,
  type OrderLifecycle,
  refundedAmount,
} from '../../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { CASH_METHOD, paymentName } from '../../../schema/orders/payment.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import { orderStatusHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { addressLines } from '../address-lines.ts'
import { signOrderLink } from '../order-signature.ts'
import { findOrderByLink, orderNotFoundPage } from './order-status.page.tsx'

/** Renders the invoice of the order in the link. */
export async function invoicePage(c: Context<AppEnv>): Promise<Response> {
  const details = await findOrderByLink(c)
  if (!details) return orderNotFoundPage(c)
  const { order, life } = details
  const [store] = await allStores(c.env.DB)
  const { orderNumber, shippingAddress, billingAddress } = order
  const back = orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber))
  return contentPage(c, {
    title: `Invoice ${orderNumber}`,
    description: 'The invoice of your order.',
    canonical: null,
    layout: 'minimal',
    kind: 'invoice',
    body: (
      <article className="wrap invoice">
        <header className="invoice-head">
          <h1 className="t-64">Invoice {orderNumber}</h1>
          <p>
            {formatOrderDate(order.placedAt)}
            {life.status === 'canceled' ? '. This order was canceled; nothing is due.' : ''}
          </p>
        </header>
        <div className="invoice-parties">
          <Party
            title="From"
            lines={[
              'Treadline',
              ...(store ? [store.street, `${store.city}, ${store.state} ${store.zip}`] : []),
              PHONE.label,
            ]}
          />
          <Party title="Bill to" lines={addressLines(billingAddress)} />
          {shippingAddress ? <Party title="Ship to" lines={addressLines(shippingAddress)} /> : null}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls on a phone, so it needs keyboard focus */}
        <section className="invoice-lines" aria-label="Items" tabIndex={0}>
          <Lines order={order} />
        </section>
        <Sums order={order} life={life} />
        <p className="button-row invoice-acts">
          <Island
            name="print-button"
            when="interaction"
            component={PrintButton}
            props={{ label: 'Print the invoice' }}
          />
          <LinkButton href={back}>Back to the order</LinkButton>
        </p>
      </article>
    ),
  })
}

function Party({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h2 className="t-22">{title}</h2>
      <address>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  )
}

function Lines({ order }: { order: Order }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Number</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Tax</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.itemId}>
            <th scope="row">
              {line.title}
              {line.facts ? <span className="t-14 quiet">{line.facts}</span> : null}
              {line.choices.map(({ label, value }) => (
                <span className="t-14 quiet" key={label}>
                  {label}: {value}
                </span>
              ))}
            </th>
            <td>{line.sku}</td>
            <td>{line.qty}</td>
            <td>{formatMoney(line.unitPrice)}</td>
            <td>{formatMoney(line.tax)}</td>
            <td>{formatMoney(line.rowTotal)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sums({ order, life }: { order: Order; life: OrderLifecycle }) {
  const { totals, couponCode } = order
  const paid = capturedAmount(life)
  const refunded = refundedAmount(life)
  const due = life.status === 'canceled' ? 0 : totals.grandTotal - paid
  const rows: [term: string, amount: number][] = [
    ['Subtotal', totals.subtotal],
    ...(totals.discount < 0
      ? [[couponCode === null ? 'Discount' : `Coupon ${couponCode}`, totals.discount] as [string, number]]
      : []),
    ...(order.shippingAddress ? [['Shipping', totals.shipping] as [string, number]] : []),
    ...totals.fees.map((fee): [string, number] => [fee.title, fee.amount]),
    [taxLabel(totals.taxPercent, false), totals.tax],
  ]
  const refunds = life.refunds.filter(({ status }) => status === 'done')
  return (
    <dl className="totals invoice-sums">
      {rows.map(([term, amount]) => (
        <Sum key={term} term={term} amount={amount} />
      ))}
      <div className="totals-grand cond t-28">
        <dt>Total</dt>
        <dd>{formatMoney(totals.grandTotal)}</dd>
      </div>
      {paid > 0 ? <Sum term={paidWithLabel(order.paymentMethod)} amount={-paid} /> : null}
      {refunds.map(({ id, amount, at }) => (
        <Sum key={id} term={`Refunded ${formatOrderDate(at)}`} amount={amount} />
      ))}
      <Sum {...balanceRow(due, paid, refunded)} />
    </dl>
  )
}

function balanceRow(due: number, paid: number, refunded: number): { term: string; amount: number } {
  if (due > 0) return { term: 'Due on delivery', amount: due }
  return refunded > 0 ? { term: 'Net paid', amount: paid - refunded } : { term: 'Due', amount: 0 }
}

function paidWithLabel(method: string): string {
  return method === CASH_METHOD ? 'Paid in cash' : `Paid with ${paymentName(method)}`
}

function Sum({ term, amount }: { term: string; amount: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  )
}
