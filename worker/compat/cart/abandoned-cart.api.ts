/** GET /api/ext/abandoned-cart/getItems: the lines of an abandoned cart in the format of `pull` (D11). */
import { Hono } from 'hono'
import { cartError, cartErrorMessage } from '../../../schema/cart/cart-error.ts'
import { toApiCartItems } from '../../../schema/compat/compat-cart.api.ts'
import { findAbandonedCart } from '../../cart/abandoned/recover-abandoned-cart.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'

export const extAbandonedCartApi = new Hono<AppEnv>().get('/abandoned-cart/getItems', async (c) => {
  const name = (c.req.query('quote_id') ?? '').slice(0, 120)
  if (await isRateLimited(c, 'FORM_LIMIT', 'reclaim')) return reply(c, 429, TOO_MANY)
  const cart = await findAbandonedCart(c.env, c.get('config').cartSecret, name, Date.now())
  if (!cart) return reply(c, 404, cartErrorMessage(cartError('no-such-cart', name.slice(0, 64))))
  // The lines have the id of the request, not the cart's own id: that id would still be valid after the link
  // has expired.
  return reply(c, 200, toApiCartItems(cart, name))
})
