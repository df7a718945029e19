/** Routes of signing in and of the customer's account. */
import { Hono } from 'hono'
import { paths } from '../../schema/paths.ts'
import type { AppEnv } from '../env.ts'
import { extAccountApi } from './account.api.ts'
import { customerForm } from './customer.form.ts'
import { extDealerDocumentsApi } from './dealer/dealer-documents.api.ts'
import { extGarageApi } from './garage/garage.api.ts'
import { savedProductsPages } from './saved/saved-products.page.tsx'
import { extWishListApi } from './saved/wish-list.api.ts'
import { wishListForm } from './saved/wish-list.form.ts'
import { accountForm } from './sign-in/account.form.ts'
import { authLogin, oauthCallback } from './sign-in/social-login-redirect.page.ts'

export const accountRoutes = new Hono<AppEnv>()
accountRoutes.route('/api/ext', extWishListApi)
accountRoutes.route('/api/ext', extGarageApi)
accountRoutes.route('/api/ext', extAccountApi)
accountRoutes.route('/api/ext', extDealerDocumentsApi)
accountRoutes.route(paths.accountForm, accountForm)
accountRoutes.route(paths.customerForm, customerForm)
accountRoutes.route(paths.wishForm, wishListForm)
// Redirects to a sign-in provider and back; without a code /auth-login/ is a page of the app.
accountRoutes.route('/', authLogin)
accountRoutes.get(paths.authLogin, oauthCallback)

/** Pages outside of the app, rendered as content pages. */
export const accountPages = new Hono<AppEnv>()
accountPages.route('/', savedProductsPages)
