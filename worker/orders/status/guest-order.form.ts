/**
 * POST /sales/guest/form/: redirects from order number and e-mail to the order's own page. An unknown number
 * and another buyer's order get the same answer; attempts are limited by network and by number.
 */
import {
  GUEST_ORDER_FORM,
  GUEST_ORDER_MESSAGES,
  guestOrderErrors,
  normalizeOrderNumber,
} from '../../../schema/orders/status/guest-order.ts'
import { orderStatusHref } from '../../../schema/paths.ts'
import { hasErrors } from '../../../schema/platform/forms/field.ts'
import { formRoute } from '../../platform/forms/form-route.ts'
import { TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { signOrderLink } from '../order-signature.ts'
import { guestOrderPage } from './guest-order.page.tsx'
import { isOrderLookupRateLimited, matchesOrderEmail } from './guest-order.ts'

export const guestOrderForm = formRoute({
  schema: GUEST_ORDER_FORM,
  run: async (c, texts) => {
    const errors = guestOrderErrors(texts)
    if (hasErrors(errors)) return guestOrderPage(c, { status: 422, texts, errors, problem: null })
    const orderNumber = normalizeOrderNumber(texts.orderNumber)
    if (await isOrderLookupRateLimited(c, orderNumber)) {
      return guestOrderPage(c, { status: 429, texts, errors, problem: TOO_MANY })
    }
    const isMatch = await matchesOrderEmail(c.env.DB, orderNumber, texts.emailAddress)
    // Signed for every number, so that each answer takes the same time.
    const signature = signOrderLink(c.get('config').cartSecret, orderNumber)
    return isMatch
      ? c.redirect(orderStatusHref(orderNumber, signature), 303)
      : guestOrderPage(c, { status: 404, texts, errors, problem: GUEST_ORDER_MESSAGES.unknown })
  },
})
