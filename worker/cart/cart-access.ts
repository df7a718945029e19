/**
 * Whose cart a call speaks of. Clients of the wire name it in the query; our own pages send the cookie, and then a
 * change must come from a page of the shop, because the cookie acts for the shopper.
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
import { CROSS_SITE, isSameOrigin } from '../platform/http/same-origin.ts'
import { readCartIdCookie } from './cart-cookie.ts'
import { findCartByNumber, findCustomerCart } from './customer-cart.sql.ts'
import { startCart } from './customer-cart.ts'

export interface CartAccess {
  /** A quote id that we made. */
  quoteId: string
  /** What clients of the wire call it: the quote id of a guest, the number of a customer's own. */
  wireId: string
  /** True when it came by the cookie, so that a new one may take its place. */
  byCookie: boolean
}

/**
 * A handler that gets the cart's name, behind the refusal of what is not ours before any object is touched: 404 for a
 * forged or unknown id, 401 for a token of nobody that we know, 403 for a change from another site.
 * With `starts` a page of the shop that has no cart yet gets one.
 */
export function withCart(
  handle: (c: Context<AppEnv>, access: CartAccess) => Promise<Response>,
  { starts = false } = {},
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c) => {
    const access = await accessOf(c, starts)
    return access instanceof Response ? access : handle(c, access)
  }
}

async function accessOf(c: Context<AppEnv>, starts: boolean): Promise<CartAccess | Response> {
  const cartId = (c.req.query('cartId') ?? '').trim()
  // A token speaks only of a customer's own cart; with a guest's masked id the id decides.
  if (readUserToken(c) !== '' && !isQuoteIdShape(cartId)) return ownCart(c, cartId)
  if (cartId !== '') {
    const isOurs = verifyQuoteId(c.get('config').cartSecret, cartId)
    return isOurs ? { quoteId: cartId, wireId: cartId, byCookie: false } : unknownCart(c, cartId)
  }
  const quoteId = readCartIdCookie(c)
  if (c.req.method !== 'GET' && !isSameOrigin(c.req.raw)) {
    return quoteId === null ? unknownCart(c, '') : reply(c, 403, CROSS_SITE)
  }
  if (quoteId !== null) return { quoteId, wireId: quoteId, byCookie: true }
  if (!starts) return unknownCart(c, '')
  const started = await startCart(c)
  return { quoteId: started, wireId: started, byCookie: true }
}

/** The cart of the token's customer, whatever number the client has for it; the id itself is ignored. */
async function ownCart(c: Context<AppEnv>, cartId: string): Promise<CartAccess | Response> {
  const customer = await getCurrentCustomer(c)
  if (!customer) return reply(c, 401, NOT_AUTHORIZED)
  const own = /^\d{1,15}$/.test(cartId) ? await findCustomerCart(c.env.DB, customer.customerId) : null
  return own ? { quoteId: own.quoteId, wireId: String(own.id), byCookie: false } : unknownCart(c, cartId)
}

function unknownCart(c: Context, cartId: string): Response {
  return reply(c, 404, cartErrorMessage(cartError('no-such-cart', cartId.slice(0, 64))))
}

/**
 * The quote behind the name that a body has for a cart, verified; `null` when there is none or it is not ours. An empty
 * name is this browser's own cart, for a page of the shop alone.
 */
export async function resolveCartId(c: Context<AppEnv>, name: string): Promise<string | null> {
  if (name === '' && !isSameOrigin(c.req.raw)) return null
  const quoteId = name === '' ? readCartIdCookie(c) : await cartIdFromName(c, name, '')
  return quoteId && verifyQuoteId(c.get('config').cartSecret, quoteId) ? quoteId : null
}

/** Whether this is how the wire calls a customer's own cart. */
export function isCartNumber(name: string): boolean {
  return /^\d{15}$/.test(name)
}

/**
 * The quote behind a name of the wire, not yet verified. A customer's own cart is called by its number, and the call
 * carries no token: the number is as hard to guess as a quote id, and where a user is named beside it, it has
 * to be the one that it was given to.
 */
export async function cartIdFromName(c: Context<AppEnv>, name: string, userId: string): Promise<string> {
  if (!isCartNumber(name)) return name
  const cart = await findCartByNumber(c.env.DB, Number(name))
  return cart && (userId === '' || userId === String(cart.customerId)) ? cart.quoteId : ''
}
