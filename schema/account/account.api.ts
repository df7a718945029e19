/** GET /api/ext/account/{name}: the data of the account's pages. A new page adds its view to `ACCOUNT_VIEWS`. */
import * as v from 'valibot'
import { US_REGION, type UsRegion } from '../identity/location/address.ts'
import { COMPANY } from '../identity/sign-in/company.ts'
import { type Customer, type CustomerAddress, MAX_ADDRESSES } from '../identity/sign-in/customer.ts'
import { ORDER_STATUSES } from '../orders/order.ts'
import { SAVED_CARD } from '../orders/payments/saved-card.api.ts'
import { ARRIVAL } from '../orders/status/arrival.ts'
import { ORDER_VIEW } from '../orders/status/order-view.api.ts'
import { FLASH_FORM_STATE } from '../platform/forms/flash-form-state.api.ts'
import { CENTS } from '../platform/money.ts'
import { GARAGE_CARS } from './garage/garage.api.ts'

/** The outcome of a form that was sent without script; only in the page itself, never in the reply of the API. */
const NOTICE = { notice: v.nullable(FLASH_FORM_STATE) }
/** The customer for whom a page with forms was rendered; others may not send its forms. */
const OWNED = { owner: v.number() }

export const PROFILE_VIEW = v.object({
  ...OWNED,
  firstname: v.string(),
  lastname: v.string(),
  email: v.string(),
  /** Explains how to change the address, or names the new one that awaits confirmation. */
  emailHint: v.string(),
  telephone: v.string(),
  /** `null` without a dealer's application. */
  company: v.nullable(COMPANY),
  /** False for an account that only signs in by a provider. */
  hasPassword: v.boolean(),
  /** What store credit the customer has, and until when; `null` without any. */
  credit: v.nullable(v.string()),
  /** Identities at providers: `Google, riley@example.com`. */
  identities: v.array(v.object({ id: v.string(), name: v.string() })),
  ...NOTICE,
})
export type ProfileView = v.InferOutput<typeof PROFILE_VIEW>

const ADDRESS_VIEW = v.object({
  id: v.number(),
  firstname: v.string(),
  lastname: v.string(),
  company: v.nullable(v.string()),
  vatId: v.nullable(v.string()),
  street: v.string(),
  apartment: v.string(),
  city: v.string(),
  postcode: v.string(),
  countryId: v.string(),
  /** Ten digits. */
  telephone: v.string(),
  defaultShipping: v.boolean(),
  defaultBilling: v.boolean(),
  /** Name of the state. */
  state: v.string(),
  /** False outside of the delivery area. */
  delivers: v.boolean(),
})
export type AddressView = v.InferOutput<typeof ADDRESS_VIEW>

export const ADDRESS_BOOK_VIEW = v.object({
  ...OWNED,
  addresses: v.array(ADDRESS_VIEW),
  /** States, those of the delivery area first. */
  regions: v.array(v.object({ ...US_REGION.entries, allowed: v.boolean() })),
  /** The customer's name and phone, for a new address. */
  person: v.object({ firstname: v.string(), lastname: v.string(), telephone: v.string() }),
  isFull: v.boolean(),
  ...NOTICE,
})
export type AddressBookView = v.InferOutput<typeof ADDRESS_BOOK_VIEW>

const ORDER_BRIEF = v.object({
  orderNumber: v.string(),
  /** `Nov 22, 2026`. */
  placed: v.string(),
  status: v.picklist(ORDER_STATUSES),
  /** Where an order that is on its way stands; `null` for all others. */
  arrival: v.nullable(ARRIVAL),
  total: CENTS,
  /** Titles of the lines. */
  titles: v.array(v.string()),
})
export type OrderListEntry = v.InferOutput<typeof ORDER_BRIEF>

export const ORDERS_VIEW = v.object({
  orders: v.array(ORDER_BRIEF),
  /** From 1. */
  page: v.number(),
  pages: v.number(),
  total: v.number(),
  ...NOTICE,
})
export type OrdersView = v.InferOutput<typeof ORDERS_VIEW>

export const ACCOUNT_ORDER_VIEW = v.object({ ...ORDER_VIEW.entries, ...NOTICE })
export type AccountOrderView = v.InferOutput<typeof ACCOUNT_ORDER_VIEW>

export const SAVED_CARDS_VIEW = v.object({
  /** `null` when the provider does not answer. */
  cards: v.nullable(v.array(SAVED_CARD)),
  ...NOTICE,
})
export type SavedCardsView = v.InferOutput<typeof SAVED_CARDS_VIEW>

export const GARAGE_VIEW = v.object({ ...GARAGE_CARS.entries, ...NOTICE })

export const PRIVACY_VIEW = v.object({
  ...OWNED,
  email: v.string(),
  hasPassword: v.boolean(),
  /** How the shop treats the browser's Global Privacy Control. */
  choices: v.string(),
  ...NOTICE,
})

const DEALER_DOCUMENT_VIEW = v.object({
  id: v.number(),
  name: v.string(),
  /** `1.2 MB`. */
  size: v.string(),
  added: v.string(),
  href: v.string(),
})
export type DealerDocumentView = v.InferOutput<typeof DEALER_DOCUMENT_VIEW>

/** Result of /api/ext/dealer-documents. */
export const DEALER_APPLICATION = v.object({
  ...OWNED,
  company: COMPANY,
  documents: v.array(DEALER_DOCUMENT_VIEW),
  /** Where the application is; `null` before the first one. */
  answer: v.nullable(v.string()),
  /** No further document is accepted. */
  isFull: v.boolean(),
})

export const DEALER_VIEW = v.object({ ...DEALER_APPLICATION.entries, ...NOTICE })
export type DealerView = v.InferOutput<typeof DEALER_VIEW>

/** The views by their name in the URL of the call. */
export const ACCOUNT_VIEWS = {
  profile: PROFILE_VIEW,
  'address-book': ADDRESS_BOOK_VIEW,
  garage: GARAGE_VIEW,
  orders: ORDERS_VIEW,
  /** `null` when the customer has no order of this number. */
  order: v.nullable(ACCOUNT_ORDER_VIEW),
  'stored-payment-methods': SAVED_CARDS_VIEW,
  'privacy-settings': PRIVACY_VIEW,
  dealer: DEALER_VIEW,
}
export type AccountViewName = keyof typeof ACCOUNT_VIEWS
export type AccountViews = { [Name in AccountViewName]: v.InferOutput<(typeof ACCOUNT_VIEWS)[Name]> }

export const ORDERS_PER_PAGE = 20

/** Returns the view of a customer's address book; regions of the delivery area come first. */
export function addressBookView(
  customer: Customer,
  regions: readonly (UsRegion & { allowed: boolean })[],
): Omit<AddressBookView, 'notice'> {
  return {
    owner: customer.id,
    addresses: customer.addresses.map((address) => addressView(address, regions)),
    regions: [...regions].sort((a, b) => Number(b.allowed) - Number(a.allowed)),
    person: {
      firstname: customer.firstname,
      lastname: customer.lastname,
      telephone: customer.telephone,
    },
    isFull: customer.addresses.length >= MAX_ADDRESSES,
  }
}

function addressView(
  { regionId, ...address }: CustomerAddress,
  regions: readonly (UsRegion & { allowed: boolean })[],
): AddressView {
  const region = regions.find(({ id }) => id === regionId)
  return { ...address, state: region?.name ?? '', delivers: region?.allowed ?? false }
}

/** Formats a file size: `820 kB`, `1.2 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
