/**
 * Publishes changes of a cart to the customer's other devices, over WebSockets that the platform keeps open while the
 * object is out of memory. Only the version is sent and a page reads the cart by its own call, so a session that has
 * ended meanwhile receives no data of the cart.
 */
import type { Cart } from '../../../schema/cart/cart.ts'
import type { CartVersionEvent } from '../../../schema/cart/sync/cart-live.api.ts'

/** The most sockets of one cart; a further socket closes the oldest. */
const MAX_SOCKETS = 16

/** Accepts a socket and sends it the current version, because the cart may have changed before it connected. */
export function acceptSocket(ctx: DurableObjectState, cart: Cart | null): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  const before = ctx.getWebSockets()
  for (const old of before.slice(0, Math.max(0, before.length - MAX_SOCKETS + 1))) old.close(4001, 'Too many')
  ctx.acceptWebSocket(server)
  sendFrame(server, { version: cart?.version ?? 0 })
  return new Response(null, { status: 101, webSocket: client })
}

/** Sends the version of the cart to all sockets. */
export function broadcastVersion(ctx: DurableObjectState, { version }: Cart): void {
  for (const socket of ctx.getWebSockets()) sendFrame(socket, { version })
}

/** Closes all sockets, because the cart is deleted or has moved. */
export function closeSockets(ctx: DurableObjectState): void {
  for (const socket of ctx.getWebSockets()) socket.close(4000, 'Forgotten')
}

/** Sends a frame; ignores a socket that has just closed. */
function sendFrame(socket: WebSocket, frame: CartVersionEvent): void {
  try {
    socket.send(JSON.stringify(frame))
  } catch {
    // Closed.
  }
}
