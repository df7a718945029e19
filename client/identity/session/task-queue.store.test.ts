import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { TOKEN_MESSAGES, UNLOCKED } from '../../../schema/identity/session/token-refresh-lock.ts'
import { createTaskQueue, type TaskQueuePorts } from './task-queue.store.ts'

const ME = { url: '/api/user/me?token={{token}}', body: { customer: {} } }

/** Creates a task queue with fake ports, whose time passes only while the queue waits. */
function browser(over: Partial<TaskQueuePorts> & { answer: (url: string) => unknown }) {
  const tasks = new Map<string, Task>()
  const log = { sent: [] as string[], notices: [] as string[], signedOut: [] as (string | null)[], waited: 0 }
  let lock = UNLOCKED
  let ids = 0
  const ports: TaskQueuePorts = {
    async fetch(url) {
      log.sent.push(url)
      const answer = over.answer(url)
      if (answer instanceof Error) throw answer
      return answer instanceof Response ? answer : Response.json(answer)
    },
    credentials: () => ({ token: 'old', cartId: 'cart' }),
    lock: {
      get: () => lock,
      set: (state) => {
        lock = state
      },
    },
    maxAttempts: 1,
    refresh: async () => 'new',
    signOut: (message) => log.signedOut.push(message),
    notify: (message) => log.notices.push(message),
    async wait(ms) {
      log.waited += ms
      await Promise.resolve()
    },
    now: () => log.waited,
    newId: () => `task-${++ids}`,
    storage: {
      read: async () => [...tasks.values()],
      write: async (task) => void tasks.set(task.taskId, task),
      remove: async (taskId) => void tasks.delete(taskId),
    },
    ...over,
  }
  const done: Task[] = []
  return { queue: createTaskQueue(ports, (task) => done.push(task)), log, tasks, done, lock: () => lock }
}

const FINE = { code: 200, result: 'fine' }
const DENIED = { code: 401, result: 'Consumer is not authorized to access %resources' }
const onlyNew = (url: string) => (url.includes('token=new') ? FINE : DENIED)

test('[F2] a 401 refreshes the token once, and every refused call is repeated with the new token', async () => {
  const { queue, log, lock } = browser({ answer: onlyNew })
  const replies = await Promise.all([queue.execute(ME), queue.execute(ME), queue.execute(ME)])
  expect(replies).toEqual([FINE, FINE, FINE])
  expect(lock()).toEqual({ lock: 0, attempts: 1, token: 'new' })
  expect(log.sent.filter((url) => url.includes('token=new'))).toHaveLength(3)
  expect(log.notices).toEqual([])
})

test('[F2] while a refresh runs, calls with a token wait in steps of a second', async () => {
  let finishRefresh: (token: string) => void = () => {}
  const slowRefresh = new Promise<string>((resolve) => {
    finishRefresh = resolve
  })
  const { queue, log } = browser({
    answer: onlyNew,
    refresh: () => slowRefresh,
    async wait(ms) {
      expect(ms).toBe(1000)
      log.waited += ms
      if (log.waited === 3000) finishRefresh('new')
      await Promise.resolve()
    },
  })
  expect(await queue.execute(ME)).toEqual(FINE)
  expect(log.waited).toBeGreaterThanOrEqual(3000)
})

test('[F2] a refresh without a token signs out, deletes queued tasks and aborts calls with the message of the lock', async () => {
  const { queue, log, tasks } = browser({ answer: () => DENIED, refresh: async () => null })
  await queue.queue(ME)
  expect(await queue.execute(ME)).toEqual({ code: 401, result: TOKEN_MESSAGES.negativeLock })
  expect(log.signedOut).toEqual([null])
  expect(tasks.size).toBe(0)
})

test('[F2] a token that is refused after its refresh ends the session with a fixed message', async () => {
  const { queue, log } = browser({ answer: () => DENIED })
  expect((await queue.execute(ME)).code).toBe(401)
  expect(log.signedOut).toEqual([TOKEN_MESSAGES.refreshFailed])
})

test('[F2] a 401 of a guest is an ordinary failure', async () => {
  const { queue, log } = browser({ answer: () => DENIED, credentials: () => ({ token: '', cartId: '' }) })
  expect(await queue.execute(ME)).toEqual(DENIED)
  expect(log.signedOut).toEqual([])
  expect(log.notices).toEqual([DENIED.result])
})

test('[D12] without a cart nothing is sent', async () => {
  const { queue, log } = browser({ answer: () => FINE, credentials: () => ({ token: '', cartId: '' }) })
  const reply = await queue.execute({ url: '/api/cart/pull?cartId={{cartId}}', body: null })
  expect(reply).toEqual({ code: 0, result: 'required cartId argument is null' })
  expect(log.sent).toEqual([])
})

test('[G8] a silent task fails without a message; a reply without JSON or envelope has a fixed message', async () => {
  const refused = { code: 500, result: 'No' }
  const loud = browser({ answer: () => refused })
  await loud.queue.execute({ ...ME, silent: true })
  expect(loud.log.notices).toEqual([])
  const page = browser({ answer: () => new Response('<p>', { headers: { 'Content-Type': 'text/html' } }) })
  expect((await page.queue.execute(ME)).result).toBe('Error with response - bad content-type!')
  const empty = browser({ answer: () => Response.json(null) })
  expect((await empty.queue.execute(ME)).result).toBe('Unhandled error, wrong response format!')
})

test('[D12] [E14] calls that were queued without a connection are sent once, in order, when the connection is back', async () => {
  let online = false
  const { queue, log, tasks, done } = browser({
    answer: () => (online ? FINE : new TypeError('Failed to fetch')),
  })
  await queue.queue({ ...ME, url: '/first' })
  await queue.queue({ ...ME, url: '/second', isResultCacheable: true })
  expect(tasks.size).toBe(2)
  online = true
  log.sent.length = 0
  await Promise.all([queue.process(), queue.process()])
  await queue.process()
  expect(log.sent).toEqual(['/first', '/second'])
  expect(done.map(({ url, resultCode }) => [url, resultCode])).toEqual([
    ['/first', 200],
    ['/second', 200],
  ])
  // The task with a cacheable result stays and is acknowledged; the other task is removed.
  expect([...tasks.values()]).toMatchObject([
    { url: '/second', transmitted: true, acknowledged: true, result: 'fine' },
  ])
})

test('[D12] with any sequence of lost connections, each queued call is answered exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('queue', 'process', 'on', 'off'), { maxLength: 60 }),
      async (steps) => {
        let online = false
        let count = 0
        const { queue, done, tasks } = browser({ answer: () => (online ? FINE : new TypeError('no')) })
        const work: Promise<unknown>[] = []
        for (const step of steps) {
          if (step === 'queue') work.push(queue.queue({ ...ME, url: `/${count++}` }))
          if (step === 'process') work.push(queue.process())
          if (step === 'on') online = true
          if (step === 'off') online = false
          await Promise.resolve()
        }
        await Promise.all(work)
        online = true
        await queue.process()
        expect(done.map(({ url }) => url).sort()).toEqual(
          Array.from({ length: count }, (_, index) => `/${index}`).sort(),
        )
        expect(tasks.size).toBe(0)
      },
    ),
  )
})

test('[F2] any call can run under the lock: it is repeated after a refresh, and `null` after the end of the session', async () => {
  const renewed = browser({ answer: () => FINE })
  const replies = [401, 200]
  const send = async () => replies.shift()
  expect(await renewed.queue.run(send, (code) => code === 401)).toBe(200)
  expect(renewed.lock().attempts).toBe(1)
  const over = browser({ answer: () => FINE, refresh: async () => null })
  expect(
    await over.queue.run(
      async () => 401,
      (code) => code === 401,
    ),
  ).toBeNull()
  expect(over.log.signedOut).toEqual([null])
})
