/** /staff/sell/{n}/receipt: the receipt of a sale at the counter, for a roll of 80 mm or Letter paper (H14p). */
import type { Context } from 'hono'
import { isPlaced } from '../../../schema/orders/order.ts'
import { paymentName } from '../../../schema/orders/payment.ts'
import { formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import { RECEIPT_FORMATS, type ReceiptFormat } from '../../../schema/staff/counter/counter-paths.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { type CounterDraft, readCounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import { readOrder } from '../../orders/order.sql.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { referenceOf, Sums } from './sale-view.tsx'

/** Renders the receipt of a paid sale, with the amounts of its order; 404 before it is paid. */
export async function receiptPage(c: Context<AppEnv>): Promise<Response> {
  const draft = await readCounterDraft(c.env.DB, Number(c.req.param('sale')))
  const order = draft?.orderNumber ? await readOrder(c.env.DB, draft.orderNumber) : null
  if (!draft || !order || !isPlaced(order.status)) return c.notFound()
  const [store] = await allStores(c.env.DB)
  const paper: ReceiptFormat = RECEIPT_FORMATS.find((known) => known === c.req.query('paper')) ?? '80mm'
  const name = [order.billingAddress.firstname, order.billingAddress.lastname].filter(Boolean).join(' ')
  return staffPage(c, {
    title: `Receipt ${order.orderNumber}`,
    current: '',
    print: true,
    body: (
      <article className="receipt" data-paper={paper} data-print>
        <h1>Treadline</h1>
        <p>
          {store ? (
            <>
              {store.street}
              <br />
              {store.city}, {store.state} {store.zip}
              <br />
            </>
          ) : null}
          {PHONE.label}
        </p>
        <p>
          Receipt {order.orderNumber}
          <br />
          {formatShopTime(order.placedAt)}
          <br />
          {name}
        </p>
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map(({ itemId, title, facts, sku, qty, unitPrice, rowTotal }) => (
              <tr key={itemId}>
                <td>
                  {title}
                  {facts ? (
                    <>
                      <br />
                      {facts}, {sku}
                    </>
                  ) : null}
                  {qty > 1 ? (
                    <>
                      <br />
                      {qty} × {formatMoney(unitPrice)}
                    </>
                  ) : null}
                </td>
                <td>{formatMoney(rowTotal)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Sums
          totals={order.totals}
          discount={draft.discount?.percent ?? null}
          credit={draft.creditSpent}
          from={referenceOf(draft)}
        />
        <Paid
          draft={draft}
          method={order.paymentMethod}
          total={order.totals.grandTotal - draft.creditSpent}
        />
        <p>Thank you. One-year money back until the tire is installed.</p>
      </article>
    ),
  })
}

/** `total` is what was paid with money. */
function Paid({ draft: { payment }, method, total }: { draft: CounterDraft; method: string; total: number }) {
  if (total === 0) return null
  const rows: [string, string][] =
    payment === null
      ? [[paymentName(method), formatMoney(total)]]
      : payment.given === null
        ? [
            [`Card ending in ${payment.lastFour}`, formatMoney(total)],
            ['Slip', payment.slip],
          ]
        : [
            ['Cash', formatMoney(payment.given)],
            ['Change', formatMoney(payment.given - total)],
          ]
  return (
    <dl className="counter-sums">
      {rows.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
