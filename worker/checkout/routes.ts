/** The routes of the checkout and of the return from a payment provider. */
import { Hono } from 'hono'
import { paths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { extCheckoutApi } from './checkout.api.ts'
import { checkoutForm } from './checkout.form.ts'
import { paymentReturns } from './payment-return.page.ts'

export const checkoutRoutes = new Hono<AppEnv>()
checkoutRoutes.route('/api/ext', extCheckoutApi)
checkoutRoutes.route(paths.checkoutForm, checkoutForm)
checkoutRoutes.route('/', paymentReturns)
