import { Island } from '../platform/islands/island.tsx'
import MiniCart from './mini-cart.island.tsx'

/** Renders the closed mini-cart of a content page; its code is loaded when the shopper opens the cart. */
export function MiniCartSlot() {
  return <Island name="mini-cart" when="asked" component={MiniCart} props={{}} />
}
