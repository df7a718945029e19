/** POST /api/ext/order/cancel. */
import * as v from 'valibot'

export const CANCEL_ORDER_BODY = v.object({
  orderId: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(40),
    v.description('The order’s number, e.g. `TL-7K3M9QXA`.'),
  ),
  customerEmail: v.pipe(v.optional(v.string(), ''), v.maxLength(200), v.description('As the order has it.')),
})
