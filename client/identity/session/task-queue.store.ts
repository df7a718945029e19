/**
 * API calls with the shopper's token and cart, and the queue of calls that wait for a connection (G9). Ports pass in what
 * the queue needs of the browser. A queued task may be sent again after its reply was lost, so only idempotent calls are
 * queued; `execute` is for calls whose reply is needed now.
 */
import {
  markAcknowledged,
  markTransmitted,
  newTask,
  TASK_RETRY_MS,
  type Task,
  type TaskCall,
  taskNotice,
  taskUrl,
} from '../../../schema/identity/session/queued-task.ts'
import {
  onRefreshed,
  onUnauthorized,
  TOKEN_MESSAGES,
  type TokenLock,
} from '../../../schema/identity/session/token-refresh-lock.ts'
import { NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'

export interface TaskReply {
  /** The envelope's code, or `NETWORK_ERROR`. */
  code: number
  result: unknown
}

export interface TaskQueuePorts {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Returns empty texts for a guest, or without a cart. */
  credentials: () => { token: string; cartId: string }
  lock: { get: () => TokenLock; set: (state: TokenLock) => void }
  /** How often a token may be refreshed between two sign-ins. */
  maxAttempts: number
  /** Requests a new token; `null` or a rejection means that there is none. */
  refresh: () => Promise<string | null>
  /** Signs out silently and prompts for a sign-in; `message` is an error to show, if any. */
  signOut: (message: string | null) => void
  /** Shows an error that stays until the shopper closes it. */
  notify: (message: string) => void
  wait: (ms: number) => Promise<void>
  now: () => number
  newId: () => string
  storage: {
    read: () => Promise<readonly Task[]>
    write: (task: Task) => Promise<void>
    remove: (taskId: string) => Promise<void>
  }
}

export interface TaskQueue {
  /**
   * Runs any call under the token lock. `isUnauthorized` detects a 401, after which the session is refreshed once and the
   * call repeated. Returns `null` when the session has ended.
   */
  run: <T>(send: () => Promise<T>, isUnauthorized: (reply: T) => boolean) => Promise<T | null>
  /** Sends a call now and returns its reply. Never throws. */
  execute: (call: TaskCall) => Promise<TaskReply>
  /** Stores the call, processes the queue and returns the task id. */
  queue: (call: TaskCall) => Promise<string>
  /** Sends every task that was not transmitted, each once. */
  process: () => Promise<void>
  /** Deletes the tasks that were not transmitted, after a sign-out. */
  clearUntransmitted: () => Promise<void>
}

/** Creates the queue; `onDone` receives each queued task after its reply, before the task is acknowledged. */
export function createTaskQueue(ports: TaskQueuePorts, onDone: (task: Task) => void): TaskQueue {
  const running = new Set<string>()

  async function run<T>(send: () => Promise<T>, isUnauthorized: (reply: T) => boolean): Promise<T | null> {
    for (;;) {
      const isCustomer = ports.credentials().token !== ''
      const { lock } = ports.lock.get()
      if (isCustomer && lock === 1) {
        await ports.wait(TASK_RETRY_MS)
        continue
      }
      if (isCustomer && lock === -1) return null
      const reply = await send()
      if (!isUnauthorized(reply) || !isCustomer || !retriesAfter401()) return reply
    }
  }

  async function send(task: Task): Promise<TaskReply> {
    const sendOnce = async () => {
      const { token, cartId } = ports.credentials()
      const { token: renewed } = ports.lock.get()
      const url = taskUrl(task.url, { token: token === '' ? '' : (renewed ?? token), cartId })
      if (url === null) return { code: NETWORK_ERROR, result: 'required cartId argument is null' }
      return readReply(() => ports.fetch(url, toRequest(task)))
    }
    const reply = await run(sendOnce, ({ code }) => code === 401)
    if (!reply) return { code: 401, result: TOKEN_MESSAGES.negativeLock }
    const message = task.silent || reply.code === NETWORK_ERROR ? null : taskNotice(reply)
    if (message !== null) ports.notify(message)
    return reply
  }

  /** Returns whether the call is repeated: `run` then waits for the refresh or aborts the call. */
  function retriesAfter401(): boolean {
    const { state, action } = onUnauthorized(ports.lock.get(), ports.maxAttempts)
    ports.lock.set(state)
    if (action === 'refresh') void renew()
    if (action === 'give-up') void giveUp(TOKEN_MESSAGES.refreshFailed)
    return action !== 'give-up'
  }

  async function renew(): Promise<void> {
    const token = await ports.refresh().catch(() => null)
    ports.lock.set(onRefreshed(ports.lock.get(), token))
    if (!token) await giveUp(null)
  }

  async function giveUp(message: string | null): Promise<void> {
    ports.signOut(message)
    await removeUntransmitted(ports.storage)
  }

  async function transmit(task: Task): Promise<void> {
    if (running.has(task.taskId)) return
    running.add(task.taskId)
    try {
      // Another call of `process` may have sent the task after this one read the list.
      if (!(await isPending(ports.storage, task))) return
      const reply = await send(task)
      if (reply.code === NETWORK_ERROR) return
      // A sign-out during the request has deleted the task.
      if (!(await isPending(ports.storage, task))) return
      const done = markTransmitted(task, reply, ports.now())
      if (task.isResultCacheable) await ports.storage.write(done)
      else await ports.storage.remove(task.taskId)
      onDone(done)
      if (task.isResultCacheable) await ports.storage.write(markAcknowledged(done))
    } finally {
      running.delete(task.taskId)
    }
  }

  async function process(): Promise<void> {
    // In the order of creation: a later call may depend on an earlier one.
    for (const task of await ports.storage.read()) if (!task.transmitted) await transmit(task)
  }

  return {
    run,
    execute: (call) => send(newTask(call, ports.newId(), ports.now())),
    async queue(call) {
      const task = newTask(call, ports.newId(), ports.now())
      await ports.storage.write(task)
      await process()
      return task.taskId
    },
    process,
    clearUntransmitted: () => removeUntransmitted(ports.storage),
  }
}

async function removeUntransmitted(storage: TaskQueuePorts['storage']): Promise<void> {
  const pending = (await storage.read()).filter((task) => !task.transmitted)
  await Promise.all(pending.map((task) => storage.remove(task.taskId)))
}

async function isPending(storage: TaskQueuePorts['storage'], { taskId }: Task): Promise<boolean> {
  return (await storage.read()).some((task) => task.taskId === taskId && !task.transmitted)
}

function toRequest({ method, body }: Task): RequestInit {
  const headers = { Accept: 'application/json, text/plain, */*', 'Content-Type': 'application/json' }
  return { method, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) }
}

/** Parses the envelope of a response; a response without an envelope fails with a fixed message. */
async function readReply(send: () => Promise<Response>): Promise<TaskReply> {
  let response: Response
  try {
    response = await send()
  } catch {
    return { code: NETWORK_ERROR, result: NETWORK_MESSAGES.offline }
  }
  const failed = (result: string) => ({ code: response.ok ? 500 : response.status, result })
  if (!response.headers.get('Content-Type')?.includes('application/json')) {
    return failed(NETWORK_MESSAGES.contentType)
  }
  const envelope: { code?: unknown; result?: unknown } | null = await response.json().catch(() => null)
  const code = Number.parseInt(String(envelope?.code), 10)
  if (envelope === null || Number.isNaN(code)) return failed(NETWORK_MESSAGES.format)
  return { code, result: envelope.result ?? null }
}
