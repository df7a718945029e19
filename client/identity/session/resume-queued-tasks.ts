/** What waited for a connection when the last page was left goes out with this one. Plain DOM. */
import { hasWishes } from '../../cart/sync/cart-storage.ts'
import { keptHere } from '../../cart/sync/flush-mutations.ts'
import { TASKS_KEY } from './task-storage.store.ts'

export function resumeTasks(): void {
  const kept = keptHere()
  if (kept === null) return
  // The store sends what waits as soon as it is made.
  if (hasWishes(kept))
    import('../../cart/sync/browser-cart.store.ts').then(({ shopCart }) => shopCart()).catch(() => {})
  if (kept.getItem(TASKS_KEY) === null) return
  import('./authenticated-requests.ts').then(({ sessionTasks }) => sessionTasks().process()).catch(() => {})
}
