/** The cookie that holds the name of this browser's conversation. No script may read it. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { CHAT_TTL_MS } from '../../../schema/content/chat/chat.ts'
import type { Config } from '../../config.ts'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import { isRoomId, newRoomId } from './chat-room-id.ts'

const COOKIE = 'chat'

/** Set by the guard that parses the configuration, before any route runs. */
function secretOf(c: Context): string {
  return (c.get('config') as Config).cartSecret
}

/** The conversation of this browser; `null` when there is none or it is not ours. No object is touched. */
export function readRoomCookie(c: Context): string | null {
  const id = getCookie(c, COOKIE, 'host')
  return isRoomId(secretOf(c), id) ? id : null
}

/** A name for a conversation that begins; the caller keeps it once something was said. */
export function createRoom(c: Context): string {
  return newRoomId(secretOf(c), randomBytes)
}

export function clearRoomCookie(c: Context): void {
  deleteCookie(c, COOKIE, { prefix: 'host', path: '/', secure: true })
}

/** Lets the cookie live another 30 days. */
export function setRoomCookie(c: Context, room: string): void {
  setCookie(c, COOKIE, room, {
    prefix: 'host',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: CHAT_TTL_MS / 1000,
  })
}
