/** Step 1 of placing an order whose lines and prices staff agreed with the buyer (H14p): nothing is priced again. */

import { shippingKey } from '../../../schema/cart/totals/shipping.ts'
import {
  type AgreedSale,
  encodeOrderNumber,
  ORDER_NUMBER_BYTES,
  orderRefusal,
  type PlaceOrderRequest,
} from '../../../schema/orders/order.ts'
import { isPaidAtCounter } from '../../../schema/orders/payment.ts'
import { arrivalDate, NO_CLOSED_DAYS } from '../../../schema/platform/shop-calendar.ts'
import { getGateway } from '../../orders/payments/gateways.ts'
import { closedDaysRead } from '../../platform/config.sql.ts'
import { runRead } from '../../platform/drizzle.sql.ts'
import { orderDigest } from '../placement/order-digest.ts'
import type { DraftResult } from '../placement/order-draft.ts'
import type { JournalContext } from '../placement/order-journal-context.ts'

/** Drafts the order of an agreed sale. Its addresses were validated before; its tires are held by the counter's draft. */
export async function draftAgreedSale(
  ctx: JournalContext,
  request: PlaceOrderRequest,
  { quoteId, lines, totals, handedOverBy, customerId, credit, payLink }: AgreedSale,
): Promise<DraftResult> {
  const { paymentMethod, confirmationToken, shippingAddress, shippingMethod } = request
  if (!isPaidAtCounter(paymentMethod) && totals.grandTotal > (credit?.amount ?? 0)) {
    const gateway = getGateway(ctx.env, paymentMethod)
    if (!gateway) return { ok: false, refusal: orderRefusal('payment-method') }
    if (gateway.needsToken && !confirmationToken)
      return { ok: false, refusal: orderRefusal('payment-details') }
  }
  const now = ctx.now()
  const closed = shippingAddress ? await runRead(ctx.env.DB, closedDaysRead()) : NO_CLOSED_DAYS
  return {
    ok: true,
    couponLimits: { perCustomer: null, firstOrderOnly: false },
    draft: {
      orderNumber: encodeOrderNumber(ctx.random(ORDER_NUMBER_BYTES)),
      quoteId,
      customerId: customerId ?? null,
      email: request.email.trim().toLowerCase(),
      lines,
      totals,
      // The discount is no coupon that could be used up.
      couponCode: null,
      billingAddress: request.billingAddress,
      shippingAddress,
      paymentMethod,
      shippingMethod: shippingMethod && shippingKey(shippingMethod),
      arrivesOn: shippingAddress ? arrivalDate(now, closed) : null,
      marketing: request.marketing,
      ...(handedOverBy === null ? {} : { handedOverBy }),
      ...(credit && { credit }),
      ...(payLink && { payLink }),
      payloadHash: orderDigest(request),
      placedAt: now,
    },
  }
}
