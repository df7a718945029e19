/** The calls of the shop's own pages: the cart, its live changes, and the check of a ZIP code against its state. */
import { Hono } from 'hono'
import * as v from 'valibot'
import { cartError, cartErrorMessage } from '../../schema/cart/cart-error.ts'
import { findRegion } from '../../schema/identity/location/address.ts'
import { DELIVERY_MESSAGES } from '../../schema/identity/location/delivery-area.ts'
import { ZIP_CHECK } from '../../schema/identity/location/geolocation.api.ts'
import { FIELD_MESSAGES } from '../../schema/platform/forms/field.ts'
import type { AppEnv } from '../env.ts'
import { allRegions } from '../identity/location/region.sql.ts'
import { resolveZip } from '../identity/location/resolve-zip.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { NOT_AUTHORIZED } from '../identity/sign-in/customer-access.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { CROSS_SITE_MESSAGE } from '../platform/http/same-origin.ts'
import { findCustomerCart } from './customer-cart.sql.ts'
import { resolveBrowserCart } from './customer-cart.ts'
import { readCartView } from './read-cart.ts'

export const extCartApi = new Hono<AppEnv>()

extCartApi.get('/cart', async (c) =>
  reply(c, 200, await readCartView(c.env, await resolveBrowserCart(c), Date.now())),
)

/**
 * Opens a WebSocket with the events of a customer's cart. A guest's cart is in one browser, whose tabs notify each
 * other.
 */
extCartApi.get('/cart/live', async (c) => {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket')
    return reply(c, 426, 'A WebSocket is answered here.')
  // Browsers apply no same-origin rule to WebSockets, so the origin is checked here.
  if (c.req.header('Origin') !== new URL(c.req.url).origin) return reply(c, 403, CROSS_SITE_MESSAGE)
  const customer = await getCurrentCustomer(c)
  if (!customer) return reply(c, 401, NOT_AUTHORIZED)
  const own = await findCustomerCart(c.env.DB, customer.customerId)
  if (!own) return reply(c, 404, cartErrorMessage(cartError('no-such-cart')))
  const { webSocket } = await c.env.CART.getByName(own.quoteId).fetch('https://cart.invalid/', {
    headers: { Upgrade: 'websocket' },
  })
  // A new response, because the middleware adds headers and the headers of the object's response are immutable.
  return new Response(null, { status: 101, webSocket })
})

/** Checks a ZIP code against its state (D10); returns its city too, so that a form can fill it in. */
extCartApi.post('/zip-check', limitBody(), async (c) => {
  const body = await jsonBody(c)
  if (!body) return reply(c, 400, NOT_JSON_MESSAGE)
  const parsed = v.safeParse(ZIP_CHECK, body)
  if (!parsed.success) return reply(c, 400, FIELD_MESSAGES.zipCode)
  const { zipCode, regionId, state } = parsed.output
  const region = findRegion(await allRegions(c.env.DB), { regionId, region: state, regionCode: '' })
  if (!region && (regionId !== null || state !== '')) return reply(c, 400, DELIVERY_MESSAGES.unknownState)
  const { check, place } = await resolveZip(c.env.DB, { postcode: zipCode, regionCode: region?.code ?? null })
  return reply(c, 200, { valid: check === 'valid', city: place?.city ?? null, state: place?.state ?? null })
})
