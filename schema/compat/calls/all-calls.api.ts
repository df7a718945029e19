/** Every call of the server, and the names of schemas in the OpenAPI document. */
import type * as v from 'valibot'
import {
  ACCOUNT_ORDER_VIEW,
  ADDRESS_BOOK_VIEW,
  DEALER_APPLICATION,
  DEALER_VIEW,
  ORDERS_VIEW,
  PRIVACY_VIEW,
  PROFILE_VIEW,
  SAVED_CARDS_VIEW,
} from '../../account/account.api.ts'
import { CUSTOMER_DATA } from '../../account/privacy/customer-data.api.ts'
import { WISH_LIST } from '../../account/saved/wish-list.api.ts'
import { CART_VIEW } from '../../cart/cart.api.ts'
import { CONFIGURED_OPTION } from '../../cart/cart.ts'
import { API_STOCK } from '../../cart/stock/stock.api.ts'
import { CART_VERSION_EVENT } from '../../cart/sync/cart-live.api.ts'
import { TOTALS } from '../../cart/totals/totals.ts'
import { DELIVERY_QUOTE } from '../../catalog/delivery/delivery.api.ts'
import { FINDER_VIEW } from '../../catalog/finder/finder.ts'
import { RENDER_ITEM } from '../../catalog/price/compat-price.api.ts'
import { SUGGESTIONS } from '../../catalog/search/suggest.api.ts'
import { CAR_VIEW } from '../../catalog/vehicle/vehicle.ts'
import { CHECKOUT_VIEW } from '../../checkout/checkout.api.ts'
import { CHAT_FRAME } from '../../content/chat/chat.api.ts'
import { GEO_REPLY, ZIP_LOCATION } from '../../identity/location/geolocation.api.ts'
import { SIGN_IN_OPTIONS } from '../../identity/sign-in/sign-in.api.ts'
import { THANK_YOU_VIEW } from '../../orders/status/thank-you.api.ts'
import { FIELD_ERRORS, FLASH_FORM_STATE } from '../../platform/forms/flash-form-state.api.ts'
import { REVIEW_MODERATION_LIST } from '../../staff/review-moderation.api.ts'
import { CATALOG_CALLS } from '../catalog/catalog-calls.api.ts'
import {
  CATALOG_ERROR,
  COMPACT_RESULT,
  ELASTIC_RESULT,
  OBJECT_RESULT,
} from '../catalog/catalog-document.api.ts'
import { ATTRIBUTE_DOCUMENT, PRODUCT_DOCUMENT, PRODUCT_LIST } from '../catalog/product-document.api.ts'
import { USER_DOCUMENT } from '../catalog/user-document.api.ts'
import { CMS_REPLY } from '../cms-data.api.ts'
import { API_CART_ITEM, API_PAYMENT_METHOD, API_SHIPPING_METHOD } from '../compat-cart.api.ts'
import { API_TOTALS } from '../compat-totals.api.ts'
import { ORDER_RESULT, REFUSAL_RESULT } from '../order.api.ts'
import { ORDER_HISTORY } from '../order-history.api.ts'
import { ACCOUNT_CALLS } from './account-calls.api.ts'
import { type ApiCall, CODED, VIOLATIONS } from './call.api.ts'
import { CART_CALLS } from './cart-calls.api.ts'
import { CONTENT_CALLS } from './content-calls.api.ts'
import { INTAKE_CALLS } from './intake-calls.api.ts'
import { PAYMENT_CALLS } from './payment-calls.api.ts'
import { SHOP_CALLS } from './shop-calls.api.ts'
import { STAFF_CALLS } from './staff-calls.api.ts'
import { STAFF_DATA_CALLS } from './staff-data-calls.api.ts'
import { USER_CALLS } from './user-calls.api.ts'

export const ALL_CALLS: readonly ApiCall[] = [
  ...CART_CALLS,
  ...CATALOG_CALLS,
  ...USER_CALLS,
  ...SHOP_CALLS,
  ...ACCOUNT_CALLS,
  ...STAFF_CALLS,
  ...STAFF_DATA_CALLS,
  ...INTAKE_CALLS,
  ...CONTENT_CALLS,
  ...PAYMENT_CALLS,
]

/** Schemas that the OpenAPI document refers to by name. */
export const NAMED_SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  AccountAddressBook: ADDRESS_BOOK_VIEW,
  AccountCards: SAVED_CARDS_VIEW,
  AccountDealer: DEALER_VIEW,
  AccountOrder: ACCOUNT_ORDER_VIEW,
  AccountOrders: ORDERS_VIEW,
  AccountPrivacy: PRIVACY_VIEW,
  AccountProfile: PROFILE_VIEW,
  Attribute: ATTRIBUTE_DOCUMENT,
  CarView: CAR_VIEW,
  CartItem: API_CART_ITEM,
  CartTotals: API_TOTALS,
  CatalogFound: OBJECT_RESULT,
  CatalogFoundCompact: COMPACT_RESULT,
  CatalogFoundElastic: ELASTIC_RESULT,
  CatalogRefusal: CATALOG_ERROR,
  CartFrame: CART_VERSION_EVENT,
  ChatFrame: CHAT_FRAME,
  ChosenOption: CONFIGURED_OPTION,
  CmsText: CMS_REPLY,
  CodedFailure: CODED,
  CustomerData: CUSTOMER_DATA,
  DealerApplication: DEALER_APPLICATION,
  DeliveryQuote: DELIVERY_QUOTE,
  FieldErrors: FIELD_ERRORS,
  FinderView: FINDER_VIEW,
  FormNotice: FLASH_FORM_STATE,
  Geolocation: GEO_REPLY,
  Order: ORDER_RESULT,
  OrderHistory: ORDER_HISTORY,
  OrderRefusal: REFUSAL_RESULT,
  PaymentMethod: API_PAYMENT_METHOD,
  Place: ZIP_LOCATION,
  Product: PRODUCT_DOCUMENT,
  ProductList: PRODUCT_LIST,
  RenderedPrice: RENDER_ITEM,
  ReviewDesk: REVIEW_MODERATION_LIST,
  ShippingMethod: API_SHIPPING_METHOD,
  ShownCart: CART_VIEW,
  ShownCheckout: CHECKOUT_VIEW,
  ShownOrder: THANK_YOU_VIEW,
  SignInOffer: SIGN_IN_OPTIONS,
  Stock: API_STOCK,
  Suggestions: SUGGESTIONS,
  Totals: TOTALS,
  User: USER_DOCUMENT,
  Violations: VIOLATIONS,
  WishList: WISH_LIST,
}

/** Converts a path of the router to that of the OpenAPI document: `:name{pattern}` becomes `{name}`. */
export function documentPath(path: string): string {
  return path.replace(/:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?/g, '{$1}')
}
