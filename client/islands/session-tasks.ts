/**
 * The calls of a signed-in shopper from our own pages (spec §4 "User session"). Their session is a cookie, so a template
 * names no token; a 401 means that the session is over, and asking for it again stands for the refresh of a token.
 */
import { NOTICE_OK } from '../../schema/domain/notification.ts'
import type { Task } from '../../schema/domain/task.ts'
import { type TokenLock, UNLOCKED } from '../../schema/domain/token-lock.ts'
import { BY_COOKIE, renewSession } from '../store/session.ts'
import { signOut } from '../store/sign-out.ts'
import { SESSION_CHANGED, signedInName } from '../store/signed-in.ts'
import { keptTasks, TASK_DONE, TASKS_KEY } from '../store/task-kept.ts'
import { createTaskQueue, type TaskQueue } from '../store/task-queue.ts'
import { notify } from '../ui/notify.ts'

/** How often a session is asked for between two sign-ins (client-rules.md "Token invalidation lock"). */
const MAX_ATTEMPTS = 1

const showError = (message: string) => notify({ message, type: 'error', action1: NOTICE_OK })

let lock: TokenLock = UNLOCKED

async function endSession(words: string | null): Promise<void> {
  await signOut({ silent: true })
  if (words !== null) showError(words)
  const { askToSignIn } = await import('./sign-in-dialog.tsx')
  await askToSignIn()
}

function makeQueue(): TaskQueue {
  // Whoever signs in starts anew.
  document.addEventListener(SESSION_CHANGED, () => {
    if (signedInName(document.cookie) !== '') lock = UNLOCKED
  })
  const queue = createTaskQueue(
    {
      fetch: (url, init) => fetch(url, init),
      // A refresh that failed takes the name away; the calls that wait for it are still somebody's.
      who: () => {
        const isSomebody = signedInName(document.cookie) !== '' || lock.lock !== 0
        return { token: isSomebody ? BY_COOKIE : '', cartId: '' }
      },
      lock: {
        get: () => lock,
        set: (state) => {
          lock = state
        },
      },
      maxAttempts: MAX_ATTEMPTS,
      refresh: renewSession,
      signOut: (words) => void endSession(words),
      notify: showError,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: Date.now,
      newId: () => crypto.randomUUID(),
      kept: keptTasks(localStorage),
    },
    (task) => document.dispatchEvent(new CustomEvent<Task>(TASK_DONE, { detail: task })),
  )
  // Two tabs have one storage: what waits in it is sent by one of them.
  const alone = <T>(act: () => Promise<T>): Promise<T> => navigator.locks.request(TASKS_KEY, act)
  const process = () => alone(queue.process)
  addEventListener('online', () => void process())
  return { ...queue, process, queue: (call) => alone(() => queue.queue(call)) }
}

let queue: TaskQueue | null = null

/** The one queue of this page. Made in a browser only. */
export function sessionTasks(): TaskQueue {
  queue ??= makeQueue()
  return queue
}
