/** What a page does with the wishes that wait, before the cart becomes another one. Light: the store comes when needed. */
import { getLocalStorage } from '../../platform/storage/stored-value.store.ts'
import { hasPendingMutations } from './cart-storage.ts'

/** Sends what was wished of the cart a moment ago; without a connection it stays written down. */
export async function flushPendingMutations(): Promise<void> {
  const storage = getLocalStorage()
  if (!storage || !hasPendingMutations(storage) || !navigator.onLine) return
  await import('./browser-cart.store.ts')
    .then(({ getCartStore }) => getCartStore().flush({ now: true }))
    .catch(() => {})
}
