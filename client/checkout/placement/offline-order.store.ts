/**
 * An order that was pressed without a connection: stored in this browser among the calls
 * that wait, sent once when there is one again, from whichever tab or page. Only a way to pay that asks for nobody can
 * wait; and the server knows the cart, so that however often it is sent it stays one order.
 */
import type { Task } from '../../../schema/identity/session/queued-task.ts'

export const ORDER_URL = '/api/order'

/** The order that waits; `null` when none does. */
export async function readQueuedOrder(stored: {
  read: () => Promise<readonly Task[]>
}): Promise<Task | null> {
  return (await stored.read()).find(({ url, transmitted }) => url === ORDER_URL && !transmitted) ?? null
}

/** What became of an order that waited. */
export type QueuedOrderResult = { ok: true; orderNumber: string } | { ok: false; message: string }

const FAILED = 'Your order could not be placed. Nothing was charged.'

export function toQueuedOrderResult({
  resultCode,
  result,
}: Pick<Task, 'resultCode' | 'result'>): QueuedOrderResult {
  const { orderNumber, message } = (typeof result === 'object' && result !== null ? result : {}) as {
    orderNumber?: unknown
    message?: unknown
  }
  if (resultCode === 200 && typeof orderNumber === 'string') return { ok: true, orderNumber }
  const words = typeof result === 'string' && result !== '' ? result : message
  return { ok: false, message: typeof words === 'string' ? words : FAILED }
}
