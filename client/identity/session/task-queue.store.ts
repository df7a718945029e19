/**
 * Calls with a shopper's token and cart, and the queue of those that wait for a connection (G9). The browser's parts are
 * handed in. A task may reach the server whose reply was lost, so only calls that may be repeated are queued; calls for
 * an answer now are executed.
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
  /** Empty texts for a guest, or without a cart. */
  who: () => { token: string; cartId: string }
  lock: { get: () => TokenLock; set: (state: TokenLock) => void }
  /** How often a token may be refreshed between two sign-ins. */
  maxAttempts: number
  /** Asks for a new token; `null` or a throw means that there is none. */
  refresh: () => Promise<string | null>
  /** Signs out silently and asks to sign in; `words` are an error to be shown, where there are any. */
  signOut: (words: string | null) => void
  /** Shows an error that stays until it is closed. */
  notify: (words: string) => void
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
   * Runs a call of another shape under the lock: `isRefused` is true for a 401, which asks for the session once and repeats
   * the call. `null` when the session is over.
   */
  run: <T>(ask: () => Promise<T>, isRefused: (reply: T) => boolean) => Promise<T | null>
  /** Sends now and gives the reply. Never throws. */
  execute: (call: TaskCall) => Promise<TaskReply>
  /** Keeps the call and sends it with all others that wait, now or when asked again. Gives its task id. */
  queue: (call: TaskCall) => Promise<string>
  /** Sends what was not transmitted, each once. */
  process: () => Promise<void>
  /** Forgets what was not transmitted, after a sign-out. */
  clearUntransmitted: () => Promise<void>
}

/** Makes the queue; `onDone` is called with each queued task once it was answered, before it is acknowledged. */
export function createTaskQueue(world: TaskQueuePorts, onDone: (task: Task) => void): TaskQueue {
  const running = new Set<string>()

  async function run<T>(ask: () => Promise<T>, isRefused: (reply: T) => boolean): Promise<T | null> {
    for (;;) {
      const isSomebody = world.who().token !== ''
      const { lock } = world.lock.get()
      if (isSomebody && lock === 1) {
        await world.wait(TASK_RETRY_MS)
        continue
      }
      if (isSomebody && lock === -1) return null
      const reply = await ask()
      if (!isRefused(reply) || !isSomebody || !retriesAfter401()) return reply
    }
  }

  async function send(task: Task): Promise<TaskReply> {
    const ask = async () => {
      const { token, cartId } = world.who()
      const { token: renewed } = world.lock.get()
      const url = taskUrl(task.url, { token: token === '' ? '' : (renewed ?? token), cartId })
      if (url === null) return { code: NETWORK_ERROR, result: 'required cartId argument is null' }
      return answerOf(() => world.fetch(url, requestOf(task)))
    }
    const reply = await run(ask, ({ code }) => code === 401)
    return reply ? answered(task, reply) : { code: 401, result: TOKEN_MESSAGES.negativeLock }
  }

  function answered(task: Task, reply: TaskReply): TaskReply {
    const words = task.silent || reply.code === NETWORK_ERROR ? null : taskNotice(reply)
    if (words !== null) world.notify(words)
    return reply
  }

  /** True when the call is to be repeated: it then waits for the refresh or is aborted. */
  function retriesAfter401(): boolean {
    const { state, act } = onUnauthorized(world.lock.get(), world.maxAttempts)
    world.lock.set(state)
    if (act === 'refresh') void renew()
    if (act === 'give-up') void giveUp(TOKEN_MESSAGES.refreshFailed)
    return act !== 'give-up'
  }

  async function renew(): Promise<void> {
    const token = await world.refresh().catch(() => null)
    world.lock.set(onRefreshed(world.lock.get(), token))
    if (!token) await giveUp(null)
  }

  async function giveUp(words: string | null): Promise<void> {
    world.signOut(words)
    await removeUntransmitted(world.storage)
  }

  async function transmit(task: Task): Promise<void> {
    if (running.has(task.taskId)) return
    running.add(task.taskId)
    try {
      // Another round may have sent it since this one read the list.
      if (!(await isWaiting(world.storage, task))) return
      const reply = await send(task)
      if (reply.code === NETWORK_ERROR) return
      // Signed out meanwhile: it is nobody's any more.
      if (!(await isWaiting(world.storage, task))) return
      const done = markTransmitted(task, reply, world.now())
      if (task.isResultCacheable) await world.storage.write(done)
      else await world.storage.remove(task.taskId)
      onDone(done)
      if (task.isResultCacheable) await world.storage.write(markAcknowledged(done))
    } finally {
      running.delete(task.taskId)
    }
  }

  async function process(): Promise<void> {
    // In the order of their making: a later call may rest on an earlier one.
    for (const task of await world.storage.read()) if (!task.transmitted) await transmit(task)
  }

  return {
    run,
    execute: (call) => send(newTask(call, world.newId(), world.now())),
    async queue(call) {
      const task = newTask(call, world.newId(), world.now())
      await world.storage.write(task)
      await process()
      return task.taskId
    },
    process,
    clearUntransmitted: () => removeUntransmitted(world.storage),
  }
}

async function removeUntransmitted(storage: TaskQueuePorts['storage']): Promise<void> {
  const waiting = (await storage.read()).filter((task) => !task.transmitted)
  await Promise.all(waiting.map((task) => storage.remove(task.taskId)))
}

async function isWaiting(storage: TaskQueuePorts['storage'], { taskId }: Task): Promise<boolean> {
  return (await storage.read()).some((one) => one.taskId === taskId && !one.transmitted)
}

function requestOf({ method, body }: Task): RequestInit {
  const headers = { Accept: 'application/json, text/plain, */*', 'Content-Type': 'application/json' }
  return { method, headers, ...(body === null ? {} : { body: JSON.stringify(body) }) }
}

/** Opens the envelope; an answer without one is a failure with a fixed message. */
async function answerOf(ask: () => Promise<Response>): Promise<TaskReply> {
  let response: Response
  try {
    response = await ask()
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
