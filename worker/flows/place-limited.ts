/** Placing an order at a door of the shop: counted for who places it, and where too much is held, the oldest hold is released. */
import type { Context } from 'hono'
import { mailboxOf } from '../../schema/domain/newsletter.ts'
import type { PlaceOrderOutcome, PlaceOrderRequest } from '../../schema/domain/order.ts'
import { ORDER_LIMITS, type OrderActor } from '../../schema/domain/order-limits.ts'
import { customerOf } from '../auth/customer-of.ts'
import { blindKey } from '../auth/secret-token.ts'
import { findHolds } from '../db/order-actor.ts'
import type { AppEnv } from '../env.ts'
import { deviceOf } from '../http/device-cookie.ts'
import { networkCounters } from './network-counters.ts'

/** Holds that one order may release: a client that fills its limit and is in a hurry. */
const RELEASES = 3

export async function placeLimited(
  c: Context<AppEnv>,
  quoteId: string,
  request: PlaceOrderRequest,
): Promise<PlaceOrderOutcome> {
  const cart = c.env.CART.getByName(quoteId)
  const actors = await actorsOf(c, request.email)
  const outcome = await cart.placeOrder(request, actors)
  if (outcome.ok || outcome.code !== 'too-many-orders') return outcome
  return (await releaseOldest(c.env, actors)) ? cart.placeOrder(request, actors) : outcome
}

/** The caller's networks, browser, account and mailbox. A client of the wire has no browser that we know. */
async function actorsOf(c: Context<AppEnv>, email: string): Promise<OrderActor[]> {
  const { sessionSecret } = c.get('config')
  const id = (label: string, text: string) => blindKey(sessionSecret, `orders-${label}`, text)
  const customer = await customerOf(c)
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
  return [
    ...networks,
    ...(device === null ? [] : [{ id: id('device', device), ...ORDER_LIMITS.device }]),
    ...(customer ? [{ id: id('account', String(customer.customerId)), ...ORDER_LIMITS.account }] : []),
    { id: id('mailbox', mailboxOf(email)), ...ORDER_LIMITS.mailbox },
  ]
}

/** Ends the oldest payments that are awaited where an actor has too many of them; true when one was. */
async function releaseOldest(env: AppEnv['Bindings'], actors: readonly OrderActor[]): Promise<boolean> {
  let released = false
  for (const { id, holds } of actors) {
    // Read anew for each actor, as what was released for one of them helps the others.
    const held = await findHolds(env.DB, id)
    const excess = Math.max(0, held.length - holds + 1)
    for (const quoteId of held.slice(0, Math.min(excess, RELEASES))) {
      released = (await env.CART.getByName(quoteId).abandon()) || released
    }
  }
  return released
}
