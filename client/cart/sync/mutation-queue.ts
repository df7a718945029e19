/** The mutations of one page: numbered, and stored together with those of other tabs. */
import type { CartPorts } from './cart-ports.ts'
import {
  findPendingMutation,
  type PendingMutation,
  readPendingMutations,
  removePendingMutation,
  storePendingMutation,
} from './cart-storage.ts'
import { type CartMutation, isSameLine, supersedes } from './optimistic-cart.ts'

/** A removal is shown at once and sent after this time. */
export const REMOVAL_DELAY_MS = 500

export interface MutationQueue {
  /**
   * Stores a mutation and returns its id, or '' when storage is full; `cart` is the token of the cart whose lines it changes, `id` the id of an
   * addition that is already stored.
   */
  add(mutation: CartMutation, cart: string, id?: string): string
  /** Removes a mutation with a response; if it was refused, also the mutations that were based on it. */
  settle(done: PendingMutation, isRefused: boolean): void
}

export function createMutationQueue(
  { storage, now }: Pick<CartPorts, 'storage' | 'now'>,
  page: string,
): MutationQueue {
  let seq = 0
  let lastOrder = 0
  const unsent = () => readPendingMutations(storage).filter(({ sent }) => !sent)
  return {
    add(wish, cart, id = `${page}.${++seq}`) {
      const at = now()
      const due = wish.kind === 'remove' ? at + REMOVAL_DELAY_MS : at
      for (const other of unsent()) {
        // An unsent mutation that has no effect any more is dropped.
        if (supersedes(wish, other.wish)) removePendingMutation(storage, other.id)
        // A new removal restarts the delay of the others, so that they are sent together.
        else if (wish.kind === 'remove' && other.wish.kind === 'remove')
          storePendingMutation(storage, { ...other, due })
      }
      const pending = readPendingMutations(storage)
      // After all pending mutations and all that this page has sent, even if the clock goes back.
      lastOrder = Math.max(at, lastOrder + 1, ...pending.map(({ order }) => order + 1))
      // Another tab may have sent the early addition.
      const sent = findPendingMutation(storage, id)?.sent ?? false
      return storePendingMutation(storage, { id, order: lastOrder, cart, due, sent, wish }) ? id : ''
    },
    settle(done, isRefused) {
      removePendingMutation(storage, done.id)
      if (!isRefused) return
      // Mutations of the same line were based on the refused one.
      for (const other of unsent())
        if (isSameLine(other.wish, done.wish)) removePendingMutation(storage, other.id)
    },
  }
}
