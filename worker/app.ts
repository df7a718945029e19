/** Table of contents of the server: guards in their order, rooms, and pages for unknown paths and errors. */
import { Hono } from 'hono'
import { paths, staffPaths } from '../schema/paths.ts'
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
import { refuseFromReadOnlyAccount } from './layout/read-only-account.page.tsx'
import { layoutPages, layoutRoutes } from './layout/routes.ts'
import { orderMailPages } from './order-mail.page.tsx'
import { ordersPages, ordersRoutes } from './orders/routes.ts'
import { cacheablePages, pageCache } from './platform/cache/page-cache.ts'
import { readFeedFirst } from './platform/cache/request-change-feed.ts'
import { allowedMethods } from './platform/http/allowed-methods.ts'
import { errorHandlers } from './platform/http/error-handlers.ts'
import { trailingSlash } from './platform/http/trailing-slash.ts'
import { visitorRequests } from './platform/http/visitor-request.ts'
import { limitRequestSize } from './platform/limits/request-size-limit.ts'
import { requestMetrics } from './platform/metrics/request-metrics.ts'
import { outagePage, serverErrorPage, tooLongPage, wrongMethodPage } from './platform/page/errors.tsx'
import { platformRoutes } from './platform/routes.ts'
import { publicCors } from './platform/security/public-cors.ts'
import { requireConfig } from './platform/security/require-config.ts'
import { securityHeaders } from './platform/security/security-headers.ts'
import { withStaffNotFound } from './staff/frame/not-found.tsx'
import { staffRoutes } from './staff/routes.ts'
import { notFoundWithStock } from './storefront/home.page.tsx'
import { storefrontPages } from './storefront/routes.ts'

/** Where days are promised; cached pages read the change feed by themselves. */
const PROMISING_PATHS = [
  '/api/*',
  `${paths.cart}*`,
  `${paths.checkout}*`,
  `${paths.staff}*`,
  '/order/*',
  '/pay/*',
]

export const app = new Hono<AppEnv>()

app.use(requestMetrics())

// Runs outside the guards, so that pages are cached together with the headers of the guards.
app.use(pageCache())

// Writes the HTML document of the shop around each page.
app.use(pageLayout())

// Guards, outermost first.
app.use(requireConfig())
app.use(securityHeaders())
app.use(limitRequestSize(tooLongPage))
app.use(trailingSlash())
// Staff who look at a customer's account change nothing from there.
app.use(refuseFromReadOnlyAccount())
// Any origin may call the API; a call from another origin carries no cookies.
app.use('/api/*', publicCors())
// Staff check whether an address has a page before they redirect it.
app.use(`${staffPaths.redirects}*`, visitorRequests(app))

// A promised day needs the shop's closed days, which come with the change feed.
for (const path of PROMISING_PATHS) app.use(path, readFeedFirst())

// Routes for one shopper or for programs; their replies are not cached.
app.route('/', platformRoutes)
app.route('/', identityRoutes)
app.route('/', catalogRoutes)
app.route('/', cartRoutes)
app.route('/', ordersRoutes)
app.route('/', checkoutRoutes)
app.route('/', accountRoutes)
app.route('/', contentRoutes)
app.route('/', staffRoutes)
app.route('/', orderMailPages)
app.route('/', compatRoutes)
app.route('/', layoutRoutes)

// Pages that are equal for all visitors; they are cached by the version of the catalog and by stock.
app.use(cacheablePages())
app.route('/', layoutPages)
app.route('/', storefrontPages)
app.route('/', catalogPages)
app.route('/', cartPages)
app.route('/', ordersPages)
app.route('/', accountPages)
app.route('/', contentPages)
app.route('/', compatPages)

const fallback = errorHandlers(
  {
    notFound: withUrlMap(withStaffNotFound(notFoundWithStock)),
    wrongMethod: wrongMethodPage,
    failure: serverErrorPage,
    outage: outagePage,
  },
  (path) => allowedMethods(app, path),
)
app.notFound(fallback.notFound)
app.onError(fallback.failure)
