/** GET /api/ext/staff/new-orders: how many orders and notes for its person came while a screen of staff is open (H14j). */
import * as v from 'valibot'
import { numberText } from '../../platform/forms/number-text.ts'

const NUMBER = numberText(15)

/**
 * What a screen knows: the time when it was made, in milliseconds, and after an event the newest change of an order and the newest note
 * that names its person.
 */
export const NEW_ORDERS_QUERY = v.object({
  after: NUMBER,
  last: v.optional(NUMBER),
  mention: v.optional(NUMBER),
})
export type KnownOrders = v.InferOutput<typeof NEW_ORDERS_QUERY>

/**
 * Orders that are paid since then, or placed with cash on delivery, and notes that name the person. Sales that are paid at the counter
 * are not among them.
 */
export const NEW_ORDERS_EVENT = v.object({
  orders: v.number(),
  last: v.number(),
  mentions: v.number(),
  mention: v.number(),
})
export type NewOrdersEvent = v.InferOutput<typeof NEW_ORDERS_EVENT>
