/** Parts of a product (C8): bundle options, group members, custom options, downloads. Parts have the price and stock of their linked products. */
import type { Cents } from '../../platform/money.ts'
import type { Offer } from './product.ts'

/** A product that may be chosen for a place of a bundle. */
export interface BundleLink {
  id: number
  sku: string
  /** Units of the product in one bundle. */
  qty: number
  isDefault: boolean
  /** The linked product itself, also where it is a variant; `variants` is empty. */
  offer: Offer
}

/** A place of a bundle, such as "Tires, set of four"; one link is chosen for it. */
export interface BundleOption {
  optionId: number
  title: string
  required: boolean
  links: BundleLink[]
}

/** A member of a grouped product; `qty` is how many are put forward. */
export interface GroupedMember {
  sku: string
  qty: number
  offer: Offer
}

interface CustomOptionValue {
  optionTypeId: number
  title: string
  /** Added to the price of one unit. */
  price: Cents
}

/** Longest text that a buyer may write into an option. */
export const OPTION_TEXT_MAX = 200

/** A question to the buyer: one of `values`, or for a `field` a text. */
export interface CustomOption {
  optionId: number
  title: string
  kind: 'drop_down' | 'field'
  required: boolean
  values: CustomOptionValue[]
}

interface DownloadLink {
  id: number
  title: string
}

export interface Parts {
  bundle: BundleOption[]
  associated: GroupedMember[]
  customOptions: CustomOption[]
  links: DownloadLink[]
}

/** Of a product that is nothing but itself. */
export const EMPTY_PARTS: Parts = { bundle: [], associated: [], customOptions: [], links: [] }

/** What the catalog has for a sku: its offer, and what it is made of or asks. */
export interface OfferWithParts {
  offer: Offer
  parts: Parts
}
