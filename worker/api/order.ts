/** POST /api/order (spec §7, wire.md §3): whose cart, then the sale in the cart's own object. */
import { type Context, Hono } from 'hono'
import {
  keepsCard,
  orderResult,
  parseOrderBody,
  REFUSAL_STATUS,
  refusalResult,
  requestOf,
} from '../../schema/api/order.ts'
import { SESSION_OVER } from '../../schema/api/sign-in.ts'
import { cartFailure, cartFailureText } from '../../schema/domain/cart-failure.ts'
import { TOO_MANY_ORDERS } from '../../schema/domain/order.ts'
import { CARD_METHOD } from '../../schema/domain/payment.ts'
import { customerOf } from '../auth/customer-of.ts'
import { verifyQuoteId } from '../auth/quote-id.ts'
import type { AppEnv } from '../env.ts'
import { afterOrder } from '../flows/account-with-order.ts'
import { claim } from '../flows/customer-cart.ts'
import { placeLimited } from '../flows/place-limited.ts'
import { isOneCardTooMany, noteCard } from '../flows/slow-cards.ts'
import { cardHolderOf } from '../flows/stored-cards.ts'
import { keepCartCount, quoteIdOf } from '../http/cart-cookie.ts'
import { keepDevice } from '../http/device-cookie.ts'
import { jsonBody, limitBody, NOT_JSON } from '../http/json-body.ts'
import { isOverLimit } from '../http/limit.ts'
import { reply } from '../http/reply.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { userToken } from '../http/user-token.ts'
import { isCartNumber, quoteOfName } from './cart-access.ts'
import { NOT_AUTHORIZED, sessionIsOver } from './customer-access.ts'

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
