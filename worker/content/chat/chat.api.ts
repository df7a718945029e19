/**
 * GET /api/ext/chat/live: the socket that sends a page what is written. A shopper's is found by cookie; with
 * `?conversation=` staff listen to one. Sockets know no same-origin rule, so the page that asks is looked at.
 */

import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { reply } from '../../platform/http/reply.ts'
import { CROSS_SITE } from '../../platform/http/same-origin.ts'
import { findConversation } from './chat.sql.ts'
import { readRoomCookie } from './chat-cookie.ts'

const NO_CHAT = 'There is no such conversation.'

export const extChatApi = new Hono<AppEnv>().get('/chat/live', async (c) => {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket')
    return reply(c, 426, 'A WebSocket is answered here.')
  if (c.req.header('Origin') !== new URL(c.req.url).origin) {
    return reply(c, 403, CROSS_SITE)
  }
  const asked = c.req.query('conversation')
  const room = asked === undefined ? readRoomCookie(c) : await roomForStaff(c, asked)
  if (room === null) return reply(c, 404, NO_CHAT)
  const author = asked === undefined ? 'shopper' : 'staff'
  const answer = await c.env.CHAT.getByName(room).fetch(`https://chat.invalid/?author=${author}`, {
    headers: { Upgrade: 'websocket' },
  })
  // The guards write headers on what comes out, and those of the object's answer cannot be written.
  return new Response(null, { status: 101, webSocket: answer.webSocket })
})

async function roomForStaff(c: Context<AppEnv>, asked: string): Promise<string | null> {
  if (!/^\d{1,15}$/.test(asked) || !(await getCurrentCustomer(c))?.isStaff) return null
  return (await findConversation(c.env.DB, Number(asked)))?.room ?? null
}
