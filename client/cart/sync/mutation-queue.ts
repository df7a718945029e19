/** The wishes of one page: named one after the other, written down beside those of the other tabs. */

import type { CartPorts } from './cart-ports.ts'
import {
  type PendingMutation,
  readPendingMutations,
  removePendingMutation,
  storePendingMutation,
} from './cart-storage.ts'
import { type CartMutation, isSameLine, supersedes } from './optimistic-cart.ts'

/** A removal is shown at once and sent after this time. */
export const REMOVAL_DELAY_MS = 500

export interface MutationQueue {
  /** Writes a wish down; `cart` is the name of the cart whose lines it speaks of. */
  put(wish: CartMutation, cart: string): PendingMutation
  /** Takes a wish out that was answered; with it, when it was refused, what rested on it. */
  take(done: PendingMutation, isRefused: boolean): void
}

export function openMutationQueue(
  { storage, now }: Pick<CartPorts, 'storage' | 'now'>,
  page: string,
): MutationQueue {
  let seq = 0
  let lastOrder = 0
  const unsent = () => readPendingMutations(storage).filter(({ sent }) => !sent)
  return {
    put(wish, cart) {
      const at = now()
      const due = wish.kind === 'remove' ? at + REMOVAL_DELAY_MS : at
      for (const other of unsent()) {
        // What was not sent yet and has become pointless is not sent at all.
        if (supersedes(wish, other.wish)) removePendingMutation(storage, other.id)
        // A new removal starts the wait of the others anew, so that several go together.
        else if (wish.kind === 'remove' && other.wish.kind === 'remove')
          storePendingMutation(storage, { ...other, due })
      }
      seq += 1
      // After all that wait, and after those of this page that do not any more, whatever the clock says.
      lastOrder = Math.max(at, lastOrder + 1, ...readPendingMutations(storage).map(({ order }) => order + 1))
      const put = { id: `${page}.${seq}`, page, order: lastOrder, cart, due, sent: false, wish }
      storePendingMutation(storage, put)
      return put
    },
    take(done, isRefused) {
      removePendingMutation(storage, done.id)
      if (!isRefused) return
      // What waits behind a refused change was made on a cart that never came to be.
      for (const other of unsent())
        if (isSameLine(other.wish, done.wish)) removePendingMutation(storage, other.id)
    },
  }
}
