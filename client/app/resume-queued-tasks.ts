/** Sends the mutations and tasks that waited for a connection when the last page was left. Plain DOM. */
import { hasPendingMutations } from '../cart/sync/cart-storage.ts'
import { TASKS_KEY } from '../identity/session/task-storage.store.ts'
import { getLocalStorage } from '../platform/storage/stored-value.store.ts'

/** Sends pending cart mutations and queued tasks, if any are stored. */
export function resumeQueuedTasks(): void {
  const stored = getLocalStorage()
  if (stored === null) return
  // The store sends pending mutations as soon as it is created.
  if (hasPendingMutations(stored))
    import('../cart/sync/browser-cart.store.ts').then(({ getCartStore }) => getCartStore()).catch(() => {})
  if (stored.getItem(TASKS_KEY) === null) return
  import('../identity/session/authenticated-requests.ts')
    .then(({ authenticatedTaskQueue }) => authenticatedTaskQueue().process())
    .catch(() => {})
}
