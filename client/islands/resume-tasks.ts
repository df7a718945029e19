/** What waited for a connection when the last page was left goes out with this one. Plain DOM. */
import { hasWishes } from '../store/cart/cart-kept.ts'
import { keptHere } from '../store/cart/send-wishes.ts'
import { TASKS_KEY } from '../store/task-kept.ts'

export function resumeTasks(): void {
  const kept = keptHere()
  if (kept === null) return
  // The store sends what waits as soon as it is made.
  if (hasWishes(kept)) import('../store/cart/shop-cart.ts').then(({ shopCart }) => shopCart()).catch(() => {})
  if (kept.getItem(TASKS_KEY) === null) return
  import('./session-tasks.ts').then(({ sessionTasks }) => sessionTasks().process()).catch(() => {})
}
