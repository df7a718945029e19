/** Table of contents of the server: the guards in their order, every door, and what answers when none fits. */
import { Hono } from 'hono'
import { OFFLINE_OWN_PATH, OFFLINE_PATH } from '../schema/domain/offline.ts'
import { ACCOUNT_PAGES, CONFIRM_EMAIL_PATH, paths } from '../schema/paths.ts'
import { accountForm } from './api/account-form.ts'
import { authLogin, comeBack } from './api/auth-login.ts'
import { cartApi } from './api/cart.ts'
import { cartForm } from './api/cart-form.ts'
import { catalogApi } from './api/catalog.ts'
import { chatForm } from './api/chat-form.ts'
import { checkoutForm } from './api/checkout-form.ts'
import { contactForm } from './api/contact-form.ts'
import { customerForm } from './api/customer-form.ts'
import { extAbandonedCartApi } from './api/ext-abandoned-cart.ts'
import { extAccountApi } from './api/ext-account.ts'
import { extAfterpayApi } from './api/ext-afterpay.ts'
import { extCarsApi } from './api/ext-cars.ts'
import { extCartApi } from './api/ext-cart.ts'
import { extChatApi } from './api/ext-chat.ts'
import { extCmsDataApi } from './api/ext-cms-data.ts'
import { extDealerDocumentsApi } from './api/ext-dealer-documents.ts'
import { extDeliveryApi } from './api/ext-delivery.ts'
import { extEventsApi } from './api/ext-events.ts'
import { extFinderApi } from './api/ext-finder.ts'
import { extGeolocationApi } from './api/ext-geolocation.ts'
import { extMailServiceApi } from './api/ext-mail-service.ts'
import { extNewsletterApi } from './api/ext-newsletter.ts'
import { extOrderCancelApi } from './api/ext-order-cancel.ts'
import { extPaypalApi } from './api/ext-paypal.ts'
import { extReviewDeskApi } from './api/ext-review-desk.ts'
import { extSecurityReportApi } from './api/ext-security-report.ts'
import { extSessionApi } from './api/ext-session.ts'
import { extSocialLoginApi } from './api/ext-social-login.ts'
import { extSuggestApi } from './api/ext-suggest.ts'
import { extThankYouApi } from './api/ext-thank-you.ts'
import { extWishListApi } from './api/ext-wish-list.ts'
import { guestOrderForm } from './api/guest-order-form.ts'
import { newsletterForm } from './api/newsletter-form.ts'
import { orderApi } from './api/order.ts'
import { orderStatus } from './api/order-status-form.ts'
import { paypalWebhook } from './api/paypal-webhook.ts'
import { productApi } from './api/product.ts'
import { reclaim } from './api/reclaim.ts'
import { reviewApi } from './api/review.ts'
import { reviewForm } from './api/review-form.ts'
import { staffForm } from './api/staff-form.ts'
import { stockApi } from './api/stock.ts'
import { stripeWebhook } from './api/stripe-webhook.ts'
import { urlApi } from './api/url.ts'
import { userApi } from './api/user.ts'
import { wishForm } from './api/wish-form.ts'
import type { AppEnv } from './env.ts'
import { forEverybody, pageCache } from './http/page-cache.ts'
import { answers } from './middleware/answers.ts'
import { anyOrigin } from './middleware/any-origin.ts'
import { boundedRequest } from './middleware/bounded-request.ts'
import { configured } from './middleware/configured.ts'
import { knownMethods } from './middleware/known-methods.ts'
import { securityHeaders } from './middleware/security-headers.ts'
import { trailingSlash } from './middleware/trailing-slash.ts'
import { urlMapped } from './middleware/url-map.ts'
import { apiReferencePage } from './pages/api-reference-page.tsx'
import { accountPage, appPage } from './pages/app-page.tsx'
import { applyCouponPages } from './pages/apply-coupon.tsx'
import { categoryPages } from './pages/category-page.tsx'
import { chatPage } from './pages/chat-page.tsx'
import { cmsPages } from './pages/cms-page.tsx'
import { comparePages } from './pages/compare-page.tsx'
import { confirmEmailPage } from './pages/confirm-email-page.tsx'
import { contactsPage } from './pages/contacts-page.tsx'
import { downloads } from './pages/download.ts'
import { errorPage, outagePage, serverErrorPage, tooLongPage, wrongMethodPage } from './pages/errors.tsx'
import { gpcSupport } from './pages/gpc.ts'
import { guestOrderPage } from './pages/guest-order-page.tsx'
import { homePage, lostPage } from './pages/home-page.tsx'
import { icons } from './pages/icons.ts'
import { listingPages } from './pages/listing-page.tsx'
import { newsletterPages } from './pages/newsletter-page.tsx'
import { offlinePage } from './pages/offline-page.tsx'
import { paymentReturns } from './pages/payment-return.ts'
import { picksPages } from './pages/picks-page.tsx'
import { pictures } from './pages/pictures.ts'
import { productPages } from './pages/product-page.tsx'
import { productPhotos } from './pages/product-photos.ts'
import { reviewPages } from './pages/reviews-page.tsx'
import { searchPages } from './pages/search-page.tsx'
import { merchantFeed } from './pages/seo/merchant-feed.ts'
import { llms, robots } from './pages/seo/robots.ts'
import { sitemaps } from './pages/seo/sitemap.ts'
import { sharePicture } from './pages/share-picture.ts'
import { SPECULATION_RULES_PATH, speculationRules } from './pages/speculation-rules.ts'
import { staffPages } from './pages/staff-pages.tsx'
import { storePages } from './pages/store-pages.tsx'

export const app = new Hono<AppEnv>()

// Outside the guards, so that pages are kept with the headers that they set.
app.use(pageCache())

// Guards, outermost first.
app.use(configured())
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
app.use('/api/*', anyOrigin())
app.route('/api/cart', cartApi)
app.route('/api/order', orderApi)
app.route('/api/stock', stockApi)
app.route('/api/catalog', catalogApi)
app.route('/api/product', productApi)
app.route('/api/review', reviewApi)
app.route('/api/url', urlApi)
app.route('/api/user', userApi)
app.route('/api/ext', extCartApi)
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
app.route('/', reclaim)

// To a provider of sign-in and back; without a code it is a page of the app.
app.route('/', authLogin)
app.get(paths.authLogin, comeBack)

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
app.get('/.well-known/gpc.json', gpcSupport)
app.route('/', sitemaps)
app.route('/', merchantFeed)

// Content: the same for everybody, kept by version and stock.
app.get(paths.error, errorPage)
app.use(forEverybody())
app.get(paths.home, homePage)
for (const path of [OFFLINE_PATH, OFFLINE_OWN_PATH]) app.get(path, offlinePage)
app.route('/', comparePages)
app.route('/', picksPages)
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

const otherwise = answers(
  {
    notFound: urlMapped(lostPage),
    wrongMethod: wrongMethodPage,
    failure: serverErrorPage,
    outage: outagePage,
  },
  (path) => knownMethods(app, path),
)
app.notFound(otherwise.notFound)
app.onError(otherwise.failure)
