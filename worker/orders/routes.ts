/** Routes of placed orders: status, downloads, cancellation, returns, and payment providers. */
import { Hono } from 'hono'
import {
  ORDER_STATUS_PATTERN,
  paths,
  RETURN_CASE_PATTERN,
  RETURN_PATTERN,
  RETURN_PHOTO_PATTERN,
} from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { extOrderCancelApi } from './life/order-cancel.api.ts'
import { mountingRoutes } from './mounting/mounting.form.ts'
import { extAfterpayApi } from './payments/afterpay/afterpay.api.ts'
import { extPaypalApi } from './payments/paypal/paypal.api.ts'
import { paypalWebhook } from './payments/paypal/paypal-webhook.api.ts'
import { stripeWebhook } from './payments/stripe/stripe-webhook.api.ts'
import { returnCancelForm, returnForm } from './returns/return.form.ts'
import { returnPage } from './returns/return.page.tsx'
import { returnCasePage, serveReturnPhoto } from './returns/return-case.page.tsx'
import { downloads } from './status/download.page.ts'
import { guestOrderForm } from './status/guest-order.form.ts'
import { guestOrderPage } from './status/guest-order.page.tsx'
import { orderStatus, refuseStaffActions } from './status/order-status.form.ts'
import { extThankYouApi } from './status/thank-you.api.ts'

export const ordersRoutes = new Hono<AppEnv>()
ordersRoutes.use(`${ORDER_STATUS_PATTERN}/*`, refuseStaffActions())
ordersRoutes.route('/api/ext', extThankYouApi)
ordersRoutes.route('/api/ext', extOrderCancelApi)
ordersRoutes.route('/api/ext', extPaypalApi)
ordersRoutes.route('/api/ext', extAfterpayApi)
ordersRoutes.route('/webhooks/stripe', stripeWebhook)
ordersRoutes.route('/webhooks/paypal', paypalWebhook)
ordersRoutes.route(paths.guestOrder, guestOrderForm)
ordersRoutes.route('/', orderStatus)
ordersRoutes.route('/', mountingRoutes)
ordersRoutes.route('/', downloads)
ordersRoutes.get(RETURN_PATTERN, (c) => returnPage(c))
ordersRoutes.get(RETURN_CASE_PATTERN, (c) => returnCasePage(c))
ordersRoutes.get(RETURN_PHOTO_PATTERN, (c) => serveReturnPhoto(c))
ordersRoutes.route('/', returnForm)
ordersRoutes.route('/', returnCancelForm)

/** Pages that are the same for all visitors, so they are cached. */
export const ordersPages = new Hono<AppEnv>()
ordersPages.get(paths.guestOrder, (c) => guestOrderPage(c))
