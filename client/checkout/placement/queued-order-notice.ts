/** Shows on any page what became of an order that waited for a connection. */

import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { paths } from '../../../schema/paths.ts'
import { NOTICE_OK } from '../../../schema/platform/notification.ts'
import { broadcastToTabs } from '../../identity/session/tab-broadcast.store.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { toQueuedOrderResult } from './offline-order.store.ts'

export function notifyQueuedOrderResult(task: Task): void {
  const sent = toQueuedOrderResult(task)
  if (!sent.ok) {
    const again = { label: 'See cart', href: paths.cart }
    showToast({ message: sent.message, type: 'error', action1: again, action2: NOTICE_OK })
    return
  }
  broadcastToTabs(0)
  showToast({
    message: `Your order ${sent.orderNumber} is in.`,
    type: 'success',
    action1: { label: 'See the order', href: paths.thankYou },
    action2: NOTICE_OK,
    hasNoTimeout: true,
  })
}
