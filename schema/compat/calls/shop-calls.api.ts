/** The /api/ext calls of our own pages: cart, checkout, finder, locations. Amounts are cents. */
import * as v from 'valibot'
import { CART_VIEW } from '../../cart/cart.api.ts'
import { CART_VERSION_EVENT } from '../../cart/sync/cart-live.api.ts'
import { DELIVERY_QUOTE } from '../../catalog/delivery/delivery.api.ts'
import { FINDER_VIEW } from '../../catalog/finder/finder.ts'
import { SUGGESTIONS } from '../../catalog/search/suggest.api.ts'
import { FITTING_LIST, FITTING_QUERY } from '../../catalog/vehicle/fitting.api.ts'
import { CAR_VIEW } from '../../catalog/vehicle/vehicle.ts'
import { CHECKOUT_VIEW } from '../../checkout/checkout.api.ts'
import {
  GEO_QUERY,
  GEO_REPLY,
  ZIP_CHECK,
  ZIP_CHECKED,
  ZIP_LOCATION,
  ZIP_LOCATION_QUERY,
} from '../../identity/location/geolocation.api.ts'
import { SIGN_IN_OPTIONS } from '../../identity/sign-in/sign-in.api.ts'
import { THANK_YOU_VIEW } from '../../orders/status/thank-you.api.ts'
import { type ApiCall, result, socket, textReply, UNAUTHORIZED_REPLY } from './call.api.ts'

const part = v.optional(v.string())
const NOT_DELIVERED = textReply('The ZIP code is outside of the delivery area.')

function shopCall(name: string, call: Omit<ApiCall, 'path' | 'tag' | 'method' | 'who'>): ApiCall {
  return { path: `/api/ext/${name}`, tag: 'Shop', method: 'GET', who: 'everybody', ...call }
}

export const SHOP_CALLS: readonly ApiCall[] = [
  shopCall('cart', {
    id: 'shownCart',
    summary: 'Returns the cart of the browser for the pages of the shop.',
    replies: { 200: result(CART_VIEW, 'The cart, which may be empty.') },
  }),
  shopCall('cart/live', {
    id: 'cartSocket',
    summary: 'Opens a WebSocket that reports changes of a customer’s cart on other devices.',
    replies: {
      101: socket(CART_VERSION_EVENT, 'The socket; each message is JSON of this schema.'),
      401: UNAUTHORIZED_REPLY,
      403: textReply('The request does not come from a page of the shop.'),
      404: textReply('The customer has no cart yet.'),
      426: textReply('The request is not a WebSocket upgrade.'),
    },
  }),
  shopCall('checkout', {
    id: 'shownCheckout',
    summary: 'Returns the cart with the draft and the methods of its checkout.',
    replies: { 200: result(CHECKOUT_VIEW, 'The checkout.') },
  }),
  shopCall('thank-you', {
    id: 'shownOrder',
    summary: 'Returns the order that was placed from the cart of the browser.',
    replies: { 200: result(v.nullable(THANK_YOU_VIEW), 'The order; `null` without one.') },
  }),
  {
    ...shopCall('zip-check', {
      id: 'checkZip',
      summary: 'Checks whether a ZIP code is in its state.',
      body: ZIP_CHECK,
      replies: {
        200: result(ZIP_CHECKED, 'The result, and the location of the ZIP code.'),
        400: textReply('The ZIP code or the state is unknown.'),
      },
    }),
    method: 'POST',
  },
  shopCall('finder', {
    id: 'findSize',
    summary: 'Returns the options of the three selects of the size finder, with the number of tires.',
    query: v.object({ width: part, aspect: part, rim: part }),
    replies: { 200: result(FINDER_VIEW, 'The options.') },
  }),
  shopCall('cars', {
    id: 'findCar',
    summary: 'Returns the options of the selects of the car finder, down to the fitments.',
    query: v.object({ year: part, make: part, model: part }),
    replies: { 200: result(CAR_VIEW, 'The options.') },
  }),
  shopCall('fitting', {
    id: 'countFitting',
    summary: 'Returns how many products of a list fit a car.',
    query: FITTING_QUERY,
    replies: {
      200: result(FITTING_LIST, 'The numbers, and the list of what fits.'),
      404: textReply('The list or the values of the fit filter are unknown.'),
    },
  }),
  shopCall('suggest', {
    id: 'suggest',
    summary: 'Suggests sizes, brands, models, cars and tires for a search term.',
    query: v.object({ q: v.string() }),
    replies: {
      200: result(SUGGESTIONS, 'At most eight suggestions in groups.'),
      400: textReply('The term is too short.'),
      503: textReply('The search took too long.'),
    },
  }),
  shopCall('delivery', {
    id: 'quoteDelivery',
    summary: 'Returns the delivery day, fees and tax of a product at a ZIP code.',
    query: v.objectWithRest({ zip: v.string(), sku: v.string(), qty: v.optional(v.string()) }, v.string()),
    replies: {
      200: result(DELIVERY_QUOTE, 'The delivery day and the costs.'),
      400: textReply('The ZIP code is invalid.'),
      404: textReply('The product or its options are unknown.'),
      422: NOT_DELIVERED,
    },
  }),
  shopCall('geolocation', {
    id: 'geolocation',
    summary:
      'Returns the location of the caller from the network. The address in the query is returned unchanged and has no effect.',
    query: GEO_QUERY,
    replies: {
      200: result(GEO_REPLY, 'The location, and how our pages may use it.'),
      400: textReply('The location of the caller is unknown.'),
    },
  }),
  shopCall('place', {
    id: 'placeOfZip',
    summary: 'Returns the location of a ZIP code.',
    query: ZIP_LOCATION_QUERY,
    replies: {
      200: result(ZIP_LOCATION, 'The location.'),
      400: textReply('The ZIP code is invalid.'),
      422: NOT_DELIVERED,
    },
  }),
  shopCall('session', {
    id: 'shownSession',
    summary: 'Returns the state of the session and the available sign-in methods.',
    replies: { 200: result(SIGN_IN_OPTIONS, 'The signed-in customer, and the sign-in methods.') },
  }),
]
