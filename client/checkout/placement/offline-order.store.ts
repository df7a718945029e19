/**
 * An order that was placed without a connection. It is stored in this browser in the queue of calls and sent by any tab
 * when the browser is online again. Only payment methods without an action of the shopper can be queued. The server
 * places one order per cart, so a repeated call is safe.
 */
import type { Task } from '../../../schema/identity/session/queued-task.ts'

export const ORDER_URL = '/api/order'

/** Returns the queued order, or `null`. */
export async function readQueuedOrder(stored: {
  read: () => Promise<readonly Task[]>
}): Promise<Task | null> {
  return (await stored.read()).find(({ url, transmitted }) => url === ORDER_URL && !transmitted) ?? null
}

/** The result of a queued order after it was sent. */
export type QueuedOrderResult = { ok: true; orderNumber: string } | { ok: false; message: string }

const FAILED_MESSAGE = 'We couldn’t place your order. Nothing was charged.'

/** Reads the result from the stored reply. */
export function toQueuedOrderResult({
  resultCode,
  result,
}: Pick<Task, 'resultCode' | 'result'>): QueuedOrderResult {
  const { orderNumber, message } = (typeof result === 'object' && result !== null ? result : {}) as {
    orderNumber?: unknown
    message?: unknown
  }
  if (resultCode === 200 && typeof orderNumber === 'string') return { ok: true, orderNumber }
  const text = typeof result === 'string' && result !== '' ? result : message
  return { ok: false, message: typeof text === 'string' ? text : FAILED_MESSAGE }
}
