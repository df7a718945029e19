import { Island } from '../platform/islands/island.tsx'
import MiniCart from './mini-cart.island.tsx'

/** Where the drawer lives in every content page: closed, and without code until the cart is asked for. */
export function MiniCartSlot() {
  return <Island name="mini-cart" when="asked" component={MiniCart} props={{}} />
}
