import type { CartView } from '../../../schema/cart/cart.api.ts'
import { totalRows } from '../../../schema/cart/cart-format.ts'
import { chargeTimingMessage } from '../../../schema/orders/payment.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { SummaryLines } from '../../cart/totals/summary-lines.tsx'
import { TotalsList } from '../../cart/totals/totals-list.tsx'
import { CouponLink } from './coupon-dialog-link.tsx'

/** The lines and totals of the order: beside the steps on a wide screen, in a disclosure on a phone. */
export function OrderSummary({
  cart,
  busy,
  isEstimate,
  isBeforePayment,
}: {
  cart: CartView
  busy: boolean
  /** True until the address is complete, so that tax is an estimate. */
  isEstimate: boolean
  /** The payment step says beside its button when the shopper is charged. */
  isBeforePayment: boolean
}) {
  const content = (
    <>
      <SummaryLines
        lines={cart.lines.map((line) => ({
          ...line,
          href: null,
          picture: line.picture?.src ?? null,
          note: line.service?.note,
        }))}
      />
      <TotalsList {...totalRows(cart, cart.zip, { isEstimate })} busy={busy} />
      <p>
        <CouponLink code={cart.totals.couponCode} />
      </p>
    </>
  )
  return (
    <>
      <details className="summary-small">
        <summary>
          <span>
            <span className="when-closed">Show</span>
            <span className="when-open">Hide</span>{' '}
            {cart.tires > 0 ? formatQuantity(cart.tires, 'tire') : 'the order'}
          </span>
          <b className="cond t-22">{formatMoney(cart.totals.grandTotal)}</b>
        </summary>
        {content}
      </details>
      <aside className="summary-wide" aria-label="Order summary">
        {content}
        {isBeforePayment ? <p className="t-14 quiet">{chargeTimingMessage(cart.totals.grandTotal)}</p> : null}
      </aside>
    </>
  )
}
