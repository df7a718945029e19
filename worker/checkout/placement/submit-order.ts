/** The one way to place an order: the checkout's plain form and POST /api/order both come here. */
import type { Context } from 'hono'
import { ORDER_LIMITS, type OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import { orderRefusal, type PlaceOrderOutcome, type PlaceOrderRequest } from '../../../schema/orders/order.ts'
import { CARD_METHOD } from '../../../schema/orders/payment.ts'
import { TOO_MANY_ORDERS } from '../../../schema/platform/limits/limits.ts'
import { mailboxOf } from '../../../schema/platform/mail/mailbox.ts'
import { assignCartToCustomer } from '../../cart/customer-cart.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { deviceOf, keepDevice } from '../../identity/session/device-cookie.ts'
import { networkCounters } from '../../identity/session/network-counters.ts'
import { findHolds } from '../../orders/limits/order-actor.sql.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'
import { finishCheckoutSession } from '../account-from-order.ts'
import { resolveCardHolder } from './card-holder.ts'
import { isCardRateLimited, recordCardOutcome } from './card-rate-limit.ts'

export interface OrderSubmission {
  quoteId: string
  request: PlaceOrderRequest
  /** The cart is the one of this browser's cookie. */
  isBrowserCart: boolean
  /** The shopper wants the card of this order saved. */
  savesCard: boolean
}

/**
 * Places an order for the shopper who sent this request: counts the card, gives the cart to the customer who is signed
 * in, places the order within the limits, and then does what follows an order in this browser.
 */
export async function submitOrder(
  c: Context<AppEnv>,
  { quoteId, request, isBrowserCart, savesCard }: OrderSubmission,
): Promise<PlaceOrderOutcome> {
  const { email, paymentMethod, confirmationToken: token } = request
  const isByCard = paymentMethod === CARD_METHOD
  const card = isByCard && token !== null ? { quoteId, email, token } : null
  if (card && (await isCardRateLimited(c, card)))
    return orderRefusal('too-many-orders', { message: TOO_MANY_ORDERS })
  if (isBrowserCart) keepDevice(c)
  const customer = await getCurrentCustomer(c)
  if (customer) await assignCartToCustomer(c.env, quoteId, customer.customerId, Date.now())
  const cardHolder =
    isByCard && customer
      ? await resolveCardHolder(c, customer.customerId, { token, keepsCard: savesCard })
      : undefined
  const outcome = await placeWithinLimits(c, quoteId, cardHolder ? { ...request, cardHolder } : request)
  if (card) await recordCardOutcome(c, card, outcome)
  if (outcome.ok && isBrowserCart) await finishCheckoutSession(c, quoteId)
  return outcome
}

/** Places the order; where the shopper has too many reservations, cancels their own oldest and tries once more. */
async function placeWithinLimits(
  c: Context<AppEnv>,
  quoteId: string,
  request: PlaceOrderRequest,
): Promise<PlaceOrderOutcome> {
  const cart = c.env.CART.getByName(quoteId)
  const { actors, own } = await findActors(c, request.email)
  const outcome = await cart.placeOrder(request, actors)
  if (outcome.ok || outcome.code !== 'too-many-orders') return outcome
  return (await cancelOldest(c.env, actors, own)) ? cart.placeOrder(request, actors) : outcome
}

/**
 * Returns whom the order is counted for: networks, browser, account and mailbox. A client of the API has no browser that
 * the shop knows. `own` are the actors that nobody else can be: networks are shared, and anybody can type an address.
 */
async function findActors(
  c: Context<AppEnv>,
  email: string,
): Promise<{ actors: OrderActor[]; own: string[] }> {
  const { sessionSecret } = c.get('config')
  const id = (label: string, text: string) => hmacKey(sessionSecret, `orders-${label}`, text)
  const customer = await getCurrentCustomer(c)
  const device = deviceOf(c)
  const { network } = ORDER_LIMITS
  // The wider networks around an IPv6 one have as many times more of everything.
  const networks = networkCounters(c, { windowMs: 0, max: 1 }, (key) => id('network', key)).map(
    ({ id: actor, max: times }): OrderActor => ({
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
 * Cancels the shopper's own oldest orders that await payment where an actor has too many of them; true when there is
 * room afterwards. Orders of others are left alone, so nothing is canceled where only theirs could make room.
 */
async function cancelOldest(
  env: AppEnv['Bindings'],
  actors: readonly OrderActor[],
  own: readonly string[],
): Promise<boolean> {
  const canceled = new Set<string>()
  for (const { id, holds } of actors) {
    const pending = await findHolds(env.DB, id, own)
    const left = pending.filter(({ quoteId }) => !canceled.has(quoteId))
    const excess = Math.max(0, left.length - holds + 1)
    const oldest = left.filter(({ isOwn }) => isOwn).slice(0, excess)
    if (oldest.length < excess) return false
    for (const { quoteId } of oldest) canceled.add(quoteId)
  }
  let hasRoom = false
  for (const quoteId of canceled)
    hasRoom = (await env.CART.getByName(quoteId).cancelPendingOrder()) || hasRoom
  return hasRoom
}
