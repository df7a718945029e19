/**
 * The Durable Object that informs the open screens of staff about new orders, and about notes that name their person (H14j). The queue of
 * mails wakes it, because each order has one, and so does each note. It stores nothing: a screen names the time that it knows, and D1 has
 * the orders.
 */
import { DurableObject } from 'cloudflare:workers'
import * as v from 'valibot'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { numberText } from '../../../schema/platform/forms/number-text.ts'
import { type KnownOrders, NEW_ORDERS_QUERY } from '../../../schema/staff/new-orders/new-orders.api.ts'
import { TOO_MANY_WINDOWS } from '../../../schema/staff/orders/order-paths.ts'
import type { ObjectBindings } from '../../env.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { countNewOrders } from './new-orders.sql.ts'

/** Open screens: more than a yard has. */
const MAX_SOCKETS = 40
/** After this time a screen has to open another socket, for which its person has to be signed in. */
const OPEN_MS = 15 * MINUTE_MS

/** The address of a socket has what the screen knows, and whose it is. */
const SCREEN_QUERY = v.object({
  ...NEW_ORDERS_QUERY.entries,
  staff: numberText(15),
})

/** What the object knows about a socket while it is not in memory. */
interface Screen extends KnownOrders {
  staffId: number
  until: number
}

export class NewOrdersObject extends DurableObject<ObjectBindings> {
  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    // The platform replies to pings without loading the object into memory.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
  }

  /** Opens a socket for a screen of staff, which the caller has verified; the address has what it knows. */
  override async fetch(request: Request): Promise<Response> {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const { staff: staffId, ...known } = v.parse(SCREEN_QUERY, query)
    const { 0: client, 1: server } = new WebSocketPair()
    const others = this.ctx.getWebSockets()
    for (const old of others.slice(0, Math.max(0, others.length + 1 - MAX_SOCKETS)))
      old.close(TOO_MANY_WINDOWS, 'Too many windows')
    this.ctx.acceptWebSocket(server)
    server.serializeAttachment({ ...known, staffId, until: Date.now() + OPEN_MS } satisfies Screen)
    await this.#inform(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Informs each screen about the orders and notes that it does not know. */
  async announce(): Promise<void> {
    for (const socket of this.ctx.getWebSockets())
      await this.#inform(socket).catch((error: unknown) => {
        // The next order informs it of this one as well.
        console.error('informing a screen about new orders failed', describeError(error))
      })
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean that the close frame had no code; both must not be sent.
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
  }

  async #inform(socket: WebSocket): Promise<void> {
    const known = socket.deserializeAttachment() as Screen
    if (known.until < Date.now()) return socket.close(4002, 'Sign in again')
    const event = await countNewOrders(this.env.DB, known)
    // Another call may have informed it meanwhile.
    const { last, mention } = socket.deserializeAttachment() as Screen
    const isInformed = last !== known.last || mention !== known.mention
    if (event.orders + event.mentions === 0 || isInformed || socket.readyState !== WebSocket.OPEN) return
    socket.serializeAttachment({ ...known, last: event.last, mention: event.mention } satisfies Screen)
    socket.send(JSON.stringify(event))
  }
}
