/** Tells on any page what became of an order that waited for a connection. */
import { NOTICE_OK } from '../../schema/domain/notification.ts'
import type { Task } from '../../schema/domain/task.ts'
import { paths } from '../../schema/paths.ts'
import { announceCart } from '../store/cart-news.ts'
import { orderSent } from '../store/order-queue.ts'
import { notify } from '../ui/notify.ts'

export function tellOrderSent(task: Task): void {
  const sent = orderSent(task)
  if (!sent.ok) {
    const again = { label: 'See cart', href: paths.cart }
    notify({ message: sent.message, type: 'error', action1: again, action2: NOTICE_OK })
    return
  }
  announceCart(0)
  notify({
    message: `Your order ${sent.orderNumber} is in.`,
    type: 'success',
    action1: { label: 'See the order', href: paths.thankYou },
    action2: NOTICE_OK,
    hasNoTimeout: true,
  })
}
