/** POST /api/order: finds the cart and its owner, then places the order (E6). */
import { type Context, Hono } from 'hono'
import { cartError, cartErrorMessage } from '../../schema/cart/cart-error.ts'
import {
  parseOrderBody,
  REFUSAL_STATUS,
  toOrderResult,
  toPlaceOrderRequest,
  toRefusalResult,
  wantsCardSaved,
} from '../../schema/compat/order.api.ts'
import { SESSION_OVER } from '../../schema/identity/sign-in/sign-in.api.ts'
import { ORDERS_TOO_FAST } from '../../schema/platform/limits/limits.ts'
import { findQuoteIdByName, isCartNumber } from '../cart/cart-access.ts'
import { readCartIdCookie } from '../cart/cart-cookie.ts'
import { submitOrder } from '../checkout/placement/submit-order.ts'
import type { AppEnv } from '../env.ts'
import { verifyQuoteId } from '../identity/session/cart-id.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { readUserToken } from '../identity/session/user-token.ts'
import { isSessionExpired, NOT_AUTHORIZED } from '../identity/sign-in/customer-access.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { isSameOrigin } from '../platform/http/same-origin.ts'
import { isRateLimited } from '../platform/limits/rate-limit.ts'

export const orderApi = new Hono<AppEnv>()

/**
 * Checks the limits of the network: one for orders, because anyone can create carts, and a lower one for cart
 * numbers, because they can be guessed.
 */
async function isTooFast(c: Context<AppEnv>, cartId: string): Promise<boolean> {
  if (isCartNumber(cartId) && (await isRateLimited(c, 'SIGN_IN_LIMIT', 'cart-number'))) return true
  return isRateLimited(c, 'ORDER_LIMIT', 'order')
}

const FOREIGN_ORIGIN = 'This order did not come from a page of the shop.'

orderApi.post('/', limitBody(), async (c) => {
  const json = await jsonBody(c)
  if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
  const parsed = parseOrderBody(json)
  if (!parsed.ok) return reply(c, 400, parsed.errors)
  // The signature refuses a forged cart id before any cart object is called.
  const cartId = String(parsed.body.cart_id ?? '')
  if (await isTooFast(c, cartId)) return reply(c, 429, ORDERS_TOO_FAST)
  const customer = await getCurrentCustomer(c)
  // A signed-in customer cannot open another customer's cart by its number.
  const owner = customer ? String(customer.customerId) : String(parsed.body.user_id ?? '')
  const quoteId = cartId === '' ? readCartIdCookie(c) : await findQuoteIdByName(c, cartId, owner)
  if (!quoteId || !verifyQuoteId(c.get('config').cartSecret, quoteId)) {
    return reply(c, 404, cartErrorMessage(cartError('no-such-cart', cartId.slice(0, 64))))
  }
  // The cookie authorizes the order, so only a page of the shop may use it.
  if (cartId === '' && !isSameOrigin(c.req.raw)) return reply(c, 403, FOREIGN_ORIGIN)
  if (cartId === '' && (await isSessionExpired(c))) return reply(c, 401, SESSION_OVER)
  if (!customer && readUserToken(c) !== '') return reply(c, 401, NOT_AUTHORIZED)
  const outcome = await submitOrder(c, {
    quoteId,
    request: toPlaceOrderRequest(parsed.body),
    isBrowserCart: cartId === '',
    savesCard: wantsCardSaved(parsed.body),
  })
  if (!outcome.ok && outcome.code === 'too-many-orders') return reply(c, 429, outcome.message)
  if (!outcome.ok) return reply(c, REFUSAL_STATUS[outcome.code], toRefusalResult(outcome))
  return reply(c, 200, toOrderResult(outcome))
})
