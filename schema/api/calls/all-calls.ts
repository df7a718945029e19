/** Every call of the server, and the names under which its shapes stand in the document. */
import type * as v from 'valibot'
import { CAR_VIEW } from '../../domain/car.ts'
import { CHOSEN_OPTION } from '../../domain/cart.ts'
import { FINDER_VIEW } from '../../domain/finder.ts'
import { TOTALS } from '../../domain/totals.ts'
import {
  ADDRESS_BOOK_VIEW,
  DEALER_APPLICATION,
  DEALER_VIEW,
  ORDER_VIEW,
  ORDERS_VIEW,
  PRIVACY_VIEW,
  PROFILE_VIEW,
  STORED_CARDS_VIEW,
} from '../account.ts'
import { CART_VIEW } from '../cart.ts'
import { CART_FRAME } from '../cart-live.ts'
import { CATALOG_REFUSAL, COMPACT_FOUND, ELASTIC_FOUND, OWN_FOUND } from '../catalog-document.ts'
import { CHAT_FRAME } from '../chat.ts'
import { CHECKOUT_VIEW } from '../checkout.ts'
import { CMS_REPLY } from '../cms-data.ts'
import { CUSTOMER_DATA } from '../customer-data.ts'
import { DELIVERY_QUOTE } from '../delivery.ts'
import { FIELD_ERRORS, FORM_NOTICE } from '../form-notice.ts'
import { GEO_REPLY, PLACE } from '../geolocation.ts'
import { ORDER_RESULT, REFUSAL_RESULT } from '../order.ts'
import { ORDER_HISTORY } from '../order-history.ts'
import { ATTRIBUTE_DOCUMENT, PRODUCT_DOCUMENT, PRODUCT_LIST } from '../product-document.ts'
import { REVIEW_DESK_LIST } from '../review-desk.ts'
import { SIGN_IN_OFFER } from '../sign-in.ts'
import { WIRE_STOCK } from '../stock.ts'
import { SUGGESTIONS } from '../suggest.ts'
import { THANK_YOU_VIEW } from '../thank-you.ts'
import { USER_DOCUMENT } from '../user-document.ts'
import { WIRE_ITEM, WIRE_PAYMENT_METHOD, WIRE_SHIPPING_METHOD } from '../wire-cart.ts'
import { RENDER_ITEM } from '../wire-price.ts'
import { WIRE_TOTALS } from '../wire-totals.ts'
import { WISH_LIST } from '../wish-list.ts'
import { ACCOUNT_CALLS } from './account-calls.ts'
import { type ApiCall, CODED, VIOLATIONS } from './call.ts'
import { CART_CALLS } from './cart-calls.ts'
import { CATALOG_CALLS } from './catalog-calls.ts'
import { CONTENT_CALLS } from './content-calls.ts'
import { PAYMENT_CALLS } from './payment-calls.ts'
import { SHOP_CALLS } from './shop-calls.ts'
import { USER_CALLS } from './user-calls.ts'

export const ALL_CALLS: readonly ApiCall[] = [
  ...CART_CALLS,
  ...CATALOG_CALLS,
  ...USER_CALLS,
  ...SHOP_CALLS,
  ...ACCOUNT_CALLS,
  ...CONTENT_CALLS,
  ...PAYMENT_CALLS,
]

/** Shapes of replies that are called by name wherever they stand. */
export const NAMED_SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  AccountAddressBook: ADDRESS_BOOK_VIEW,
  AccountCards: STORED_CARDS_VIEW,
  AccountDealer: DEALER_VIEW,
  AccountOrder: ORDER_VIEW,
  AccountOrders: ORDERS_VIEW,
  AccountPrivacy: PRIVACY_VIEW,
  AccountProfile: PROFILE_VIEW,
  Attribute: ATTRIBUTE_DOCUMENT,
  CarView: CAR_VIEW,
  CartItem: WIRE_ITEM,
  CartTotals: WIRE_TOTALS,
  CatalogFound: OWN_FOUND,
  CatalogFoundCompact: COMPACT_FOUND,
  CatalogFoundElastic: ELASTIC_FOUND,
  CatalogRefusal: CATALOG_REFUSAL,
  CartFrame: CART_FRAME,
  ChatFrame: CHAT_FRAME,
  ChosenOption: CHOSEN_OPTION,
  CmsText: CMS_REPLY,
  CodedFailure: CODED,
  CustomerData: CUSTOMER_DATA,
  DealerApplication: DEALER_APPLICATION,
  DeliveryQuote: DELIVERY_QUOTE,
  FieldErrors: FIELD_ERRORS,
  FinderView: FINDER_VIEW,
  FormNotice: FORM_NOTICE,
  Geolocation: GEO_REPLY,
  Order: ORDER_RESULT,
  OrderHistory: ORDER_HISTORY,
  OrderRefusal: REFUSAL_RESULT,
  PaymentMethod: WIRE_PAYMENT_METHOD,
  Place: PLACE,
  Product: PRODUCT_DOCUMENT,
  ProductList: PRODUCT_LIST,
  RenderedPrice: RENDER_ITEM,
  ReviewDesk: REVIEW_DESK_LIST,
  ShippingMethod: WIRE_SHIPPING_METHOD,
  ShownCart: CART_VIEW,
  ShownCheckout: CHECKOUT_VIEW,
  ShownOrder: THANK_YOU_VIEW,
  SignInOffer: SIGN_IN_OFFER,
  Stock: WIRE_STOCK,
  Suggestions: SUGGESTIONS,
  Totals: TOTALS,
  User: USER_DOCUMENT,
  Violations: VIOLATIONS,
  WishList: WISH_LIST,
}

/** `:name{pattern}` of the router as the document writes it: `{name}`. */
export function documentPath(path: string): string {
  return path.replace(/:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?/g, '{$1}')
}
