/** Getting a cart from the server: the shopper's own, or a guest's that stands in for it. */
import { afterConnect, isSyncDisabled } from '../../../schema/cart/sync/cart-sync.ts'
import { NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CartPorts } from './cart-ports.ts'

/** Failures are logged (D1), with the guest's cart that stands in (`as-guest`) or that none does (`disabled`). */
export const SYNC_FAILED = 'Cart sync failed'

/** False without an answer, or when all tries are used up; `count` receives how many guest's carts were tried. */
export async function createCart(
  connect: CartPorts['connect'],
  bypassCount: number,
  count: (bypassCount: number) => void,
): Promise<boolean> {
  let tried = bypassCount
  for (let asGuest = false; !isSyncDisabled(tried); asGuest = true) {
    const code = await connect(asGuest)
    if (code === NETWORK_ERROR) return false
    const after = afterConnect(code, tried)
    tried = after.bypassCount
    count(tried)
    if (after.next === 'sync') return true
    console.warn(SYNC_FAILED, code, after.next)
  }
  return false
}
