/**
 * Whose cart a call speaks of. Clients of the wire name it in the query; our own pages send the cookie, and then a
 * change must come from a page of the shop, because the cookie acts for the shopper.
 */
import type { Context } from 'hono'
import { cartFailure, cartFailureText } from '../../schema/domain/cart-failure.ts'
import { isQuoteIdShape } from '../../schema/domain/quote-id.ts'
import { verifyQuoteId } from '../auth/quote-id.ts'
import type { AppEnv } from '../env.ts'
import { issueQuoteId, quoteIdOf } from '../http/cart-cookie.ts'
import { reply } from '../http/reply.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { userToken } from '../http/user-token.ts'
import { NOT_AUTHORIZED } from './customer-access.ts'

export interface CartAccess {
  /** A quote id that we made. */
  quoteId: string
  /** True when it came by the cookie, so that a new one may take its place. */
  byCookie: boolean
}

const CROSS_SITE = 'This request did not come from a page of the shop.'

/**
 * A handler that gets the cart's name, behind the refusal of what is not ours before any object is touched: 404 for a
 * forged or unknown id, 401 for a customer's cart without an account that we know, 403 for a change from another site.
 * With `starts` a page of the shop that has no cart yet gets one.
 */
export function withCart(
  handle: (c: Context<AppEnv>, access: CartAccess) => Promise<Response>,
  { starts = false } = {},
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const access = accessOf(c, starts)
    return access instanceof Response ? access : handle(c, access)
  }
}

function accessOf(c: Context<AppEnv>, starts: boolean): CartAccess | Response {
  const cartId = (c.req.query('cartId') ?? '').trim()
  // A token speaks only of a customer's own cart; with a guest's masked id the id decides (wire.md §0).
  if (userToken(c) !== '' && !isQuoteIdShape(cartId)) return reply(c, 401, NOT_AUTHORIZED)
  if (cartId !== '') {
    const isOurs = verifyQuoteId(c.get('config').cartSecret, cartId)
    return isOurs ? { quoteId: cartId, byCookie: false } : unknownCart(c, cartId)
  }
  const quoteId = quoteIdOf(c)
  if (c.req.method !== 'GET' && !isSameOrigin(c.req.raw)) {
    return quoteId === null ? unknownCart(c, '') : reply(c, 403, CROSS_SITE)
  }
  if (quoteId !== null) return { quoteId, byCookie: true }
  return starts ? { quoteId: issueQuoteId(c), byCookie: true } : unknownCart(c, '')
}

function unknownCart(c: Context, cartId: string): Response {
  return reply(c, 404, cartFailureText(cartFailure('no-such-cart', cartId.slice(0, 64))))
}
