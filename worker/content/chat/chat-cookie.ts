/** The cookie with the name of this browser's conversation, which no script can read. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { CHAT_TTL_MS } from '../../../schema/content/chat/chat.ts'
import type { Config } from '../../config.ts'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import { isConversationId, newConversationId } from './conversation-id.ts'

const COOKIE = 'chat'

/** Returns the secret of the configuration, which a guard sets before any route runs. */
function secretOf(c: Context): string {
  return (c.get('config') as Config).cartSecret
}

/** Returns the name of this browser's conversation; `null` without one or with a forged name. Uses no object. */
export function readConversationCookie(c: Context): string | null {
  const id = getCookie(c, COOKIE, 'host')
  return isConversationId(secretOf(c), id) ? id : null
}

/** Returns a name for a new conversation; the caller sets the cookie after the first message. */
export function createConversationId(c: Context): string {
  return newConversationId(secretOf(c), randomBytes)
}

export function clearConversationCookie(c: Context): void {
  deleteCookie(c, COOKIE, { prefix: 'host', path: '/', secure: true })
}

/** Sets the cookie for another 30 days. */
export function setConversationCookie(c: Context, conversationId: string): void {
  setCookie(c, COOKIE, conversationId, {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: CHAT_TTL_MS / 1000,
  })
}
