/** POST /api/order (spec §7, wire.md §3): whose cart, then the sale in the cart's own object. */
import { type Context, Hono } from 'hono'
import { cartFailure, cartFailureText } from '../../schema/cart/cart-error.ts'
import { SESSION_OVER } from '../../schema/identity/sign-in/sign-in.api.ts'
import {
  keepsCard,
  orderResult,
  parseOrderBody,
  REFUSAL_STATUS,
  refusalResult,
  requestOf,
} from '../../schema/orders/order.api.ts'
import { TOO_MANY_ORDERS } from '../../schema/orders/order.ts'
import { CARD_METHOD } from '../../schema/orders/payment.ts'
import { afterOrder } from '../account/orders/account-from-order.ts'
import { cardHolderOf } from '../account/saved/saved-cards.ts'
import { isCartNumber, quoteOfName } from '../cart/cart-access.ts'
import { keepCartCount, quoteIdOf } from '../cart/cart-cookie.ts'
import { claim } from '../cart/customer-cart.ts'
import { isOneCardTooMany, noteCard } from '../checkout/payments/card-rate-limit.ts'
import { placeLimited } from '../checkout/placement/place-limited.ts'
import type { AppEnv } from '../env.ts'
import { verifyQuoteId } from '../identity/session/cart-id.ts'
import { customerOf } from '../identity/session/current-customer.ts'
import { keepDevice } from '../identity/session/device-cookie.ts'
import { isSameOrigin } from '../identity/session/same-origin.ts'
import { userToken } from '../identity/session/user-token.ts'
import { NOT_AUTHORIZED, sessionIsOver } from '../identity/sign-in/customer-access.ts'
import { jsonBody, limitBody, NOT_JSON } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { isOverLimit } from '../platform/limits/rate-limit.ts'

export const orderApi = new Hono<AppEnv>()

/** Counted by network alone, since carts cost nothing; cart numbers have a smaller limit of their own, as they can be guessed. */
async function isTooFast(c: Context<AppEnv>, named: string): Promise<boolean> {
  if (isCartNumber(named) && (await isOverLimit(c, 'SIGN_IN_LIMIT', 'cart-number'))) return true
  return isOverLimit(c, 'ORDER_LIMIT', 'order')
}

const NOT_OURS = 'This order did not come from a page of the shop.'

orderApi.post('/', limitBody(), async (c) => {
  const json = await jsonBody(c)
  if (!json) return reply(c, 400, NOT_JSON)
  const parsed = parseOrderBody(json)
  if (!parsed.ok) return reply(c, 400, parsed.errors)
  // A cart that is not ours is refused by its signature, before any object is touched.
  const named = String(parsed.body.cart_id ?? '')
  if (await isTooFast(c, named)) return reply(c, 429, TOO_MANY_ORDERS)
  const customer = await customerOf(c)
  // A number of another customer's cart opens nothing for who is signed in, whatever the body says.
  const owner = customer ? String(customer.customerId) : String(parsed.body.user_id ?? '')
  const quoteId = named === '' ? quoteIdOf(c) : await quoteOfName(c, named, owner)
  if (!quoteId || !verifyQuoteId(c.get('config').cartSecret, quoteId)) {
    return reply(c, 404, cartFailureText(cartFailure('no-such-cart', named.slice(0, 64))))
  }
  // The cookie acts for the shopper, so only a page of the shop may use it.
  if (named === '' && !isSameOrigin(c.req.raw)) return reply(c, 403, NOT_OURS)
  if (named === '' && (await sessionIsOver(c))) return reply(c, 401, SESSION_OVER)
  if (!customer && userToken(c) !== '') return reply(c, 401, NOT_AUTHORIZED)
  const asked = requestOf(parsed.body)
  const byCard = asked.paymentMethod === CARD_METHOD
  const { email, confirmationToken: token } = asked
  const card = byCard && token !== null ? { quoteId, email, token } : null
  if (card && (await isOneCardTooMany(c, card))) return reply(c, 429, TOO_MANY_ORDERS)
  if (named === '') keepDevice(c)
  if (customer) await claim(c.env, quoteId, customer.customerId, Date.now())
  const wish = { token: asked.confirmationToken, keepsCard: keepsCard(parsed.body) }
  const cardHolder = byCard && customer ? await cardHolderOf(c, customer.customerId, wish) : undefined
  const request = cardHolder ? { ...asked, cardHolder } : asked
  const outcome = await placeLimited(c, quoteId, request)
  if (card) await noteCard(c, card, outcome)
  if (!outcome.ok && outcome.code === 'too-many-orders') return reply(c, 429, outcome.message)
  if (!outcome.ok) {
    return reply(c, REFUSAL_STATUS[outcome.code], refusalResult(outcome))
  }
  if (named === '') {
    keepCartCount(c, 0)
    await afterOrder(c, quoteId)
  }
  return reply(c, 200, orderResult(outcome))
})
