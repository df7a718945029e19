/**
 * Express payments (H13h) in the cart and at the top of the checkout: the wallet fills in contact and address. PayPal is
 * a plain form that leads to PayPal's page, so it needs no script.
 */
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { paths } from '../../../schema/paths.ts'
import { Button } from '../../platform/ui/button.tsx'
import { WalletPayment } from './wallet-payment.tsx'

/** Shows the buttons of the configured wallets; nothing for a cart that cannot be ordered as it is. */
export function ExpressPayment({ cart, from }: { cart: CartView; from: 'cart' | 'checkout' }) {
  const { express, lines } = cart
  if (!express || lines.some(({ problem }) => problem !== null)) return null
  return (
    <section className={`express express-${from}`} aria-label="Express payment">
      <p className="t-14 quiet">Pay express. Your wallet fills in the address.</p>
      <div className="express-ways">
        {express.paypal ? (
          <form method="post" action={paths.expressForm}>
            <input type="hidden" name="from" value={from} />
            <Button type="submit" wide>
              Pay with <b className="express-paypal">PayPal</b>
            </Button>
          </form>
        ) : null}
        {express.card ? <WalletPayment card={express.card} total={cart.totals.grandTotal} /> : null}
      </div>
      {from === 'checkout' ? <p className="express-or t-14 quiet">Or check out below</p> : null}
    </section>
  )
}
