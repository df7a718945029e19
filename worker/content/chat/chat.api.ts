/**
 * GET /api/ext/chat/live: the socket that sends new messages to a page. The cookie names a shopper's conversation; staff
 * choose one by `?conversation=`. Browsers apply no same-origin policy to sockets, so the Origin header is checked here.
 */

import { type Context, Hono } from 'hono'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff } from '../../identity/staff/current-staff.ts'
import { reply } from '../../platform/http/reply.ts'
import { CROSS_SITE_MESSAGE } from '../../platform/http/same-origin.ts'
import { findConversation } from './chat.sql.ts'
import { readConversationCookie } from './chat-cookie.ts'

const NO_CHAT = 'We couldn’t find this conversation.'

export const extChatApi = new Hono<AppEnv>().get('/chat/live', async (c) => {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket')
    return reply(c, 426, 'A WebSocket is answered here.')
  if (c.req.header('Origin') !== new URL(c.req.url).origin) {
    return reply(c, 403, CROSS_SITE_MESSAGE)
  }
  const conversation = c.req.query('conversation')
  const conversationId =
    conversation === undefined ? readConversationCookie(c) : await conversationForStaff(c, conversation)
  if (conversationId === null) return reply(c, 404, NO_CHAT)
  const author = conversation === undefined ? 'shopper' : 'staff'
  const response = await c.env.CHAT.getByName(conversationId).fetch(
    `https://chat.invalid/?author=${author}`,
    {
      headers: { Upgrade: 'websocket' },
    },
  )
  // The guards add headers to every response, and those of the object's response are immutable.
  return new Response(null, { status: 101, webSocket: response.webSocket })
})

/** Returns the name of a conversation for staff, `null` for others. */
async function conversationForStaff(c: Context<AppEnv>, id: string): Promise<string | null> {
  const staff = /^\d{1,15}$/.test(id) ? await getCurrentStaff(c) : null
  if (!staff || !hasPermission(staff.role, 'chat')) return null
  return (await findConversation(c.env.DB, Number(id)))?.room ?? null
}
