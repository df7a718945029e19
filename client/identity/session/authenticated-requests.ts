/**
 * API calls of a signed-in shopper from the shop's own pages. The session is a cookie, so URL templates have no token. After
 * a 401 the session is requested once, which takes the role of a token refresh.
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

/** How often the session is requested after a 401 between two sign-ins. */
const MAX_ATTEMPTS = 1

const showError = (message: string) => showToast({ message, type: 'error', action1: NOTICE_OK })

let lock: TokenLock = UNLOCKED

/** The number of submitted forms that wait for their reply. */
let pendingForms = 0
/** The latest prompt to sign in: whether it ended, or will end, with a sign-in. */
let signInPrompt: Promise<boolean> | null = null
let isPrompting = false

/** Opens the sign-in dialog and returns whether the shopper signed in. Calls during one prompt share its result. */
function promptAgain(): Promise<boolean> {
  if (!signInPrompt || !isPrompting) {
    isPrompting = true
    signInPrompt = import('../sign-in/sign-in-dialog.tsx')
      .then(({ promptForSignIn }) => promptForSignIn(pendingForms > 0 ? { why: SESSION_OVER } : {}))
      .then((outcome) => outcome === 'signed-in')
      .finally(() => {
        isPrompting = false
      })
  }
  return signInPrompt
}

/** Signs out, shows `message` and then prompts for a sign-in. */
async function endSession(message: string | null): Promise<void> {
  isPrompting = true
  // Callers that wait for the sign-in also wait for the sign-out before it.
  signInPrompt = signOut({ silent: true })
    .catch(() => false)
    .then(() => {
      isPrompting = false
      if (message !== null) showError(message)
      return promptAgain()
    })
  await signInPrompt
}

/**
 * Sends a form of the shopper. After a 401 the session is requested once and the call repeated. When the session has ended,
 * the sign-in dialog opens and the same form is sent after the sign-in; the endpoint checks that the data belongs to the
 * customer. Returns `null` when the shopper did not sign in.
 */
export async function sendAuthenticatedForm<T>(
  send: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T> | null> {
  const unblock = blockNavigation()
  pendingForms += 1
  try {
    for (;;) {
      const before = signInPrompt
      const outcome = await authenticatedTaskQueue().run(send, isSessionOver)
      if (outcome && !isSessionOver(outcome)) return outcome
      // The shopper may have closed the dialog while the call still waited for the session.
      const isSignedIn = signInPrompt && signInPrompt !== before ? signInPrompt : promptAgain()
      if (!(await isSignedIn)) return null
    }
  } finally {
    pendingForms -= 1
    unblock()
  }
}

/** Returns whether the session has ended: a 401 with a message only. A 401 with more is about a field such as a password. */
function isSessionOver<T>(outcome: ApiResult<T>): boolean {
  return !outcome.ok && outcome.code === 401 && typeof outcome.result === 'string'
}

function createPageQueue(): TaskQueue {
  // A new sign-in resets the lock.
  document.addEventListener(SESSION_CHANGED, () => {
    if (signedInName(document.cookie) !== '') lock = UNLOCKED
  })
  const queue = createTaskQueue(
    {
      fetch: (url, init) => fetch(url, init),
      // A failed refresh deletes the name cookie, but the calls that wait for the refresh still belong to the customer.
      credentials: () => {
        const isCustomer = signedInName(document.cookie) !== '' || lock.lock !== 0
        return { token: isCustomer ? COOKIE_SESSION : '', cartId: '' }
      },
      lock: {
        get: () => lock,
        set: (state) => {
          lock = state
        },
      },
      maxAttempts: MAX_ATTEMPTS,
      refresh: renewSession,
      signOut: (message) => void endSession(message),
      notify: showError,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: Date.now,
      newId: () => crypto.randomUUID(),
      storage: taskStorage,
    },
    (task) => {
      const done = new CustomEvent<Task>(TASK_DONE, { detail: task, cancelable: true })
      // The checkout cancels the event and shows the order itself; every other page shows a notice.
      if (document.dispatchEvent(done)) void sessionPorts().then(({ notifyTaskDone }) => notifyTaskDone(task))
    },
  )
  // All tabs share one storage, so a lock makes one tab at a time send the tasks.
  const withLock = <T>(action: () => Promise<T>): Promise<T> => navigator.locks.request(TASKS_KEY, action)
  const process = () => withLock(queue.process)
  addEventListener('online', () => void process())
  return { ...queue, process, queue: (call) => withLock(() => queue.queue(call)) }
}

let pageQueue: TaskQueue | null = null

/** Returns the one queue of this page. Works only in a browser. */
export function authenticatedTaskQueue(): TaskQueue {
  pageQueue ??= createPageQueue()
  return pageQueue
}
