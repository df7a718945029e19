/** The total of the cart with the way to the checkout, and what the order promises. */
import type { ReactNode } from 'react'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { totalRows } from '../../../schema/cart/cart-format.ts'
import { paths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { RETURN_WINDOW_DAYS } from '../../../schema/platform/return-terms.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { LinkButton } from '../../platform/ui/button.tsx'
import { TotalsList } from './totals-list.tsx'

export function CartSummary({
  cart,
  busy,
  isOffline,
  express,
}: {
  cart: CartView
  busy: boolean
  isOffline: boolean
  /** Renders the express payments of a cart. */
  express: (cart: CartView) => ReactNode
}) {
  return (
    <aside className="cart-sum" aria-label="Total">
      <TotalsList {...totalRows(cart, cart.zip, { isEstimate: true })} busy={busy} />
      {cart.lines.some(({ problem }) => problem !== null) ? (
        <Alert tone="error">Some products are out of stock. Please update your cart and try again.</Alert>
      ) : null}
      <LinkButton kind="buy" size="big" wide href={paths.checkout}>
        {isOffline && busy ? 'Check out' : `Check out, ${formatMoney(cart.totals.grandTotal)}`}
      </LinkButton>
      {isOffline ? null : express(cart)}
      {cart.overTime ? <p className="t-14 quiet">{cart.overTime}</p> : null}
      {cart.totals.placeKnown ? null : (
        <p className="t-14 quiet">Enter your ZIP to see sales tax and tire fees.</p>
      )}
      <Promises cart={cart} />
    </aside>
  )
}

function Promises({ cart: { arrives, warranty, tires, allVirtual } }: { cart: CartView }) {
  const promises = {
    ...(arrives ? { Arrives: arrives } : {}),
    ...(tires > 0 ? { Returns: `${RETURN_WINDOW_DAYS} days, if not mounted` } : {}),
    ...(warranty ? { Warranty: warranty } : {}),
    ...(arrives || allVirtual ? {} : { Shipping: 'Same day for orders before 1 p.m. CST' }),
  }
  return (
    <dl className="cart-promises t-14">
      {Object.entries(promises).map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
