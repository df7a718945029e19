/** The routes of the cart: its form, its calls, coupons and abandoned carts. */
import { Hono } from 'hono'
import { paths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { cartRecoveryRoutes } from './abandoned/abandoned-cart-recovery.form.ts'
import { extCartApi } from './cart.api.ts'
import { cartForm } from './cart.form.ts'
import { applyCouponPages } from './coupon/apply-coupon.page.tsx'
import { extDeliveryApi } from './totals/delivery.api.ts'

export const cartRoutes = new Hono<AppEnv>()
cartRoutes.route('/api/ext', extCartApi)
cartRoutes.route('/api/ext', extDeliveryApi)
cartRoutes.route(paths.cartForm, cartForm)
cartRoutes.route('/', cartRecoveryRoutes)

/** The pages that are the same for all shoppers and are cached. */
export const cartPages = new Hono<AppEnv>()
cartPages.route('/', applyCouponPages)
