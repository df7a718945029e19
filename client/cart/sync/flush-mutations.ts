/** What a page does with pending mutations before the cart becomes another one. Light: the store comes when needed. */
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
