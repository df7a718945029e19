import type { CartView } from '../../../schema/api/cart.ts'
import { totalRows } from '../../../schema/domain/cart-words.ts'
import { formatMoney } from '../../../schema/domain/money.ts'
import { TotalsList } from '../../ui/totals-list.tsx'
import { SummaryLines } from '../order/summary-lines.tsx'
import { CouponLink } from './coupon-link.tsx'

/** What is being bought: beside the steps on a wide screen, behind one line on a phone. */
export function OrderSummary({ cart, busy }: { cart: CartView; busy: boolean }) {
  const content = (
    <>
      <SummaryLines
        lines={cart.lines.map((line) => ({ ...line, href: null, picture: line.picture?.src ?? null }))}
      />
      <TotalsList {...totalRows(cart, cart.zip)} busy={busy} />
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
            Show {cart.tires > 0 ? `${cart.tires} ${cart.tires === 1 ? 'tire' : 'tires'}` : 'the order'}
          </span>
          <b className="cond t-22">{formatMoney(cart.totals.grandTotal)}</b>
        </summary>
        {content}
      </details>
      <aside className="summary-wide" aria-label="Order summary">
        {content}
        <p className="t-14 quiet">Nothing is charged before you place the order, on the last step.</p>
      </aside>
    </>
  )
}
