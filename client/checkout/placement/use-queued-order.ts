/** The order of this checkout that waits for a connection, if one does. */
import { useEffect, useRef, useState } from 'react'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { paymentFrom } from '../../../schema/checkout/checkout-form-fields.ts'
import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { canQueueOffline } from '../../../schema/orders/payment.ts'
import { TASK_DONE, taskStorage } from '../../identity/session/task-storage.store.ts'
import { ORDER_URL, readQueuedOrder, toQueuedOrderResult } from './offline-order.store.ts'
import { buildOrderRequest } from './order-request.ts'

interface Ends {
  placed: (orderNumber: string) => void
  refused: (text: string) => void
}

export function useQueuedOrder(ends: Ends) {
  const [waits, setWaits] = useState(false)
  const heard = useRef(ends)
  heard.current = ends

  // Fetched while there is a connection, for the moment when there is none.
  const queue = useRef<Promise<typeof import('../../identity/session/authenticated-requests.ts')> | null>(
    null,
  )

  useEffect(() => {
    queue.current = import('../../identity/session/authenticated-requests.ts')
    queue.current.catch(() => undefined)
    void readQueuedOrder(taskStorage).then((task) => setWaits(task !== null))
    const done = (event: Event) => {
      const task = (event as CustomEvent<Task>).detail
      if (task.url !== ORDER_URL) return
      event.preventDefault()
      setWaits(false)
      const sent = toQueuedOrderResult(task)
      if (sent.ok) heard.current.placed(sent.orderNumber)
      else heard.current.refused(sent.message)
    }
    document.addEventListener(TASK_DONE, done)
    return () => document.removeEventListener(TASK_DONE, done)
  }, [])

  /** True when the order waits now; false when there is a connection, or when it cannot wait and has to be refused. */
  async function put(view: CheckoutView, fields: Record<string, string>): Promise<boolean> {
    if (navigator.onLine) return false
    const payment = paymentFrom(fields, view.regions)
    if (!canQueueOffline({ paymentMethod: payment.paymentMethod, grandTotal: view.cart.totals.grandTotal }))
      return false
    const loaded = await queue.current?.catch(() => null)
    if (!loaded) return false
    const known = await readQueuedOrder(taskStorage)
    // Pressed again, another way to pay or another address takes the place of the first.
    if (known) await taskStorage.remove(known.taskId)
    const body = buildOrderRequest({ ...view, payment }, null)
    await loaded.authenticatedTaskQueue().queue({ url: ORDER_URL, body, silent: true })
    setWaits(true)
    return true
  }

  async function remove(): Promise<void> {
    const known = await readQueuedOrder(taskStorage)
    if (known) await taskStorage.remove(known.taskId)
    setWaits(false)
  }

  return { waits, put, takeBack: () => void remove() }
}
