/**
 * POST /customer/account/wish-list/form/: the wish list form for browsers without script. It adds a product to the customer's
 * list or removes one, and then shows the list. Guests are redirected to the sign-in and back.
 */
import * as v from 'valibot'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { paths } from '../../../schema/paths.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { redirectToSignIn } from '../../identity/sign-in/customer-access.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { safeRedirectPath } from '../../platform/http/same-origin.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { updateWishList } from './wish-list.sql.ts'

const WISH_FORM = v.object({
  action: v.picklist(['add', 'remove']),
  sku: v.pipe(v.string(), v.nonEmpty(), v.maxLength(SKU_MAX)),
})

export const wishListForm = formRoute({
  schema: FORM_TEXTS,
  run: async (c, body) => {
    const customer = await getCurrentCustomer(c)
    if (!customer) return redirectToSignIn(c, safeRedirectPath(body.back) ?? paths.wishlist)
    const form = v.safeParse(WISH_FORM, body)
    if (!form.success) return c.redirect(paths.wishlist, 303)
    const { customerId } = customer
    if (await isRateLimited(c, 'FORM_LIMIT', 'wish-list', String(customerId))) return c.text(TOO_MANY, 429)
    const { action, sku } = form.output
    const change = action === 'add' ? { add: [sku], remove: [] } : { add: [], remove: [sku] }
    await updateWishList(c.env.DB, customerId, change, Date.now())
    return c.redirect(paths.wishlist, 303)
  },
})
