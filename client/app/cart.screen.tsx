/** The cart page with the express payments, which belong to the checkout. */
import { CartScreen } from '../cart/cart.screen.tsx'
import { ExpressPayment } from '../checkout/express/express-payment.tsx'

export function CartPage() {
  return <CartScreen express={(cart) => <ExpressPayment cart={cart} from="cart" />} />
}
