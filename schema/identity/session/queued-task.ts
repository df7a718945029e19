/**
 * A queued API call of a browser (D12). A task is created with an id, then transmitted with its result and code, then
 * acknowledged by its caller.
 */

export const TASK_RETRY_MS = 1000

export interface Task {
  taskId: string
  /** A template: `{{token}}` and `{{cartId}}` are filled in when the task is sent, because a sign-in may happen before. */
  url: string
  method: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON; `null` sends no body. */
  body: unknown
  /** True to show no message when the call fails. */
  silent: boolean
  /** True to leave the task in the queue with its result. */
  isResultCacheable: boolean
  /** Milliseconds since the epoch. */
  createdAt: number
  transmitted: boolean
  transmittedAt: number | null
  acknowledged: boolean
  result: unknown
  /** The envelope's code; `null` before the reply. */
  resultCode: number | null
}

export type TaskCall = Pick<Task, 'url' | 'body'> &
  Partial<Pick<Task, 'method' | 'silent' | 'isResultCacheable'>>

/** Creates a task that was not transmitted. */
export function newTask(call: TaskCall, taskId: string, now: number): Task {
  return {
    method: call.body === null ? 'GET' : 'POST',
    silent: false,
    isResultCacheable: false,
    ...call,
    taskId,
    createdAt: now,
    transmitted: false,
    transmittedAt: null,
    acknowledged: false,
    result: null,
    resultCode: null,
  }
}

/** Returns the URL of a template; `null` when the template needs a cart and there is none. */
export function taskUrl(template: string, values: { token: string; cartId: string }): string | null {
  if (template.includes('{{cartId}}') && values.cartId === '') return null
  const fill = (name: keyof typeof values) => encodeURIComponent(values[name])
  return template.replaceAll('{{token}}', fill('token')).replaceAll('{{cartId}}', fill('cartId'))
}

export function markTransmitted(task: Task, reply: { code: number; result: unknown }, now: number): Task {
  return { ...task, transmitted: true, transmittedAt: now, resultCode: reply.code, result: reply.result }
}

export function markAcknowledged(task: Task): Task {
  return { ...task, acknowledged: true }
}

/** Returns the message of a failed reply, in any of its formats; `null` when it has none. */
export function taskNotice(reply: { code: number; result: unknown }): string | null {
  const { code, result } = reply
  if (code === 200) return null
  if (typeof result === 'string') return result === '' ? null : result
  if (typeof result !== 'object' || result === null) return null
  const inner = result as { result?: unknown; message?: unknown; code?: unknown }
  if (inner.code === 'ENOTFOUND') return null
  if (typeof inner.result === 'string') return inner.result
  return typeof inner.message === 'string' ? inner.message : null
}
