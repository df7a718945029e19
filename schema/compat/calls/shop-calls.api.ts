/** The /api/ext calls of our own pages: cart, checkout, finder, locations. Amounts are cents. */
import * as v from 'valibot'
import { CART_VIEW } from '../../cart/cart.api.ts'
import { CART_FRAME } from '../../cart/sync/cart-live.api.ts'
import { DELIVERY_QUOTE } from '../../catalog/delivery/delivery.api.ts'
import { FINDER_VIEW } from '../../catalog/finder/finder.ts'
import { SUGGESTIONS } from '../../catalog/search/suggest.api.ts'
import { CAR_VIEW } from '../../catalog/vehicle/vehicle.ts'
import { CHECKOUT_VIEW } from '../../checkout/checkout.api.ts'
import {
  GEO_QUERY,
  GEO_REPLY,
  PLACE,
  PLACE_QUERY,
  ZIP_CHECK,
  ZIP_CHECKED,
} from '../../identity/location/geolocation.api.ts'
import { SIGN_IN_OPTIONS } from '../../identity/sign-in/sign-in.api.ts'
import { THANK_YOU_VIEW } from '../../orders/status/thank-you.api.ts'
import { type ApiCall, result, socket, textReply, UNAUTHORIZED_REPLY } from './call.api.ts'

const part = v.optional(v.string())
const NOT_DELIVERED = textReply('Nothing is delivered there.')

function shopCall(name: string, call: Omit<ApiCall, 'path' | 'tag' | 'method' | 'who'>): ApiCall {
  return { path: `/api/ext/${name}`, tag: 'Shop', method: 'GET', who: 'everybody', ...call }
}

export const SHOP_CALLS: readonly ApiCall[] = [
  shopCall('cart', {
    id: 'shownCart',
    summary: 'The cart of this browser as its pages show it.',
    replies: { 200: result(CART_VIEW, 'The cart; empty without one.') },
  }),
  shopCall('cart/live', {
    id: 'cartSocket',
    summary: 'A WebSocket that notifies a customer’s pages of changes of the cart on another device.',
    replies: {
      101: socket(CART_FRAME, 'The socket; each message that it brings is JSON of this shape.'),
      401: UNAUTHORIZED_REPLY,
      403: textReply('This is no page of the shop.'),
      404: textReply('The customer has no cart yet.'),
      426: textReply('This is no WebSocket.'),
    },
  }),
  shopCall('checkout', {
    id: 'shownCheckout',
    summary: 'The cart with what its checkout knows and offers.',
    replies: { 200: result(CHECKOUT_VIEW, 'The checkout.') },
  }),
  shopCall('thank-you', {
    id: 'shownOrder',
    summary: 'The order that this browser’s cart became.',
    replies: { 200: result(v.nullable(THANK_YOU_VIEW), 'The order; `null` without one.') },
  }),
  {
    ...shopCall('zip-check', {
      id: 'checkZip',
      summary: 'Whether a ZIP code lies in its state.',
      body: ZIP_CHECK,
      replies: {
        200: result(ZIP_CHECKED, 'Whether it does, and its place.'),
        400: textReply('This is no ZIP code, or no state that we know.'),
      },
    }),
    method: 'POST',
  },
  shopCall('finder', {
    id: 'findSize',
    summary: 'What the finder’s three selects offer, and how many tires that is.',
    query: v.object({ width: part, aspect: part, rim: part }),
    replies: { 200: result(FINDER_VIEW, 'The selects.') },
  }),
  shopCall('cars', {
    id: 'findCar',
    summary: 'What the finder’s selects offer for a car, down to its fitments.',
    query: v.object({ year: part, make: part, model: part }),
    replies: { 200: result(CAR_VIEW, 'The selects.') },
  }),
  shopCall('suggest', {
    id: 'suggest',
    summary: 'Sizes, brands, models, cars and tires for what is being typed.',
    query: v.object({ q: v.string() }),
    replies: {
      200: result(SUGGESTIONS, 'At most eight entries in groups.'),
      400: textReply('The term is too short.'),
      503: textReply('The search took too long.'),
    },
  }),
  shopCall('delivery', {
    id: 'quoteDelivery',
    summary: 'The day, the fees and the tax of a choice at a ZIP code.',
    query: v.objectWithRest({ zip: v.string(), sku: v.string(), qty: v.optional(v.string()) }, v.string()),
    replies: {
      200: result(DELIVERY_QUOTE, 'When it arrives, and what it costs there.'),
      400: textReply('This is no ZIP code.'),
      404: textReply('There is no such choice.'),
      422: NOT_DELIVERED,
    },
  }),
  shopCall('geolocation', {
    id: 'geolocation',
    summary:
      'Where the network says that the caller is. The address in the query is repeated and decides nothing.',
    query: GEO_QUERY,
    replies: {
      200: result(GEO_REPLY, 'The record, and what our pages may do with it.'),
      400: textReply('Nothing is known of the caller.'),
    },
  }),
  shopCall('place', {
    id: 'placeOfZip',
    summary: 'The place of a ZIP code.',
    query: PLACE_QUERY,
    replies: { 200: result(PLACE, 'The place.'), 400: textReply('This is no ZIP code.'), 422: NOT_DELIVERED },
  }),
  shopCall('session', {
    id: 'shownSession',
    summary: 'Whether this browser’s session goes on, and by whom one may sign in.',
    replies: { 200: result(SIGN_IN_OPTIONS, 'Who is signed in, and what is offered.') },
  }),
]
