/**
 * The calls of a signed-in shopper from our own pages. Their session is a cookie, so a template
 * names no token; a 401 means that the session is over, and asking for it again stands for the refresh of a token.
 */

import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { type TokenLock, UNLOCKED } from '../../../schema/identity/session/token-refresh-lock.ts'
import { SESSION_OVER } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { NOTICE_OK } from '../../../schema/platform/notification.ts'
import type { ApiResult } from '../../platform/api/call-api.ts'
import { showToast } from '../../platform/ui/toast.ts'
import { blockNavigation } from './navigation-guard.store.ts'
import { COOKIE_SESSION, renewSession } from './session.store.ts'
import { sessionPorts } from './session-ports.ts'
import { signOut } from './sign-out.store.ts'
import { SESSION_CHANGED, signedInName } from './signed-in.store.ts'
import { createTaskQueue, type TaskQueue } from './task-queue.store.ts'
import { TASK_DONE, TASKS_KEY, taskStorage } from './task-storage.store.ts'

/** How often a session is asked for between two sign-ins. */
const MAX_ATTEMPTS = 1

const showError = (message: string) => showToast({ message, type: 'error', action1: NOTICE_OK })

let lock: TokenLock = UNLOCKED

/** Forms whose words wait for an answer. */
let typed = 0
/** How the asking that began last ends or ended. */
let asking: Promise<boolean> | null = null
let isAsking = false

/** True when somebody has signed in. Asked meanwhile, it gives the same answer to all. */
function askAgain(): Promise<boolean> {
  if (!asking || !isAsking) {
    isAsking = true
    asking = import('../sign-in/sign-in-dialog.tsx')
      .then(({ promptForSignIn }) => promptForSignIn(typed > 0 ? { why: SESSION_OVER } : {}))
      .then((end) => end === 'signed-in')
      .finally(() => {
        isAsking = false
      })
  }
  return asking
}

async function endSession(words: string | null): Promise<void> {
  const out = signOut({ silent: true }).catch(() => false)
  isAsking = true
  // Who waits for the sign-in waits for the end of what was before it.
  asking = out.then(() => {
    isAsking = false
    if (words !== null) showError(words)
    return askAgain()
  })
  await asking
}

/**
 * Sends what somebody has typed. A refused call asks for the session once and is repeated; for a session that is over the
 * dialog opens, and anyone who signs in sends the very same again: the endpoint validates whose it is. `null` when nobody signed in.
 */
export async function sendAuthenticatedForm<T>(
  ask: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T> | null> {
  const release = blockNavigation()
  typed += 1
  try {
    for (;;) {
      const before = asking
      const outcome = await authenticatedTaskQueue().run(ask, isOver)
      if (outcome && !isOver(outcome)) return outcome
      // The window may have been closed while the call still waited for the session.
      const isSignedIn = asking && asking !== before ? asking : askAgain()
      if (!(await isSignedIn)) return null
    }
  } finally {
    typed -= 1
    release()
  }
}

/** A 401 with words alone; one with more in it is about a field, such as a password. */
function isOver<T>(outcome: ApiResult<T>): boolean {
  return !outcome.ok && outcome.code === 401 && typeof outcome.result === 'string'
}

function makeQueue(): TaskQueue {
  // Anyone who signs in starts anew.
  document.addEventListener(SESSION_CHANGED, () => {
    if (signedInName(document.cookie) !== '') lock = UNLOCKED
  })
  const queue = createTaskQueue(
    {
      fetch: (url, init) => fetch(url, init),
      // A refresh that failed takes the name away; the calls that wait for it are still somebody's.
      who: () => {
        const isSomebody = signedInName(document.cookie) !== '' || lock.lock !== 0
        return { token: isSomebody ? COOKIE_SESSION : '', cartId: '' }
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
      storage: taskStorage,
    },
    (task) => {
      const done = new CustomEvent<Task>(TASK_DONE, { detail: task, cancelable: true })
      // The checkout goes on to the order itself; every other page only shows what became of it.
      if (document.dispatchEvent(done)) void sessionPorts().then(({ notifyTaskDone }) => notifyTaskDone(task))
    },
  )
  // Two tabs have one storage: what waits in it is sent by one of them.
  const alone = <T>(act: () => Promise<T>): Promise<T> => navigator.locks.request(TASKS_KEY, act)
  const process = () => alone(queue.process)
  addEventListener('online', () => void process())
  return { ...queue, process, queue: (call) => alone(() => queue.queue(call)) }
}

let queue: TaskQueue | null = null

/** The one queue of this page. Made in a browser only. */
export function authenticatedTaskQueue(): TaskQueue {
  queue ??= makeQueue()
  return queue
}
