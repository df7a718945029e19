/**
 * What the pages of an account show: GET /api/ext/account/{name}, for the customer of the cookie or token alone. A page
 * that is new adds its view to `AccountViews`.
 */
import type { Region } from '../domain/address.ts'
import { type Customer, type CustomerAddress, MAX_ADDRESSES } from '../domain/customer.ts'
import type { Company } from '../domain/dealer.ts'
import type { DownloadView } from '../domain/download.ts'
import type { Choice } from '../domain/line-part.ts'
import type { Cents } from '../domain/money.ts'
import type { OrderStatus } from '../domain/order.ts'
import type { Totals } from '../domain/totals.ts'
import type { FormNotice } from './form-notice.ts'

/** Views by their name in the address of the call. */
export interface AccountViews {
  profile: ProfileView
  'address-book': AddressBookView
  orders: OrdersView
  /** `null` when the customer has no order of this number. */
  order: OrderView | null
  'stored-payment-methods': StoredCardsView
  'privacy-settings': PrivacyView
  dealer: DealerView
}
export type AccountViewName = keyof AccountViews

/** What a plain form said before this page; it is only in the page itself, never in the answer of the call. */
interface Told {
  notice: FormNotice | null
}

/** A page whose forms save what is typed: only the customer it was made for may send them. */
interface Owned extends Told {
  owner: number
}

export interface ProfileView extends Owned {
  firstname: string
  lastname: string
  email: string
  telephone: string
  /** `null` until a dealer's application was made. */
  company: Company | null
  /** False for an account that only signs in elsewhere. */
  hasPassword: boolean
}

export interface AddressView extends Omit<CustomerAddress, 'regionId'> {
  /** Name of the state. */
  state: string
  /** False where nothing is sent to. */
  delivers: boolean
}

export interface AddressBookView extends Owned {
  addresses: AddressView[]
  /** States to choose from, those first that are delivered to. */
  regions: (Region & { allowed: boolean })[]
  /** Of the customer, for an address that is new. */
  person: { firstname: string; lastname: string; telephone: string }
  isFull: boolean
}

export interface OrderBrief {
  orderNumber: string
  /** `Nov 22, 2026`. */
  placed: string
  status: OrderStatus
  total: Cents
  /** What was bought, in a few words each. */
  titles: string[]
}

export interface OrdersView extends Told {
  orders: OrderBrief[]
  /** From 1. */
  page: number
  pages: number
  total: number
}

export interface OrderLineView {
  itemId: number
  title: string
  facts: string
  choices: Choice[]
  qty: number
  setqty: number
  unitPrice: Cents
  rowTotal: Cents
  /** The product's page; `null` when it is in the shop no more. */
  href: string | null
  picture: string | null
}

export interface OrderView extends Told {
  orderNumber: string
  placed: string
  status: OrderStatus
  lines: OrderLineView[]
  totals: Totals
  tires: number
  allVirtual: boolean
  /** A line each; `null` when nothing was sent by parcel. */
  shipTo: string[] | null
  billTo: string[]
  zip: string | null
  payment: string
  arrives: string | null
  downloads: DownloadView[]
  /** Oldest first. */
  events: { at: string; words: string }[]
}

export interface StoredCard {
  id: string
  brand: string
  last4: string
  /** `12/2027`. */
  expires: string
}

export interface StoredCardsView extends Told {
  /** `null` when the provider could not be asked. */
  cards: StoredCard[] | null
}

export interface PrivacyView extends Owned {
  email: string
  hasPassword: boolean
  /** The browser says that nothing is to be sold or shared (Global Privacy Control). */
  gpc: boolean
}

export interface DealerDocumentView {
  id: number
  name: string
  /** `1.2 MB`. */
  size: string
  added: string
  href: string
}

export interface DealerView extends Owned {
  company: Company
  documents: DealerDocumentView[]
  /** Telephone and name are known from the profile. */
  isFull: boolean
}

export const ORDERS_PER_PAGE = 20

export function addressBookView(
  customer: Customer,
  regions: readonly (Region & { allowed: boolean })[],
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
  regions: readonly (Region & { allowed: boolean })[],
): AddressView {
  const region = regions.find(({ id }) => id === regionId)
  return { ...address, state: region?.name ?? '', delivers: region?.allowed ?? false }
}

/** `820 kB`, `1.2 MB`. */
export function sizeWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
