/** Stock check of a cart's line (D7). */
import { type Pools, unitsForLine } from '../../catalog/product/stock.ts'
import type { Cart, CartLine } from '../cart.ts'
import { type CartError, cartError } from '../cart-error.ts'

/**
 * Returns the error of a line that needs more than its stock pools have, counted in tires over all lines that share the
 * pools. The detail of the error is the number of units that the line can have.
 */
export function stockError(cart: Pick<Cart, 'lines'>, line: CartLine, pools: Pools): CartError | null {
  const max = unitsForLine(line, cart.lines, pools)
  if (max === null || line.qty <= max) return null
  const alone = unitsForLine(line, [], pools)
  return cartError(alone === 0 ? 'out-of-stock' : 'qty-not-available', max)
}
