/** The order of this checkout that is queued in this browser without a connection. */
import { useEffect, useRef, useState } from 'react'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { parsePaymentFields } from '../../../schema/checkout/checkout-form-fields.ts'
import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { canQueueOffline } from '../../../schema/orders/payment.ts'
import { TASK_DONE, taskStorage } from '../../identity/session/task-storage.store.ts'
import { ORDER_URL, readQueuedOrder, toQueuedOrderResult } from './offline-order.store.ts'
import { buildOrderRequest } from './order-request.ts'

interface Handlers {
  placed: (orderNumber: string) => void
  refused: (text: string) => void
}

/** Queues the order without a connection, and calls a handler after the queued order was sent. */
export function useQueuedOrder(handlers: Handlers) {
  const [isQueued, setQueued] = useState(false)
  const latest = useRef(handlers)
  latest.current = handlers

  // Loaded while the browser is online, because the code is needed when it is offline.
  const queue = useRef<Promise<typeof import('../../identity/session/authenticated-requests.ts')> | null>(
    null,
  )

  useEffect(() => {
    queue.current = import('../../identity/session/authenticated-requests.ts')
    queue.current.catch(() => undefined)
    void readQueuedOrder(taskStorage).then((task) => setQueued(task !== null))
    const done = (event: Event) => {
      const task = (event as CustomEvent<Task>).detail
      if (task.url !== ORDER_URL) return
      event.preventDefault()
      setQueued(false)
      const result = toQueuedOrderResult(task)
      if (result.ok) latest.current.placed(result.orderNumber)
      else latest.current.refused(result.message)
    }
    document.addEventListener(TASK_DONE, done)
    return () => document.removeEventListener(TASK_DONE, done)
  }, [])

  /** Queues the order. Returns false when the browser is online or when the order cannot be queued. */
  async function queueOrder(view: CheckoutView, fields: Record<string, string>): Promise<boolean> {
    if (navigator.onLine) return false
    const payment = parsePaymentFields(fields, view.regions)
    if (!canQueueOffline({ paymentMethod: payment.paymentMethod, grandTotal: view.cart.totals.grandTotal }))
      return false
    const loaded = await queue.current?.catch(() => null)
    if (!loaded) return false
    // A queued order is replaced, because its payment method or address may have changed.
    await removeQueuedOrder()
    const body = buildOrderRequest({ ...view, payment }, null)
    await loaded.authenticatedTaskQueue().queue({ url: ORDER_URL, body, silent: true })
    setQueued(true)
    return true
  }

  const cancelQueuedOrder = () => void removeQueuedOrder().then(() => setQueued(false))
  return { isQueued, queueOrder, cancelQueuedOrder }
}

async function removeQueuedOrder(): Promise<void> {
  const queued = await readQueuedOrder(taskStorage)
  if (queued) await taskStorage.remove(queued.taskId)
}
