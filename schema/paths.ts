/** Every URL of the shop: patterns for the router and builders for links (A1 to A4). */

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
  /** The customer's cars. */
  garage: '/customer/account/garage/',
  orders: '/customer/account/orders/',
  order: '/customer/account/order/',
  recentlyViewed: '/customer/account/recently-viewed/',
  wishlist: '/customer/account/wish-list/',
  /** Form endpoint of the wish list. */
  wishForm: '/customer/account/wish-list/form/',
  privacySettings: '/customer/account/privacy-settings/',
  /** The application of a dealer. */
  dealer: '/customer/account/dealer/',
  /** Form endpoint of the account's pages. */
  customerForm: '/customer/account/form/',
  login: '/login/',
  register: '/register/',
  authLogin: '/auth-login/',
  reviews: '/reviews/',
  contacts: '/contacts/',
  sizes: '/sizes/',
  /** Tires by car: makes, and below them models, years and trims. */
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
  /** The store whose address the requirements define; other stores are configuration. */
  store: '/2720-west-grand-60612/',
  /** Landings of regions. */
  usa: '/USA/',
  illinois: '/USA/Illinois/',
  chicago: '/USA/Illinois/Chicago/',
  error: '/error',
  /** Up to four tires side by side, named by `?sku=`. */
  compare: '/compare/',
  /** Products by `?sku=`, for lists that the browser stores. */
  picks: '/picks/',
  /** Return addresses for payment providers after approval and cancellation, followed by the method. */
  paymentReturn: '/checkout/return/',
  paymentCancel: '/checkout/cancel/',
  /** Form endpoints of the cart and the checkout, which reply 303. */
  cartForm: '/cart/form/',
  checkoutForm: '/checkout/form/',
  /** Form endpoint that begins an express payment at PayPal. */
  expressForm: '/checkout/express/',
  contactForm: '/contacts/form/',
  /** The chat of the shopper, and its form endpoint. */
  chat: '/chat/',
  chatForm: '/chat/form/',
  /** Pages for staff; other visitors get 404. */
  staff: '/staff/',
  staffReviews: '/staff/reviews/',
  accountReviews: '/customer/account/reviews/',
  staffCounts: '/staff/counts/',
  staffOrders: '/staff/orders/',
  staffHealth: '/staff/health/',
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

/** Pages that only the signed-in customer can open (A10). */
export const ACCOUNT_PAGES = [
  paths.account,
  paths.addressBook,
  paths.garage,
  paths.orders,
  paths.order,
  paths.storedPaymentMethods,
  paths.privacySettings,
  paths.dealer,
] as const

/** Form endpoint that stores how a phone shows lists. It is not part of `paths`, because every page loads `paths`. */
export const CARDS_FORM_PATH = '/cards/form/'

/** The link that confirms an e-mail address. It is not part of `paths`, because every page loads `paths`. */
export const CONFIRM_EMAIL_PATH = '/customer/account/confirm-email'

/** Texts with a path of their own; other texts are at `/i/{identifier}`. */
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

/** Returns the address of a text. */
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

/** The signed address of an order, which needs no sign-in. A POST to it cancels the order. */
export const ORDER_STATUS_PATTERN = '/order/:order/:proof'
export const INVOICE_PATTERN = `${ORDER_STATUS_PATTERN}/invoice`

/** The page and form where a buyer returns tires or reports a problem; below it, the cases and their photos. */
export const RETURN_PATTERN = `${ORDER_STATUS_PATTERN}/return`
export const RETURN_CASE_PATTERN = `${RETURN_PATTERN}/:number{[0-9]{1,3}}`
export const RETURN_PHOTO_PATTERN = `${RETURN_PATTERN}/photos/:photo{[0-9]{1,15}}`
/** A POST to it says that the parcels of an order have arrived. */
export const ORDER_ARRIVED_PATTERN = `${ORDER_STATUS_PATTERN}/arrived`

/** Returns the address of the form for returns. `statusHref` is the address of the order's page. */
export function returnHref(statusHref: string): string {
  return `${statusHref}/return`
}

export function returnCaseHref(statusHref: string, number: number): string {
  return `${returnHref(statusHref)}/${number}`
}

export function returnPhotoHref(statusHref: string, photoId: number): string {
  return `${returnHref(statusHref)}/photos/${photoId}`
}

export function orderArrivedHref(statusHref: string): string {
  return `${statusHref}/arrived`
}

export function orderStatusHref(orderNumber: string, signature: string): string {
  return `/order/${orderNumber}/${signature}`
}

export function invoiceHref(orderNumber: string, signature: string): string {
  return `${orderStatusHref(orderNumber, signature)}/invoice`
}

/** Pages of the back office; others are `staff…` of `paths`. Only `signIn` and `join` answer a visitor who is not signed in as staff. */
export const staffPaths = {
  home: '/staff/',
  signIn: '/staff/sign-in/',
  join: '/staff/join/',
  me: '/staff/me/',
  codes: '/staff/me/codes/',
  people: '/staff/people/',
  signInForm: '/staff/sign-in/form/',
  meForm: '/staff/me/form/',
  peopleForm: '/staff/people/form/',
  chats: '/staff/chats/',
  customers: '/staff/customers/',
  customersForm: '/staff/customers/form/',
  settings: '/staff/settings/',
  settingsForm: '/staff/settings/form/',
  api: '/staff/settings/api/',
  texts: '/staff/texts/',
  taxes: '/staff/taxes/',
  redirects: '/staff/redirects/',
  coupons: '/staff/coupons/',
  couponsForm: '/staff/coupons/form/',
  dealers: '/staff/dealers/',
  dealersForm: '/staff/dealers/form/',
  sell: '/staff/sell/',
  pick: '/staff/pick/',
  pickForm: '/staff/pick/form/',
  slips: '/staff/slips/',
  addressLabels: '/staff/address-labels/',
  pack: '/staff/pack/',
  packForm: '/staff/pack/form/',
  orderDeskForm: '/staff/orders/form/',
  audit: '/staff/audit/',
  auditForm: '/staff/audit/form/',
  intake: '/staff/intake/',
  lots: '/staff/intake/lots/',
  units: '/staff/units/',
  bins: '/staff/bins/',
  move: '/staff/move/',
  labels: '/staff/labels/',
  newSet: '/staff/sets/new',
  setForm: '/staff/sets/form',
  returnForm: '/staff/returns/form',
  intakeQueue: '/staff/intake/queue/',
  unitsEdit: '/staff/units/edit/',
  unitsGrid: '/staff/units/grid/',
  bulk: '/staff/bulk/',
  plans: '/staff/plans/',
  importUnits: '/staff/import/',
  exportUnits: '/staff/export/',
  reports: '/staff/reports/',
  registrations: '/staff/registrations/',
  recalls: '/staff/recalls/',
} as const

/** Returns the address of an order for staff. */
export function staffOrderHref(orderNumber: string): string {
  return `${paths.staffOrders}${orderNumber}`
}

/** Returns the address where staff look at the tires of a return. */
export function staffReturnHref(orderNumber: string, number: number): string {
  return `/staff/returns/${orderNumber}/${number}`
}

/** Returns the address of a pick run. */
export function pickRunHref(run: number): string {
  return `${staffPaths.pick}${run}`
}

/** Returns the address of a coupon for staff. */
export function couponHref(code: string): string {
  return `${staffPaths.coupons}${encodeURIComponent(code)}`
}

/** Returns the address of a customer for staff. */
export function staffCustomerHref(customerId: number | string): string {
  return `${staffPaths.customers}${customerId}`
}

/** Returns the address of a dealer's document for staff. */
export function staffDealerDocumentHref(documentId: number): string {
  return `${staffPaths.dealers}documents/${documentId}`
}

/** Returns the address of a dealer's document for its owner. */
export function dealerDocumentHref(documentId: number): string {
  return `/api/ext/dealer-documents/${documentId}`
}

/** The download of all data of the customer. */
export const MY_DATA_HREF = '/api/ext/account/my-data'

/** Returns the address where an order is packed, with one of its parcels open. */
export function packHref(orderNumber: string, parcel?: number): string {
  return `${staffPaths.pack}${orderNumber}${parcel === undefined ? '' : `?parcel=${parcel}`}`
}

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

/** Returns the address of the landing with the tires for one vehicle. */
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

/** Paths that no script of the browser uses; in `paths` they would be a part of every page. */
export const reviewPaths = {
  vote: '/reviews/vote/',
  stop: '/reviews/stop/',
  photos: '/reviews/photos/',
  questions: '/questions/form/',
} as const

/** Returns the link of a mail that rates a product of an order with these stars. */
export function reviewRateHref(link: {
  sku: string
  stars: number
  orderNumber: string
  proof: string
}): string {
  const { sku, stars, orderNumber, proof } = link
  return `${reviewFormHref(sku)}&stars=${stars}&order=${orderNumber}&proof=${proof}`
}

/** Returns the link that stops the mails that ask for reviews. */
export function reviewStopHref(orderNumber: string, proof: string): string {
  return `${reviewPaths.stop}?order=${orderNumber}&proof=${proof}`
}

/** Returns the address of a photo of a review. */
export function reviewPhotoHref(id: number): string {
  return `${reviewPaths.photos}${id}`
}

/** Returns the address of the form for a question about a product. */
export function questionFormHref(sku: string): string {
  return `${reviewPaths.questions}?sku=${encodeURIComponent(sku)}`
}

export function reviewFormHref(sku: string): string {
  return `${paths.reviewForm}?sku=${encodeURIComponent(sku)}`
}

/** Returns the recovery link of a cart by its signed id. */
export function cartRecoveryHref(signedId: string): string {
  return `${paths.reclaim}?quote_id=${encodeURIComponent(signedId)}`
}

/** Returns the link that ends the reminders of a cart. */
export function reminderStopHref(reminderId: number, signature: string): string {
  return `${paths.reminderStop}?id=${reminderId}&proof=${signature}`
}

/** Returns the unsubscribe link of a subscriber. */
export function newsletterStopHref(subscriberId: number, signature: string): string {
  return `${paths.newsletterStop}?id=${subscriberId}&proof=${signature}`
}

export function brandHref(brand: string): string {
  return `/t/b/${optionSlug(brand)}`
}

/** Returns the address of a model, or of its brand when the model has no slug. */
export function modelHref(brand: string, model: string): string {
  const slug = optionSlug(model)
  return slug ? `${brandHref(brand)}/${slug}` : brandHref(brand)
}

export function conditionHref(condition: string): string {
  return `/t/c/${optionSlug(condition)}`
}

/** The signed address of a file that was bought. */
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

/** Returns the address of a variant in the form of the configuration `CHILD_SKU` (A3). */
export function childHref(
  parent: { sku: string; slug: string },
  childSku: string,
  form: 'route' | 'query' = 'route',
): string {
  const { sku, slug } = parent
  if (form === 'route') return productHref({ sku: childSku, parentSku: sku, slug })
  return `${productHref({ sku, parentSku: null, slug })}?childSku=${encodeURIComponent(childSku)}`
}
