/**
 * POST /customer/account/wish-list/form/: the heart of a browser without script. It puts a product on its customer's list
 * or takes it off, and leads to the list; whoever is not signed in is asked to, and comes back.
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { ACCOUNT_MESSAGES } from '../../../schema/identity/sign-in/account-form.api.ts'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { isSameOrigin, safeRedirectPath } from '../../identity/session/same-origin.ts'
import { clearExpiredNameCookie } from '../../identity/sign-in/customer-access.ts'
import { setFlashState } from '../../platform/forms/flash-cookie.ts'
import { limitForm } from '../../platform/forms/form-body.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { updateWishList } from './wish-list.sql.ts'

const WISH_FORM = v.object({
  action: v.picklist(['add', 'remove']),
  sku: v.pipe(v.string(), v.nonEmpty(), v.maxLength(SKU_MAX)),
})

export const wishForm = new Hono<AppEnv>().use(limitForm()).post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const who = await getCurrentCustomer(c)
  if (!who) {
    clearExpiredNameCookie(c)
    setFlashState(c, {
      ...{ form: 'sign-in', ok: false, errors: {}, fields: {} },
      message: ACCOUNT_MESSAGES.loginNeeded,
    })
    return c.redirect(signInHref(paths.login, safeRedirectPath(body.back) ?? paths.wishlist), 303)
  }
  const form = v.safeParse(WISH_FORM, body)
  if (!form.success) return c.redirect(paths.wishlist, 303)
  if (await isRateLimited(c, 'FORM_LIMIT', 'wish-list', String(who.customerId))) return c.text(TOO_MANY, 429)
  const { action, sku } = form.output
  const change = action === 'add' ? { add: [sku], remove: [] } : { add: [], remove: [sku] }
  await updateWishList(c.env.DB, who.customerId, change, Date.now())
  return c.redirect(paths.wishlist, 303)
})
