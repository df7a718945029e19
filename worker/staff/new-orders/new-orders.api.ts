/** GET /api/ext/staff/new-orders: the socket that informs an open screen about new orders and notes (H14j). */
import { Hono } from 'hono'
import * as v from 'valibot'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { NEW_ORDERS_QUERY } from '../../../schema/staff/new-orders/new-orders.api.ts'
import type { AppEnv, Env } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { CROSS_SITE_MESSAGE } from '../../platform/http/same-origin.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { withStaff } from '../frame/staff-access.ts'

/** One object for all screens: a yard has few. */
const NAME = 'screens'

export const extNewOrdersApi = new Hono<AppEnv>().get(
  '/staff/new-orders',
  withStaff('orders.see', async (c, { staffId, role }) => {
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket')
      return reply(c, 426, 'A WebSocket is answered here.')
    // A browser opens sockets from any site, with the cookies of this one.
    if (c.req.header('Origin') !== new URL(c.req.url).origin) return reply(c, 403, CROSS_SITE_MESSAGE)
    if (!v.safeParse(NEW_ORDERS_QUERY, c.req.query()).success) return reply(c, 400, 'The time is invalid.')
    // Notes are for people who send orders.
    const staff = hasPermission(role, 'orders.send') ? staffId : 0
    const query = new URLSearchParams({ ...c.req.query(), staff: String(staff) })
    const response = await c.env.NEW_ORDERS.getByName(NAME).fetch(`https://screens.invalid/?${query}`, {
      headers: { Upgrade: 'websocket' },
    })
    // The guards add headers to every response, and those of the object's response are immutable.
    return new Response(null, { status: 101, webSocket: response.webSocket })
  }),
)

/** Informs the open screens about orders and notes. Never throws: they read all of them with the next page. */
export async function informScreens({ NEW_ORDERS }: Pick<Env, 'NEW_ORDERS'>): Promise<void> {
  try {
    await NEW_ORDERS.getByName(NAME).announce()
  } catch (error) {
    console.error('informing the screens of staff failed', describeError(error))
  }
}
