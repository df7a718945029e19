/** Routes of the app's pages, which are rendered for one shopper and never cached, and of the offline pages. */
import { Hono } from 'hono'
import { ACCOUNT_PAGES, paths } from '../../schema/paths.ts'
import { OFFLINE_OWN_PATH, OFFLINE_PATH } from '../../schema/platform/offline/offline.ts'
import { readOnlyAccountHref } from '../../schema/staff/customers/read-only-account.ts'
import type { AppEnv } from '../env.ts'
import { errorPage } from '../platform/page/errors.tsx'
import { staffRoute } from '../staff/frame/staff-access.ts'
import { accountPage, appPage } from './app.page.tsx'
import { offlinePage } from './offline.page.tsx'
import { readOnlyAccountPage } from './read-only-account.page.tsx'

const APP_PATHS = [
  paths.cart,
  paths.checkout,
  paths.thankYou,
  paths.login,
  paths.register,
  paths.authLogin,
  paths.createPassword,
]

export const layoutRoutes = new Hono<AppEnv>()
for (const path of APP_PATHS) layoutRoutes.get(path, appPage)
for (const path of ACCOUNT_PAGES) layoutRoutes.get(path, accountPage)
layoutRoutes.get(paths.error, errorPage)
layoutRoutes.get(
  readOnlyAccountHref(':id{[1-9][0-9]{0,14}}', ':page'),
  staffRoute('customers.edit', readOnlyAccountPage),
)

/** The offline pages are the same for all shoppers, so they are cached. */
export const layoutPages = new Hono<AppEnv>()
for (const path of [OFFLINE_PATH, OFFLINE_OWN_PATH]) layoutPages.get(path, offlinePage)
