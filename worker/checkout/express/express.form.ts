/** POST /checkout/express/: begins an express payment at PayPal (H13h). A plain form, so no script is needed. */
import * as v from 'valibot'
import { emptyDraft } from '../../../schema/checkout/checkout.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import { paths } from '../../../schema/paths.ts'
import { readCartIdCookie } from '../../cart/cart-cookie.ts'
import { startExpressPayment } from '../../orders/payments/express-checkout.ts'
import { formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { saveDraft } from '../checkout-draft.ts'
import { sealCart } from './sealed-cart.ts'

export const EXPRESS_RETURN_PATH = '/checkout/express/return'
export const PAYPAL_SHIPPING_PATH = '/webhooks/paypal-shipping'

const FORM = v.object({
  /** The page with the button, to which a canceled payment leads back. */
  from: v.optional(v.picklist(['cart', 'checkout']), 'cart'),
})

export const expressForm = formRoute({
  schema: FORM,
  run: async (c, { from }) => {
    const { paypal, siteUrl, cartSecret } = c.get('config')
    const quoteId = readCartIdCookie(c)
    if (!paypal || quoteId === null)
      return { status: 404, result: ORDER_MESSAGES['cart-empty'], to: paths.cart }
    const isTooFast = await isRateLimited(c, 'FORM_LIMIT', 'paypal')
    const started = isTooFast
      ? { ok: false as const, message: TOO_MANY }
      : await startExpressPayment(c.env, paypal, quoteId, {
          callbackUrl: `${siteUrl}${PAYPAL_SHIPPING_PATH}?cart=${await sealCart(cartSecret, quoteId)}`,
          returnUrl: `${siteUrl}${EXPRESS_RETURN_PATH}`,
          cancelUrl: `${siteUrl}${paths[from]}`,
        })
    if (started.ok) return { status: 200, result: { page: started.page }, to: started.page }
    const { message } = started
    const { draft } = await c.env.CART.getByName(quoteId).readCheckout()
    await saveDraft(c.env, quoteId, { ...(draft ?? emptyDraft()), notice: message }, Date.now())
    return { status: 409, result: message, to: paths.checkout }
  },
})
