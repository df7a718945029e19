/** The service that places orders, used by the checkout's plain form and by POST /api/order. */
import type { Context } from 'hono'
import { ORDER_LIMITS, type OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import { orderRefusal, type PlaceOrderOutcome, type PlaceOrderRequest } from '../../../schema/orders/order.ts'
import { CARD_METHOD } from '../../../schema/orders/payment.ts'
import { ORDERS_TOO_FAST } from '../../../schema/platform/limits/limits.ts'
import { toMailbox } from '../../../schema/platform/mail/mailbox.ts'
import { assignCartToCustomer } from '../../cart/customer-cart.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { ensureDeviceName, readDeviceName } from '../../identity/session/device-cookie.ts'
import { networkCounters } from '../../identity/session/network-counters.ts'
import { findReservations } from '../../orders/limits/order-actor.sql.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'
import { finishCheckoutSession } from '../account-from-order.ts'
import { resolveCardHolder } from './card-holder.ts'
import { isCardRateLimited, recordCardOutcome } from './card-rate-limit.ts'

export interface OrderSubmission {
  quoteId: string
  request: PlaceOrderRequest
  /** True when the cart is the cart of this browser's cookie. */
  isBrowserCart: boolean
  /** True when the shopper chose to save the card of this order. */
  savesCard: boolean
}

/**
 * Places an order for the shopper who sent this request: counts the card, assigns the cart to the signed-in customer,
 * places the order within the limits, and then finishes the checkout in this browser.
 */
export async function submitOrder(
  c: Context<AppEnv>,
  { quoteId, request, isBrowserCart, savesCard }: OrderSubmission,
): Promise<PlaceOrderOutcome> {
  const { email, paymentMethod, confirmationToken: token } = request
  const isByCard = paymentMethod === CARD_METHOD
  const card = isByCard && token !== null ? { quoteId, email, token } : null
  if (card && (await isCardRateLimited(c, card)))
    return orderRefusal('too-many-orders', { message: ORDERS_TOO_FAST })
  if (isBrowserCart) ensureDeviceName(c)
  const customer = await getCurrentCustomer(c)
  if (customer) await assignCartToCustomer(c.env, quoteId, customer.customerId, Date.now())
  const cardHolder =
    isByCard && customer ? await resolveCardHolder(c, customer.customerId, { token, savesCard }) : undefined
  const outcome = await placeWithinLimits(c, quoteId, cardHolder ? { ...request, cardHolder } : request)
  if (card) await recordCardOutcome(c, card, outcome)
  if (outcome.ok && isBrowserCart) await finishCheckoutSession(c, quoteId)
  return outcome
}

/** Places the order. If the shopper has too many reservations, cancels the oldest of them and tries once more. */
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
 * Returns the actors whose limits the order counts towards: networks, browser, account and mailbox. A client of the API
 * has no browser that the shop knows. `own` has the ids of the actors that identify only this shopper: networks are
 * shared, and every shopper can type any e-mail address.
 */
async function findActors(
  c: Context<AppEnv>,
  email: string,
): Promise<{ actors: OrderActor[]; own: string[] }> {
  const { sessionSecret } = c.get('config')
  const id = (label: string, text: string) => hmacKey(sessionSecret, `orders-${label}`, text)
  const customer = await getCurrentCustomer(c)
  const device = readDeviceName(c)
  const { network } = ORDER_LIMITS
  // The wider networks around an IPv6 network have higher limits by the factor `times`. Only ids and factors are
  // used here: with the limit 1 the limit of a counter is its factor, and the window does not matter.
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
  const mailbox = { id: id('mailbox', toMailbox(email)), ...ORDER_LIMITS.mailbox }
  return { actors: [...networks, ...own, mailbox], own: own.map((actor) => actor.id) }
}

/**
 * Cancels the shopper's own oldest unpaid orders where an actor has too many reservations. Returns true when a new
 * reservation fits afterwards. Cancels nothing where only orders of other shoppers could be canceled.
 */
async function cancelOldest(
  env: AppEnv['Bindings'],
  actors: readonly OrderActor[],
  own: readonly string[],
): Promise<boolean> {
  const canceled = new Set<string>()
  for (const { id, holds } of actors) {
    const pending = await findReservations(env.DB, id, own)
    const left = pending.filter(({ quoteId }) => !canceled.has(quoteId))
    const excess = Math.max(0, left.length - holds + 1)
    const oldest = left.filter(({ isOwn }) => isOwn).slice(0, excess)
    if (oldest.length < excess) return false
    for (const { quoteId } of oldest) canceled.add(quoteId)
  }
  let hasCanceled = false
  for (const quoteId of canceled)
    hasCanceled = (await env.CART.getByName(quoteId).cancelPendingOrder()) || hasCanceled
  return hasCanceled
}
