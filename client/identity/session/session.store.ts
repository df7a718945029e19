/**
 * The session of this browser. Who is signed in is the server's to say, by a cookie that no
 * script can read; this asks, and notifies the rest of the page when it has changed.
 */
import type { SignInOptions } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { type ApiResult, callApi } from '../../platform/api/call-api.ts'
import { broadcastSessionChange, SESSION_CHANGED } from './signed-in.store.ts'

/** The one piece of text that stands for a session in the task queue: the cookie goes along by itself. */
export const COOKIE_SESSION = 'cookie'

/** Whether the session goes on, and who else may say who somebody is. */
export function readSession(): Promise<ApiResult<SignInOptions>> {
  return callApi('/api/ext/session')
}

/** What the task queue asks after a 401: the session's stand-in for a token, or `null` when it is over. */
export async function renewSession(): Promise<string | null> {
  const answer = await readSession()
  return answer.ok && answer.value.firstname !== null ? COOKIE_SESSION : null
}

/** Notifies the other parts of the page and the other tabs that somebody has signed in or out. */
export function sessionChanged(): void {
  broadcastSessionChange()
  document.dispatchEvent(new Event(SESSION_CHANGED))
}
