/** Every URL of the shop once: patterns for the router and builders for links (A1 to A4). */

import { optionSlug } from './catalog/finder/option-slug.ts'
import type { SavedVehicle } from './catalog/vehicle/vehicle.ts'

export { optionSlug }

export const paths = {
  home: '/',
  cart: '/cart/',
  checkout: '/checkout/',
  thankYou: '/checkout/onepage/success/',
  /** Where the mail about a left cart leads to. */
  reclaim: '/reclaim/checkout/cart/',
  /** The link in those mails that ends them. */
  reminderStop: '/reclaim/stop/',
  createPassword: '/customer/account/createpassword/',
  account: '/customer/account/',
  addressBook: '/customer/account/address-book/',
  storedPaymentMethods: '/customer/account/stored-payment-methods/',
  orders: '/customer/account/orders/',
  order: '/customer/account/order/',
  recentlyViewed: '/customer/account/recently-viewed/',
  wishlist: '/customer/account/wish-list/',
  /** Its plain-form door. */
  wishForm: '/customer/account/wish-list/form/',
  privacySettings: '/customer/account/privacy-settings/',
  /** Where a dealer applies. */
  dealer: '/customer/account/dealer/',
  /** Plain-form door of the account's own pages. */
  customerForm: '/customer/account/form/',
  login: '/login/',
  register: '/register/',
  authLogin: '/auth-login/',
  reviews: '/reviews/',
  contacts: '/contacts/',
  sizes: '/sizes/',
  /** By car: makes, and below them models, years and trims. */
  cars: '/t/car',
  about: '/about-us/',
  delivery: '/delivery-information/',
  privacyPolicy: '/privacy-policy/',
  terms: '/terms-and-conditions/',
  returns: '/return-policy/',
  auctionPolicy: '/auction-policy/',
  statePrivacyPolicy: '/state-privacy-policy/',
  cookieNotice: '/cookie-notice/',
  guestOrder: '/sales/guest/form/',
  applyCoupon: '/applycoupon/index/',
  /** The one store whose address the specification fixes; others are configuration. */
  store: '/2720-west-grand-60612/',
  /** Regional landings. */
  usa: '/USA/',
  illinois: '/USA/Illinois/',
  chicago: '/USA/Illinois/Chicago/',
  error: '/error',
  /** Up to four tires side by side, named by `?sku=`. */
  compare: '/compare/',
  /** Products named by `?sku=`, for lists that live in the browser. */
  picks: '/picks/',
  /** Where a provider of payments sends the shopper back to, approved or not; below them the way to pay. */
  paymentReturn: '/checkout/return/',
  paymentCancel: '/checkout/cancel/',
  /** Plain-form doors of the cart and the checkout; they answer 303. */
  cartForm: '/cart/form/',
  checkoutForm: '/checkout/form/',
  contactForm: '/contacts/form/',
  /** The conversation of this browser with the shop, and its plain-form door. */
  chat: '/chat/',
  chatForm: '/chat/form/',
  /** For those who work here; nobody else finds it. */
  staff: '/staff/',
  staffReviews: '/staff/reviews/',
  staffCounts: '/staff/counts/',
  staffOrders: '/staff/orders/',
  staffForm: '/staff/form/',
  newsletter: '/newsletter/',
  reviewForm: '/reviews/form/',
  newsletterForm: '/newsletter/form/',
  newsletterStop: '/newsletter/stop/',
  /** Plain-form door of the account: sign in, register, sign out, passwords. */
  accountForm: '/account/form/',
  /** Every call of the API, for those who write clients. */
  apiReference: '/api-reference/',
} as const

/** Pages that are shown to their customer alone (A10). */
export const ACCOUNT_PAGES = [
  paths.account,
  paths.addressBook,
  paths.orders,
  paths.order,
  paths.storedPaymentMethods,
  paths.privacySettings,
  paths.dealer,
] as const

/** Where the link to confirm an address of mail leads. Apart from `paths`, which every page loads. */
export const CONFIRM_EMAIL_PATH = '/customer/account/confirm-email'

/** Texts of the shop that have an address of their own; all others are at `/i/{identifier}`. */
export const CMS_PATHS: ReadonlyMap<string, string> = new Map([
  ['about-us', paths.about],
  ['delivery-information', paths.delivery],
  ['privacy-policy', paths.privacyPolicy],
  ['terms-and-conditions', paths.terms],
  ['return-policy', paths.returns],
  ['auction-policy', paths.auctionPolicy],
  ['state-privacy-policy', paths.statePrivacyPolicy],
  ['cookie-notice', paths.cookieNotice],
])

export function cmsHref(identifier: string): string {
  return CMS_PATHS.get(identifier) ?? `/i/${identifier}`
}

/** An order as its buyer sees it. */
export function orderHref(orderNumber: string): string {
  return `${paths.order}?orderId=${encodeURIComponent(orderNumber)}`
}

export function paymentReturnHref(paymentMethod: string, orderNumber: string): string {
  return `${paths.paymentReturn}${paymentMethod}?order=${encodeURIComponent(orderNumber)}`
}

export function paymentCancelHref(paymentMethod: string, orderNumber: string): string {
  return `${paths.paymentCancel}${paymentMethod}?order=${encodeURIComponent(orderNumber)}`
}

/** An order for whoever has its link; `proof` says that the shop gave it out. A POST to it cancels the order. */
export const ORDER_STATUS_PATTERN = '/order/:order/:proof'
export const INVOICE_PATTERN = `${ORDER_STATUS_PATTERN}/invoice`

export function orderStatusHref(orderNumber: string, proof: string): string {
  return `/order/${orderNumber}/${proof}`
}

export function invoiceHref(orderNumber: string, proof: string): string {
  return `${orderStatusHref(orderNumber, proof)}/invoice`
}

/** An order as staff see it. */
export function staffOrderHref(orderNumber: string): string {
  return `${paths.staffOrders}${orderNumber}`
}

/** A dealer's document, for its owner. */
export function dealerDocumentHref(documentId: number): string {
  return `/api/ext/dealer-documents/${documentId}`
}

/** Everything that the shop knows of the customer, as a file. */
export const MY_DATA_HREF = '/api/ext/account/my-data'

/** A conversation as staff see it. */
export function staffChatHref(conversation: number): string {
  return `${paths.staff}chats/${conversation}`
}

export function categoryHref(urlKey: string): string {
  return `/c/${urlKey}`
}

/** A landing by its path in the table; fixed routes have a slash at their end, all others none. */
export function landingHref(urlPath: string): string {
  const fixed = `/${urlPath}/`
  return Object.values<string>(paths).includes(fixed) ? fixed : `/${urlPath}`
}

/** The landing of one car: the tires for it. */
export function vehicleHref({ make, model, year, trim }: Omit<SavedVehicle, 'fitment'>): string {
  return `${paths.cars}/${make.slug}/${model.slug}/${year}/${trim.slug}`
}

export function compareHref(skus: readonly string[]): string {
  const query = skus.map((sku) => `sku=${encodeURIComponent(sku)}`).join('&')
  return query ? `${paths.compare}?${query}` : paths.compare
}

export function applyCouponHref(code: string): string {
  return `${paths.applyCoupon}?coupon=${encodeURIComponent(code)}`
}

export function reviewFormHref(sku: string): string {
  return `${paths.reviewForm}?sku=${encodeURIComponent(sku)}`
}

/** `name` says which cart, and that the shop gave the link out. */
export function cartRecoveryHref(name: string): string {
  return `${paths.reclaim}?quote_id=${encodeURIComponent(name)}`
}

export function reminderStopHref(reminderId: number, proof: string): string {
  return `${paths.reminderStop}?id=${reminderId}&proof=${proof}`
}

/** The link in a newsletter that ends it; `proof` says that the shop gave it out. */
export function newsletterStopHref(subscriberId: number, proof: string): string {
  return `${paths.newsletterStop}?id=${subscriberId}&proof=${proof}`
}

export function brandHref(brand: string): string {
  return `/t/b/${optionSlug(brand)}`
}

/** A model has its page below its brand's; without a model it is the brand's. */
export function modelHref(brand: string, model: string): string {
  const slug = optionSlug(model)
  return slug ? `${brandHref(brand)}/${slug}` : brandHref(brand)
}

export function conditionHref(condition: string): string {
  return `/t/c/${optionSlug(condition)}`
}

/** A bought file; the query proves that the shop gave the link out. */
export const DOWNLOAD_PATTERN = '/download/:order/:link{[0-9]{1,9}}'

export function downloadHref(link: {
  orderNumber: string
  linkId: number
  expires: number
  proof: string
}): string {
  const { orderNumber, linkId, expires, proof } = link
  return `/download/${orderNumber}/${linkId}?expires=${expires}&proof=${proof}`
}

/** `/p/{parentSku}/{slug}` or, for a variant, `/p/{parentSku}/{slug}/{childSku}`. */
export function productHref(product: { sku: string; parentSku: string | null; slug: string }): string {
  const { sku, parentSku, slug } = product
  return parentSku && parentSku !== sku ? `/p/${parentSku}/${slug}/${sku}` : `/p/${sku}/${slug}`
}

/** Returns the address of a variant's page in the form that the shop is configured for (A3). */
export function childHref(
  parent: { sku: string; slug: string },
  childSku: string,
  place: 'route' | 'query' = 'route',
): string {
  const { sku, slug } = parent
  if (place === 'route') return productHref({ sku: childSku, parentSku: sku, slug })
  return `${productHref({ sku, parentSku: null, slug })}?childSku=${encodeURIComponent(childSku)}`
}
