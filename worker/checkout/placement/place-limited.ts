/** Placing an order at a door of the shop: counted for who places it, and where too much is held, its own oldest hold is released. */
import type { Context } from 'hono'
import { ORDER_LIMITS, type OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import type { PlaceOrderOutcome, PlaceOrderRequest } from '../../../schema/orders/order.ts'
import { mailboxOf } from '../../../schema/platform/mail/mailbox.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { deviceOf } from '../../identity/session/device-cookie.ts'
import { findHolds } from '../../orders/limits/order-actor.sql.ts'
import { networkCounters } from '../../platform/limits/network-counters.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'

export async function placeLimited(
  c: Context<AppEnv>,
  quoteId: string,
  request: PlaceOrderRequest,
): Promise<PlaceOrderOutcome> {
  const cart = c.env.CART.getByName(quoteId)
  const { actors, own } = await actorsOf(c, request.email)
  const outcome = await cart.placeOrder(request, actors)
  if (outcome.ok || outcome.code !== 'too-many-orders') return outcome
  return (await releaseOldest(c.env, actors, own)) ? cart.placeOrder(request, actors) : outcome
}

/**
 * The caller's networks, browser, account and mailbox. A client of the wire has no browser that we know. `own`: those that
 * nobody else can be; a network is shared, and any address of mail can be typed.
 */
async function actorsOf(c: Context<AppEnv>, email: string): Promise<{ actors: OrderActor[]; own: string[] }> {
  const { sessionSecret } = c.get('config')
  const id = (label: string, text: string) => hmacKey(sessionSecret, `orders-${label}`, text)
  const customer = await getCurrentCustomer(c)
  const device = deviceOf(c)
  const { network } = ORDER_LIMITS
  // The wider networks around an IPv6 one have as many times more of everything.
  const networks = networkCounters(c, { windowMs: 0, most: 1 }, (key) => id('network', key)).map(
    ({ id: actor, most: times }): OrderActor => ({
      id: actor,
      hour: network.hour * times,
      day: network.day * times,
      holds: network.holds * times,
      unpaid: network.unpaid * times,
    }),
  )
  const own = [
    ...(device === null ? [] : [{ id: id('device', device), ...ORDER_LIMITS.device }]),
    ...(customer ? [{ id: id('account', String(customer.customerId)), ...ORDER_LIMITS.account }] : []),
  ]
  const mailbox = { id: id('mailbox', mailboxOf(email)), ...ORDER_LIMITS.mailbox }
  return { actors: [...networks, ...own, mailbox], own: own.map((actor) => actor.id) }
}

/**
 * Ends the buyer's own oldest payments that are awaited where an actor has too many of them; true when there is room
 * afterwards. Payments of others go on, so where only those could make room none is ended.
 */
async function releaseOldest(
  env: AppEnv['Bindings'],
  actors: readonly OrderActor[],
  own: readonly string[],
): Promise<boolean> {
  const ended = new Set<string>()
  for (const { id, holds } of actors) {
    const held = await findHolds(env.DB, id, own)
    const left = held.filter(({ quoteId }) => !ended.has(quoteId))
    const excess = Math.max(0, left.length - holds + 1)
    const oldest = left.filter(({ isOwn }) => isOwn).slice(0, excess)
    if (oldest.length < excess) return false
    for (const { quoteId } of oldest) ended.add(quoteId)
  }
  let released = false
  for (const quoteId of ended) released = (await env.CART.getByName(quoteId).abandon()) || released
  return released
}
