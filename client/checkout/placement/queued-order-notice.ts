/** Shows the result of a queued order on every page. */
import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { paths } from '../../../schema/paths.ts'
import { NOTICE_OK } from '../../../schema/platform/notification.ts'
import { broadcastToTabs } from '../../identity/session/tab-broadcast.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { toQueuedOrderResult } from './offline-order.store.ts'

/** Shows a toast with the result, and sets the cart count to 0 in all tabs after a success. */
export function notifyQueuedOrderResult(task: Task): void {
  const result = toQueuedOrderResult(task)
  if (!result.ok) {
    const toCart = { label: 'See cart', href: paths.cart }
    showToast({ message: result.message, type: 'error', action1: toCart, action2: NOTICE_OK })
    return
  }
  broadcastToTabs(0)
  showToast({
    message: `Your order ${result.orderNumber} is in.`,
    type: 'success',
    action1: { label: 'See the order', href: paths.thankYou },
    action2: NOTICE_OK,
    hasNoTimeout: true,
  })
}
