/** The routes of the checkout and of the return from a payment provider. */
import { Hono } from 'hono'
import { paths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { extCheckoutApi } from './checkout.api.ts'
import { checkoutForm } from './checkout.form.ts'
import { extExpressApi } from './express/express.api.ts'
import { expressForm, PAYPAL_SHIPPING_PATH } from './express/express.form.ts'
import { expressReturn } from './express/express-return.page.ts'
import { paypalShipping } from './express/paypal-shipping.api.ts'
import { payForm } from './pay-link/pay.form.ts'
import { payPages } from './pay-link/pay.page.tsx'
import { payReturns } from './pay-link/pay-return.page.ts'
import { paymentReturns } from './payment-return.page.ts'

export const checkoutRoutes = new Hono<AppEnv>()
checkoutRoutes.route('/api/ext', extCheckoutApi)
checkoutRoutes.route('/api/ext', extExpressApi)
checkoutRoutes.route(paths.checkoutForm, checkoutForm)
checkoutRoutes.route(paths.expressForm, expressForm)
checkoutRoutes.route(PAYPAL_SHIPPING_PATH, paypalShipping)
checkoutRoutes.route('/', expressReturn)
checkoutRoutes.route('/', paymentReturns)
checkoutRoutes.route('/', payPages)
checkoutRoutes.route('/', payForm)
checkoutRoutes.route('/', payReturns)
