/** Requests a cart from the server: the shopper's own, or a guest cart instead. */
import { afterConnect, isSyncDisabled } from '../../../schema/cart/sync/cart-sync.ts'
import { NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CartPorts } from './cart-ports.ts'

/** Failures are logged (D1) with the next step: a guest cart (`as-guest`) or no sync (`disabled`). */
export const SYNC_FAILED = 'Cart sync failed'

/** `unanswered`: no response, so another attempt may succeed; `failed`: the server creates none. */
export type CreatedCart = 'created' | 'unanswered' | 'failed'

/** Requests a cart; `count` receives the number of guest carts requested. */
export async function createCart(
  connect: CartPorts['connect'],
  bypassCount: number,
  count: (bypassCount: number) => void,
): Promise<CreatedCart> {
  let attempts = bypassCount
  for (let asGuest = false; !isSyncDisabled(attempts); asGuest = true) {
    const code = await connect(asGuest)
    if (code === NETWORK_ERROR) return 'unanswered'
    const after = afterConnect(code, attempts)
    attempts = after.bypassCount
    count(attempts)
    if (after.next === 'sync') return 'created'
    console.warn(SYNC_FAILED, code, after.next)
  }
  return 'failed'
}
