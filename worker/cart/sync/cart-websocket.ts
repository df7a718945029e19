/**
 * Who hears that a cart has changed (design.md §5): a customer's other devices, by sockets that the platform keeps while
 * the object is out of memory. What they are told is a version and no more; a page reads the cart by its own call, so
 * nothing of a cart goes to a session that has ended meanwhile.
 */

import type { Cart } from '../../../schema/cart/cart.ts'
import type { CartFrame } from '../../../schema/cart/sync/cart-live.api.ts'

/** More than a person has pages open is somebody who plays. */
const LISTENERS = 16

/** Takes a socket in, which hears at once where the cart stands: something may have changed before it came. */
export function acceptSocket(ctx: DurableObjectState, cart: Cart | null): Response {
  const { 0: theirs, 1: ours } = new WebSocketPair()
  const before = ctx.getWebSockets()
  for (const old of before.slice(0, Math.max(0, before.length - LISTENERS + 1))) old.close(4001, 'Too many')
  ctx.acceptWebSocket(ours)
  tell(ours, { version: cart?.version ?? 0 })
  return new Response(null, { status: 101, webSocket: theirs })
}

export function broadcastVersion(ctx: DurableObjectState, { version }: Cart): void {
  for (const socket of ctx.getWebSockets()) tell(socket, { version })
}

export function closeSockets(ctx: DurableObjectState): void {
  for (const socket of ctx.getWebSockets()) socket.close(4000, 'Forgotten')
}

/** A socket whose other end has just gone takes nothing; its closing comes as an event of its own. */
function tell(socket: WebSocket, frame: CartFrame): void {
  try {
    socket.send(JSON.stringify(frame))
  } catch {
    // Gone.
  }
}
