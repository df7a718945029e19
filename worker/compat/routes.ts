/** Mounts the API of Vue Storefront 1 and its reference page. */
import { Hono } from 'hono'
import { paths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { apiReferencePage } from './calls/api-reference.page.tsx'
import { extAbandonedCartApi } from './cart/abandoned-cart.api.ts'
import { cartApi } from './cart/cart.api.ts'
import { catalogApi } from './catalog/catalog.api.ts'
import { productApi } from './catalog/product.api.ts'
import { extCmsDataApi } from './cms-data.api.ts'
import { extMailServiceApi } from './mail-service.api.ts'
import { orderApi } from './order.api.ts'
import { reviewApi } from './review.api.ts'
import { extSocialLoginApi } from './social-login.api.ts'
import { stockApi } from './stock.api.ts'
import { urlApi } from './url.api.ts'
import { userApi } from './user.api.ts'

export const compatRoutes = new Hono<AppEnv>()
compatRoutes.route('/api/cart', cartApi)
compatRoutes.route('/api/order', orderApi)
compatRoutes.route('/api/stock', stockApi)
compatRoutes.route('/api/catalog', catalogApi)
compatRoutes.route('/api/product', productApi)
compatRoutes.route('/api/review', reviewApi)
compatRoutes.route('/api/url', urlApi)
compatRoutes.route('/api/user', userApi)
compatRoutes.route('/api/ext', extAbandonedCartApi)
compatRoutes.route('/api/ext', extSocialLoginApi)
compatRoutes.route('/api/ext', extMailServiceApi)
compatRoutes.route('/api/ext', extCmsDataApi)

/** Pages that are equal for all visitors and therefore cached. */
export const compatPages = new Hono<AppEnv>()
compatPages.get(paths.apiReference, apiReferencePage)
