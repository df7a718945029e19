/** Table of contents of the server: the guards in their order, every door, and what answers when none fits. */
import { Hono } from 'hono'
import { ACCOUNT_PAGES, CONFIRM_EMAIL_PATH, paths } from '../schema/paths.ts'
import { OFFLINE_OWN_PATH, OFFLINE_PATH } from '../schema/platform/offline/offline.ts'
import { extAccountApi } from './account/account.api.ts'
import { customerForm } from './account/customer.form.ts'
import { extDealerDocumentsApi } from './account/dealer/dealer-documents.api.ts'
import { savedProductsPages } from './account/saved/saved-products.page.tsx'
import { extWishListApi } from './account/saved/wish-list.api.ts'
import { wishForm } from './account/saved/wish-list.form.ts'
import { accountForm } from './account/sign-in/account.form.ts'
import { authLogin, oauthCallback } from './account/sign-in/social-login-redirect.api.ts'
import { cartRecoveryRoutes } from './cart/abandoned/abandoned-cart-recovery.api.ts'
import { extCartApi } from './cart/cart.api.ts'
import { cartForm } from './cart/cart.form.ts'
import { applyCouponPages } from './cart/coupon/apply-coupon.page.tsx'
import { extDeliveryApi } from './cart/totals/delivery.api.ts'
import { comparePages } from './catalog/compare/compare.page.tsx'
import { extFinderApi } from './catalog/finder/finder.api.ts'
import { pictures } from './catalog/images/pictures.ts'
import { productPhotos } from './catalog/images/product-photos.page.ts'
import { sharePicture } from './catalog/images/share-picture.ts'
import { categoryPages } from './catalog/landing/category.page.tsx'
import { homePage, notFoundHomePage } from './catalog/landing/home.page.tsx'
import { listingPages } from './catalog/listing/listing.page.tsx'
import { icons } from './catalog/product/icons.page.ts'
import { productPages } from './catalog/product/product.page.tsx'
import { searchPages } from './catalog/search/search.page.tsx'
import { extSuggestApi } from './catalog/search/suggest.api.ts'
import { merchantFeed } from './catalog/seo/merchant-feed.page.ts'
import { llms, robots } from './catalog/seo/robots.ts'
import { sitemaps } from './catalog/seo/sitemap.page.ts'
import { extCarsApi } from './catalog/vehicle/cars.api.ts'
import { extCheckoutApi } from './checkout/checkout.api.ts'
import { checkoutForm } from './checkout/checkout.form.ts'
import { paymentReturns } from './checkout/payment-return.page.ts'
import { apiReferencePage } from './compat/calls/api-reference.page.tsx'
import { extAbandonedCartApi } from './compat/cart/abandoned-cart.api.ts'
import { cartApi } from './compat/cart/cart.api.ts'
import { catalogApi } from './compat/catalog/catalog.api.ts'
import { productApi } from './compat/catalog/product.api.ts'
import { extCmsDataApi } from './compat/cms-data.api.ts'
import { extMailServiceApi } from './compat/mail-service.api.ts'
import { orderApi } from './compat/order.api.ts'
import { reviewApi } from './compat/review.api.ts'
import { extSocialLoginApi } from './compat/social-login.api.ts'
import { stockApi } from './compat/stock.api.ts'
import { urlApi } from './compat/url.api.ts'
import { withUrlMap } from './compat/url-map.ts'
import { userApi } from './compat/user.api.ts'
import { extEventsApi } from './content/analytics/events.api.ts'
import { globalPrivacyControlDocument } from './content/analytics/gpc.ts'
import { extChatApi } from './content/chat/chat.api.ts'
import { chatForm } from './content/chat/chat.form.ts'
import { chatPage } from './content/chat/chat.page.tsx'
import { extNewsletterApi } from './content/newsletter/newsletter.api.ts'
import { newsletterForm } from './content/newsletter/newsletter.form.ts'
import { newsletterPages } from './content/newsletter/newsletter.page.tsx'
import { cmsPages } from './content/pages/cms.page.tsx'
import { contactForm } from './content/pages/contact.form.ts'
import { contactsPage } from './content/pages/contacts.page.tsx'
import { storePages } from './content/pages/store-pages.page.tsx'
import { reviewForm } from './content/reviews/review.form.ts'
import { reviewPages } from './content/reviews/reviews.page.tsx'
import type { AppEnv } from './env.ts'
import { extGeolocationApi } from './identity/location/geolocation.api.ts'
import { extSessionApi } from './identity/session/session.api.ts'
import { confirmEmailPage } from './identity/sign-in/confirm-email.page.tsx'
import { accountPage, appPage } from './layout/app.page.tsx'
import { pageLayout } from './layout/document.tsx'
import { offlinePage } from './layout/offline.page.tsx'
import { extOrderCancelApi } from './orders/life/order-cancel.api.ts'
import { extAfterpayApi } from './orders/payments/afterpay/afterpay.api.ts'
import { extPaypalApi } from './orders/payments/paypal/paypal.api.ts'
import { paypalWebhook } from './orders/payments/paypal/paypal-webhook.api.ts'
import { stripeWebhook } from './orders/payments/stripe/stripe-webhook.api.ts'
import { downloads } from './orders/status/download.page.ts'
import { guestOrderForm } from './orders/status/guest-order.form.ts'
import { guestOrderPage } from './orders/status/guest-order.page.tsx'
import { orderStatus } from './orders/status/order-status.form.ts'
import { extThankYouApi } from './orders/status/thank-you.api.ts'
import { cacheablePages, pageCache } from './platform/cache/page-cache.ts'
import { allowedMethods } from './platform/http/allowed-methods.ts'
import { errorHandlers } from './platform/http/error-handlers.ts'
import { trailingSlash } from './platform/http/trailing-slash.ts'
import { boundedRequest } from './platform/limits/bounded-request.ts'
import {
  errorPage,
  outagePage,
  serverErrorPage,
  tooLongPage,
  wrongMethodPage,
} from './platform/page/errors.tsx'
import { SPECULATION_RULES_PATH, speculationRules } from './platform/page/speculation-rules.ts'
import { publicCors } from './platform/security/public-cors.ts'
import { requireConfig } from './platform/security/require-config.ts'
import { securityHeaders } from './platform/security/security-headers.ts'
import { extSecurityReportApi } from './platform/security/security-report.api.ts'
import { extReviewDeskApi } from './staff/review-moderation.api.ts'
import { staffForm } from './staff/staff.form.ts'
import { staffPages } from './staff/staff-pages.page.tsx'

export const app = new Hono<AppEnv>()

// Outside the guards, so that pages are kept with the headers that they set.
app.use(pageCache())

// Pages are drawn in the shop's document.
app.use(pageLayout())

// Guards, outermost first.
app.use(requireConfig())
app.use(securityHeaders())
app.use(boundedRequest(tooLongPage))
app.use(trailingSlash())

// Pictures are addressed by what they show and never change.
app.get('/pictures/product/:file', sharePicture)
app.get('/pictures/*', pictures)
app.route('/', productPhotos)
app.route('/', icons)
app.get(SPECULATION_RULES_PATH, speculationRules)

// The API of the wire: any origin may call it, and then finds no cookies.
app.use('/api/*', publicCors())
app.route('/api/cart', cartApi)
app.route('/api/order', orderApi)
app.route('/api/stock', stockApi)
app.route('/api/catalog', catalogApi)
app.route('/api/product', productApi)
app.route('/api/review', reviewApi)
app.route('/api/url', urlApi)
app.route('/api/user', userApi)
app.route('/api/ext', extCartApi)
app.route('/api/ext', extCheckoutApi)
app.route('/api/ext', extAbandonedCartApi)
app.route('/api/ext', extThankYouApi)
app.route('/api/ext', extOrderCancelApi)
app.route('/api/ext', extFinderApi)
app.route('/api/ext', extCarsApi)
app.route('/api/ext', extSocialLoginApi)
app.route('/api/ext', extSuggestApi)
app.route('/api/ext', extWishListApi)
app.route('/api/ext', extDeliveryApi)
app.route('/api/ext', extNewsletterApi)
app.route('/api/ext', extGeolocationApi)
app.route('/api/ext', extMailServiceApi)
app.route('/api/ext', extSessionApi)
app.route('/api/ext', extAccountApi)
app.route('/api/ext', extDealerDocumentsApi)
app.route('/api/ext', extReviewDeskApi)
app.route('/api/ext', extCmsDataApi)
app.route('/api/ext', extChatApi)
app.route('/api/ext', extEventsApi)
app.route('/api/ext', extPaypalApi)
app.route('/api/ext', extAfterpayApi)
app.route('/api/ext', extSecurityReportApi)
app.route('/webhooks/stripe', stripeWebhook)
app.route('/webhooks/paypal', paypalWebhook)

// Plain-form doors.
app.route(paths.cartForm, cartForm)
app.route(paths.checkoutForm, checkoutForm)
app.route(paths.newsletter, newsletterForm)
app.route(paths.contactForm, contactForm)
app.route(paths.reviewForm, reviewForm)
app.route(paths.accountForm, accountForm)
app.route(paths.customerForm, customerForm)
app.route(paths.wishForm, wishForm)
app.route(paths.chatForm, chatForm)
app.route(paths.staffForm, staffForm)
app.route(paths.guestOrder, guestOrderForm)

// A cart that was left behind.
app.route('/', cartRecoveryRoutes)

// To a provider of sign-in and back; without a code it is a page of the app.
app.route('/', authLogin)
app.get(paths.authLogin, oauthCallback)

// The app: made for one shopper, never kept.
for (const path of [paths.cart, paths.checkout, paths.thankYou]) app.get(path, appPage)
for (const path of [paths.login, paths.register, paths.authLogin, paths.createPassword])
  app.get(path, appPage)

// Back from a provider of payments.
app.route('/', paymentReturns)

// Pages of one customer: a guest is asked to sign in first.
for (const path of ACCOUNT_PAGES) app.get(path, accountPage)

// The link of a mail to a new address.
app.get(CONFIRM_EMAIL_PATH, confirmEmailPage)

// Conversations, for one shopper or for staff; never kept.
app.get(paths.chat, (c) => chatPage(c))
app.route('/', staffPages)

// An order behind its link.
app.route('/', orderStatus)

// Files that were bought.
app.route('/', downloads)

// For machines that read the shop.
app.get('/robots.txt', robots)
app.get('/llms.txt', llms)
app.get('/.well-known/gpc.json', globalPrivacyControlDocument)
app.route('/', sitemaps)
app.route('/', merchantFeed)

// Content: the same for everybody, kept by version and stock.
app.get(paths.error, errorPage)
app.use(cacheablePages())
app.get(paths.home, homePage)
for (const path of [OFFLINE_PATH, OFFLINE_OWN_PATH]) app.get(path, offlinePage)
app.route('/', comparePages)
app.route('/', savedProductsPages)
app.route('/', listingPages)
app.route('/', categoryPages)
app.route('/', productPages)
app.route('/', searchPages)
app.route('/', cmsPages)
app.route('/', reviewPages)
app.get(paths.contacts, (c) => contactsPage(c))
app.get(paths.guestOrder, (c) => guestOrderPage(c))
app.route('/', newsletterPages)
app.route('/', applyCouponPages)
app.route('/', storePages)
app.get(paths.apiReference, apiReferencePage)

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
