/** Table of contents of the server: the guards in their order, the rooms, and what answers when no route fits. */
import { Hono } from 'hono'
import { accountPages, accountRoutes } from './account/routes.ts'
import { cartPages, cartRoutes } from './cart/routes.ts'
import { catalogPages, catalogRoutes } from './catalog/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { compatPages, compatRoutes } from './compat/routes.ts'
import { withUrlMap } from './compat/url-map.ts'
import { contentPages, contentRoutes } from './content/routes.ts'
import type { AppEnv } from './env.ts'
import { identityRoutes } from './identity/routes.ts'
import { pageLayout } from './layout/document.tsx'
import { layoutPages, layoutRoutes } from './layout/routes.ts'
import { ordersPages, ordersRoutes } from './orders/routes.ts'
import { cacheablePages, pageCache } from './platform/cache/page-cache.ts'
import { allowedMethods } from './platform/http/allowed-methods.ts'
import { errorHandlers } from './platform/http/error-handlers.ts'
import { trailingSlash } from './platform/http/trailing-slash.ts'
import { boundedRequest } from './platform/limits/bounded-request.ts'
import { outagePage, serverErrorPage, tooLongPage, wrongMethodPage } from './platform/page/errors.tsx'
import { platformRoutes } from './platform/routes.ts'
import { publicCors } from './platform/security/public-cors.ts'
import { requireConfig } from './platform/security/require-config.ts'
import { securityHeaders } from './platform/security/security-headers.ts'
import { staffRoutes } from './staff/routes.ts'
import { notFoundHomePage } from './storefront/home.page.tsx'
import { storefrontPages } from './storefront/routes.ts'

export const app = new Hono<AppEnv>()

// Outside the guards, so that pages are cached with the headers that they set.
app.use(pageCache())

// Pages are drawn in the shop's document.
app.use(pageLayout())

// Guards, outermost first.
app.use(requireConfig())
app.use(securityHeaders())
app.use(boundedRequest(tooLongPage))
app.use(trailingSlash())
// Any origin may call the API, and then finds no cookies.
app.use('/api/*', publicCors())

// For one shopper, or for machines.
app.route('/', platformRoutes)
app.route('/', identityRoutes)
app.route('/', catalogRoutes)
app.route('/', cartRoutes)
app.route('/', ordersRoutes)
app.route('/', checkoutRoutes)
app.route('/', accountRoutes)
app.route('/', contentRoutes)
app.route('/', staffRoutes)
app.route('/', compatRoutes)
app.route('/', layoutRoutes)

// The same for everybody: cached by the version of the catalog and by stock.
app.use(cacheablePages())
app.route('/', layoutPages)
app.route('/', storefrontPages)
app.route('/', catalogPages)
app.route('/', cartPages)
app.route('/', ordersPages)
app.route('/', accountPages)
app.route('/', contentPages)
app.route('/', compatPages)

const otherwise = errorHandlers(
  {
    notFound: withUrlMap(notFoundHomePage),
    wrongMethod: wrongMethodPage,
    failure: serverErrorPage,
    outage: outagePage,
  },
  (path) => allowedMethods(app, path),
)
app.notFound(otherwise.notFound)
app.onError(otherwise.failure)
