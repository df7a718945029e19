/** Every URL of the shop once: patterns for the router and builders for links (A1 to A4). */

import { optionSlug } from './catalog/finder/option-slug.ts'
import type { SavedVehicle } from './catalog/vehicle/vehicle.ts'

export { optionSlug }

export const paths = {
  home: '/',
  cart: '/cart/',
  checkout: '/checkout/',
  thankYou: '/checkout/onepage/success/',
  /** The recovery link of an abandoned cart. */
  reclaim: '/reclaim/checkout/cart/',
  /** The link that ends the reminders. */
  reminderStop: '/reclaim/stop/',
  createPassword: '/customer/account/createpassword/',
  account: '/customer/account/',
  addressBook: '/customer/account/address-book/',
  storedPaymentMethods: '/customer/account/stored-payment-methods/',
  orders: '/customer/account/orders/',
  order: '/customer/account/order/',
  recentlyViewed: '/customer/account/recently-viewed/',
  wishlist: '/customer/account/wish-list/',
  /** Its form endpoint. */
  wishForm: '/customer/account/wish-list/form/',
  privacySettings: '/customer/account/privacy-settings/',
  /** Where a dealer applies. */
  dealer: '/customer/account/dealer/',
  /** Form endpoint of the account's pages. */
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
  /** The one store whose address the requirements fix; others are configuration. */
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
  /** Return addresses of payment providers, approved or not, followed by the payment method. */
  paymentReturn: '/checkout/return/',
  paymentCancel: '/checkout/cancel/',
  /** Form endpoints of the cart and the checkout, which reply 303. */
  cartForm: '/cart/form/',
  checkoutForm: '/checkout/form/',
  contactForm: '/contacts/form/',
  /** The chat of this browser, and its form endpoint. */
  chat: '/chat/',
  chatForm: '/chat/form/',
  /** For staff; 404 for everybody else. */
  staff: '/staff/',
  staffReviews: '/staff/reviews/',
  staffCounts: '/staff/counts/',
  staffOrders: '/staff/orders/',
  staffForm: '/staff/form/',
  newsletter: '/newsletter/',
  reviewForm: '/reviews/form/',
  newsletterForm: '/newsletter/form/',
  newsletterStop: '/newsletter/stop/',
  /** Form endpoint of the account: sign in, register, sign out, passwords. */
  accountForm: '/account/form/',
  /** The reference of the API for authors of clients. */
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

/** The link that confirms an e-mail address. Apart from `paths`, which every page loads. */
export const CONFIRM_EMAIL_PATH = '/customer/account/confirm-email'

/** Texts with an address of their own; all others are at `/i/{identifier}`. */
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

/** Returns the address of an order for its signed-in buyer. */
export function orderHref(orderNumber: string): string {
  return `${paths.order}?orderId=${encodeURIComponent(orderNumber)}`
}

export function paymentReturnHref(paymentMethod: string, orderNumber: string): string {
  return `${paths.paymentReturn}${paymentMethod}?order=${encodeURIComponent(orderNumber)}`
}

export function paymentCancelHref(paymentMethod: string, orderNumber: string): string {
  return `${paths.paymentCancel}${paymentMethod}?order=${encodeURIComponent(orderNumber)}`
}

/** Returns the signed address of an order, which opens it without a sign-in; `proof` is the signature. A POST to it cancels the order. */
export const ORDER_STATUS_PATTERN = '/order/:order/:proof'
export const INVOICE_PATTERN = `${ORDER_STATUS_PATTERN}/invoice`

export function orderStatusHref(orderNumber: string, proof: string): string {
  return `/order/${orderNumber}/${proof}`
}

export function invoiceHref(orderNumber: string, proof: string): string {
  return `${orderStatusHref(orderNumber, proof)}/invoice`
}

/** Returns the address of an order for staff. */
export function staffOrderHref(orderNumber: string): string {
  return `${paths.staffOrders}${orderNumber}`
}

/** Returns the address of a dealer's document for its owner. */
export function dealerDocumentHref(documentId: number): string {
  return `/api/ext/dealer-documents/${documentId}`
}

/** The file with all data of the customer. */
export const MY_DATA_HREF = '/api/ext/account/my-data'

/** Returns the address of a conversation for staff. */
export function staffChatHref(conversation: number): string {
  return `${paths.staff}chats/${conversation}`
}

export function categoryHref(urlKey: string): string {
  return `/c/${urlKey}`
}

/** Returns the address of a landing by its path in the table; only fixed routes end with a slash. */
export function landingHref(urlPath: string): string {
  const fixed = `/${urlPath}/`
  return Object.values<string>(paths).includes(fixed) ? fixed : `/${urlPath}`
}

/** Returns the landing of one vehicle: the tires for it. */
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

/** Returns the recovery link of a cart; `name` is its signed id. */
export function cartRecoveryHref(name: string): string {
  return `${paths.reclaim}?quote_id=${encodeURIComponent(name)}`
}

export function reminderStopHref(reminderId: number, proof: string): string {
  return `${paths.reminderStop}?id=${reminderId}&proof=${proof}`
}

/** Returns the unsubscribe link of a newsletter; `proof` is the signature. */
export function newsletterStopHref(subscriberId: number, proof: string): string {
  return `${paths.newsletterStop}?id=${subscriberId}&proof=${proof}`
}

export function brandHref(brand: string): string {
  return `/t/b/${optionSlug(brand)}`
}

/** Returns the page of a model below its brand's; without a model the brand's. */
export function modelHref(brand: string, model: string): string {
  const slug = optionSlug(model)
  return slug ? `${brandHref(brand)}/${slug}` : brandHref(brand)
}

export function conditionHref(condition: string): string {
  return `/t/c/${optionSlug(condition)}`
}

/** Returns the signed address of a bought file. */
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

/** Returns `/p/{parentSku}/{slug}` or, for a variant, `/p/{parentSku}/{slug}/{childSku}`. */
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
