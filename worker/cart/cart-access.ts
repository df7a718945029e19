/**
 * Finds and authorizes the cart of a request. API clients name the cart in the query. The shop's own pages send the
 * cookie; a change by cookie must come from a page of the shop, because a browser sends the cookie with every request.
 */
import type { Context } from 'hono'
import { cartError, cartErrorMessage } from '../../schema/cart/cart-error.ts'
import { isQuoteIdShape } from '../../schema/identity/session/quote-id.ts'
import type { AppEnv } from '../env.ts'
import { verifyQuoteId } from '../identity/session/cart-id.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { readUserToken } from '../identity/session/user-token.ts'
import { NOT_AUTHORIZED } from '../identity/sign-in/customer-access.ts'
import { reply } from '../platform/http/reply.ts'
import { CROSS_SITE_MESSAGE, isSameOrigin } from '../platform/http/same-origin.ts'
import { readCartIdCookie } from './cart-cookie.ts'
import { findCartByNumber, findCustomerCart } from './customer-cart.sql.ts'
import { startCart } from './customer-cart.ts'

export interface CartAccess {
  /** A verified quote id. */
  quoteId: string
  /** The id of the cart in the API: the quote id of a guest's cart, the number of a customer's cart. */
  apiId: string
  /** True when the cart comes from the cookie, which may be set to a new cart. */
  isFromCookie: boolean
}

/**
 * Returns a handler that gets the cart of the request. Refuses before any object is called: 404 for a forged or unknown
 * id, 401 for an unknown token, 403 for a change from another site. With `starts` a page of the shop without a cart
 * gets a new cart.
 */
export function withCart(
  handle: (c: Context<AppEnv>, access: CartAccess) => Promise<Response>,
  { starts = false } = {},
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const access = await findAccess(c, starts)
    return access instanceof Response ? access : handle(c, access)
  }
}

async function findAccess(c: Context<AppEnv>, starts: boolean): Promise<CartAccess | Response> {
  const cartId = (c.req.query('cartId') ?? '').trim()
  // A token stands for the customer's own cart, unless the request names a quote id.
  if (readUserToken(c) !== '' && !isQuoteIdShape(cartId)) return findOwnAccess(c, cartId)
  if (cartId !== '') {
    const isOurs = verifyQuoteId(c.get('config').cartSecret, cartId)
    return isOurs ? { quoteId: cartId, apiId: cartId, isFromCookie: false } : unknownCart(c, cartId)
  }
  const quoteId = readCartIdCookie(c)
  if (c.req.method !== 'GET' && !isSameOrigin(c.req.raw)) {
    return quoteId === null ? unknownCart(c, '') : reply(c, 403, CROSS_SITE_MESSAGE)
  }
  if (quoteId !== null) return { quoteId, apiId: quoteId, isFromCookie: true }
  if (!starts) return unknownCart(c, '')
  const started = await startCart(c)
  return { quoteId: started, apiId: started, isFromCookie: true }
}

/** Returns the cart of the token's customer for every number that a client sends. */
async function findOwnAccess(c: Context<AppEnv>, cartId: string): Promise<CartAccess | Response> {
  const customer = await getCurrentCustomer(c)
  if (!customer) return reply(c, 401, NOT_AUTHORIZED)
  const own = /^\d{1,15}$/.test(cartId) ? await findCustomerCart(c.env.DB, customer.customerId) : null
  return own ? { quoteId: own.quoteId, apiId: String(own.id), isFromCookie: false } : unknownCart(c, cartId)
}

function unknownCart(c: Context, cartId: string): Response {
  return reply(c, 404, cartErrorMessage(cartError('no-such-cart', cartId.slice(0, 64))))
}

/**
 * Returns the verified quote id for the cart id of a request body, or `null` for an unknown or forged id. An empty id
 * means the cart of this browser; only pages of the shop may send it.
 */
export async function findVerifiedQuoteId(c: Context<AppEnv>, name: string): Promise<string | null> {
  if (name === '' && !isSameOrigin(c.req.raw)) return null
  const quoteId = name === '' ? readCartIdCookie(c) : await findQuoteIdByName(c, name, '')
  return quoteId && verifyQuoteId(c.get('config').cartSecret, quoteId) ? quoteId : null
}

/** Checks whether an id of the API is the number of a customer's cart. */
export function isCartNumber(name: string): boolean {
  return /^\d{15}$/.test(name)
}

/**
 * Returns the quote id for a cart id of the API, not yet verified; empty for an unknown number. A call that names a
 * customer's cart by its number has no token: the number is as hard to guess as a quote id. If the call also names a
 * user, the user must be the owner of the cart.
 */
export async function findQuoteIdByName(c: Context<AppEnv>, name: string, userId: string): Promise<string> {
  if (!isCartNumber(name)) return name
  const cart = await findCartByNumber(c.env.DB, Number(name))
  return cart && (userId === '' || userId === String(cart.customerId)) ? cart.quoteId : ''
}
