/**
 * The session of this browser. The server knows the customer by a cookie that no script can read; this module requests the
 * session from the server and notifies the page of changes.
 */
import type { SignInOptions } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { type ApiResult, callApi } from '../../platform/api/call-api.ts'
import { broadcastSessionChange, SESSION_CHANGED } from './signed-in.store.ts'

/** The token of every session in the task queue: the browser sends the real one as a cookie. */
export const COOKIE_SESSION = 'cookie'

/** Requests the signed-in customer, the sign-in providers and the captcha. */
export function readSession(): Promise<ApiResult<SignInOptions>> {
  return callApi('/api/ext/session')
}

/** Checks the session after a 401. Returns the token of the task queue; `null` when the session has ended. */
export async function renewSession(): Promise<string | null> {
  const reply = await readSession()
  return reply.ok && reply.value.firstname !== null ? COOKIE_SESSION : null
}

/** Notifies the other parts of the page and the other tabs of a sign-in or sign-out. */
export function sessionChanged(): void {
  broadcastSessionChange()
  document.dispatchEvent(new Event(SESSION_CHANGED))
}
