/** The wishes of one page: named one after the other, written down beside those of the other tabs. */

import type { CartPorts } from './cart-ports.ts'
import { type KeptWish, readWishes, removeWish, writeWish } from './cart-storage.ts'
import { type CartWish, isSameLine, replaces } from './optimistic-cart.ts'

/** spec §9: a removal is shown at once and sent after this long. */
export const REMOVAL_DELAY_MS = 500

export interface CartOutbox {
  /** Writes a wish down; `cart` is the name of the cart whose lines it speaks of. */
  put(wish: CartWish, cart: string): KeptWish
  /** Takes a wish out that was answered; with it, when it was refused, what rested on it. */
  take(done: KeptWish, isRefused: boolean): void
}

export function openOutbox({ kept, now }: Pick<CartPorts, 'kept' | 'now'>, page: string): CartOutbox {
  let seq = 0
  let lastOrder = 0
  const unsent = () => readWishes(kept).filter(({ sent }) => !sent)
  return {
    put(wish, cart) {
      const at = now()
      const due = wish.kind === 'remove' ? at + REMOVAL_DELAY_MS : at
      for (const other of unsent()) {
        // What was not sent yet and has become pointless is not sent at all.
        if (replaces(wish, other.wish)) removeWish(kept, other.id)
        // A new removal starts the wait of the others anew, so that several go together.
        else if (wish.kind === 'remove' && other.wish.kind === 'remove') writeWish(kept, { ...other, due })
      }
      seq += 1
      // After all that wait, and after those of this page that do not any more, whatever the clock says.
      lastOrder = Math.max(at, lastOrder + 1, ...readWishes(kept).map(({ order }) => order + 1))
      const put = { id: `${page}.${seq}`, page, order: lastOrder, cart, due, sent: false, wish }
      writeWish(kept, put)
      return put
    },
    take(done, isRefused) {
      removeWish(kept, done.id)
      if (!isRefused) return
      // What waits behind a refused change was made on a cart that never came to be.
      for (const other of unsent()) if (isSameLine(other.wish, done.wish)) removeWish(kept, other.id)
    },
  }
}
