/** Whether the stock has what a cart's line asks for. */

import { type Pools, unitsForLine } from '../../catalog/product/stock.ts'
import type { Cart, CartLine } from '../cart.ts'
import { type CartError, cartError } from '../cart-error.ts'

/**
 * Pools are counted in tires over all lines that share them; stock that is not counted never refuses. The
 * detail is how many units the line could have.
 */
export function stockError(cart: Pick<Cart, 'lines'>, line: CartLine, pools: Pools): CartError | null {
  const most = unitsForLine(line, cart.lines, pools)
  if (most === null || line.qty <= most) return null
  const alone = unitsForLine(line, [], pools)
  return cartError(alone === 0 ? 'out-of-stock' : 'qty-not-available', most)
}
