/** Sends pending mutations before the cart is replaced. A small file: the store is imported only when needed. */
import { getLocalStorage } from '../../platform/storage/stored-value.store.ts'
import { hasPendingMutations } from './cart-storage.ts'

/** Sends the pending mutations; without a connection they stay in the storage. */
export async function flushPendingMutations(): Promise<void> {
  const storage = getLocalStorage()
  if (!storage || !hasPendingMutations(storage) || !navigator.onLine) return
  await import('./browser-cart.store.ts')
    .then(({ getCartStore }) => getCartStore().flush({ now: true }))
    .catch(() => {})
}
