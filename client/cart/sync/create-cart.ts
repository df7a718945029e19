/** Requests a cart from the server: the shopper's own, or a guest cart instead. */
import { afterConnect, isSyncDisabled } from '../../../schema/cart/sync/cart-sync.ts'
import { NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CartPorts } from './cart-ports.ts'

/** Failures are logged (D1) with the next step: a guest cart (`as-guest`) or no sync (`disabled`). */
export const SYNC_FAILED = 'Cart sync failed'

/** Returns false without a response, or after the last attempt; `count` receives the number of guest carts requested. */
export async function createCart(
  connect: CartPorts['connect'],
  bypassCount: number,
  count: (bypassCount: number) => void,
): Promise<boolean> {
  let attempts = bypassCount
  for (let asGuest = false; !isSyncDisabled(attempts); asGuest = true) {
    const code = await connect(asGuest)
    if (code === NETWORK_ERROR) return false
    const after = afterConnect(code, attempts)
    attempts = after.bypassCount
    count(attempts)
    if (after.next === 'sync') return true
    console.warn(SYNC_FAILED, code, after.next)
  }
  return false
}
