/** The calls that give programs the shop's units and orders (H14y). */
import * as v from 'valibot'
import {
  ORDER_DETAILS,
  ORDER_LIST,
  ORDER_LIST_QUERY,
  ORDER_PARAMS,
  UNIT_CHANGE_BODY,
  UNIT_CHANGE_HEADERS,
  UNIT_DETAILS,
  UNIT_LIST,
  UNIT_LIST_QUERY,
  UNIT_PARAMS,
} from '../../staff/api/staff-data.api.ts'
import { CHANGE_REFUSED, CHANGED_RESULT } from '../../staff/changes/change.api.ts'
import {
  type ApiCall,
  failure,
  KEY_LIMITED_REPLY,
  result,
  textReply,
  UNAUTHORIZED_REPLY,
  VIOLATIONS,
} from './call.api.ts'

const COMMON = {
  401: UNAUTHORIZED_REPLY,
  403: textReply('The role or the key lacks the permission.'),
  429: KEY_LIMITED_REPLY,
}
const REFUSED = failure(CHANGE_REFUSED, 'Nothing was changed, and why.')

export const STAFF_DATA_CALLS: readonly ApiCall[] = [
  {
    id: 'listUnits',
    method: 'GET',
    path: '/api/ext/staff/units',
    tag: 'Staff',
    summary: 'Lists units page by page, by the filters of the back office; what is no filter is left out.',
    who: 'staff',
    permission: 'units.see',
    query: UNIT_LIST_QUERY,
    replies: { 200: result(UNIT_LIST, 'Up to 100 units, and what the next page begins after.'), ...COMMON },
  },
  {
    id: 'readUnit',
    method: 'GET',
    path: '/api/ext/staff/units/:sku',
    tag: 'Staff',
    summary: 'Returns a unit; the header `ETag` has its version.',
    who: 'staff',
    permission: 'units.see',
    params: UNIT_PARAMS,
    replies: { 200: result(UNIT_DETAILS, 'The unit.'), 404: textReply('No unit has this SKU.'), ...COMMON },
  },
  {
    id: 'changeUnit',
    method: 'PATCH',
    path: '/api/ext/staff/units/:sku',
    tag: 'Staff',
    summary:
      'Changes fields of a unit, each with its own permission; fields that others changed meanwhile are merged.',
    who: 'staff',
    permission: 'units.see',
    params: UNIT_PARAMS,
    headers: UNIT_CHANGE_HEADERS,
    body: UNIT_CHANGE_BODY,
    replies: {
      200: result(CHANGED_RESULT, 'The change is in the audit log; a repeated request finds it.'),
      ...COMMON,
      400: failure(v.union([v.string(), VIOLATIONS]), 'The body or `Idempotency-Key` is invalid.'),
      403: failure(v.union([v.string(), CHANGE_REFUSED]), 'The role or the key lacks the permission.'),
      404: REFUSED,
      409: failure(CHANGE_REFUSED, 'Somebody changed the same field since this version.'),
      422: REFUSED,
      428: textReply('`If-Match` is missing or is no version.'),
    },
  },
  {
    id: 'listOrders',
    method: 'GET',
    path: '/api/ext/staff/orders',
    tag: 'Staff',
    summary: 'Lists orders, the newest first, by tab and by any part of an order.',
    who: 'staff',
    permission: 'orders.see',
    query: ORDER_LIST_QUERY,
    replies: {
      200: result(ORDER_LIST, 'Up to 50 orders; `next` is the `before` of the next page.'),
      ...COMMON,
    },
  },
  {
    id: 'readOrder',
    method: 'GET',
    path: '/api/ext/staff/orders/:order',
    tag: 'Staff',
    summary: 'Returns an order with its lines, address and parcels.',
    who: 'staff',
    permission: 'orders.see',
    params: ORDER_PARAMS,
    replies: {
      200: result(ORDER_DETAILS, 'The order.'),
      404: textReply('No order has this number.'),
      ...COMMON,
    },
  },
]
